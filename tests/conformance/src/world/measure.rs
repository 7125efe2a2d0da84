//! Figures of a backend that no closed form gives: how far joints open and limits give in seeded falls.

use tumble::Backend;
use tumble::backend::{BodyDesc, BodyHandle, BodyKind, Layer, Shape};
use tumble::math::{Pose2, Vec2};

use super::stickman::{LIMBS, Stickman, StickmanDesc};
use crate::Make;

/// The usual step \[s\].
pub const DT: f32 = 1.0 / 60.0;
/// The usual gravity \[px/s²\].
pub const GRAVITY: Vec2 = Vec2::new(0.0, 980.0);

/// A flat floor whose surface is at y = 0.
///
/// # Panics
/// When the world refuses it.
pub fn add_floor(world: &mut dyn Backend) -> BodyHandle {
    world
        .add_body(&BodyDesc {
            kind: BodyKind::Static,
            layer: Layer::Terrain,
            shape: Shape::Box {
                half: Vec2::new(6000.0, 200.0),
            },
            pose: Pose2::new(Vec2::new(0.0, 200.0), 0.0),
            ..BodyDesc::default()
        })
        .expect("a box is a valid floor")
}

/// What seeded falls showed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DropFigures {
    /// Widest gap of a pin at any step \[px\].
    pub gap: f32,
    /// Limb it was at.
    pub gap_limb: usize,
    /// Mean over the runs of each run's widest gap \[px\].
    pub gap_mean: f32,
    /// Widest gap at rest, in the last second \[px\].
    pub gap_at_rest: f32,
    /// Farthest beyond a limit at any step \[rad\].
    pub overshoot: f32,
    /// Limb it was at.
    pub overshoot_limb: usize,
    /// Mean over the runs of each run's worst \[rad\].
    pub overshoot_mean: f32,
    /// Farthest beyond a limit from 5 s on \[rad\].
    pub overshoot_at_rest: f32,
    /// Fastest body at any step, less the fastest before the first contact could be \[px/s\].
    pub fastest: f32,
    /// Deepest that a body was below the floor \[px\].
    pub depth: f32,
    /// Fastest body in the last second \[px/s\].
    pub speed_at_rest: f32,
    /// How many runs were asleep at their end.
    pub asleep: usize,
    /// How many runs.
    pub runs: usize,
}

/// Drops `runs` stickmen, one a world, from a height onto a flat floor and watches them for `seconds`.
pub fn drops(make: Make<'_>, runs: usize, height: f32, seconds: f32) -> DropFigures {
    let mut figures = DropFigures {
        runs,
        ..DropFigures::default()
    };
    for seed in 0..runs as u64 {
        let mut world = make(GRAVITY);
        let world = world.as_mut();
        add_floor(world);
        let desc = StickmanDesc::random(seed, Vec2::new(0.0, -height), 300.0, 3.0);
        let mut stickman = Stickman::new(world, &desc);
        // The hips' height doesn't say how low the limbs hang.
        let lift = stickman.bottom(world) + height;
        for (index, &body) in stickman.bodies.iter().enumerate() {
            let mut pose = stickman.body(world, index).pose;
            pose.position.y -= lift;
            world.set_pose(body, pose).expect("the body exists");
        }
        let steps = (seconds / DT) as usize;
        let (mut gap, mut over) = ((0.0, 0), (0.0, 0));
        for step in 0..steps {
            world.step(DT);
            stickman.after_step(world);
            let g = stickman.widest_gap(world);
            if g.0 > gap.0 {
                gap = g;
            }
            let o = stickman.worst_overshoot(world);
            if o.0 > over.0 {
                over = o;
            }
            if step as f32 * DT >= 5.0 {
                figures.overshoot_at_rest = figures.overshoot_at_rest.max(o.0);
            }
            if step + 60 >= steps {
                figures.gap_at_rest = figures.gap_at_rest.max(g.0);
                figures.speed_at_rest = figures.speed_at_rest.max(stickman.fastest(world));
            }
            figures.fastest = figures.fastest.max(stickman.fastest(world));
            figures.depth = figures.depth.max(stickman.bottom(world));
        }
        figures.gap_mean += gap.0 / runs as f32;
        figures.overshoot_mean += over.0 / runs as f32;
        if gap.0 > figures.gap {
            (figures.gap, figures.gap_limb) = gap;
        }
        if over.0 > figures.overshoot {
            (figures.overshoot, figures.overshoot_limb) = over;
        }
        figures.asleep += usize::from(stickman.is_asleep(world));
    }
    figures
}

impl core::fmt::Display for DropFigures {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(
            f,
            "gap {:.2} px at {} (mean {:.2}, at rest {:.3}); beyond limits {:.1}° at {} (mean {:.1}°, from 5 s {:.2}°); \
             fastest {:.0} px/s; depth {:.1} px; at rest {:.2} px/s; asleep {}/{}",
            self.gap,
            LIMBS[self.gap_limb].name,
            self.gap_mean,
            self.gap_at_rest,
            self.overshoot.to_degrees(),
            LIMBS[self.overshoot_limb].name,
            self.overshoot_mean.to_degrees(),
            self.overshoot_at_rest.to_degrees(),
            self.fastest,
            self.depth,
            self.speed_at_rest,
            self.asleep,
            self.runs,
        )
    }
}
