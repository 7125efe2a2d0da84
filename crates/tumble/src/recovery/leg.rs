//! One leg's way through the stand-up.
//!
//! Letters: φ heading of the ankle from the hip in the root's frame, r its distance, k the knee's signed angle; l₁, l₂ the
//! bones. r² = l₁² + l₂² + 2 l₁ l₂ cos k.
//!
//! While the knee keeps its side, φ and r are eased and k follows from r. Where the side must change, k itself is eased
//! through straight and r follows from k: at the start (from the side it fell to, while the hips are still low), or at the
//! end (from a forced side to the remembered one). So a knee is never flipped, only straightened and bent again.

use tumble_math::{Easing, Vec2, angle, trig};
use tumble_rig::Bend;

/// The bend at which a change of side is over \[rad\]: enough to be clear of the numerically flat straight leg.
const CLEAR_BEND: f32 = 0.21;
/// A change of side is this share of the stand-up at least …
const MIN_TURN_SHARE: f32 = 0.2;
/// … and this share at most, and in between slow enough for this mean speed \[rad/s\]; a sine's peak is π/2 of it.
const MAX_TURN_SHARE: f32 = 0.5;
const MEAN_TURN_SPEED: f32 = 2.6;
/// How fast a raise may change [px/s at scale 1], so that the edge of a step doesn't kick the foot.
const RAISE_RATE: f32 = 1500.0;
/// The same for a straight leg, which is swung aside instead \[rad/s\].
const SWING_RATE: f32 = 1.6;

/// A leg: two bone lengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Chain {
    pub upper: f32,
    pub lower: f32,
}

impl Chain {
    /// Distance from hip to ankle at knee angle `k`.
    pub fn distance(self, k: f32) -> f32 {
        let Self { upper, lower } = self;
        (upper * upper + lower * lower + 2.0 * upper * lower * trig::cos(k))
            .max(0.0)
            .sqrt()
    }

    /// Size of the knee angle at distance `r`, which is clamped to what the leg can do [rad, 0..π].
    ///
    /// tan²(k/2) = ((l₁ + l₂)² − r²) / (r² − (l₁ − l₂)²), which keeps its precision at both ends.
    pub fn bend(self, r: f32) -> f32 {
        let (sum, difference) = (self.upper + self.lower, (self.upper - self.lower).abs());
        let r = r.clamp(difference, sum);
        let numerator = (sum - r) * (sum + r);
        let denominator = (r - difference) * (r + difference);
        2.0 * trig::atan2(numerator.max(0.0).sqrt(), denominator.max(0.0).sqrt())
    }

    /// Heading of the ankle from the hip less heading of the upper bone, at knee angle `k`.
    pub fn offset(self, k: f32) -> f32 {
        let (sin, cos) = trig::sin_cos(k);
        let (x, y) = (self.upper + self.lower * cos, self.lower * sin);
        // Folded onto the hip there is no direction; the upper bone's own is as good as any.
        if x.abs() + y.abs() < 1e-4 * (self.upper + self.lower) {
            0.0
        } else {
            trig::atan2(y, x)
        }
    }
}

/// A leg at one end of the stand-up: heading of its upper bone in the root's frame and knee angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LegPose {
    pub upper_heading: f32,
    pub knee: f32,
}

/// The way of one leg.
#[derive(Clone, Debug)]
pub(crate) struct LegPlan {
    chain: Chain,
    phi: (f32, f32),
    /// Knee angle as it fell, and as remembered.
    knee: (f32, f32),
    /// Distances between which r is eased in the middle.
    r: (f32, f32),
    /// Side of the knee in the middle.
    side: f32,
    /// The middle's span of time \[s\].
    middle: (f32, f32),
    duration: f32,
    easing: Easing,
    /// How far the ankle is raised now \[px\].
    raise: f32,
    /// How far the whole leg is swung aside now \[rad\].
    swing: f32,
}

/// A leg's target at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LegTarget {
    phi: f32,
    r: f32,
    knee: f32,
    /// Whether the knee is changing its side now.
    turning: bool,
}

impl LegPlan {
    /// Plans the way from `from` to `to`. A knee that fell to the other side than the remembered one changes it at once,
    /// while the hips are low; standing up on a `forced` side that isn't the remembered one, it changes at the end.
    pub fn new(
        chain: Chain,
        (from, to): (LegPose, LegPose),
        forced: Option<Bend>,
        remembered: Bend,
        (duration, easing): (f32, Easing),
    ) -> Self {
        let side = forced.unwrap_or(remembered).sign();
        let turn_time = |sweep: f32| {
            (sweep / MEAN_TURN_SPEED).clamp(MIN_TURN_SHARE * duration, MAX_TURN_SHARE * duration)
        };
        let (mut start, mut end) = (0.0, duration);
        let mut r = (chain.distance(from.knee), chain.distance(to.knee));
        if from.knee * side < 0.0 {
            start = turn_time(from.knee.abs() + CLEAR_BEND);
            r.0 = chain.distance(CLEAR_BEND);
        }
        if to.knee * side < 0.0 {
            end = duration - turn_time(to.knee.abs() + CLEAR_BEND);
            r.1 = chain.distance(CLEAR_BEND);
        }
        let phi = from.upper_heading + chain.offset(from.knee);
        let phi_to = to.upper_heading + chain.offset(to.knee);
        Self {
            chain,
            phi: (phi, angle::shortest(phi, phi_to)),
            knee: (from.knee, to.knee),
            r,
            side,
            middle: (start, end.max(start)),
            duration,
            easing,
            raise: 0.0,
            swing: 0.0,
        }
    }

    /// Where the leg wants to be at `time` \[s\], on level nothing.
    pub fn target(&self, time: f32) -> LegTarget {
        let f = |t: f32| self.easing.apply(t / self.duration);
        let phi = self.phi.0 + self.phi.1 * f(time);
        let (start, end) = self.middle;
        let turn = |from: f32, to: f32, share: f32| {
            let knee = from + (to - from) * Easing::SineInOut.apply(share);
            LegTarget {
                phi,
                r: self.chain.distance(knee),
                knee,
                turning: true,
            }
        };
        if time < start {
            turn(self.knee.0, self.side * CLEAR_BEND, time / start)
        } else if time > end {
            turn(
                self.side * CLEAR_BEND,
                self.knee.1,
                (time - end) / (self.duration - end),
            )
        } else {
            let (f0, f1) = (f(start), f(end));
            let share = if f1 > f0 { (f(time) - f0) / (f1 - f0) } else { 1.0 };
            let r = self.r.0 + (self.r.1 - self.r.0) * share;
            LegTarget {
                phi,
                r,
                knee: self.side * self.chain.bend(r),
                turning: false,
            }
        }
    }

    /// The leg at `target`, its ankle kept out of the ground. `below` is how far the ankle would be below the terrain
    /// \[px in the root's frame\], `down` the direction of gravity in that frame, `share` how much of it counts (it is blended
    /// in and out), `dt` the step \[s\].
    pub fn place(&mut self, target: LegTarget, below: f32, down: Vec2, share: f32, dt: f32) -> LegPose {
        let wanted = below.max(0.0) * share;
        let approach = |from: f32, to: f32, rate: f32| from + (to - from).clamp(-rate * dt, rate * dt);
        let turned = if target.turning {
            swing_for(target, wanted, down)
        } else {
            0.0
        };
        // What one of the two no longer does, the other takes over.
        self.raise = approach(self.raise, if target.turning { 0.0 } else { wanted }, RAISE_RATE)
            .min(share * (self.chain.upper + self.chain.lower));
        self.swing = approach(self.swing, turned, SWING_RATE);
        let swing = self.swing * share.min(1.0);
        let phi = target.phi + swing;
        if self.raise <= 0.0 {
            return LegPose {
                upper_heading: phi - self.chain.offset(target.knee),
                knee: target.knee,
            };
        }
        let ankle = tumble_math::Rot::from_angle(phi).x_axis() * target.r - down * self.raise;
        let r = if target.turning {
            ankle.length().min(target.r)
        } else {
            ankle.length()
        };
        let side = if target.turning {
            Bend::of_angle(target.knee).sign()
        } else {
            self.side
        };
        let knee = side * self.chain.bend(r);
        let phi = if r > 1e-3 {
            trig::atan2(ankle.y, ankle.x)
        } else {
            phi
        };
        LegPose {
            upper_heading: phi - self.chain.offset(knee),
            knee,
        }
    }

    /// `target` with the ankle drawn in to `free` of its distance \[0..1\], in front of a wall. A knee that is changing its
    /// side is left alone: its bend decides the distance.
    pub fn draw_in(&self, target: LegTarget, free: f32) -> LegTarget {
        if target.turning || free >= 1.0 {
            return target;
        }
        let r = (target.r * free).max((self.chain.upper - self.chain.lower).abs());
        LegTarget {
            r,
            knee: self.side * self.chain.bend(r),
            ..target
        }
    }

    /// Heading of the ankle from the hip and its distance, for a target that nothing keeps out of the ground.
    pub fn ankle(target: LegTarget) -> Vec2 {
        tumble_math::Rot::from_angle(target.phi).x_axis() * target.r
    }
}

/// How far a leg of fixed length must swing about the hip for its ankle to come up by `wanted`.
fn swing_for(target: LegTarget, wanted: f32, down: Vec2) -> f32 {
    if wanted <= 0.0 || target.r < 1.0 {
        return 0.0;
    }
    let from_down = angle::wrap(target.phi - trig::atan2(down.y, down.x));
    let cos = trig::cos(from_down) - wanted / target.r;
    let away = trig::acos(cos) - from_down.abs();
    if from_down < 0.0 { -away } else { away }
}
