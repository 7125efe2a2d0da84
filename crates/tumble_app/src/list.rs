//! `tumble list`.

use std::io::Write;

use tumble::rig::library;
use tumble::verlet::library as figures;
use tumble_scene::library as scenes;

use crate::error::Failure;
use crate::{DONE, Outcome};

/// Prints the built-in rigs, clips, figures and scenes, a line each.
pub(crate) fn list() -> Outcome {
    let mut text = String::from("rigs\n");
    for name in library::rigs() {
        line(&mut text, name, library::about(name).unwrap_or_default());
    }
    text.push_str("\nclips\n");
    for rig in library::rigs() {
        for clip in library::clips(rig).unwrap_or_default().0 {
            let looped = if clip.looped { ", looped" } else { "" };
            let facing = clip
                .facing
                .map_or_else(String::new, |facing| format!(", faces {}", facing.name()));
            line(
                &mut text,
                &clip.name,
                &format!("for {rig}: {:.2} s{looped}{facing}", clip.duration),
            );
        }
    }
    text.push_str("\nfigures\n");
    for (name, about) in figures::names() {
        line(&mut text, name, about);
    }
    text.push_str("\nscenes\n");
    for name in scenes::names() {
        let scene = scenes::scene(name)?;
        line(&mut text, name, &scene.about);
    }
    std::io::stdout()
        .write_all(text.as_bytes())
        .map_err(Failure::stdout)?;
    Ok(DONE)
}

fn line(text: &mut String, name: &str, about: &str) {
    text.push_str(format!("  {name:<12} {about}").trim_end());
    text.push('\n');
}
