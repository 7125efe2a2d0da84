//! Places to fall on, as scene files.

use tumble::rig::Facing;

/// A place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ground {
    /// A level floor.
    Flat,
    /// A straight slope rising to the right by so many degrees (falling when negative).
    Ramp(f32),
    /// Steps of 80 × 40 px up to the right.
    StairsUp,
    /// Steps of 80 × 40 px down to the right.
    StairsDown,
    /// A floor that ends, with another one 600 px below.
    Ledge,
    /// A platform moving at this velocity \[px/s\].
    Platform(f32, f32),
    /// A platform 10 px thick, high above the floor.
    Thin,
}

impl Ground {
    /// Every place of the design's bounds.
    pub const ALL: [Self; 12] = [
        Self::Flat,
        Self::Ramp(10.0),
        Self::Ramp(-10.0),
        Self::Ramp(20.0),
        Self::Ramp(-20.0),
        Self::Ramp(30.0),
        Self::Ramp(-30.0),
        Self::StairsUp,
        Self::StairsDown,
        Self::Ledge,
        Self::Platform(120.0, 0.0),
        Self::Platform(0.0, -50.0),
    ];

    /// Whether a figure that stands on it stands on level ground, wherever it landed.
    pub fn is_level(self) -> bool {
        matches!(self, Self::Flat | Self::Platform(..) | Self::Thin)
    }

    /// Its fixed shapes, in a scene file's notation.
    pub fn terrain(self) -> String {
        let floor = |y: f32| {
            format!(
                "Polygon(points: [(-6000, {y}), (6000, {y}), (6000, {}), (-6000, {})])",
                y + 300.0,
                y + 300.0
            )
        };
        match self {
            Self::Flat => floor(0.0),
            Self::Ramp(degrees) => {
                let rise = 6000.0 * degrees.to_radians().tan();
                let deep = rise.abs() + 300.0;
                format!(
                    "Polygon(points: [(-6000, {rise}), (6000, {}), (6000, {deep}), (-6000, {deep})])",
                    -rise
                )
            }
            Self::StairsUp => {
                format!(
                    "{}, Stairs(at: (150, 0), step: (80, 40), count: 8, landing: 3000)",
                    floor(0.0)
                )
            }
            Self::StairsDown => "Polygon(points: [(-6000, 0), (150, 0), (150, 700), (-6000, 700)]), \
                 Stairs(at: (790, 320), step: (80, 40), count: 8, rising: Left), \
                 Polygon(points: [(-6000, 320), (6000, 320), (6000, 700), (-6000, 700)])"
                .into(),
            Self::Ledge => {
                format!(
                    "Polygon(points: [(-6000, 0), (200, 0), (200, 700), (-6000, 700)]), {}",
                    floor(600.0)
                )
            }
            Self::Platform(..) => floor(900.0),
            Self::Thin => {
                format!(
                    "Polygon(points: [(-1200, 0), (1200, 0), (1200, 10), (-1200, 10)]), {}",
                    floor(900.0)
                )
            }
        }
    }

    /// Its moving shapes.
    pub fn props(self) -> String {
        match self {
            Self::Platform(vx, vy) => format!(
                "(name: \"lift\", shape: Box(6000, 40), at: (0, 20), kind: Kinematic, velocity: ({vx}, {vy})),"
            ),
            _ => String::new(),
        }
    }
}

/// A facing as scene files write it.
pub fn facing_word(facing: Facing) -> &'static str {
    match facing {
        Facing::Right => "Right",
        Facing::Left => "Left",
        Facing::Forward => "Forward",
    }
}
