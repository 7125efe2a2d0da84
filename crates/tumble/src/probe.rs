//! Looking for the ground: under a landed figure, and under one foot.
//!
//! Heights are *depths*: the component along "down" \[px\]. With gravity straight down the screen a depth is a y.

use tumble_math::Vec2;
use tumble_rig::ProbeSpec;

use crate::backend::{Backend, BodyHandle, Ray, RayFilter, RayHit};

/// Something lying on the figure is not the ground: hits this far above the torso's centre are passed through [px at scale 1].
const ABOVE_TORSO: f32 = 50.0;
/// So many things lying one over the other are passed through at most.
const MAX_PASSES: usize = 8;

/// The direction of gravity and the one across it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Vertical {
    /// Down (a unit vector).
    pub down: Vec2,
    /// A quarter turn from down, +x when down is +y.
    pub across: Vec2,
}

impl Vertical {
    /// From gravity; without any, down is +y.
    pub fn new(gravity: Vec2) -> Self {
        // Divided by its length straight down is exactly (0, 1); times the length's reciprocal it would not be.
        let length = gravity.length();
        let down = if length > 0.0 && length.is_finite() {
            gravity / length
        } else {
            Vec2::Y
        };
        Self {
            down,
            across: Vec2::new(down.y, -down.x),
        }
    }

    /// Depth of a point.
    pub fn depth(self, point: Vec2) -> f32 {
        self.down.dot(point)
    }

    /// The point beside `point` at another depth.
    pub fn at_depth(self, point: Vec2, depth: f32) -> Vec2 {
        point + self.down * (depth - self.depth(point))
    }
}

/// Where the ground under a figure was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ground {
    /// Depth of the ground \[px\].
    pub depth: f32,
    /// The body that it belongs to; `None` when no ray was accepted and the figure's bottom was taken.
    pub support: Option<BodyHandle>,
    /// The rays cast, with what each hit.
    pub rays: Vec<(Ray, Option<RayHit>)>,
}

impl Ground {
    /// Depth and body of what the figure gets up on. Where no ray was accepted, as with one that hangs over an edge by its arms, that is what it
    /// would fall on: the nearest to the middle of what the rays hit below the bottom. With nothing below it stands in the air.
    pub(crate) fn to_stand_on(&self, vertical: Vertical) -> (f32, Option<BodyHandle>) {
        if self.support.is_some() {
            return (self.depth, self.support);
        }
        // The middle ray is the first, and those further aside come later.
        let hits = self.rays.iter().filter_map(|(_, hit)| hit.as_ref());
        let mut below = hits.map(|hit| (vertical.depth(hit.point), Some(hit.body)));
        below
            .find(|&(depth, _)| depth > self.depth)
            .unwrap_or((self.depth, None))
    }
}

/// The extent of a landed figure along "down".
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extent {
    pub top: f32,
    pub bottom: f32,
}

/// Casts the rig's rays under a landed figure and picks one (design, §6.1): the first when accepted, else the accepted one
/// nearest the figure's bottom, else the bottom itself. `rays` is filled with what was cast.
pub(crate) fn probe_ground(
    world: &dyn Backend,
    vertical: Vertical,
    spec: &ProbeSpec,
    scale: f32,
    torso: Vec2,
    extent: Extent,
) -> Ground {
    let accept = spec.accept * scale;
    let mut ground = Ground {
        depth: extent.bottom,
        support: None,
        rays: Vec::with_capacity(spec.offsets.len()),
    };
    let mut best = f32::INFINITY;
    for (i, &offset) in spec.offsets.iter().enumerate() {
        let column = torso + vertical.across * (offset * scale);
        let origin = vertical.at_depth(column, extent.top - spec.above * scale);
        let way = vertical.down * (extent.bottom + spec.below * scale - vertical.depth(origin));
        let ray = Ray { origin, way };
        let ceiling = vertical.depth(torso) - ABOVE_TORSO * scale;
        let hit = cast_below(world, vertical, ray, ceiling);
        ground.rays.push((ray, hit));
        let Some(hit) = hit else { continue };
        let depth = vertical.depth(hit.point);
        if depth < extent.top - accept || depth > extent.bottom + accept {
            continue;
        }
        // The first ray is under the torso itself and wins outright.
        let off = if i == 0 {
            -1.0
        } else {
            (depth - extent.bottom).abs()
        };
        if off < best {
            best = off;
            ground.depth = depth;
            ground.support = Some(hit.body);
            if i == 0 {
                // The others are still worth a look in a trace, but can't win.
                best = f32::NEG_INFINITY;
            }
        }
    }
    ground
}

/// The first hit at or below `ceiling`; what lies above it is passed through. Falls back to the first hit of all.
fn cast_below(world: &dyn Backend, vertical: Vertical, ray: Ray, ceiling: f32) -> Option<RayHit> {
    let mut passed = [BodyHandle(0); MAX_PASSES];
    let mut count = 0;
    let mut first = None;
    loop {
        let filter = RayFilter {
            ground_only: true,
            exclude: &passed[..count],
        };
        let Some(hit) = world.cast_ray(ray, filter) else {
            return first;
        };
        if vertical.depth(hit.point) >= ceiling || count == MAX_PASSES {
            return Some(hit);
        }
        first = first.or(Some(hit));
        passed[count] = hit.body;
        count += 1;
    }
}

/// The ground in the column of `point`, looked for from depth `from` down to depth `to`.
pub(crate) fn probe_column(
    world: &dyn Backend,
    vertical: Vertical,
    point: Vec2,
    from: f32,
    to: f32,
) -> Option<RayHit> {
    let origin = vertical.at_depth(point, from);
    let ray = Ray {
        origin,
        way: vertical.down * (to - from),
    };
    world.cast_ray(
        ray,
        RayFilter {
            ground_only: true,
            exclude: &[],
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::double::Double;

    /// A figure whose torso's centre is at x = 0, 20 px above what it lies on.
    const TORSO: Vec2 = Vec2::new(0.0, -20.0);
    const EXTENT: Extent = Extent {
        top: -100.0,
        bottom: 0.0,
    };

    fn probe(world: &Double, scale: f32) -> Ground {
        let vertical = Vertical::new(world.gravity());
        probe_ground(world, vertical, &ProbeSpec::default(), scale, TORSO, EXTENT)
    }

    #[test]
    fn the_ray_under_the_torso_wins_even_where_others_are_nearer_the_bottom() {
        let mut world = Double::default();
        world.ground((-5000.0, -10.0), 0.0);
        world.ground((10.0, 5000.0), 0.0);
        let pit = world.ground((-10.0, 10.0), 150.0);
        let ground = probe(&world, 1.0);
        assert_eq!((ground.depth, ground.support), (150.0, Some(pit)));
        assert_eq!(ground.rays.len(), 7, "all are cast, for the trace");
        assert!(ground.rays.iter().all(|(_, hit)| hit.is_some()));
    }

    #[test]
    fn else_the_ground_nearest_the_figures_bottom_wins() {
        let mut world = Double::default();
        world.ground((20.0, 30.0), 120.0);
        let near = world.ground((-60.0, -40.0), -30.0);
        world.ground((90.0, 110.0), 40.0);
        let ground = probe(&world, 1.0);
        assert_eq!((ground.depth, ground.support), (-30.0, Some(near)));
    }

    #[test]
    fn without_ground_in_reach_the_bottom_itself_is_taken() {
        let mut world = Double::default();
        // Seen by every ray, but more than 200 px below the figure.
        world.ground((-5000.0, 5000.0), 200.5);
        let ground = probe(&world, 1.0);
        assert_eq!((ground.depth, ground.support), (EXTENT.bottom, None));
        assert!(ground.rays.iter().all(|(_, hit)| hit.is_some()));
        // What is too far below for one is in reach of a figure twice its size.
        assert_eq!(probe(&world, 2.0).depth, 200.5);
        assert_eq!(probe(&Double::default(), 1.0).depth, EXTENT.bottom);
    }

    #[test]
    fn what_gets_up_without_ground_in_reach_does_so_on_what_it_would_fall_on() {
        let mut world = Double::default();
        let vertical = Vertical::new(world.gravity());
        assert_eq!(
            probe(&world, 1.0).to_stand_on(vertical),
            (EXTENT.bottom, None),
            "nothing below"
        );
        let beside = world.ground((40.0, 5000.0), 500.0);
        assert_eq!(probe(&world, 1.0).to_stand_on(vertical), (500.0, Some(beside)));
        let under = world.ground((-10.0, 10.0), 700.0);
        assert_eq!(probe(&world, 1.0).to_stand_on(vertical), (700.0, Some(under)));
        let near = world.ground((20.0, 30.0), 120.0);
        assert_eq!(probe(&world, 1.0).to_stand_on(vertical), (120.0, Some(near)));
    }

    #[test]
    fn rays_start_above_the_figure_and_end_far_below() {
        let world = Double::default();
        let ground = probe(&world, 2.0);
        let offsets: Vec<f32> = ground.rays.iter().map(|(ray, _)| ray.origin.x).collect();
        assert_eq!(offsets, [0.0, 50.0, -50.0, 100.0, -100.0, 200.0, -200.0]);
        for (ray, _) in &ground.rays {
            assert_eq!(ray.origin.y, -100.0 - 2.0 * 50.0);
            assert_eq!(ray.origin.y + ray.way.y, 2.0 * 1500.0);
            assert_eq!(ray.way.x, 0.0);
        }
    }

    #[test]
    fn what_lies_on_the_figure_is_passed_through() {
        let mut world = Double::default();
        let ground = world.ground((-5000.0, 5000.0), 0.0);
        // More than 50 px above the torso's centre: things on top of it.
        world.ground((-40.0, 40.0), -71.0);
        world.ground((-40.0, 40.0), -90.0);
        let seen = probe(&world, 1.0);
        assert_eq!((seen.depth, seen.support), (0.0, Some(ground)));
        // Less: it lies in a hollow of that.
        let rim = world.ground((-40.0, 40.0), -69.0);
        assert_eq!(probe(&world, 1.0).support, Some(rim));
    }

    #[test]
    fn where_nothing_but_that_is_found_it_will_do() {
        let mut world = Double::default();
        let crate_ = world.ground((-5000.0, 5000.0), -90.0);
        let seen = probe(&world, 1.0);
        assert_eq!((seen.depth, seen.support), (-90.0, Some(crate_)));
    }

    #[test]
    fn depths_are_measured_along_gravity() {
        for (gravity, down, across) in [
            (Vec2::new(0.0, 980.0), Vec2::Y, Vec2::X),
            (Vec2::new(-980.0, 0.0), Vec2::NEG_X, Vec2::Y),
            (Vec2::new(0.0, -5.3), Vec2::NEG_Y, Vec2::NEG_X),
            (Vec2::ZERO, Vec2::Y, Vec2::X),
            (Vec2::NAN, Vec2::Y, Vec2::X),
        ] {
            let vertical = Vertical::new(gravity);
            assert_eq!((vertical.down, vertical.across), (down, across), "{gravity}");
            let point = Vec2::new(30.0, -40.0);
            assert_eq!(vertical.depth(point), point.dot(down));
            let moved = vertical.at_depth(point, 7.0);
            assert_eq!(vertical.depth(moved), 7.0);
            assert_eq!(moved.dot(across), point.dot(across), "only along gravity");
        }
    }

    #[test]
    fn a_foots_column_is_looked_at_between_two_depths_only() {
        let mut world = Double::default();
        let ground = world.slope(0.5);
        let vertical = Vertical::new(world.gravity());
        let look = |from, to| probe_column(&world, vertical, Vec2::new(40.0, 999.0), from, to);
        let hit = look(-100.0, 100.0).expect("the slope is between");
        assert_eq!((hit.point, hit.body), (Vec2::new(40.0, 20.0), ground));
        assert!(look(-100.0, 19.0).is_none(), "too far below");
        assert!(look(21.0, 100.0).is_none(), "begins below it");
    }
}
