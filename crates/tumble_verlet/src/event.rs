//! What happened in a step, to read after it.

use crate::world::FigureId;

/// Something that happened. Collected during steps and requests; read with [`World::drain_events`](crate::World::drain_events).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// A point came down on something.
    Impact {
        /// Whose.
        figure: FigureId,
        /// Its number.
        point: usize,
        /// How fast it came \[units/s\].
        speed: f64,
        /// What stopped it \[kg·units/s\].
        impulse: f64,
    },
    /// A figure was pushed.
    Pushed {
        /// Which.
        figure: FigureId,
        /// The acceleration \[units/s²\].
        acceleration: [f64; 2],
        /// For how long \[s\].
        seconds: f64,
    },
    /// A figure jumped.
    Jumped {
        /// Which.
        figure: FigureId,
        /// The speed it got \[units/s\].
        speed: f64,
    },
    /// A figure was asked to jump and has no foot on the ground.
    JumpRefused {
        /// Which.
        figure: FigureId,
    },
    /// A point was taken hold of.
    Grabbed {
        /// Whose.
        figure: FigureId,
        /// Its number.
        point: usize,
    },
    /// A grab reached one of its bounds: the target was too far or the figure too heavy to follow at once. Once, until it follows.
    GrabStrained {
        /// Whose.
        figure: FigureId,
        /// Its number.
        point: usize,
    },
    /// A point was let go.
    Released {
        /// Whose.
        figure: FigureId,
        /// Its number.
        point: usize,
        /// How it moves on \[units/s\].
        velocity: [f64; 2],
    },
    /// A figure got a velocity as a whole.
    Thrown {
        /// Which.
        figure: FigureId,
        /// What was added \[units/s\].
        velocity: [f64; 2],
    },
    /// A figure came to rest.
    FellAsleep {
        /// Which.
        figure: FigureId,
    },
    /// A figure's numbers stopped being numbers: it stays at its last good pose, disabled until it is reset.
    Quarantined {
        /// Which.
        figure: FigureId,
    },
    /// More time had passed than `most_steps` steps: this much was dropped \[s\].
    TimeDropped {
        /// How much \[s\].
        seconds: f64,
    },
}

/// An event as the kernel knows it: figures by their place in the group.
#[derive(Clone, Debug)]
pub(crate) struct RawEvent {
    pub figure: usize,
    pub kind: RawKind,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum RawKind {
    Impact { point: usize, speed: f64, impulse: f64 },
    Asleep,
    Strained { point: usize },
    Quarantined,
}

impl RawEvent {
    pub fn impact(figure: usize, point: usize, speed: f64, impulse: f64) -> Self {
        let kind = RawKind::Impact {
            point,
            speed,
            impulse,
        };
        Self { figure, kind }
    }
    pub fn asleep(figure: usize) -> Self {
        let kind = RawKind::Asleep;
        Self { figure, kind }
    }
    pub fn strained(figure: usize, point: usize) -> Self {
        let kind = RawKind::Strained { point };
        Self { figure, kind }
    }
    pub fn quarantined(figure: usize) -> Self {
        let kind = RawKind::Quarantined;
        Self { figure, kind }
    }
}
