//! One fall and recovery, measured from the trace.

use std::collections::BTreeMap;
use std::sync::Arc;

use tumble::backend::{Ray, RayFilter};
use tumble::math::{Vec2, angle};
use tumble::rig::Facing;
use tumble::{Backend, State};
use tumble_scene::Runner;
use tumble_scene::trace::{EventRow, TraceRow};

use crate::Make;

use super::ground::{Ground, facing_word};

/// Time step of every run \[s\].
pub const DT: f32 = 1.0 / 60.0;

/// A fall to run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fall {
    /// Where.
    pub ground: Ground,
    /// Facing what way.
    pub facing: Facing,
    /// How large.
    pub scale: f32,
    /// The clip that plays before.
    pub clip: Option<&'static str>,
    /// Impulse on the torso at the hand-over, at scale 1 \[kg·px/s\].
    pub hit: (f32, f32),
    /// When it is hit \[s\].
    pub hit_at: f32,
}

/// What a fall showed.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// `moved` of the three hand-overs: → ragdoll, → recovering, → animated \[px\].
    pub moved: [f32; 3],
    /// The same from the drawn parts of neighbouring rows, less the motion of one step: → animated \[px\].
    pub last_step: f32,
    /// Upper body at the end against the remembered one, about the root [px, at the figure's scale].
    pub body_error: f32,
    /// Legs at the end against the remembered ones \[px\].
    pub leg_error: f32,
    /// Largest difference of a bone's heading, legs left out unless the ground is level \[rad\].
    pub heading_error: f32,
    /// Farthest that a supporting foot is off the terrain in the second after the recovery \[px\].
    pub foot_off: f32,
    /// Deepest that an ankle was below the terrain while it stood up \[px\].
    pub sunk: f32,
    /// Feet that stand.
    pub standing: usize,
    /// Largest turn of a bone against its parent in one step of the stand-up \[degrees\].
    pub turn: f32,
    /// Largest turn of a bone in the world in one step of the stand-up \[degrees\].
    pub world_turn: f32,
    /// Bones whose angle's total variation isn't its sweep, with by how much \[rad\].
    pub detour: f32,
    /// Whether an elbow or knee passed ±180°.
    pub passed_half_turn: bool,
    /// Largest angle by which a joint was over its limit while a ragdoll \[degrees\].
    pub limit_over: f32,
    /// Largest pin gap while a ragdoll \[px\].
    pub gap: f32,
    /// Seconds from the request to recover until it was animated.
    pub took: f32,
    /// Bodies in the world before the fall and after.
    pub bodies: (usize, usize),
    /// Rows of the run.
    pub rows: Vec<TraceRow>,
}

/// The scene of a fall.
pub fn scene_text(fall: &Fall) -> String {
    let Fall {
        ground,
        facing,
        scale,
        clip,
        hit,
        hit_at,
    } = *fall;
    let clip = clip.map_or("None".into(), |clip| format!("Some(\"{clip}\")"));
    let area = scale * scale;
    format!(
        "(version: 1, terrain: [{}], props: [{}], characters: [(name: \"hero\", rig: \"stickman\", at: (0, {}), \
         facing: {}, scale: {scale}, clip: {clip})], script: [\
         (at: {hit_at}, act: Hit(body: \"hero/torso\", impulse: ({}, {}))), (at: {}, act: Recover(\"hero\"))])",
        ground.terrain(),
        ground.props(),
        -385.0 * scale,
        facing_word(facing),
        hit.0 * area,
        hit.1 * area,
        hit_at + 1.0,
    )
}

/// Runs a fall in a world of `make` and measures it.
///
/// # Panics
/// When the suite's own scene does not load, or the world refuses a body of it.
pub fn run(make: Make<'_>, fall: &Fall) -> Seen {
    let text = scene_text(fall);
    let scene = match tumble_scene::load::parse("fall.ron", &text, None) {
        Ok(scene) => scene,
        Err(error) => panic!("the suite's own scene does not load: {error}\n{text}"),
    };
    let runner = Runner::new(Arc::new(scene), DT, make);
    let mut runner = runner.unwrap_or_else(|error| panic!("{fall:?}: {error}"));
    let mut seen = Seen::default();
    let mut after = None;
    for _ in 0..60 * 16 {
        runner.step();
        let row = TraceRow::new(&runner.frame(), runner.stats(), 0.0);
        seen.rows.push(row);
        let state = runner.character("hero").map(tumble::Character::state);
        if state == Some(State::Recovering) {
            seen.sunk = seen.sunk.max(deepest_foot(&runner, fall));
        }
        let fallen = seen
            .rows
            .iter()
            .rev()
            .any(|row| row.characters["hero"].state != "animated");
        if state == Some(State::Animated) && fallen {
            measure_feet(&runner, fall, &mut seen);
            *after.get_or_insert(0) += 1;
            if after >= Some(60) {
                break;
            }
        }
    }
    measure(fall, &runner, &mut seen);
    seen
}

/// How far the lowest ankle is below the surface over it, now \[px\]. No place of the suite has anything overhead.
fn deepest_foot<B: Backend>(runner: &Runner<B>, fall: &Fall) -> f32 {
    let Some(hero) = runner.character("hero") else {
        return f32::NAN;
    };
    let rig = hero.rig();
    let foot = |leg: tumble::rig::LimbId| hero.bones()[rig.limbs[leg.index()].lower.index()].tip;
    let below = |foot: Vec2| {
        let up = Vec2::new(0.0, -600.0 * fall.scale);
        let ray = Ray {
            origin: foot + up,
            way: -up,
        };
        let filter = RayFilter {
            ground_only: true,
            exclude: &[],
        };
        runner
            .world()
            .cast_ray(ray, filter)
            .map_or(0.0, |hit| foot.y - hit.point.y)
    };
    rig.legs().map(|leg| below(foot(leg))).fold(0.0, f32::max)
}

/// How far the supporting feet are off what is under them, now.
fn measure_feet<B: Backend>(runner: &Runner<B>, fall: &Fall, seen: &mut Seen) {
    let Some(hero) = runner.character("hero") else {
        return;
    };
    let rig = hero.rig();
    let hangs: Vec<bool> = hero
        .recovery_trace()
        .map(|trace| trace.feet.iter().map(|foot| foot.hangs).collect())
        .unwrap_or_default();
    let (mut standing, mut off) = (0, 0.0_f32);
    for (i, leg) in rig.legs().enumerate() {
        let supporting = hero.controls().limbs[leg.index()].target.y >= rig.stand_height() - 3.0;
        if !supporting || hangs.get(i).copied().unwrap_or(false) {
            continue;
        }
        let foot = hero.bones()[rig.limbs[leg.index()].lower.index()].tip;
        let span = Vec2::new(0.0, 100.0 * fall.scale);
        let ray = Ray {
            origin: foot - span,
            way: 3.0 * span,
        };
        let filter = RayFilter {
            ground_only: true,
            exclude: &[],
        };
        match runner.world().cast_ray(ray, filter) {
            Some(hit) => off = off.max((hit.point.y - foot.y).abs()),
            None => off = f32::INFINITY,
        }
        standing += 1;
    }
    seen.foot_off = seen.foot_off.max(off);
    seen.standing = standing;
}

type Headings = BTreeMap<String, f32>;

fn headings(row: &TraceRow) -> Headings {
    let heading = |[x0, y0, x1, y1]: [f32; 4]| (y1 - y0).atan2(x1 - x0);
    row.characters["hero"]
        .parts
        .iter()
        .map(|(name, ends)| (name.clone(), heading(*ends)))
        .collect()
}

fn measure<B: Backend>(fall: &Fall, runner: &Runner<B>, seen: &mut Seen) {
    for event in seen.rows.iter().flat_map(|row| &row.events) {
        if let EventRow::State { to, moved, .. } = event {
            let index = ["ragdoll", "recovering", "animated"]
                .iter()
                .position(|state| state == to);
            if let Some(index) = index {
                seen.moved[index] = seen.moved[index].max(*moved);
            }
        }
    }
    let state = |i: usize| seen.rows[i].characters["hero"].state.as_str();
    let count = seen.rows.len();
    let Some(fell) = (0..count).find(|&i| state(i) == "ragdoll") else {
        return;
    };
    let Some(snapped) = (fell..count).find(|&i| state(i) == "recovering") else {
        return;
    };
    let Some(up) = (snapped..count).find(|&i| state(i) == "animated") else {
        return;
    };
    let asked = fall.hit_at + 1.0;
    let (rows, rig) = (
        &seen.rows,
        runner.character("hero").map(|hero| Arc::clone(hero.rig())),
    );
    let Some(rig) = rig else { return };
    seen.took = rows[up].time - asked;
    seen.bodies = (rows[fell - 1].stats.bodies, rows[up].stats.bodies);

    // The ragdoll against its limits and pins.
    for row in &rows[fell..snapped] {
        for joint in row.characters["hero"].joints.values() {
            seen.gap = seen.gap.max(joint.gap);
            if let (Some(lower), Some(upper)) = (joint.lower, joint.upper) {
                let over = (lower - joint.angle).max(joint.angle - upper).to_degrees();
                seen.limit_over = seen.limit_over.max(over);
            }
        }
    }

    // The stand-up, step by step: relative angles to the parent.
    let is_leg = |bone: usize| {
        rig.legs().any(|leg| {
            let limb = &rig.limbs[leg.index()];
            limb.upper.index() == bone || limb.lower.index() == bone
        })
    };
    for (i, bone) in rig.bones.iter().enumerate() {
        let relative = |row: &TraceRow| {
            let all = headings(row);
            let parent = bone
                .parent
                .map_or(0.0, |parent| all[&rig.bones[parent.index()].name]);
            all[&bone.name] - parent
        };
        let (mut net, mut variation) = (0.0_f32, 0.0_f32);
        let is_hinge = rig.limbs.iter().any(|limb| limb.lower.index() == i);
        let mut hinge = angle::wrap(relative(&rows[snapped]));
        for pair in rows[snapped..=up].windows(2) {
            let turn = angle::shortest(relative(&pair[0]), relative(&pair[1]));
            net += turn;
            variation += turn.abs();
            hinge += turn;
            seen.turn = seen.turn.max(turn.abs().to_degrees());
            let (a, b) = (headings(&pair[0])[&bone.name], headings(&pair[1])[&bone.name]);
            seen.world_turn = seen.world_turn.max(angle::shortest(a, b).abs().to_degrees());
            if is_hinge && hinge.abs() > core::f32::consts::PI + 1e-3 {
                seen.passed_half_turn = true;
            }
        }
        if !is_leg(i) {
            seen.detour = seen.detour.max(variation - net.abs());
        }
    }

    // The end against the memory: parts about the root.
    let about_root = |row: &TraceRow| -> BTreeMap<String, [Vec2; 2]> {
        let hero = &row.characters["hero"];
        let root = Vec2::new(hero.root[0], hero.root[1]);
        let ends = |[x0, y0, x1, y1]: [f32; 4]| [Vec2::new(x0, y0) - root, Vec2::new(x1, y1) - root];
        hero.parts
            .iter()
            .map(|(name, part)| (name.clone(), ends(*part)))
            .collect()
    };
    let (before, end) = (about_root(&rows[fell - 1]), about_root(&rows[up]));
    let (old, new) = (headings(&rows[fell - 1]), headings(&rows[up]));
    for (i, bone) in rig.bones.iter().enumerate() {
        let (a, b) = (&before[&bone.name], &end[&bone.name]);
        let off = (a[0] - b[0]).length().max((a[1] - b[1]).length());
        let turned = angle::shortest(old[&bone.name], new[&bone.name]).abs();
        if is_leg(i) {
            seen.leg_error = seen.leg_error.max(off);
        } else {
            seen.body_error = seen.body_error.max(off);
        }
        if !is_leg(i) || fall.ground.is_level() {
            seen.heading_error = seen.heading_error.max(turned);
        }
    }
    let parts = |row: &TraceRow| row.characters["hero"].parts.clone();
    let (a, b) = (parts(&rows[up - 1]), parts(&rows[up]));
    for (name, p) in &a {
        let q = &b[name];
        for k in [0, 2] {
            seen.last_step = seen
                .last_step
                .max((Vec2::new(p[k], p[k + 1]) - Vec2::new(q[k], q[k + 1])).length());
        }
    }
}
