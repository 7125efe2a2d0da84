//! What a run comes to, in numbers.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Value, json};
use tumble::State;
use tumble_scene::{Frame, SceneEvent};

/// A change of a character's state.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct HandOver {
    pub(crate) time: f64,
    pub(crate) who: String,
    pub(crate) from: State,
    pub(crate) to: State,
    pub(crate) moved: f32,
    /// A jump that was asked for; no bound applies.
    pub(crate) snapped: bool,
}

impl HandOver {
    /// How far a drawn end may move at such a hand-over \[px\].
    pub(crate) fn bound(&self) -> f32 {
        match self.to {
            State::Ragdoll | State::Animated => 0.01,
            State::Recovering => 0.5,
        }
    }
}

/// Gathers figures step by step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figures {
    pub(crate) steps: u64,
    pub(crate) seconds: f64,
    step_time: Duration,
    slowest: Duration,
    pub(crate) hand_overs: Vec<HandOver>,
    impacts: usize,
    strongest: f32,
    pub(crate) skipped: Vec<String>,
    quarantined: Vec<String>,
    timeouts: usize,
    gap: f32,
    overshoot: f32,
    not_finite: bool,
    last: BTreeMap<String, Value>,
    puppets: Option<Puppets>,
}

/// What a run's point-mass figures came to.
#[derive(Clone, Debug, Default)]
struct Puppets {
    /// Most at one time.
    count: usize,
    /// The largest stretch of a rigid stick, as a share of its length; and whose, when.
    stretch: f32,
    stretched: String,
    bumps: usize,
    landings: usize,
    pushes: usize,
    jumps: usize,
    refused_jumps: usize,
    grabs: usize,
    limited_pulls: usize,
    releases: usize,
    throws: usize,
    /// Time that could not be followed \[s\].
    dropped: f64,
    last: BTreeMap<String, Value>,
}

impl Puppets {
    fn see(&mut self, frame: &Frame) {
        self.count = self.count.max(frame.puppets.len());
        for puppet in &frame.puppets {
            let stretch = puppet.stretch();
            if stretch > self.stretch {
                self.stretch = stretch;
                self.stretched = format!("`{}` at {:.2} s", puppet.name, frame.time);
            }
        }
        for event in &frame.events {
            match event {
                SceneEvent::Bump { .. } => self.bumps += 1,
                SceneEvent::Landed { .. } => self.landings += 1,
                SceneEvent::Pushed { .. } => self.pushes += 1,
                SceneEvent::Jumped { .. } => self.jumps += 1,
                SceneEvent::JumpRefused { .. } => self.refused_jumps += 1,
                SceneEvent::Grabbed { .. } => self.grabs += 1,
                SceneEvent::PullLimited { .. } => self.limited_pulls += 1,
                SceneEvent::Released { .. } => self.releases += 1,
                SceneEvent::Thrown { .. } => self.throws += 1,
                SceneEvent::TimeDropped { seconds } => self.dropped += f64::from(*seconds),
                _ => {}
            }
        }
    }

    fn end(&mut self, frame: &Frame) {
        self.last = frame
            .puppets
            .iter()
            .map(|puppet| {
                let points = puppet.figure.points().iter().zip(&puppet.points);
                let points: BTreeMap<&str, [f32; 2]> = points
                    .map(|(point, now)| (point.name.as_str(), now.at.into()))
                    .collect();
                (
                    puppet.name.to_string(),
                    json!({ "points": points, "awake": puppet.awake }),
                )
            })
            .collect();
    }

    fn json(&self) -> Value {
        json!({
            "count": self.count,
            "max_stretch": self.stretch,
            "bumps": self.bumps,
            "landings": self.landings,
            "pushes": self.pushes,
            "jumps": self.jumps,
            "refused_jumps": self.refused_jumps,
            "grabs": self.grabs,
            "limited_pulls": self.limited_pulls,
            "releases": self.releases,
            "throws": self.throws,
            "dropped_seconds": self.dropped,
            "at_the_end": self.last,
        })
    }
}

impl Figures {
    /// Takes in a step that took so long.
    pub(crate) fn see(&mut self, frame: &Frame, took: Duration) {
        self.steps = frame.step;
        self.seconds = frame.time;
        self.step_time += took;
        self.slowest = self.slowest.max(took);
        for event in &frame.events {
            self.see_event(frame.time, event);
        }
        for character in &frame.characters {
            for joint in &character.joints {
                self.gap = self.gap.max(joint.gap);
                if let Some([lower, upper]) = joint.limits {
                    let over = (lower - joint.angle).max(joint.angle - upper);
                    self.overshoot = self.overshoot.max(over);
                }
            }
            let finite = |bone: &tumble::rig::WorldBone| bone.origin.is_finite() && bone.tip.is_finite();
            self.not_finite |= !character.bones.iter().all(finite);
        }
        if !frame.puppets.is_empty() {
            self.puppets.get_or_insert_default().see(frame);
            let mut points = frame.puppets.iter().flat_map(|puppet| &puppet.points);
            self.not_finite |= !points.all(|point| point.at.is_finite() && point.velocity.is_finite());
        }
    }

    fn see_event(&mut self, time: f64, event: &SceneEvent) {
        match event {
            SceneEvent::State {
                who,
                from,
                to,
                moved,
                snapped,
            } => self.hand_overs.push(HandOver {
                time,
                who: who.clone(),
                from: *from,
                to: *to,
                moved: *moved,
                snapped: *snapped,
            }),
            SceneEvent::Impact { impulse, .. } => {
                self.impacts += 1;
                self.strongest = self.strongest.max(*impulse);
            }
            SceneEvent::Quarantined { body } => self.quarantined.push(body.clone()),
            SceneEvent::Skipped { action, why } => {
                self.skipped.push(format!("{action} at {time:.2} s: {why}"));
            }
            SceneEvent::SettleTimeout { .. } => self.timeouts += 1,
            // Those of puppets are counted apart.
            _ => {}
        }
    }

    /// Takes in how the run ended.
    pub(crate) fn end(&mut self, frame: &Frame) {
        self.last = frame
            .characters
            .iter()
            .map(|character| {
                let root = character.pose.root;
                let value = json!({
                    "state": character.state.name(),
                    "facing": character.facing.name(),
                    "root": [root.position.x, root.position.y, root.angle],
                });
                (character.name.clone(), value)
            })
            .collect();
        if let Some(puppets) = &mut self.puppets {
            puppets.end(frame);
        }
    }

    /// Promises that the run broke, in words; empty when all held.
    pub(crate) fn broken_promises(&self) -> Vec<String> {
        let mut broken: Vec<String> = self
            .quarantined
            .iter()
            .map(|body| format!("`{body}` was not finite and was taken out"))
            .collect();
        for hand_over in &self.hand_overs {
            if (hand_over.moved > hand_over.bound() && !hand_over.snapped) || !hand_over.moved.is_finite() {
                broken.push(format!(
                    "at {:.2} s {} moved {} px on screen as it became {}; the bound is {} px",
                    hand_over.time,
                    hand_over.who,
                    hand_over.moved,
                    hand_over.to.name(),
                    hand_over.bound()
                ));
            }
        }
        if self.not_finite {
            broken.push("something on screen was not finite".to_owned());
        }
        broken
    }

    /// Times that a character became so.
    pub(crate) fn count(&self, to: State) -> usize {
        self.hand_overs
            .iter()
            .filter(|hand_over| hand_over.to == to)
            .count()
    }

    /// Times that a character stood up to its end.
    fn recoveries(&self) -> usize {
        let stood_up =
            |hand_over: &&HandOver| hand_over.from == State::Recovering && hand_over.to == State::Animated;
        self.hand_overs.iter().filter(stood_up).count()
    }

    /// Mean and greatest time of a step \[µs\].
    fn step_us(&self) -> (f64, f64) {
        let mean = self.step_time.as_secs_f64() * 1e6 / self.steps.max(1) as f64;
        (mean, self.slowest.as_secs_f64() * 1e6)
    }

    /// One line for people.
    pub(crate) fn summary(&self, scene: &str, backend: &str) -> String {
        let (mean, _) = self.step_us();
        let mut line = format!(
            "{scene}: {} steps ({:.2} s) on {backend}, {mean:.0} µs a step; ",
            self.steps, self.seconds,
        );
        // Writing to a string never fails.
        if let Some(puppets) = &self.puppets {
            let _ = write!(
                line,
                "{}, {}, {}, {}, stretched by {:.2} % at most; ",
                count(puppets.count, "puppet"),
                count(puppets.grabs, "grab"),
                count(puppets.jumps, "jump"),
                count(puppets.landings, "landing"),
                f64::from(puppets.stretch) * 100.0,
            );
        }
        let _ = write!(
            line,
            "{}, {}, {}",
            count(self.count(State::Ragdoll), "fall"),
            count(self.recoveries(), "recovery"),
            count(self.impacts, "impact"),
        );
        line
    }

    /// Everything, for machines.
    pub(crate) fn json(&self, run: &RunFacts<'_>) -> Value {
        let (mean, slowest) = self.step_us();
        let hand_overs: Vec<Value> = self
            .hand_overs
            .iter()
            .map(|hand_over| {
                json!({
                    "time": hand_over.time as f32,
                    "who": hand_over.who,
                    "from": hand_over.from.name(),
                    "to": hand_over.to.name(),
                    "moved": hand_over.moved,
                    "snapped": hand_over.snapped,
                })
            })
            .collect();
        let mut value = json!({
            "scene": run.scene,
            "backend": run.backend,
            "dt": run.dt,
            "steps": self.steps,
            "seconds": self.seconds,
            "step_us": { "mean": mean, "max": slowest },
            "state_hash": format!("{:016x}", run.state_hash),
            "hand_overs": hand_overs,
            "impacts": { "count": self.impacts, "strongest": self.strongest },
            "skipped": self.skipped,
            "quarantined": self.quarantined,
            "settle_timeouts": self.timeouts,
            "joints": { "max_gap": self.gap, "max_overshoot_degrees": self.overshoot.max(0.0).to_degrees() },
            "characters": self.last,
            "broken_promises": self.broken_promises(),
            "files": run.files,
        });
        if let Some(puppets) = &self.puppets {
            value["puppets"] = puppets.json();
        }
        value
    }
}

/// `1 fall`, `2 recoveries`.
pub(crate) fn count(count: usize, what: &str) -> String {
    match what.strip_suffix('y') {
        _ if count == 1 => format!("1 {what}"),
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {what}s"),
    }
}

/// What the figures don't know themselves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunFacts<'a> {
    pub(crate) scene: &'a str,
    pub(crate) backend: &'a str,
    pub(crate) dt: f32,
    pub(crate) state_hash: u64,
    pub(crate) files: &'a [String],
}
