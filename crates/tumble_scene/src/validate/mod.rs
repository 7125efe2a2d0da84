//! From a scene file to a [`Scene`]: everything checked once, at this border, and every problem reported, not just the first.

mod checker;
mod puppets;
mod script;
mod shapes;

use tumble::math::Vec2;
use tumble::rig::source::{Diagnostics, Problem};
use tumble::rig::steps;

use crate::file::{self, CharacterFile, FacingFile, SceneFile};
use crate::load::Files;
use crate::scene::{Actor, Scene, SceneCamera};
use checker::{Checker, Named};

/// Why a scene file makes no scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Failure {
    /// What is wrong in the scene file itself.
    pub problems: Vec<Problem>,
    /// What is wrong in rig, clip and figure files that the scene names.
    pub other_files: Vec<Diagnostics>,
}

impl Failure {
    fn is_empty(&self) -> bool {
        self.problems.is_empty() && self.other_files.is_empty()
    }
}

/// Checks `file` and looks up the rigs, clips and figures it names in `files`. `name` is the scene's.
///
/// # Errors
/// Every problem found.
pub fn build(name: &str, file: &SceneFile, files: &mut Files) -> Result<Scene, Failure> {
    let mut check = Checker::new(files);
    check_header(&mut check, file);
    collect_names(&mut check, file);
    let terrain = shapes::terrain(&mut check, file);
    let props = shapes::props(&mut check, file);
    let actors = characters(&mut check, file);
    let dolls = puppets::puppets(&mut check, file);
    let script = script::script(&mut check, file, &actors, &dolls);
    let seconds = file.seconds.unwrap_or_else(|| {
        let last = script.iter().map(|entry| entry.at).fold(0.0, f64::max);
        last + file::AFTER_SCRIPT
    });
    let scene = Scene {
        name: name.to_owned(),
        about: file.about.clone(),
        seconds,
        camera: file.camera.map(|camera| SceneCamera {
            center: Vec2::from(camera.at),
            size: Vec2::from(camera.size),
        }),
        gravity: Vec2::from(file.gravity),
        terrain,
        props,
        characters: actors.into_iter().flatten().collect(),
        puppets: dolls.into_iter().flatten().collect(),
        puppets_collide: file.puppets_collide,
        script,
    };
    let failure = check.finish();
    if failure.is_empty() {
        Ok(scene)
    } else {
        Err(failure)
    }
}

fn check_header(check: &mut Checker<'_>, file: &SceneFile) {
    if file.version != file::VERSION {
        check.problem(
            steps!["version"],
            "field `version`",
            format!("version {} of the scene format is not known", file.version),
            format!("this program reads version {}", file::VERSION),
        );
    }
    check.point(file.gravity, &steps!["gravity"], "field `gravity`");
    if let Some(camera) = file.camera {
        check.point(camera.at, &steps!["camera", "at"], "field `camera`");
        check.positive(camera.size.0, steps!["camera", "size", 0], "field `camera`");
        check.positive(camera.size.1, steps!["camera", "size", 1], "field `camera`");
    }
    if let Some(seconds) = file.seconds
        && !(seconds.is_finite() && seconds > 0.0)
    {
        check.problem(
            steps!["seconds"],
            "field `seconds`",
            format!("a run of {seconds} s is not possible"),
            "give a number greater than zero",
        );
    }
}

/// Registers every name of the scene, so that what follows can refer forwards too.
fn collect_names(check: &mut Checker<'_>, file: &SceneFile) {
    for (i, terrain) in file.terrain.iter().enumerate() {
        if let Some(name) = terrain.name() {
            check.name(name, Named::Terrain, steps!["terrain", i, "name"], "terrain");
        } else {
            let name = shapes::default_terrain_name(i);
            check.name(&name, Named::Terrain, steps!["terrain", i], "unnamed terrain");
        }
    }
    for (i, prop) in file.props.iter().enumerate() {
        check.name(
            &prop.name,
            Named::Prop(prop.kind),
            steps!["props", i, "name"],
            "prop",
        );
    }
    for (i, character) in file.characters.iter().enumerate() {
        check.name(
            &character.name,
            Named::Character(i),
            steps!["characters", i, "name"],
            "character",
        );
    }
    puppets::collect_names(check, file);
    for (i, entry) in file.script.iter().enumerate() {
        if let file::ActFile::Spawn(prop) = &entry.act {
            let path = steps!["script", i, "act", 0, "name"];
            check.name(&prop.name, Named::Prop(prop.kind), path, "prop");
        }
    }
}

/// One entry a character; `None` where it can't be made, which has been reported.
fn characters(check: &mut Checker<'_>, file: &SceneFile) -> Vec<Option<Actor>> {
    file.characters
        .iter()
        .enumerate()
        .map(|(i, character)| actor(check, i, character))
        .collect()
}

fn actor(check: &mut Checker<'_>, i: usize, character: &CharacterFile) -> Option<Actor> {
    let place = |field: &str| format!("character `{}`, field `{field}`", character.name);
    check.point(character.at, &steps!["characters", i, "at"], &place("at"));
    check.positive(character.scale, steps!["characters", i, "scale"], &place("scale"));
    let (rig, mut clips) = match check.files.rig(&character.rig) {
        Ok(found) => found,
        Err(fault) => {
            check.fault(steps!["characters", i, "rig"], &place("rig"), fault);
            return None;
        }
    };
    let mut complete = true;
    for (k, clip_path) in character.clips.iter().enumerate() {
        match check.files.clip(clip_path, &rig) {
            Ok(clip) if clips.get(&clip.name).is_some() => check.problem(
                steps!["characters", i, "clips", k],
                &place("clips"),
                format!("`{clip_path}` is another clip named `{}`", clip.name),
                "give the clip a name of its own",
            ),
            Ok(clip) => clips.0.push(clip),
            Err(fault) => {
                complete = false;
                check.fault(steps!["characters", i, "clips", k], &place("clips"), fault);
            }
        }
    }
    if let Some(clip) = &character.clip
        && complete
    {
        check.clip(&clips, clip, steps!["characters", i, "clip"], &place("clip"));
    }
    Some(Actor {
        name: character.name.clone(),
        rig,
        clips,
        at: Vec2::from(character.at),
        facing: facing(character.facing),
        scale: character.scale,
        clip: character.clip.clone(),
        ground_follow: character.ground_follow,
    })
}

fn facing(facing: FacingFile) -> tumble::rig::Facing {
    match facing {
        FacingFile::Right => tumble::rig::Facing::Right,
        FacingFile::Left => tumble::rig::Facing::Left,
        FacingFile::Forward => tumble::rig::Facing::Forward,
    }
}
