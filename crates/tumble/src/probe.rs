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
        let down = gravity.normalize_or(Vec2::Y);
        // Straight down is by far the usual case, and is kept free of rounding.
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
