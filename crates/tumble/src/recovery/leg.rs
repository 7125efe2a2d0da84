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
    ///
    /// r² = (l₁ − l₂)² + 4 l₁ l₂ cos²(k/2), the same as above without its cancellation where the leg is folded.
    pub fn distance(self, k: f32) -> f32 {
        let Self { upper, lower } = self;
        let (difference, cos) = (upper - lower, trig::cos(0.5 * k));
        (difference * difference + 4.0 * upper * lower * cos * cos).sqrt()
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

#[cfg(test)]
mod tests {
    use core::f64::consts::PI;

    use super::*;

    const LEG: Chain = Chain {
        upper: 200.0,
        lower: 200.0,
    };
    const CHAINS: [Chain; 4] = [
        LEG,
        Chain {
            upper: 168.0,
            lower: 200.0,
        },
        Chain {
            upper: 300.0,
            lower: 50.0,
        },
        Chain {
            upper: 0.4,
            lower: 0.5,
        },
    ];
    const DURATION: f32 = 2.0;
    const DT: f32 = 1.0 / 60.0;

    fn pose(upper_heading: f32, knee: f32) -> LegPose {
        LegPose { upper_heading, knee }
    }

    fn plan(ends: (LegPose, LegPose), forced: Option<Bend>, remembered: Bend) -> LegPlan {
        LegPlan::new(LEG, ends, forced, remembered, (DURATION, Easing::SineInOut))
    }

    /// Its targets at 960 moments and the end.
    fn targets(plan: &LegPlan) -> Vec<LegTarget> {
        (0..=1920)
            .map(|step| plan.target(DURATION * step as f32 / 1920.0))
            .collect()
    }

    fn side_changes(targets: &[LegTarget]) -> usize {
        targets
            .windows(2)
            .filter(|pair| pair[0].knee.signum() != pair[1].knee.signum())
            .count()
    }

    /// In steps of a 960th of a second nothing jumps, and the distance is the knee's.
    fn assert_smooth(targets: &[LegTarget]) {
        for pair in targets.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            // A sine's peak speed is π/2 of its mean; a quarter turn in a fifth of the time is the fastest there is here.
            assert!((b.knee - a.knee).abs() < 0.02, "{a:?} → {b:?}");
            assert!((b.phi - a.phi).abs() < 0.01, "{a:?} → {b:?}");
            assert!((b.r - a.r).abs() < 3.0, "{a:?} → {b:?}");
        }
        for target in targets {
            assert!((target.r - LEG.distance(target.knee)).abs() < 1e-3, "{target:?}");
        }
    }

    #[test]
    fn distance_and_bend_are_each_others_inverse() {
        for chain in CHAINS {
            let (l1, l2) = (f64::from(chain.upper), f64::from(chain.lower));
            let size = l1 + l2;
            for step in 0..=1000 {
                // The law of cosines in double precision.
                let k = PI * f64::from(step) / 1000.0;
                let r = (l1 * l1 + l2 * l2 + 2.0 * l1 * l2 * k.cos()).max(0.0).sqrt();
                let off = f64::from(chain.distance(k as f32)) - r;
                assert!(off.abs() < 3e-7 * size, "{chain:?} at k = {k}: {off} px off");
                let bend = f64::from(chain.bend(r as f32));
                // Near its ends r says little of k: dr/dk = l₁ l₂ sin k / r goes to nothing.
                let slope = l1 * l2 * k.sin() / r.max(1e-9);
                let rounding = f64::from(f32::EPSILON) * size / slope.max(1e-12);
                let least = 1e-6 + rounding.min(1e-3);
                assert!((bend - k).abs() < least, "{chain:?} at k = {k}: bend {bend}");
                let back = f64::from(chain.distance(bend as f32));
                assert!((back - r).abs() < 1e-6 * size, "{chain:?}: {r} → {bend} → {back}");
            }
        }
    }

    #[test]
    fn what_a_leg_cannot_do_is_straight_or_folded() {
        for chain in CHAINS {
            let (sum, difference) = (chain.upper + chain.lower, (chain.upper - chain.lower).abs());
            for far in [sum, sum + 1.0, 1e6] {
                assert_eq!(chain.bend(far), 0.0, "{chain:?} at {far}");
            }
            for near in [difference, 0.5 * difference, 0.0] {
                assert_eq!(chain.bend(near), core::f32::consts::PI, "{chain:?} at {near}");
            }
        }
    }

    #[test]
    fn the_offset_leads_from_the_upper_bone_to_the_ankle() {
        for chain in CHAINS {
            for step in -30..=30 {
                let k = f64::from(step) * 0.1;
                let (x, y) = (
                    f64::from(chain.upper) + f64::from(chain.lower) * k.cos(),
                    f64::from(chain.lower) * k.sin(),
                );
                let off = f64::from(chain.offset(k as f32)) - y.atan2(x);
                assert!(off.abs() < 2e-6, "{chain:?} at k = {k}: {off}");
            }
        }
        assert_eq!(
            LEG.offset(core::f32::consts::PI),
            0.0,
            "folded there is no direction"
        );
    }

    #[test]
    fn a_knee_that_keeps_its_side_eases_direction_and_distance() {
        let (from, to) = (pose(2.9, 1.4), pose(-2.8, 0.3));
        let plan = plan((from, to), None, Bend::Normal);
        let (phi, phi_to) = (2.9 + LEG.offset(1.4), -2.8 + LEG.offset(0.3));
        // The short way goes over π.
        let by = phi_to - phi + core::f32::consts::TAU;
        for (step, target) in targets(&plan).into_iter().enumerate() {
            let t = f64::from(step as u32) / 1920.0;
            let f = (0.5 - 0.5 * (PI * t).cos()) as f32;
            let r = LEG.distance(1.4) + (LEG.distance(0.3) - LEG.distance(1.4)) * f;
            assert!((target.phi - (phi + by * f)).abs() < 2e-6, "{target:?} at {t}");
            assert!((target.r - r).abs() < 2e-4, "{target:?} at {t}");
            assert!((target.knee - LEG.bend(r)).abs() < 1e-5, "{target:?} at {t}");
            assert!(!target.turning);
        }
    }

    #[test]
    fn a_plan_ends_where_it_should() {
        for forced in [None, Some(Bend::Normal), Some(Bend::Inverted)] {
            for (fallen, upright) in [(0.8, 0.4), (-0.8, 0.4), (0.8, -0.4), (-0.02, 0.4), (2.5, 0.02)] {
                let (from, to) = (pose(0.3, fallen), pose(1.7, upright));
                let plan = plan((from, to), forced, Bend::of_angle(upright));
                for (at, wanted) in [(0.0, from), (DURATION, to)] {
                    let target = plan.target(at);
                    let phi = wanted.upper_heading + LEG.offset(wanted.knee);
                    assert!((target.phi - phi).abs() < 1e-6, "{forced:?}, {target:?}");
                    // Where r is eased, k comes back from it: near straight that is less sure.
                    assert!((target.knee - wanted.knee).abs() < 1e-3, "{forced:?}, {target:?}");
                    assert!(
                        (target.r - LEG.distance(wanted.knee)).abs() < 1e-4,
                        "{forced:?}, {target:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_knee_that_fell_to_the_other_side_is_straight_exactly_once() {
        for (fallen, upright) in [(-0.9, 0.6), (-2.4, 0.3), (-0.01, 0.5), (0.9, -0.6), (2.0, -1.0)] {
            let plan = plan(
                (pose(0.2, fallen), pose(1.5, upright)),
                None,
                Bend::of_angle(upright),
            );
            let way = targets(&plan);
            assert_smooth(&way);
            assert_eq!(side_changes(&way), 1, "{fallen} → {upright}");
            let sense = (upright - fallen).signum();
            for pair in way.windows(2) {
                // A knee's bend read from a distance has a rounding of its own.
                assert!(
                    (pair[1].knee - pair[0].knee) * sense > -1e-5,
                    "{fallen} → {upright}: {pair:?}"
                );
            }
            // While the hips are low: it is done at half the time at the latest.
            assert!(!plan.target(0.5 * DURATION + 1e-3).turning);
        }
    }

    #[test]
    fn a_forced_side_is_kept_in_between() {
        // Fallen and remembered on the normal side, forced to the other: there and back again.
        let both = plan(
            (pose(0.2, 0.9), pose(1.5, 0.5)),
            Some(Bend::Inverted),
            Bend::Normal,
        );
        let way = targets(&both);
        assert_smooth(&way);
        assert_eq!(side_changes(&way), 2);
        assert!(way.iter().all(|target| target.turning || target.knee < 0.0));
        assert!(way[960].knee < -CLEAR_BEND + 1e-4 && !way[960].turning);
        // Fallen to the forced side: the change comes at the end.
        let late = plan(
            (pose(0.2, -0.9), pose(1.5, 0.5)),
            Some(Bend::Inverted),
            Bend::Normal,
        );
        let way = targets(&late);
        assert_smooth(&way);
        assert_eq!(side_changes(&way), 1);
        assert!(
            way[..=960]
                .iter()
                .all(|target| target.knee < 0.0 && !target.turning)
        );
        // Forced to the remembered side it is as if nothing were forced.
        let ends = (pose(0.2, -0.9), pose(1.5, 0.5));
        let (forced, free) = (
            plan(ends, Some(Bend::Normal), Bend::Normal),
            plan(ends, None, Bend::Normal),
        );
        assert_eq!(targets(&forced), targets(&free));
    }

    /// Where the ankle of a placed leg is from the hip.
    fn ankle(leg: LegPose) -> Vec2 {
        let axis = |heading| tumble_math::Rot::from_angle(heading).x_axis();
        axis(leg.upper_heading) * LEG.upper + axis(leg.upper_heading + leg.knee) * LEG.lower
    }

    /// The steps after which a raise and a swing are as large as they get here.
    const LONG: usize = 40;

    #[test]
    fn an_ankle_in_the_ground_is_raised_onto_it_no_faster_than_it_may() {
        let mut plan = plan((pose(1.2, 0.9), pose(1.4, 0.5)), None, Bend::Normal);
        let target = plan.target(0.7);
        let free = ankle(plan.place(target, 0.0, Vec2::Y, 1.0, DT));
        assert!(
            (free - LegPlan::ankle(target)).length() < 1e-3,
            "nothing in the way"
        );
        for raise in [25.0, 50.0, 60.0, 60.0] {
            let leg = plan.place(target, 60.0, Vec2::Y, 1.0, DT);
            let wanted = free - Vec2::new(0.0, raise);
            assert!(
                (ankle(leg) - wanted).length() < 1e-3,
                "{leg:?}: {} {wanted}",
                ankle(leg)
            );
            assert!(leg.knee > 0.0, "it keeps its side");
        }
        // And given back as gently, once there is nothing in the way.
        let leg = plan.place(target, 0.0, Vec2::Y, 1.0, DT);
        assert!((ankle(leg) - (free - Vec2::new(0.0, 35.0))).length() < 1e-3);
        // Half a share raises half as far.
        let mut plan = LegPlan { raise: 0.0, ..plan };
        (0..LONG).for_each(|_| {
            plan.place(target, 60.0, Vec2::Y, 0.5, DT);
        });
        let leg = plan.place(target, 60.0, Vec2::Y, 0.5, DT);
        assert!((ankle(leg) - (free - Vec2::new(0.0, 30.0))).length() < 1e-3);
    }

    #[test]
    fn a_knee_that_changes_its_side_swings_its_leg_out_of_the_ground() {
        for heading in [1.2, 1.9] {
            let mut plan = plan((pose(heading, -0.5), pose(heading, 0.8)), None, Bend::Normal);
            let target = plan.target(0.1);
            assert!(target.turning);
            let free = LegPlan::ankle(target);
            let mut last = ankle(plan.place(target, 0.0, Vec2::Y, 1.0, DT));
            for _ in 0..LONG {
                let now = ankle(plan.place(target, 60.0, Vec2::Y, 1.0, DT));
                let turned = (last.perp_dot(now) / (target.r * target.r)).abs();
                assert!(turned < SWING_RATE * DT + 1e-5, "{turned} rad in a step");
                last = now;
            }
            assert!(
                (last.length() - target.r).abs() < 1e-3,
                "its bend decides the distance"
            );
            assert!((last.y - (free.y - 60.0)).abs() < 1e-2, "{free} → {last}");
            assert!(last.x * free.x > 0.0, "away from straight down, not through it");
        }
    }

    #[test]
    fn in_front_of_a_wall_an_ankle_is_drawn_in() {
        let plan = plan((pose(1.2, -0.9), pose(1.4, 0.5)), None, Bend::Normal);
        let target = plan.target(1.5);
        let drawn = plan.draw_in(target, 0.6);
        assert_eq!((drawn.phi, drawn.r), (target.phi, target.r * 0.6));
        assert!((LEG.distance(drawn.knee) - drawn.r).abs() < 1e-3 && drawn.knee > 0.0);
        assert_eq!(plan.draw_in(target, 1.0), target);
        // One that changes its side is left alone: its bend decides the distance.
        let turning = plan.target(0.1);
        assert!(turning.turning);
        assert_eq!(plan.draw_in(turning, 0.6), turning);
        // Nearer than the bones' difference no ankle comes.
        let uneven = Chain {
            upper: 300.0,
            lower: 100.0,
        };
        let plan = LegPlan::new(
            uneven,
            (pose(1.2, 0.9), pose(1.4, 0.5)),
            None,
            Bend::Normal,
            (DURATION, Easing::SineInOut),
        );
        let folded = plan.draw_in(plan.target(1.0), 0.0);
        assert_eq!((folded.r, folded.knee), (200.0, core::f32::consts::PI));
    }
}
