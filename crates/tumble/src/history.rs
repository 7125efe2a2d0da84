//! How a figure moved in the last step: the source of inherited velocities.

use tumble_math::{Vec2, angle};
use tumble_rig::{EntrySpec, WorldBone};

/// The drawn bones of the frame before, if they say anything about motion.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    previous: Vec<WorldBone>,
    /// Time between that frame and the present one \[s\]; 0 when nothing is known.
    dt: f32,
}

/// A rigid motion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Motion {
    pub velocity: Vec2,
    pub spin: f32,
}

impl History {
    /// Forgets what was before: the next pose is a new beginning.
    pub fn restart(&mut self) {
        self.dt = 0.0;
    }

    /// Whether the last step's motion is known.
    pub fn is_known(&self) -> bool {
        self.dt > 0.0
    }

    /// Call before the bones change: they become the frame before.
    pub fn push(&mut self, bones: &[WorldBone], dt: f32) {
        self.previous.clear();
        self.previous.extend_from_slice(bones);
        self.dt = dt;
    }

    /// Motion of the bone `index` about its point `at` (in the world, on the present bone) [px/s, rad/s].
    ///
    /// The point is fixed in the bone: v is the change of its place, ω the change of the heading, over dt.
    pub fn motion(&self, now: &[WorldBone], index: usize, at: Vec2) -> Motion {
        if !self.is_known() {
            return Motion::default();
        }
        let (before, now) = (self.previous[index], now[index]);
        let turn = angle::shortest(before.heading, now.heading);
        let arm = tumble_math::Rot::from_angle(-turn).rotate(at - now.origin);
        Motion {
            velocity: (at - (before.origin + arm)) / self.dt,
            spin: turn / self.dt,
        }
    }
}

impl Motion {
    /// What a body takes of this motion under the rig's entry rules.
    pub fn inherited(self, entry: &EntrySpec) -> Self {
        let velocity = self.velocity * entry.share;
        let speed = velocity.length();
        let velocity = if speed > entry.max_speed {
            velocity * (entry.max_speed / speed)
        } else {
            velocity
        };
        Self {
            velocity,
            spin: (self.spin * entry.share).clamp(-entry.max_spin, entry.max_spin),
        }
    }
}

#[cfg(test)]
mod tests {
    use tumble_math::Rot;

    use super::*;

    const DT: f32 = 1.0 / 60.0;

    fn bone(origin: Vec2, heading: f32) -> WorldBone {
        WorldBone {
            origin,
            tip: origin + Rot::from_angle(heading).x_axis() * 200.0,
            heading,
        }
    }

    /// Motion of a bone from one place to another in `dt`, about its point `along` px from its origin.
    fn motion(before: WorldBone, now: WorldBone, along: f32, dt: f32) -> Motion {
        let mut history = History::default();
        history.push(&[before], dt);
        let at = now.origin + Rot::from_angle(now.heading).x_axis() * along;
        history.motion(&[now], 0, at)
    }

    #[test]
    fn a_shifted_bone_moves_everywhere_alike() {
        let (before, by) = (bone(Vec2::new(30.0, -40.0), 0.7), Vec2::new(3.0, -2.0));
        let now = bone(before.origin + by, 0.7);
        for along in [0.0, 100.0, 200.0] {
            let seen = motion(before, now, along, DT);
            assert!((seen.velocity - by * 60.0).length() < 2e-3, "{seen:?}");
            assert_eq!(seen.spin, 0.0);
        }
    }

    #[test]
    fn a_turning_bone_moves_by_omega_cross_r() {
        // About its origin, at 12 rad/s; over one step the way of a point is the chord 2 r sin(ω dt/2), half a turn's share back
        // from the tangent.
        let spin = 12.0_f64;
        let (before, now) = (bone(Vec2::ZERO, 0.4), bone(Vec2::ZERO, 0.4 + 12.0 * DT));
        for along in [0.0_f32, 84.0, 200.0] {
            let seen = motion(before, now, along, DT);
            let half = 0.5 * spin * f64::from(DT);
            let speed = 2.0 * f64::from(along) * half.sin() / f64::from(DT);
            let tangent = 0.4 + half + core::f64::consts::FRAC_PI_2;
            let wanted = Vec2::new((speed * tangent.cos()) as f32, (speed * tangent.sin()) as f32);
            assert!(
                (seen.velocity - wanted).length() < 0.01,
                "{along}: {seen:?}, {wanted}"
            );
            assert!((seen.spin - 12.0).abs() < 1e-4, "{seen:?}");
        }
        // As the step goes to nothing this is v + ω × r.
        let (v, small) = (Vec2::new(50.0, -20.0), 1e-3);
        let now = bone(v * small, 0.4 + 12.0 * small);
        let r = Rot::from_angle(now.heading).x_axis() * 150.0;
        let seen = motion(bone(Vec2::ZERO, 0.4), now, 150.0, small);
        let wanted = v + Vec2::new(-r.y, r.x) * 12.0;
        let second_order = 0.5 * 12.0 * 12.0 * 150.0 * small;
        assert!(
            (seen.velocity - wanted).length() < 1.1 * second_order,
            "{seen:?}, {wanted}"
        );
    }

    #[test]
    fn a_turn_over_half_a_circle_is_the_short_one() {
        let seen = motion(bone(Vec2::ZERO, 3.1), bone(Vec2::ZERO, -3.1), 0.0, DT);
        let turn = core::f32::consts::TAU - 6.2;
        assert!((seen.spin - turn / DT).abs() < 1e-3, "{seen:?}");
    }

    #[test]
    fn after_a_restart_nothing_is_known() {
        let mut history = History::default();
        assert!(!history.is_known());
        history.push(&[bone(Vec2::ZERO, 0.0)], DT);
        assert!(history.is_known());
        history.restart();
        let now = [bone(Vec2::new(500.0, 0.0), 1.0)];
        assert_eq!(history.motion(&now, 0, Vec2::ZERO), Motion::default());
    }

    #[test]
    fn a_body_inherits_its_share_up_to_the_caps() {
        let motion = Motion {
            velocity: Vec2::new(600.0, 800.0),
            spin: -20.0,
        };
        let of = |share, max_speed, max_spin| {
            motion.inherited(&EntrySpec {
                share,
                max_speed,
                max_spin,
                torso_only: false,
            })
        };
        assert_eq!(of(1.0, 3000.0, 30.0), motion);
        assert_eq!(of(0.0, 3000.0, 30.0).velocity, Vec2::ZERO);
        let half = of(0.5, 3000.0, 30.0);
        assert_eq!((half.velocity, half.spin), (Vec2::new(300.0, 400.0), -10.0));
        // Capped, a velocity keeps its direction and a spin its sense.
        let capped = of(1.0, 500.0, 5.0);
        assert!(
            (capped.velocity - Vec2::new(300.0, 400.0)).length() < 1e-3,
            "{capped:?}"
        );
        assert_eq!(capped.spin, -5.0);
    }
}
