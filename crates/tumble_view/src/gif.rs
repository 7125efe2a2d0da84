//! A run as an animated GIF.

use std::io::Write;

use gif::{DisposalMethod, Encoder, Repeat};
use tiny_skia::Pixmap;
use tumble_scene::frame::Frame;

use crate::flash::Flashes;
use crate::palette::{Histogram, Palette, UNCHANGED};
use crate::{Options, Renderer, Shot, Size, ViewError, framing, renderer};

/// How a run becomes a GIF.
#[derive(Clone, Debug)]
pub struct GifOptions {
    /// How its frames are drawn. The camera comes from [`GifOptions::shot`].
    pub options: Options,
    /// The camera. `None`: the options' own; without one, it fits the samples given to [`Gif::new`].
    pub shot: Option<Shot>,
    /// Wanted time between pictures \[s, > 0\]; the nearest whole number of steps is taken. Default 1/30.
    pub picture_time: f64,
    /// How long the last picture stays \[s, 0..\]. Default 1.5.
    pub hold: f64,
    /// Whether it starts again. Default true.
    pub repeat: bool,
}

impl GifOptions {
    /// The default of [`GifOptions::picture_time`] \[s\].
    pub const PICTURE_TIME: f64 = 1.0 / 30.0;
    /// The default of [`GifOptions::hold`] \[s\].
    pub const HOLD: f64 = 1.5;

    /// The defaults around some options.
    pub fn new(options: Options) -> Self {
        Self {
            options,
            shot: None,
            picture_time: Self::PICTURE_TIME,
            hold: Self::HOLD,
            repeat: true,
        }
    }
}

impl Default for GifOptions {
    fn default() -> Self {
        Self::new(Options::default())
    }
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GifSummary {
    /// Pictures in the file. A picture that is the same as the last is not written again, but the last stays longer.
    pub pictures: usize,
    /// Playing time \[s\], the hold included.
    pub duration: f64,
}

/// Writes a GIF while a run goes on: push every step's frame, then finish.
///
/// Pictures are taken of every n-th step, n chosen so that playback is in real time; a GIF counts in 1/100 s, so each
/// delay is what brings the sum nearest to the simulated time. One palette, made from sample frames, serves the whole
/// file; each picture holds only the rectangle that changed.
pub struct Gif<W: Write> {
    encoder: Encoder<W>,
    renderer: Renderer,
    shot: Shot,
    size: Size,
    palette: Palette,
    flashes: Flashes,
    /// What is on the screen, as palette indices.
    screen: Vec<u8>,
    /// The picture that waits for its delay.
    pending: Option<Pending>,
    first: f64,
    last_pushed: Option<f64>,
    last_taken: Option<f64>,
    picture_time: f64,
    hold: f64,
    pictures: usize,
    /// Hundredths of a second already written.
    written: u64,
}

struct Pending {
    picture: gif::Frame<'static>,
    /// Time since the first picture \[s\].
    time: f64,
}

impl<W: Write> core::fmt::Debug for Gif<W> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Gif")
            .field("size", &self.size)
            .field("pictures", &self.pictures)
            .finish_non_exhaustive()
    }
}

impl<W: Write> Gif<W> {
    /// At most so many of the samples are drawn for the palette.
    const SAMPLES: usize = 16;

    /// Starts a GIF. `samples` are frames that together show what will be seen: all frames of the run where they are at
    /// hand, else a few; the palette and (without a [`Shot`]) the camera come from them.
    ///
    /// # Errors
    /// Without samples, or when the file can't be written.
    pub fn new(out: W, options: GifOptions, samples: &[Frame]) -> Result<Self, ViewError> {
        let Some(first) = samples.first() else {
            return Err(ViewError::NoFrames);
        };
        let GifOptions {
            options,
            shot,
            picture_time,
            hold,
            repeat,
        } = options;
        let size = options.size;
        let shot = shot.unwrap_or_else(|| {
            let camera = options.camera.map(|_| renderer::camera_of(first, &options));
            Shot::Fixed(camera.unwrap_or_else(|| framing::fit(samples, size)))
        });
        let mut renderer = Renderer::new(options);
        let palette = sample_palette(samples, &mut renderer, &shot, size)?;
        let (width, height) = size.sides();
        let mut encoder = Encoder::new(out, width, height, &palette.bytes())?;
        if repeat {
            encoder.set_repeat(Repeat::Infinite)?;
        }
        Ok(Self {
            encoder,
            renderer,
            shot,
            size,
            palette,
            flashes: Flashes::new(),
            screen: Vec::new(),
            pending: None,
            first: 0.0,
            last_pushed: None,
            last_taken: None,
            picture_time: if picture_time > 0.0 {
                picture_time
            } else {
                GifOptions::PICTURE_TIME
            },
            hold: if hold >= 0.0 { hold } else { GifOptions::HOLD },
            pictures: 0,
            written: 0,
        })
    }

    /// Takes in a step's frame; frames come in the order of their times. Says whether a picture was taken of it.
    ///
    /// # Errors
    /// When the file can't be written, or there is no memory for a picture.
    pub fn push(&mut self, frame: &Frame) -> Result<bool, ViewError> {
        self.flashes.see(frame);
        let camera = self.shot.next(frame, self.size);
        let dt = self.last_pushed.map_or(0.0, |last| frame.time - last);
        self.last_pushed = Some(frame.time);
        // The nearest whole number of steps: a step too early by less than half a step counts as due.
        let due = self
            .last_taken
            .is_none_or(|last| frame.time - last > self.picture_time - 0.5 * dt);
        if !due {
            return Ok(false);
        }
        if self.last_taken.is_none() {
            self.first = frame.time;
        }
        self.last_taken = Some(frame.time);
        let picture = self.renderer.pixmap_with(frame, &camera, &self.flashes.now())?;
        let time = frame.time - self.first;
        if let Some(picture) = self.changed(&picture) {
            self.flush(time)?;
            self.pending = Some(Pending { picture, time });
        }
        Ok(true)
    }

    /// Writes the last picture and the file's end, and gives back what was written to.
    ///
    /// # Errors
    /// When nothing was pushed, or the file can't be written.
    pub fn finish(mut self) -> Result<(W, GifSummary), ViewError> {
        let (Some(last), Some(_)) = (self.last_taken, &self.pending) else {
            return Err(ViewError::NoFrames);
        };
        self.flush(last - self.first + self.hold.max(0.02))?;
        let summary = GifSummary {
            pictures: self.pictures,
            duration: self.written as f64 / 100.0,
        };
        let out = self.encoder.into_inner()?;
        Ok((out, summary))
    }

    /// Writes the waiting picture, which stays until `until` [s since the first].
    fn flush(&mut self, until: f64) -> Result<(), ViewError> {
        let Some(Pending { mut picture, time }) = self.pending.take() else {
            return Ok(());
        };
        debug_assert!(until >= time, "frames come in the order of their times");
        let end = (until.max(0.0) * 100.0).round() as u64;
        // Viewers take less than 2/100 s for "as slow as you like".
        let delay = end.saturating_sub(self.written).clamp(2, u64::from(u16::MAX));
        picture.delay = delay as u16;
        self.written += delay;
        self.pictures += 1;
        self.encoder.write_frame(&picture)?;
        Ok(())
    }

    /// The rectangle that differs from the screen, and updates the screen; `None` when nothing does.
    fn changed(&mut self, picture: &Pixmap) -> Option<gif::Frame<'static>> {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let mut indices = Vec::with_capacity(width * height);
        let mut last: Option<([u8; 3], u8)> = None;
        for pixel in picture.pixels() {
            let rgb = [pixel.red(), pixel.green(), pixel.blue()];
            let index = match last {
                Some((color, index)) if color == rgb => index,
                _ => self.palette.index(rgb),
            };
            last = Some((rgb, index));
            indices.push(index);
        }
        if self.screen.is_empty() {
            self.screen.clone_from(&indices);
            return Some(rectangle([0, 0, width, height], indices, None));
        }
        let (mut left, mut right, mut top, mut bottom) = (width, 0, height, 0);
        for (y, (new, old)) in indices.chunks(width).zip(self.screen.chunks(width)).enumerate() {
            let Some(from) = new.iter().zip(old).position(|(a, b)| a != b) else {
                continue;
            };
            let to = new.iter().zip(old).rposition(|(a, b)| a != b).unwrap_or(from);
            left = left.min(from);
            right = right.max(to + 1);
            top = top.min(y);
            bottom = y + 1;
        }
        if top >= bottom {
            return None;
        }
        let mut buffer = Vec::with_capacity((right - left) * (bottom - top));
        for y in top..bottom {
            let row = y * width + left..y * width + right;
            let pairs = indices[row.clone()].iter().zip(&self.screen[row]);
            buffer.extend(pairs.map(|(new, old)| if new == old { UNCHANGED } else { *new }));
        }
        self.screen = indices;
        Some(rectangle(
            [left, top, right - left, bottom - top],
            buffer,
            Some(UNCHANGED),
        ))
    }
}

fn rectangle(place: [usize; 4], buffer: Vec<u8>, transparent: Option<u8>) -> gif::Frame<'static> {
    let [left, top, width, height] = place.map(|side| side as u16);
    gif::Frame {
        left,
        top,
        width,
        height,
        transparent,
        dispose: DisposalMethod::Keep,
        buffer: buffer.into(),
        ..gif::Frame::default()
    }
}

/// The palette of some of the samples, evenly chosen, with one of every state of the first character among them.
fn sample_palette(
    samples: &[Frame],
    renderer: &mut Renderer,
    shot: &Shot,
    size: Size,
) -> Result<Palette, ViewError> {
    let count = samples.len().min(Gif::<Vec<u8>>::SAMPLES);
    let last = samples.len() - 1;
    let mut chosen: Vec<usize> = (0..count).map(|i| i * last / (count - 1).max(1)).collect();
    let state = |frame: &Frame| frame.characters.first().map(|character| character.state);
    for i in 1..samples.len() {
        let fresh = chosen.iter().all(|&j| state(&samples[j]) != state(&samples[i]));
        if fresh {
            chosen.push(i);
        }
    }
    chosen.sort_unstable();
    chosen.dedup();
    let mut histogram = Histogram::default();
    for i in chosen {
        let frame = &samples[i];
        // A clone: the run itself starts afresh.
        let camera = shot.clone().next(frame, size);
        histogram.add(&renderer.pixmap_with(frame, &camera, &renderer::own_flashes(frame))?);
    }
    Ok(histogram.palette())
}
