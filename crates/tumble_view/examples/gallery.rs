//! Draws a hand-made scene in every way there is: `cargo run -p tumble_view --example gallery -- pictures`.

#[path = "../tests/common/mod.rs"]
mod common;

use std::fs;
use std::path::PathBuf;

use tumble_view::{
    Cell, Follow, Gif, GifOptions, Options, Overlays, SheetOptions, Shot, Size, contact_sheet, encode_png,
    fit, key_frames, png, svg,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "pictures".to_owned()));
    fs::create_dir_all(&folder)?;

    let frame = common::showroom();
    let options = Options {
        size: Size::new(1280, 720)?,
        title: Some("showroom".to_owned()),
        ..Options::default()
    };
    fs::write(folder.join("showroom.svg"), svg(&frame, &options))?;
    fs::write(folder.join("showroom.png"), png(&frame, &options)?)?;
    let overlays = Options {
        overlays: Overlays::ALL,
        ..options.clone()
    };
    fs::write(folder.join("overlays.svg"), svg(&frame, &overlays))?;
    fs::write(folder.join("overlays.png"), png(&frame, &overlays)?)?;

    let frames = common::run(240);
    let options = Options {
        title: Some("a made-up run".to_owned()),
        ..Options::default()
    };
    let shots = [
        ("fit.gif", Shot::Fixed(fit(&frames, options.size))),
        ("follow.gif", Shot::Follow(Follow::new("hero"))),
    ];
    for (name, shot) in shots {
        let settings = GifOptions {
            shot: Some(shot),
            ..GifOptions::new(options.clone())
        };
        let mut gif = Gif::new(Vec::new(), settings, &frames)?;
        for frame in &frames {
            gif.push(frame)?;
        }
        let (bytes, summary) = gif.finish()?;
        assert!(summary.pictures > 100, "{summary:?}");
        println!(
            "{name}: {} pictures, {:.2} s, {} kB",
            summary.pictures,
            summary.duration,
            bytes.len() / 1000
        );
        fs::write(folder.join(name), bytes)?;
    }

    let cell = Options {
        size: Size::new(400, 300)?,
        ..options
    };
    let keys = key_frames(&frames);
    let sheet = contact_sheet(&Cell::of_keys(&frames, &keys), &SheetOptions::new(cell))?;
    fs::write(folder.join("sheet.png"), encode_png(&sheet)?)?;
    println!("{} key frames, into {}", keys.len(), folder.display());
    Ok(())
}
