//! Puppets that step in the same way: one point-mass world of one scale and preset.

use std::sync::Arc;

use tumble_verlet::{Figure, World};

use super::bodies::{self, Met, Thing};
use super::{LONGEST_STEP, Preset, PuppetId};

/// What puppets of a stage have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StageKey {
    pub preset: Preset,
    /// How long about a metre is \[px\].
    pub metre: f64,
    /// The floor that puppets of the preset `Classic` know: its height and friction.
    pub floor: Option<(f64, f32)>,
}

/// Puppets that step in the same way.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub key: StageKey,
    pub world: World<f32>,
    /// Kinds of figures, as given and in px.
    pub kinds: Vec<(Arc<Figure>, Arc<Figure>)>,
    /// Whose each figure is, by the figure's index.
    pub owners: Vec<Option<PuppetId>>,
    /// What each met body is here, beside `Puppets::bodies`.
    pub things: Vec<Thing>,
}

impl Stage {
    /// A kind of figure in px, shared.
    pub fn kind(&mut self, figure: &Arc<Figure>) -> Arc<Figure> {
        let known = self
            .kinds
            .iter()
            .find(|(given, _)| Arc::ptr_eq(given, figure) || given == figure);
        if let Some((_, kind)) = known {
            return Arc::clone(kind);
        }
        let kind = Arc::new(figure.in_px());
        self.kinds.push((Arc::clone(figure), Arc::clone(&kind)));
        kind
    }

    /// Takes a body in, as what it is to puppets of this stage.
    pub fn take_in(&mut self, met: &Met) {
        let thing = match self.key.preset {
            Preset::Classic => Thing::Nothing,
            // It was checked when the body was met.
            Preset::Default => met.enter(&mut self.world).unwrap_or(Thing::Nothing),
        };
        self.things.push(thing);
    }

    /// A static body was put elsewhere.
    pub fn put_elsewhere(&mut self, place: usize, met: &Met) {
        bodies::leave(&mut self.world, self.things[place]);
        // It was checked when the body was met.
        self.things[place] = met.enter(&mut self.world).unwrap_or(Thing::Nothing);
    }

    /// Goes on by `dt`.
    pub fn advance(&mut self, dt: f32) {
        match self.key.preset {
            Preset::Classic => {
                self.world.advance(f64::from(dt));
            }
            Preset::Default => {
                // A frame that is a rounding longer than the longest step is one step.
                let parts = f64::from(dt / LONGEST_STEP * (1.0 - 1e-3))
                    .ceil()
                    .clamp(1.0, 1000.0);
                let step = f64::from(dt) / parts;
                for _ in 0..parts as u32 {
                    self.world.step_by(step);
                }
            }
        }
    }
}
