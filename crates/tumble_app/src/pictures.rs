//! Frames into picture files.

use std::io::Write;

use tumble_scene::Frame;
use tumble_view::{
    Camera, Cell, Follow, Gif, GifOptions, Options, SheetCamera, SheetOptions, Shot, Size, contact_sheet,
    encode_png, key_frames_at_most, png, svg,
};

use crate::args::PictureKind;
use crate::error::Failure;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::simulate::progress_bar;

/// Size of a picture on a sheet \[pixels\].
const CELL: (u32, u32) = (400, 340);
/// Pictures on a sheet at most.
const CELLS: usize = 16;

/// Writes all frames as a GIF.
pub(crate) fn gif(
    frames: &[Frame],
    options: &Options,
    follow: Option<&str>,
    output: &mut Output,
    interrupt: &Interrupt,
) -> Result<(), Failure> {
    let path = output.path().to_owned();
    let fail = |source| Failure::Draw {
        path: path.clone(),
        source,
    };
    let gif_options = GifOptions {
        shot: follow.map(|name| Shot::Follow(Follow::new(name))),
        ..GifOptions::new(options.clone())
    };
    let mut film = Gif::new(output, gif_options, frames).map_err(fail)?;
    let bar = progress_bar(frames.len() as u64, "drawing");
    for frame in frames {
        interrupt.check()?;
        film.push(frame).map_err(fail)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    film.finish().map_err(fail)?;
    Ok(())
}

/// Writes the key frames on one sheet, as PNG.
pub(crate) fn sheet(
    frames: &[Frame],
    options: &Options,
    follow: Option<&str>,
    output: &mut Output,
) -> Result<(), Failure> {
    let path = output.path().to_owned();
    let fail = |source| Failure::Draw {
        path: path.clone(),
        source,
    };
    let keys = key_frames_at_most(frames, CELLS);
    let size = Size::new(CELL.0, CELL.1).map_err(fail)?;
    let mut sheet_options = SheetOptions::new(Options {
        size,
        ..options.clone()
    });
    if let Some(name) = follow {
        sheet_options.camera = SheetCamera::Character(name.to_owned());
    }
    let pixels = contact_sheet(&Cell::of_keys(frames, &keys), &sheet_options).map_err(fail)?;
    let bytes = encode_png(&pixels).map_err(fail)?;
    output.write_all(&bytes).map_err(output.failure())
}

/// Writes one frame.
pub(crate) fn picture(
    kind: PictureKind,
    frame: &Frame,
    options: &Options,
    follow: Option<&str>,
    output: &mut Output,
) -> Result<(), Failure> {
    let camera: Option<Camera> = follow.map(|name| Follow::new(name).next(frame, options.size));
    let options = Options {
        camera: camera.or(options.camera),
        ..options.clone()
    };
    let bytes = match kind {
        PictureKind::Svg => svg(frame, &options).into_bytes(),
        PictureKind::Png => png(frame, &options).map_err(|source| Failure::Draw {
            path: output.path().to_owned(),
            source,
        })?,
    };
    output.write_all(&bytes).map_err(output.failure())
}
