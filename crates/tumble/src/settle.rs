//! When a ragdoll has come to rest on what carries it.

use tumble_math::Vec2;
use tumble_rig::SettleSpec;

use crate::backend::{Backend, Touch};
use crate::probe::Vertical;
use crate::ragdoll::Ragdoll;

/// A touch carries when its normal is this much upwards (cosine of 72°).
const CARRYING_NORMAL: f32 = 0.3;

/// Waiting for a figure to settle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settle {
    /// How long it has been calm \[s\].
    calm: f32,
    /// How long it has been waited \[s\].
    waited: f32,
    touches: Vec<Touch>,
}

/// How the wait stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Settled {
    NotYet,
    Yes,
    TimedOut,
}

impl Settle {
    /// Another step has been made.
    pub fn step(
        &mut self,
        world: &dyn Backend,
        vertical: Vertical,
        ragdoll: &Ragdoll,
        spec: &SettleSpec,
        dt: f32,
    ) -> Settled {
        self.waited += dt;
        self.calm = if self.is_calm(world, vertical, ragdoll, spec.speed) {
            self.calm + dt
        } else {
            0.0
        };
        // Times are sums of steps: a hair of a step is forgiven, so that 0.3 s is 18 steps of 1/60 s.
        let hair = 1e-3 * dt;
        if self.calm + hair >= spec.time {
            Settled::Yes
        } else if self.waited + hair >= spec.timeout {
            Settled::TimedOut
        } else {
            Settled::NotYet
        }
    }

    /// Whether every body moves slower than `speed` \[px/s\] relative to what it rests on: what it touches itself, else
    /// what the figure touches hardest, else the world.
    fn is_calm(&mut self, world: &dyn Backend, vertical: Vertical, ragdoll: &Ragdoll, speed: f32) -> bool {
        let mut figure_support = (Vec2::ZERO, f32::NEG_INFINITY);
        for (_, body, _) in ragdoll.bodies() {
            if let Some((velocity, impulse)) = self.support_of(world, vertical, ragdoll, body)
                && impulse > figure_support.1
            {
                figure_support = (velocity, impulse);
            }
        }
        let calm = |velocity: Vec2, carried: Vec2| (velocity - carried).length_squared() < speed * speed;
        for (_, body, _) in ragdoll.bodies() {
            let Some(state) = world.body(body) else { continue };
            let own = self
                .support_of(world, vertical, ragdoll, body)
                .map(|(velocity, _)| velocity);
            // NaN is not calm.
            if !calm(state.velocity, own.unwrap_or(figure_support.0))
                && !calm(state.velocity, figure_support.0)
            {
                return false;
            }
        }
        true
    }

    /// Velocity of what carries a body, where it touches it, and the impulse of that touch.
    fn support_of(
        &mut self,
        world: &dyn Backend,
        vertical: Vertical,
        ragdoll: &Ragdoll,
        body: crate::backend::BodyHandle,
    ) -> Option<(Vec2, f32)> {
        self.touches.clear();
        world.touches(body, &mut self.touches);
        self.touches
            .iter()
            .filter(|touch| ragdoll.bone_of(touch.other).is_none())
            .filter(|touch| touch.normal.dot(vertical.down) < -CARRYING_NORMAL)
            .max_by(|a, b| a.impulse.total_cmp(&b.impulse))
            .and_then(|touch| Some((world.body(touch.other)?.velocity_at(touch.point), touch.impulse)))
    }
}

#[cfg(test)]
mod tests {
    use tumble_math::{Placement, Pose2};
    use tumble_rig::library::stickman;
    use tumble_rig::{Facing, Pose};

    use super::*;
    use crate::backend::{BodyHandle, BodyState};
    use crate::double::Double;
    use crate::history::History;
    use crate::ragdoll::Entry;
    use crate::template::RagdollTemplate;

    const DT: f32 = 1.0 / 60.0;

    /// A ragdoll whose every body moves with `velocity`, its head resting on a support.
    struct Lying {
        world: Double,
        ragdoll: Ragdoll,
        support: BodyHandle,
        settle: Settle,
        spec: SettleSpec,
    }

    impl Lying {
        fn new(velocity: Vec2) -> Self {
            let rig = stickman();
            let pose = Pose::rest(&rig, Placement::default());
            let mut bones = Vec::new();
            pose.world_bones(&rig, &mut bones);
            let mut world = Double::default();
            let support = world.ground((-9000.0, 9000.0), 0.0);
            let entry = Entry {
                rig: &rig,
                template: &RagdollTemplate::new(&rig),
                figure: 1,
                pose: &pose,
                bones: &bones,
                history: &History::default(),
                facing: Facing::Right,
                bends: &rig.facing(Facing::Right).bends,
            };
            let ragdoll = Ragdoll::enter(&mut world, &entry).expect("this world takes everything");
            let mut lying = Self {
                world,
                ragdoll,
                support,
                settle: Settle::default(),
                spec: SettleSpec::default(),
            };
            lying.move_all(velocity);
            lying.touch(1, support, Vec2::NEG_Y, 5.0);
            lying
        }

        fn body(&self, index: usize) -> BodyHandle {
            self.ragdoll.bodies().nth(index).expect("ten bodies").1
        }

        fn move_all(&mut self, velocity: Vec2) {
            for index in 0..self.ragdoll.bodies().count() {
                self.move_one(index, velocity);
            }
        }

        fn move_one(&mut self, index: usize, velocity: Vec2) {
            let body = self.body(index);
            self.world.set_velocity(body, velocity, 0.0).expect("it is there");
        }

        fn touch(&mut self, index: usize, other: BodyHandle, normal: Vec2, impulse: f32) {
            let touch = Touch {
                other,
                point: Vec2::new(100.0, 0.0),
                normal,
                impulse,
            };
            self.world.touching.push((self.body(index), touch));
        }

        fn carry(&mut self, velocity: Vec2, spin: f32) {
            let state = BodyState {
                pose: Pose2::IDENTITY,
                velocity,
                spin,
                asleep: false,
            };
            self.world.set(self.support, state);
        }

        fn step(&mut self) -> Settled {
            let vertical = Vertical::new(self.world.gravity());
            self.settle
                .step(&self.world, vertical, &self.ragdoll, &self.spec, DT)
        }

        /// In which step it was no longer to wait, and why.
        fn wait(&mut self) -> (usize, Settled) {
            for step in 1..1000 {
                let settled = self.step();
                if settled != Settled::NotYet {
                    return (step, settled);
                }
            }
            panic!("it waits forever");
        }
    }

    #[test]
    fn calm_for_the_whole_time_it_has_settled() {
        assert_eq!(Lying::new(Vec2::ZERO).wait(), (18, Settled::Yes), "0.3 s");
        assert_eq!(
            Lying::new(Vec2::new(12.0, 15.9)).wait(),
            (18, Settled::Yes),
            "19.9 px/s"
        );
    }

    #[test]
    fn sliding_it_waits_until_its_patience_ends() {
        let slides = Vec2::new(12.0, 16.1);
        assert_eq!(
            Lying::new(slides).wait(),
            (300, Settled::TimedOut),
            "20.1 px/s, 5 s"
        );
    }

    #[test]
    fn one_fast_limb_is_enough_to_wait_and_a_moment_begins_the_time_anew() {
        let mut lying = Lying::new(Vec2::ZERO);
        for _ in 0..10 {
            assert_eq!(lying.step(), Settled::NotYet);
        }
        lying.move_one(9, Vec2::new(0.0, 30.0));
        assert_eq!(lying.step(), Settled::NotYet);
        lying.move_one(9, Vec2::ZERO);
        assert_eq!(
            lying.wait(),
            (18, Settled::Yes),
            "the ten steps before don't count"
        );
    }

    #[test]
    fn nan_is_not_calm() {
        let mut lying = Lying::new(Vec2::ZERO);
        lying.move_one(4, Vec2::new(f32::NAN, 0.0));
        assert_eq!(lying.wait(), (300, Settled::TimedOut));
    }

    #[test]
    fn on_a_moving_platform_speed_is_relative_to_it() {
        let platform = Vec2::new(300.0, 0.0);
        let mut lying = Lying::new(platform);
        assert_eq!(lying.wait().1, Settled::TimedOut, "the ground stands still");
        let mut lying = Lying::new(platform);
        lying.carry(platform, 0.0);
        assert_eq!(lying.wait(), (18, Settled::Yes), "carried at 300 px/s");
        // Standing still in the world while the platform slides away under it is not at rest either; only limbs that lie
        // beside it, on nothing, are judged by what carries the figure.
        let mut lying = Lying::new(Vec2::ZERO);
        lying.carry(platform, 0.0);
        assert_eq!(lying.wait().1, Settled::TimedOut);
    }

    #[test]
    fn a_turning_support_carries_each_point_at_its_own_speed() {
        // 2 rad/s about the origin, touched 100 px beside it: 200 px/s downwards there.
        let mut lying = Lying::new(Vec2::new(0.0, 200.0));
        lying.carry(Vec2::ZERO, 2.0);
        assert_eq!(lying.wait(), (18, Settled::Yes));
        let mut lying = Lying::new(Vec2::new(0.0, 200.0));
        lying.carry(Vec2::ZERO, 1.0);
        assert_eq!(lying.wait().1, Settled::TimedOut);
    }

    #[test]
    fn what_it_is_touched_by_hardest_from_below_carries_it() {
        let belt = Vec2::new(150.0, 0.0);
        // A wall, a ceiling and the figure's own limb carry nothing, however hard they are pressed.
        for normal in [Vec2::X, Vec2::Y] {
            let mut lying = Lying::new(belt);
            lying.carry(belt, 0.0);
            let still = lying.world.ground((0.0, 1.0), 0.0);
            lying.touch(1, still, normal, 100.0);
            assert_eq!(lying.wait(), (18, Settled::Yes), "{normal}");
        }
        let mut lying = Lying::new(belt);
        lying.carry(belt, 0.0);
        lying.move_one(9, belt + Vec2::new(19.0, 0.0));
        lying.touch(1, lying.body(9), Vec2::NEG_Y, 100.0);
        assert_eq!(lying.wait(), (18, Settled::Yes));
        // Another floor does.
        let mut lying = Lying::new(belt);
        lying.carry(belt, 0.0);
        let floor = lying.world.ground((0.0, 1.0), 0.0);
        lying.touch(1, floor, Vec2::NEG_Y, 100.0);
        assert_eq!(lying.wait().1, Settled::TimedOut);
    }
}
