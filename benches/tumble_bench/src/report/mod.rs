//! What a run of the peers found, and how it is shown.

mod goals;
mod markdown;
mod origin;
mod plot;
mod splice;

use serde::Serialize;

use crate::engine::Name;
use crate::race::Outcome;
use crate::scene::{Kind, Scene};
use crate::stats::growth;

pub use goals::{Goal, goals};
pub use markdown::markdown;
pub use origin::Origin;
pub use plot::svg;
pub use splice::{BEGIN, END, splice};

/// One race's results.
#[derive(Clone, Debug, Serialize)]
pub struct Case {
    /// The scene's kind.
    pub scene: Kind,
    /// Figures, at most at a time.
    pub figures: usize,
    /// Threads of each engine.
    pub threads: usize,
    /// Steps that were timed.
    pub steps: usize,
    /// Greatest coordinate that a figure was put at \[px\].
    pub reach: f64,
    /// Each engine's.
    pub outcomes: Vec<Outcome>,
}

impl Case {
    /// A race's results in `scene`.
    pub fn new(scene: &Scene, threads: usize, steps: usize, outcomes: Vec<Outcome>) -> Self {
        Self {
            scene: scene.kind,
            figures: scene.figures,
            threads,
            steps,
            reach: scene.reach(),
            outcomes,
        }
    }

    /// An engine's results.
    pub fn of(&self, engine: Name) -> Option<&Outcome> {
        self.outcomes.iter().find(|outcome| outcome.engine == engine)
    }

    /// An engine's mean time over Box2D's.
    pub fn ratio(&self, engine: Name) -> Option<f64> {
        let peer = self.of(Name::Box2d)?.times.mean;
        (peer > 0.0).then(|| Some(self.of(engine)?.times.mean / peer))?
    }
}

/// How an engine's time grows with the number of figures.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Growth {
    /// The scene's kind.
    pub scene: Kind,
    /// Which engine.
    pub engine: Name,
    /// Fewest figures in the fit.
    pub from: usize,
    /// Most figures in the fit.
    pub to: usize,
    /// e of time ∝ N^e.
    pub exponent: f64,
}

/// Figures from which on growth is fitted; below it what a step costs in any case shows.
const GROWTH_FROM: usize = 100;

/// All that a run found.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// How and where it was made.
    pub origin: Origin,
    /// Engines with their builds.
    pub engines: Vec<(Name, String)>,
    /// Races, in the order they were run.
    pub cases: Vec<Case>,
    /// Growth from 100 figures on, one thread.
    pub growth: Vec<Growth>,
    /// The goals that could be judged.
    pub goals: Vec<Goal>,
}

impl Report {
    /// Sums up what was run.
    pub fn new(origin: Origin, engines: &[Name], cases: Vec<Case>) -> Self {
        let growth = growths(engines, &cases);
        let goals = goals(&cases, &growth);
        Self {
            origin,
            engines: engines.iter().map(|engine| (*engine, engine.build())).collect(),
            cases,
            growth,
            goals,
        }
    }
}

fn growths(engines: &[Name], cases: &[Case]) -> Vec<Growth> {
    let mut found = Vec::new();
    for scene in Kind::ALL {
        for &engine in engines {
            let fits = |case: &&Case| case.scene == scene && case.threads == 1 && case.figures >= GROWTH_FROM;
            // Shorter runs see less of the landing: they can't be compared with longer ones.
            let steps = cases.iter().filter(fits).map(|case| case.steps).max();
            let points: Vec<(usize, f64)> = cases
                .iter()
                .filter(fits)
                .filter(|case| Some(case.steps) == steps)
                .filter_map(|case| Some((case.figures, case.of(engine)?.times.mean)))
                .collect();
            let ends = points.iter().map(|point| point.0);
            let (Some(from), Some(to)) = (ends.clone().min(), ends.max()) else {
                continue;
            };
            let points: Vec<(f64, f64)> = points.iter().map(|&(n, time)| (n as f64, time)).collect();
            if let Some(exponent) = growth(&points) {
                found.push(Growth {
                    scene,
                    engine,
                    from,
                    to,
                    exponent,
                });
            }
        }
    }
    found
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::measure::Quality;
    use crate::stats::Times;

    pub(crate) fn outcome(engine: Name, mean: f64) -> Outcome {
        Outcome {
            engine,
            times: Times {
                mean,
                median: mean,
                p99: 1.5 * mean,
                max: 1.8 * mean,
            },
            bytes: 1 << 20,
            quality: Some(Quality {
                gap_mean: 0.001,
                gap_max: 0.01,
                limit_over: Some(1.0),
                penetration: 0.5,
                asleep_at: Some(390),
                seen: 600,
                broken: false,
            }),
            stages: None,
        }
    }

    pub(crate) fn case(scene: Kind, figures: usize, threads: usize, means: &[(Name, f64)]) -> Case {
        Case {
            scene,
            figures,
            threads,
            steps: 600,
            reach: 1000.0,
            outcomes: means
                .iter()
                .map(|&(engine, mean)| outcome(engine, mean))
                .collect(),
        }
    }

    #[test]
    fn growth_is_fitted_from_a_hundred_on() {
        let engines = [Name::Native];
        let cases = [(10, 5.0), (100, 1.0), (1000, 10.0), (10_000, 100.0)]
            .map(|(n, mean)| case(Kind::Clean, n, 1, &[(Name::Native, mean)]));
        let mut cases = cases.to_vec();
        let mut shorter = case(Kind::Clean, 3000, 1, &[(Name::Native, 1.0)]);
        shorter.steps = 20;
        cases.push(shorter);
        let report = Report::new(Origin::default(), &engines, cases);
        let [growth] = report.growth.as_slice() else {
            panic!("{:?}", report.growth)
        };
        assert!((growth.exponent - 1.0).abs() < 1e-12);
        assert_eq!((growth.from, growth.to), (100, 10_000));
    }

    #[test]
    fn ratios_are_to_box2d() {
        let case = case(Kind::Pile, 300, 1, &[(Name::Native, 1.0), (Name::Box2d, 4.0)]);
        assert_eq!(case.ratio(Name::Native), Some(0.25));
        assert_eq!(case.ratio(Name::Rapier), None);
    }
}
