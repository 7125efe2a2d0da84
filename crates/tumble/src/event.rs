//! What a character reports. Events are collected and drained by the caller after the step.

use std::sync::Arc;

use tumble_rig::{BoneId, Clip};

use crate::State;

/// Something that happened to a character.
#[derive(Clone, Debug, PartialEq)]
pub enum CharacterEvent {
    /// The state changed.
    State {
        /// Before.
        from: State,
        /// After.
        to: State,
        /// How far the farthest drawn bone end moved at the hand-over itself \[px\].
        moved: f32,
        /// Whether it was asked to leave its state at once, by `snap_to_standing`: a jump, and meant as one.
        snapped: bool,
    },
    /// A clip passed one of its events: `clip.events[index]`.
    Clip {
        /// The clip.
        clip: Arc<Clip>,
        /// Index into its events.
        index: usize,
    },
    /// A world handed out a body whose state is not finite: the bone keeps its last heading. (A world that notices first says so
    /// itself, puts the body back and stops it.)
    Quarantined {
        /// Whose body.
        bone: BoneId,
    },
    /// A request was refused because its numbers were not finite.
    Refused {
        /// What was asked: `hit`, `teleport`, …
        what: &'static str,
    },
    /// The recovery waited as long as it may for the figure to settle, and went on.
    SettleTimeout,
}
