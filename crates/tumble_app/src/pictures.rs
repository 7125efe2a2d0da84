//! Frames into picture files.

use std::io::Write;

use tumble_scene::scene::SceneCamera;
use tumble_scene::{Frame, Scene};
use tumble_view::{
    Bounds, Camera, Cell, Follow, Gif, GifOptions, Options, SheetCamera, SheetOptions, Shot, Size,
    contact_sheet, encode_png, key_frames_at_most, png, svg,
};

use crate::args::PictureKind;
use crate::error::Failure;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::simulate::progress_bar;

/// Size of a picture on a sheet \[pixels\].
const CELL: (u32, u32) = (400, 340);
/// A camera that shows more than this gives no size of its own \[px\].
const MOST_NATURAL: f32 = 1280.0;
/// Pictures on a sheet at most.
const CELLS: usize = 16;

/// The camera that a scene asks for, in a picture of that size.
pub(crate) fn camera(scene: &Scene, size: Size) -> Option<Camera> {
    scene.camera.map(|camera| showing(camera, size))
}

fn showing(camera: SceneCamera, size: Size) -> Camera {
    let half = camera.size * 0.5;
    Camera::showing(Bounds::new(camera.center - half, camera.center + half), size)
}

/// The size of a scene's pictures where nobody says one: a pixel a px of what its camera shows, if that is a size.
pub(crate) fn natural_size(scene: &Scene) -> Size {
    let wanted = scene.camera.map(|camera| camera.size);
    wanted
        .filter(|wanted| wanted.max_element() <= MOST_NATURAL)
        .and_then(|wanted| Size::new(wanted.x.round() as u32, wanted.y.round() as u32).ok())
        .unwrap_or(Size::DEFAULT)
}

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
    scene: &Scene,
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
    let camera = scene.camera.filter(|_| follow.is_none());
    // As wide as ever; as high as what the scene's camera shows.
    let height = camera.map_or(CELL.1, |camera| {
        let height = CELL.0 as f32 * camera.size.y / camera.size.x;
        (height.round() as u32).clamp(CELL.1 / 3, 2 * CELL.1)
    });
    let size = Size::new(CELL.0, height).map_err(fail)?;
    let camera = camera.map(|camera| showing(camera, size));
    let mut sheet_options = SheetOptions::new(Options {
        size,
        camera,
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
