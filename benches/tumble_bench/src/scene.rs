//! Scenes: what is put where, and when. The same for every engine.

use core::fmt;
use std::sync::Arc;

use glam::DVec2;

use crate::measure::wrap;
use crate::plan::human::{Feet, human};
use crate::plan::stickman::{FRICTION, stickman};
use crate::plan::{BodyPlan, FigurePlan, Form, Part, Placement};

/// Gravity \[px/s², down\].
pub const GRAVITY: f64 = 980.0;
/// Gravity of the human rain, which is that of its source: 10 m/s² \[px/s²\].
pub const HUMAN_GRAVITY: f64 = 1000.0;
/// A step \[s\].
pub const DT: f64 = 1.0 / 60.0;

/// A kind of scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Stickmen 700 px apart, rows 1100 px apart, siblings on one pin colliding.
    Crowded,
    /// Stickmen 1200 px apart both ways, siblings apart.
    Clean,
    /// Box2D's own `rain`: eleven-bone humans, without their feet.
    HumanRain,
    /// The same with feet, for engines whose bodies have several shapes.
    HumanRainFeet,
    /// Stickmen falling into a bin 4000 px wide.
    Pile,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 5] = [
        Self::Crowded,
        Self::Clean,
        Self::HumanRain,
        Self::HumanRainFeet,
        Self::Pile,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Crowded => "crowded",
            Self::Clean => "clean",
            Self::HumanRain => "human-rain",
            Self::HumanRainFeet => "human-rain-feet",
            Self::Pile => "pile",
        }
    }

    /// Numbers of figures that a default run takes.
    pub fn counts(self) -> &'static [usize] {
        match self {
            Self::Crowded | Self::Clean => &[10, 100, 1000, 5000],
            Self::HumanRain | Self::HumanRainFeet => &[MOST_HUMANS],
            Self::Pile => &[300],
        }
    }

    /// Steps that are measured.
    pub fn steps(self) -> usize {
        match self {
            Self::Crowded | Self::Clean => 600,
            Self::HumanRain | Self::HumanRainFeet => 1000,
            Self::Pile => 1500,
        }
    }

    /// Whether a figure's parts need several shapes on one body.
    pub fn needs_compounds(self) -> bool {
        self == Self::HumanRainFeet
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Something that happens before a step.
#[derive(Clone, Debug)]
pub enum Change {
    /// A figure is put somewhere. It has the number of figures made before it, terrain included.
    Spawn(Arc<FigurePlan>, Placement),
    /// A figure goes.
    Remove(usize),
}

/// A level piece of ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Floor {
    /// Its surface \[px\].
    pub y: f64,
    /// From and to \[px\].
    pub x: [f64; 2],
}

/// A scene.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Of which kind.
    pub kind: Kind,
    /// Its greatest number of figures at a time.
    pub figures: usize,
    /// Gravity \[px/s², down\].
    pub gravity: f64,
    /// Level grounds, from the highest to the lowest.
    pub floors: Vec<Floor>,
    /// What happens before which step, in order.
    pub changes: Vec<(usize, Change)>,
    /// Figures that never move: numbers below this.
    pub terrain: usize,
}

impl Scene {
    /// A scene of `figures` figures; of humans there are a multiple of 25, 1000 at most.
    pub fn new(kind: Kind, figures: usize) -> Self {
        let figures = figures.max(1);
        match kind {
            Kind::Crowded => grid(kind, figures, columns(figures), DVec2::new(700.0, 1100.0), 1200.0),
            Kind::Clean => grid(kind, figures, columns(figures), DVec2::splat(1200.0), 1200.0),
            Kind::Pile => {
                let columns = (BIN / 1200.0) as usize;
                let margin = 0.5 * (BIN - 1200.0 * (columns - 1) as f64);
                grid(kind, figures, columns, DVec2::splat(1200.0), margin)
            }
            Kind::HumanRain => human_rain(kind, figures, Feet::None),
            Kind::HumanRainFeet => human_rain(kind, figures, Feet::Own),
        }
    }

    /// Greatest coordinate that a figure is put at \[px\].
    pub fn reach(&self) -> f64 {
        let placed = self.changes.iter().filter_map(|(_, change)| match change {
            Change::Spawn(_, placement) => Some(placement.at.abs().max_element()),
            Change::Remove(_) => None,
        });
        placed.fold(0.0, f64::max)
    }

    /// What happens before `step`, given what of the changes is done already.
    pub fn changes_at<'a>(
        &'a self,
        step: usize,
        done: &mut usize,
    ) -> impl Iterator<Item = &'a Change> + use<'a> {
        let from = *done;
        while self.changes.get(*done).is_some_and(|(when, _)| *when <= step) {
            *done += 1;
        }
        self.changes[from..*done].iter().map(|(_, change)| change)
    }
}

/// Width of the bin \[px\].
const BIN: f64 = 4000.0;
/// Thickness of ground and walls \[px\].
const THICK: f64 = 400.0;
/// The first row is so far above the ground \[px\].
const FIRST_ROW: f64 = 700.0;
/// Walls go on above the last row by so much \[px\].
const HEADROOM: f64 = 2000.0;
/// The i-th figure is turned by i times this \[rad\].
const TURN: f64 = 0.37;

fn columns(figures: usize) -> usize {
    let root = figures.isqrt();
    if root * root < figures { root + 1 } else { root }
}

/// Stickmen in a grid over level ground between walls that stand `margin` beyond its outer columns.
fn grid(kind: Kind, figures: usize, columns: usize, spacing: DVec2, margin: f64) -> Scene {
    let rows = figures.div_ceil(columns);
    let half = 0.5 * spacing.x * (columns - 1) as f64 + margin;
    let top = -(FIRST_ROW + spacing.y * (rows - 1) as f64 + HEADROOM);
    let terrain = FigurePlan {
        bodies: vec![
            block(
                "ground",
                DVec2::new(-half - THICK, 0.0),
                DVec2::new(half + THICK, THICK),
                FRICTION,
            ),
            block(
                "left_wall",
                DVec2::new(-half - THICK, top),
                DVec2::new(-half, 0.0),
                FRICTION,
            ),
            block(
                "right_wall",
                DVec2::new(half, top),
                DVec2::new(half + THICK, 0.0),
                FRICTION,
            ),
        ],
        ..FigurePlan::default()
    };
    let mut changes = vec![(0, Change::Spawn(Arc::new(terrain), Placement::default()))];
    let plan = Arc::new(stickman(kind != Kind::Crowded));
    for i in 0..figures {
        let (column, row) = (i % columns, i / columns);
        let at = DVec2::new(
            spacing.x * (column as f64 - 0.5 * (columns - 1) as f64),
            -(FIRST_ROW + spacing.y * row as f64),
        );
        let placement = Placement {
            at,
            turn: wrap(TURN * i as f64),
            team: 0,
        };
        changes.push((0, Change::Spawn(Arc::clone(&plan), placement)));
    }
    Scene {
        kind,
        figures,
        gravity: GRAVITY,
        floors: vec![Floor {
            y: 0.0,
            x: [-half, half],
        }],
        changes,
        terrain: 1,
    }
}

/// Rows of ground, one above the other, and as many rows of groups.
const ROWS: usize = 5;
/// Columns of groups.
const COLUMNS: usize = 40;
/// Humans in a group.
const GROUP: usize = 5;
/// Most humans at a time.
pub const MOST_HUMANS: usize = ROWS * COLUMNS * GROUP;
/// Squares of each row of ground, less one, and their side \[px\].
const SQUARES: usize = 500;
const SIDE: f64 = 50.0;
/// From row to row \[px\].
const ROW_HEIGHT: f64 = 4500.0;
/// Humans stand so far above the middle of their row's ground \[px\].
const DROP: f64 = 4000.0;
/// From human to human in a group \[px\].
const NEXT: f64 = 50.0;
/// A column of groups comes every so many steps.
const DELAY: usize = 8;

/// Box2D's `rain`: a column of five groups of five every eighth step; when all have come, the oldest go and come again.
fn human_rain(kind: Kind, figures: usize, feet: Feet) -> Scene {
    let columns = (figures / (ROWS * GROUP)).clamp(1, COLUMNS);
    let span = SQUARES as f64 * SIDE;
    let mut terrain = FigurePlan::default();
    let mut floors = Vec::new();
    for row in 0..ROWS {
        let middle = -ROW_HEIGHT * row as f64;
        // One body of many squares there; one body a square here, so that engines with one shape a body have the same seams.
        for square in 0..=SQUARES {
            let center = DVec2::new(-0.5 * span + SIDE * square as f64, middle);
            let half = DVec2::splat(0.5 * SIDE);
            terrain
                .bodies
                .push(block("ground", center - half, center + half, FRICTION));
        }
        floors.push(Floor {
            y: middle - 0.5 * SIDE,
            x: [-0.5 * (span + SIDE), 0.5 * (span + SIDE)],
        });
    }
    floors.reverse();
    let plan = Arc::new(human(feet));
    let mut changes = vec![(0, Change::Spawn(Arc::new(terrain), Placement::default()))];
    let mut made = 1;
    let mut living: Vec<Vec<usize>> = vec![Vec::new(); columns];
    for step in (0..kind.steps()).step_by(DELAY) {
        let column = (step / DELAY) % columns;
        for number in living[column].drain(..) {
            changes.push((step, Change::Remove(number)));
        }
        for row in 0..ROWS {
            for i in 0..GROUP {
                let at = DVec2::new(
                    -0.5 * span + span / COLUMNS as f64 * (column as f64 + 0.5) + NEXT * i as f64,
                    -(DROP + ROW_HEIGHT * row as f64),
                );
                let placement = Placement {
                    at,
                    turn: 0.0,
                    team: i as u32 + 1,
                };
                changes.push((step, Change::Spawn(Arc::clone(&plan), placement)));
                living[column].push(made);
                made += 1;
            }
        }
    }
    Scene {
        kind,
        figures: columns * ROWS * GROUP,
        gravity: HUMAN_GRAVITY,
        floors,
        changes,
        terrain: 1,
    }
}

/// A box that never moves, its frame in its middle.
fn block(name: &'static str, min: DVec2, max: DVec2, friction: f64) -> BodyPlan {
    let half = 0.5 * (max - min);
    BodyPlan {
        name,
        parts: vec![Part {
            form: Form::rectangle(-half, half),
            friction,
            terrain_only: false,
        }],
        at: 0.5 * (min + max),
        angle: 0.0,
        density: 0.0,
        linear_damping: 0.0,
        angular_damping: 0.0,
        sleep_speed: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placements(scene: &Scene) -> Vec<Placement> {
        let spawned = scene.changes.iter().filter_map(|(_, change)| match change {
            Change::Spawn(_, placement) => Some(*placement),
            Change::Remove(_) => None,
        });
        spawned.skip(scene.terrain).collect()
    }

    #[test]
    fn the_rain_stands_in_a_grid_between_walls() {
        let scene = Scene::new(Kind::Crowded, 10);
        let placed = placements(&scene);
        assert_eq!(placed.len(), 10);
        // Four columns, three rows.
        assert_eq!(placed[0].at, DVec2::new(-1050.0, -700.0));
        assert_eq!(placed[3].at, DVec2::new(1050.0, -700.0));
        assert_eq!(placed[9].at, DVec2::new(-350.0, -2900.0));
        assert!((placed[9].turn - (3.33 - core::f64::consts::TAU)).abs() < 1e-12);
        assert_eq!(
            scene.floors,
            [Floor {
                y: 0.0,
                x: [-2250.0, 2250.0]
            }]
        );
        assert_eq!(Scene::new(Kind::Clean, 1000).figures, 1000);
        assert_eq!(columns(1000), 32);
    }

    #[test]
    fn the_bin_is_4000_px_wide() {
        let scene = Scene::new(Kind::Pile, 300);
        assert_eq!(scene.floors[0].x, [-2000.0, 2000.0]);
        let placed = placements(&scene);
        assert_eq!(placed.len(), 300);
        assert!(placed.iter().all(|placement| placement.at.x.abs() <= 1200.0));
        assert_eq!(placed[3].at, DVec2::new(-1200.0, -1900.0));
    }

    #[test]
    fn humans_come_and_go_by_columns() {
        let scene = Scene::new(Kind::HumanRain, 1000);
        let mut there = 0_usize;
        let mut most = 0;
        let mut done = 0;
        for step in 0..1000 {
            for change in scene.changes_at(step, &mut done) {
                match change {
                    Change::Spawn(..) => there += 1,
                    Change::Remove(_) => there -= 1,
                }
            }
            most = most.max(there - scene.terrain);
            if step < 320 {
                assert_eq!(there - scene.terrain, 25 * (step / 8 + 1));
            }
        }
        assert_eq!(done, scene.changes.len());
        assert_eq!(most, 1000);
        // Below the first row's humans is the lowest ground, its surface 25 px above its middle.
        assert_eq!(scene.floors.last().map(|floor| floor.y), Some(-25.0));
        assert_eq!(scene.floors.len(), 5);
        let placed = placements(&scene);
        assert_eq!(placed[0].at, DVec2::new(-12_500.0 + 312.5, -4000.0));
        assert_eq!(placed[24].at, DVec2::new(-12_500.0 + 512.5, -22_000.0));
    }
}
