//! What a world is made of inside, at one moment: for pictures that people look for a fault in. No game needs it.

use tumble_math::Vec2;

/// The inside of a world after a step. Everything is where it is drawn; nothing names a body, since nothing is to be done with one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inside {
    /// Points at which bodies touch or are about to.
    pub contacts: Vec<ContactInside>,
    /// Joints of every kind, grabs included.
    pub joints: Vec<JointInside>,
    /// Dynamic bodies, with what they are awake or asleep with.
    pub bodies: Vec<BodyInside>,
    /// Boxes of the broad phase, each before those in it.
    pub boxes: Vec<BoxInside>,
    /// What there is and what the last step did, by name, in an order to read.
    pub counts: Vec<(&'static str, u64)>,
    /// Time that each stage of the last step took, by name \[µs\]. A world has no clock: empty, unless whoever has one fills it in.
    pub stages: Vec<(&'static str, f64)>,
}

/// A point at which two bodies touch or are about to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactInside {
    /// Where \[px\].
    pub at: Vec2,
    /// From one body to the other (a unit vector).
    pub normal: Vec2,
    /// Distance of the surfaces \[px\]; negative when they overlap.
    pub separation: f32,
    /// Normal impulse in the last step \[kg·px/s\].
    pub impulse: f32,
    /// Whether it sleeps.
    pub asleep: bool,
}

/// A joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointInside {
    /// Anchors on the two bodies; of a grab, where it pulls to and what it pulls \[px\].
    pub ends: [Vec2; 2],
    /// What it is.
    pub kind: JointKind,
    /// Figure that it belongs to [0 = none].
    pub figure: u32,
    /// Size of the force in it in the last step [kg·px/s²].
    pub force: f32,
    /// Whether its bodies sleep.
    pub asleep: bool,
}

/// What a joint does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointKind {
    /// Holds two points together.
    Pin {
        /// Heading of the child at angle 0 \[rad\].
        base: f32,
        /// Angle from the joint's zero \[rad\].
        angle: f32,
        /// Limits of the angle \[rad\].
        limits: Option<[f32; 2]>,
        /// How far the child reaches from the pin, at most \[px\].
        reach: f32,
    },
    /// Holds two points apart.
    Distance,
    /// Pulls a point of a body to a place.
    Grab,
}

/// A dynamic body.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyInside {
    /// Its outline, where it is.
    pub outline: Outline,
    /// Its island: the same number for all that touch each other or hang together, or fell asleep together. It stays the same while the
    /// island does.
    pub island: u64,
    /// Whether it sleeps.
    pub asleep: bool,
}

/// An outline in the world.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// All points at most `radius` from a segment; a circle where its ends are the same.
    Round {
        /// Ends of the segment \[px\].
        ends: [Vec2; 2],
        /// Radius \[px\].
        radius: f32,
    },
    /// A polygon; rounding is left out.
    Polygon {
        /// Corners \[px\].
        points: Vec<Vec2>,
    },
}

/// A box of the broad phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxInside {
    /// Least corner \[px\].
    pub min: Vec2,
    /// Greatest corner \[px\].
    pub max: Vec2,
    /// Boxes around it.
    pub depth: u32,
    /// Whether a body or figure is in it itself, and not only smaller boxes.
    pub leaf: bool,
    /// Whether what is in it never moves.
    pub fixed: bool,
}
