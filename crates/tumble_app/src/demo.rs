//! `tumble demo`.

use std::sync::Arc;

use tumble_scene::library;
use tumble_view::{Options, Overlays};

use crate::args::{BackendName, DemoArgs};
use crate::error::Failure;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::run::{Spoken, commit, conclude};
use crate::simulate::{Plan, simulate};
use crate::{Outcome, pictures};

/// The demo's step \[s\].
const DT: f32 = 1.0 / 60.0;

/// Runs the built-in harness scene, and writes `demo.gif` and `demo.png`.
pub(crate) fn demo(arguments: &DemoArgs) -> Outcome {
    let scene = Arc::new(library::scene(library::DEFAULT)?);
    std::fs::create_dir_all(&arguments.out).map_err(|source| Failure::Write {
        path: arguments.out.clone(),
        source,
    })?;
    let mut gif = Output::create(&arguments.out.join("demo.gif"))?;
    let mut sheet = Output::create(&arguments.out.join("demo.png"))?;
    let interrupt = Interrupt::listen();
    let plan = Plan {
        backend: BackendName::Native,
        scene: Arc::clone(&scene),
        dt: DT,
        steps: scene.steps(DT),
        keep_all: true,
        keep: Vec::new(),
        overlays: Overlays::default(),
    };
    let run = simulate(&plan, None, &interrupt)?;
    let options = Options {
        size: arguments.size,
        title: Some(scene.name.clone()),
        ..Options::default()
    };
    pictures::gif(&run.frames, &options, None, &mut gif, &interrupt)?;
    pictures::sheet(&scene, &run.frames, &options, None, &mut sheet)?;
    interrupt.check()?;
    let files = commit([gif, sheet])?;
    conclude(&scene, DT, &run, &files, arguments.json, Spoken::OnStdout)
}
