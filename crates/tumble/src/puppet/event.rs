//! What puppets report.

use tumble_math::Vec2;
use tumble_verlet::{Event, FigureId};

use super::{PuppetId, px};

/// Something that happened to a puppet. Points are numbers in the figure's order; [`Puppet::point_name`](super::Puppet::point_name) has
/// their names.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PuppetEvent {
    /// It came down after at least [`LANDING_AIR`](super::LANDING_AIR) in the air.
    Landed {
        /// Who.
        puppet: PuppetId,
        /// How fast its hardest point came \[px/s\]; 0 for a soft touch.
        speed: f32,
    },
    /// A point came against something.
    Impact {
        /// Whose.
        puppet: PuppetId,
        /// Its number.
        point: usize,
        /// How fast it came \[px/s\].
        speed: f32,
        /// What stopped it \[kg·px/s\].
        impulse: f32,
    },
    /// It was pushed.
    Pushed {
        /// Who.
        puppet: PuppetId,
        /// The acceleration \[px/s²\].
        acceleration: Vec2,
        /// For how long \[s\].
        seconds: f32,
    },
    /// It jumped.
    Jumped {
        /// Who.
        puppet: PuppetId,
        /// The speed it got \[px/s\].
        speed: f32,
    },
    /// It was asked to jump and had no foot on anything.
    JumpRefused {
        /// Who.
        puppet: PuppetId,
    },
    /// A point was taken hold of.
    Grabbed {
        /// Whose.
        puppet: PuppetId,
        /// Its number.
        point: usize,
    },
    /// A pull reached one of its bounds: the target was too far, too quick, or the puppet too heavy to follow at once. Said once, until it
    /// follows again.
    PullLimited {
        /// Whose.
        puppet: PuppetId,
        /// The held point's number.
        point: usize,
    },
    /// A point was let go.
    Released {
        /// Whose.
        puppet: PuppetId,
        /// Its number.
        point: usize,
        /// How it moves on \[px/s\].
        velocity: Vec2,
    },
    /// A velocity was added to all of it.
    Thrown {
        /// Who.
        puppet: PuppetId,
        /// What was added \[px/s\].
        velocity: Vec2,
    },
    /// It came to rest and fell asleep.
    FellAsleep {
        /// Who.
        puppet: PuppetId,
    },
    /// Its numbers stopped being numbers: it stays at its last good pose, disabled until it is reset.
    Quarantined {
        /// Who.
        puppet: PuppetId,
    },
    /// A step was longer than puppets of the preset `Classic` follow: this much was dropped \[s\].
    TimeDropped {
        /// How much \[s\].
        seconds: f32,
    },
}

impl PuppetEvent {
    /// Whose it is; `None` for what concerns all.
    pub fn puppet(&self) -> Option<PuppetId> {
        match *self {
            Self::Landed { puppet, .. }
            | Self::Impact { puppet, .. }
            | Self::Pushed { puppet, .. }
            | Self::Jumped { puppet, .. }
            | Self::JumpRefused { puppet }
            | Self::Grabbed { puppet, .. }
            | Self::PullLimited { puppet, .. }
            | Self::Released { puppet, .. }
            | Self::Thrown { puppet, .. }
            | Self::FellAsleep { puppet }
            | Self::Quarantined { puppet } => Some(puppet),
            Self::TimeDropped { .. } => None,
        }
    }
}

/// An event in px and puppets; `None` for one of a figure that is nobody's.
pub(super) fn translated(event: &Event, owner: impl Fn(FigureId) -> Option<PuppetId>) -> Option<PuppetEvent> {
    Some(match *event {
        Event::Impact {
            figure,
            point,
            speed,
            impulse,
        } => PuppetEvent::Impact {
            puppet: owner(figure)?,
            point,
            speed: speed as f32,
            impulse: impulse as f32,
        },
        Event::Pushed {
            figure,
            acceleration,
            seconds,
        } => PuppetEvent::Pushed {
            puppet: owner(figure)?,
            acceleration: px(acceleration),
            seconds: seconds as f32,
        },
        Event::Jumped { figure, speed } => PuppetEvent::Jumped {
            puppet: owner(figure)?,
            speed: speed as f32,
        },
        Event::JumpRefused { figure } => PuppetEvent::JumpRefused {
            puppet: owner(figure)?,
        },
        Event::Grabbed { figure, point } => PuppetEvent::Grabbed {
            puppet: owner(figure)?,
            point,
        },
        Event::GrabStrained { figure, point } => PuppetEvent::PullLimited {
            puppet: owner(figure)?,
            point,
        },
        Event::Released {
            figure,
            point,
            velocity,
        } => PuppetEvent::Released {
            puppet: owner(figure)?,
            point,
            velocity: px(velocity),
        },
        Event::Thrown { figure, velocity } => PuppetEvent::Thrown {
            puppet: owner(figure)?,
            velocity: px(velocity),
        },
        Event::FellAsleep { figure } => PuppetEvent::FellAsleep {
            puppet: owner(figure)?,
        },
        Event::Quarantined { figure } => PuppetEvent::Quarantined {
            puppet: owner(figure)?,
        },
        Event::TimeDropped { seconds } => PuppetEvent::TimeDropped {
            seconds: seconds as f32,
        },
        _ => return None,
    })
}
