//! Quality, from the poses of bodies alone: the same way for every engine, in f64.

use core::f64::consts::{PI, TAU};
use std::sync::Arc;

use glam::DVec2;
use serde::Serialize;

use crate::engine::{BodyNow, Engine, EngineError};
use crate::plan::{FigurePlan, Placement};
use crate::scene::{Change, Floor, Scene};

/// What was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Quality {
    /// Mean distance between the anchors of a pin, over all pins and steps seen \[px\].
    pub gap_mean: f64,
    /// Greatest of them \[px\].
    pub gap_max: f64,
    /// Farthest that a joint's angle, counted over whole turns, was outside its limits, once it had been inside \[deg\]; `None`
    /// where turns could not be followed.
    pub limit_over: Option<f64>,
    /// Deepest that a body reached into level ground \[px\].
    pub penetration: f64,
    /// First step after which nothing is awake (1 is the first step); `None`: never.
    pub asleep_at: Option<usize>,
    /// Steps that were seen.
    pub seen: usize,
    /// Whether something was not finite.
    pub broken: bool,
}

/// A joint's angle over whole turns.
#[derive(Clone, Copy, Debug, Default)]
struct Turn {
    angle: f64,
    /// Whether it has been within its limits.
    entered: bool,
}

impl Turn {
    /// Takes the relative angle of now; tells how far it is outside the limits.
    fn follow(&mut self, relative: f64, limits: Option<[f64; 2]>) -> f64 {
        self.angle += wrap(relative - self.angle);
        let Some([lower, upper]) = limits else { return 0.0 };
        let over = (lower - self.angle).max(self.angle - upper).max(0.0);
        self.entered |= over == 0.0;
        if self.entered { over } else { 0.0 }
    }
}

/// An angle's turn nearest zero \[−π..π\].
pub(crate) fn wrap(angle: f64) -> f64 {
    angle - TAU * ((angle + PI) / TAU).floor()
}

struct Watched {
    plan: Arc<FigurePlan>,
    anchors: Vec<[DVec2; 2]>,
    turns: Vec<Turn>,
    floor: Option<Floor>,
}

impl Watched {
    fn new(plan: &Arc<FigurePlan>, placement: Placement, floors: &[Floor]) -> Self {
        Self {
            plan: Arc::clone(plan),
            anchors: plan.pins.iter().map(|pin| plan.anchors(pin)).collect(),
            turns: plan
                .pins
                .iter()
                .map(|pin| {
                    let angle = plan.bodies[pin.child].angle - plan.bodies[pin.parent].angle - pin.zero;
                    Turn {
                        angle,
                        entered: false,
                    }
                })
                .collect(),
            // Whatever it falls past later, this is the ground that was to hold it.
            floor: floors.iter().copied().find(|floor| floor.y > placement.at.y),
        }
    }
}

/// Watches a world.
pub struct Watcher {
    /// What to look at: `None` where there is no such figure any more, or it never moves.
    figures: Vec<Option<Watched>>,
    floors: Vec<Floor>,
    terrain: usize,
    gaps: f64,
    count: u64,
    quality: Quality,
    bodies: Vec<BodyNow>,
}

impl Watcher {
    /// Watches a world in which `scene` goes on.
    pub fn new(scene: &Scene) -> Self {
        Self {
            figures: Vec::new(),
            floors: scene.floors.clone(),
            terrain: scene.terrain,
            gaps: 0.0,
            count: 0,
            quality: Quality::default(),
            bodies: Vec::new(),
        }
    }

    /// Takes note of a change.
    pub fn note(&mut self, change: &Change) {
        match change {
            Change::Spawn(plan, placement) => {
                let moves = self.figures.len() >= self.terrain;
                self.figures
                    .push(moves.then(|| Watched::new(plan, *placement, &self.floors)));
            }
            Change::Remove(figure) => self.figures[*figure] = None,
        }
    }

    /// Looks at everything after the `step`-th step, counted from 1; to be called after every step.
    ///
    /// # Errors
    /// When the engine can't say.
    pub fn look(&mut self, engine: &mut dyn Engine, step: usize) -> Result<(), EngineError> {
        self.look_at_all(engine, step, true)
    }

    /// The same now and then: limits are left out, since turns can't be followed.
    ///
    /// # Errors
    /// When the engine can't say.
    pub fn look_between(&mut self, engine: &mut dyn Engine, step: usize) -> Result<(), EngineError> {
        self.look_at_all(engine, step, false)
    }

    fn look_at_all(&mut self, engine: &mut dyn Engine, step: usize, limits: bool) -> Result<(), EngineError> {
        self.look_for_sleep(engine, step)?;
        for (number, figure) in self.figures.iter_mut().enumerate() {
            let Some(figure) = figure else { continue };
            engine.read(number, &mut self.bodies)?;
            for ((pin, anchors), turn) in figure
                .plan
                .pins
                .iter()
                .zip(&figure.anchors)
                .zip(&mut figure.turns)
            {
                let (parent, child) = (&self.bodies[pin.parent], &self.bodies[pin.child]);
                let [on_parent, on_child] = [(parent, anchors[0]), (child, anchors[1])]
                    .map(|(body, anchor)| body.at + DVec2::from_angle(body.angle).rotate(anchor));
                let gap = on_parent.distance(on_child);
                if !gap.is_finite() {
                    self.quality.broken = true;
                    continue;
                }
                self.gaps += gap;
                self.count += 1;
                self.quality.gap_max = self.quality.gap_max.max(gap);
                if limits {
                    let over = turn.follow(child.angle - parent.angle - pin.zero, pin.limits);
                    let most = self.quality.limit_over.unwrap_or(0.0);
                    self.quality.limit_over = Some(most.max(over.to_degrees()));
                }
            }
            let Some(floor) = figure.floor else { continue };
            for (body, now) in figure.plan.bodies.iter().zip(&self.bodies) {
                if now.at.x < floor.x[0] || now.at.x > floor.x[1] {
                    continue;
                }
                let lowest = body.parts.iter().map(|part| part.form.lowest(now.at, now.angle));
                let depth = lowest.fold(f64::NEG_INFINITY, f64::max) - floor.y;
                self.quality.penetration = self.quality.penetration.max(depth);
            }
        }
        self.quality.seen += 1;
        Ok(())
    }

    /// Only looks whether everything sleeps after the `step`-th step.
    ///
    /// # Errors
    /// When the engine can't say.
    pub fn look_for_sleep(&mut self, engine: &mut dyn Engine, step: usize) -> Result<(), EngineError> {
        if self.quality.asleep_at.is_none() && engine.all_asleep()? {
            self.quality.asleep_at = Some(step);
        }
        Ok(())
    }

    /// What was seen until now.
    pub fn quality(&self) -> Quality {
        Quality {
            gap_mean: if self.count > 0 {
                self.gaps / self.count as f64
            } else {
                0.0
            },
            ..self.quality
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::stickman::stickman;
    use crate::scene::Kind;

    /// A world in which nothing moves but by hand.
    #[derive(Default)]
    struct Puppet {
        figures: Vec<Vec<BodyNow>>,
    }

    impl Engine for Puppet {
        fn spawn(&mut self, plan: &FigurePlan, placement: Placement) -> Result<(), EngineError> {
            let bodies = plan.bodies.iter().map(|body| placement.of(body));
            let bodies = bodies.map(|(at, angle)| BodyNow {
                at,
                angle: wrap(angle),
                ..BodyNow::default()
            });
            self.figures.push(bodies.collect());
            Ok(())
        }

        fn remove(&mut self, _figure: usize) -> Result<(), EngineError> {
            Ok(())
        }

        fn step(&mut self, _dt: f64) -> Result<(), EngineError> {
            Ok(())
        }

        fn read(&mut self, figure: usize, out: &mut Vec<BodyNow>) -> Result<(), EngineError> {
            out.clone_from(&self.figures[figure]);
            Ok(())
        }

        fn all_asleep(&mut self) -> Result<bool, EngineError> {
            Ok(false)
        }

        fn foreign_bytes(&mut self) -> Result<u64, EngineError> {
            Ok(0)
        }
    }

    fn watched() -> (Puppet, Watcher) {
        let scene = Scene::new(Kind::Clean, 4);
        let (mut puppet, mut watcher) = (Puppet::default(), Watcher::new(&scene));
        for (_, change) in &scene.changes {
            watcher.note(change);
            if let Change::Spawn(plan, placement) = change {
                puppet.spawn(plan, *placement).unwrap();
            }
        }
        (puppet, watcher)
    }

    #[test]
    fn a_scene_as_planned_has_no_faults() {
        let (mut puppet, mut watcher) = watched();
        watcher.look(&mut puppet, 1).unwrap();
        let quality = watcher.quality();
        assert!(
            quality.gap_max < 1e-9 && quality.limit_over < Some(1e-9),
            "{quality:?}"
        );
        assert!(quality.penetration == 0.0 && quality.seen == 1 && !quality.broken);
    }

    #[test]
    fn gaps_and_depths_are_those_that_were_made() {
        let (mut puppet, mut watcher) = watched();
        // The head, a circle of 100 px, 3 px below its place: a gap at one pin of 36.
        let head = &mut puppet.figures[1][1];
        head.at.y += 3.0;
        watcher.look(&mut puppet, 1).unwrap();
        let quality = watcher.quality();
        assert!((quality.gap_max - 3.0).abs() < 1e-9, "{quality:?}");
        assert!((quality.gap_mean - 3.0 / 36.0).abs() < 1e-9);
        // Now 2.5 px in the ground, where the gap doesn't matter.
        puppet.figures[1][1].at.y = -97.5;
        watcher.look(&mut puppet, 2).unwrap();
        assert!((watcher.quality().penetration - 2.5).abs() < 1e-9);
    }

    #[test]
    fn limits_are_followed_over_whole_turns() {
        let plan = stickman(true);
        let elbow = plan
            .pins
            .iter()
            .position(|pin| plan.bodies[pin.child].name == "left_lower_arm")
            .unwrap();
        let (mut puppet, mut watcher) = watched();
        let child = plan.pins[elbow].child;
        let start = puppet.figures[1][child].angle;
        // Its band is −5..150°. By 50° a look, to 200°: 50° over, though −160° would be nearer.
        for i in 1..=4 {
            puppet.figures[1][child].angle = wrap(start + (50.0 * f64::from(i)).to_radians());
            watcher.look(&mut puppet, i as usize).unwrap();
        }
        let over = watcher.quality().limit_over.unwrap();
        assert!((over - 50.0).abs() < 1e-9, "{over}");
    }

    #[test]
    fn a_joint_that_starts_outside_counts_from_when_it_is_inside() {
        let mut turn = Turn {
            angle: 0.2,
            entered: false,
        };
        assert_eq!(turn.follow(0.2, Some([-0.1, 0.1])), 0.0);
        assert_eq!(turn.follow(0.05, Some([-0.1, 0.1])), 0.0);
        assert!((turn.follow(0.15, Some([-0.1, 0.1])) - 0.05).abs() < 1e-12);
    }
}
