//! Whether a point is inside an outline.

use tumble_math::Vec2;

use super::Side;
use super::mass::turn;

/// Whether a point is inside the outline that all these sides make, in the sides' frame. A point on the outline is inside or not as
/// rounding has it; always false for polylines.
///
/// The winding number: sides that pass the point's height on its right count by their direction, each with its lower end only, so
/// that a corner at that height counts once.
pub(crate) fn inside(sides: &[Side], point: Vec2) -> bool {
    let mut winding = 0;
    for side in sides {
        if side.two_sided {
            return false;
        }
        let (a, b) = (side.a, side.b);
        if (a.y <= point.y) == (b.y <= point.y) {
            continue;
        }
        // With positive winding the inside is to the right of a → b on the screen, where `turn` is positive.
        let right = turn(a, b, point) > 0.0;
        if b.y > a.y && right {
            winding += 1;
        } else if b.y <= a.y && !right {
            winding -= 1;
        }
    }
    winding != 0
}
