//! Key frames side by side, with captions.

use tiny_skia::{Pixmap, PixmapPaint, Transform};
use tumble::math::Vec2;
use tumble::rig::Color;
use tumble_scene::frame::Frame;

use crate::draw::hud::write;
use crate::key_frames::KeyFrame;
use crate::list::{Anchor, Path, Pen, Stroke, Weight};
use crate::paint::raster;
use crate::{Bounds, Camera, Hud, Options, Renderer, Size, ViewError, bounds, framing, text};

/// One picture of a sheet.
#[derive(Clone, Debug)]
pub struct Cell<'a> {
    /// What it shows.
    pub frame: &'a Frame,
    /// What is written under it, after time and state.
    pub caption: String,
}

impl<'a> Cell<'a> {
    /// A cell for each key frame.
    pub fn of_keys(frames: &'a [Frame], keys: &[KeyFrame]) -> Vec<Self> {
        keys.iter()
            .filter_map(|key| {
                Some(Self {
                    frame: frames.get(key.index)?,
                    caption: key.label.clone(),
                })
            })
            .collect()
    }
}

/// Which camera the cells get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SheetCamera {
    /// Each cell looks at this character or puppet (or the first character, when there is none of that name), all at one zoom.
    Character(String),
    /// One camera for all: everything worth seeing in any of them.
    Fit,
}

/// How a sheet is laid out.
#[derive(Clone, Debug)]
pub struct SheetOptions {
    /// How each cell is drawn; its size is the cell's. [`Options::camera`] serves every cell when it is given.
    /// [`Options::title`] stands above the sheet, [`Options::hud`] counts for the scale bar only.
    pub options: Options,
    /// Cells side by side [1..]. Default 4.
    pub columns: usize,
    /// The cells' camera. Default: the first character.
    pub camera: SheetCamera,
}

impl SheetOptions {
    /// The default of [`SheetOptions::columns`].
    pub const COLUMNS: usize = 4;

    /// The defaults around some options, whose size is that of a cell.
    pub fn new(options: Options) -> Self {
        Self {
            options,
            columns: Self::COLUMNS,
            camera: SheetCamera::Character(String::new()),
        }
    }
}

/// Where everything lies on a sheet \[pixels\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SheetLayout {
    /// The whole sheet.
    pub size: Size,
    /// Columns in use.
    pub columns: usize,
    /// Upper left corner of the first picture.
    pub origin: (u32, u32),
    /// From one picture's corner to the next one's.
    pub pitch: (u32, u32),
}

impl SheetLayout {
    /// The layout of `count` cells.
    ///
    /// # Errors
    /// When there is nothing to lay out, or the sheet would be larger than [`Size::MAX`].
    pub fn new(count: usize, sheet: &SheetOptions) -> Result<Self, ViewError> {
        if count == 0 {
            return Err(ViewError::NoFrames);
        }
        let cell = sheet.options.size;
        let columns = sheet.columns.clamp(1, count);
        let rows = count.div_ceil(columns);
        let caption = (30.0 * unit(cell)) as u32;
        let gap = (14.0 * unit(cell)) as u32;
        let title = if sheet
            .options
            .title
            .as_deref()
            .is_some_and(|title| !title.is_empty())
        {
            (40.0 * unit(cell)) as u32
        } else {
            0
        };
        let pitch = (cell.width() + gap, cell.height() + caption + gap);
        let along = |count: usize, pitch: u32, extra: u32| {
            u32::try_from(count)
                .ok()
                .and_then(|count| count.checked_mul(pitch))
                .and_then(|length| length.checked_add(extra))
                .unwrap_or(u32::MAX)
        };
        Ok(Self {
            size: Size::new(
                along(columns, pitch.0, gap),
                along(rows, pitch.1, gap.saturating_add(title)),
            )?,
            columns,
            origin: (gap, gap + title),
            pitch,
        })
    }

    /// Upper left corner of a cell's picture.
    pub fn corner(&self, cell: usize) -> (u32, u32) {
        let (column, row) = ((cell % self.columns) as u32, (cell / self.columns) as u32);
        (
            self.origin.0 + column * self.pitch.0,
            self.origin.1 + row * self.pitch.1,
        )
    }
}

/// How large captions are: 1 for cells 400 wide.
fn unit(cell: Size) -> f32 {
    (cell.vec().x / 400.0).clamp(0.5, 4.0)
}

const PAPER: Color = Color::rgb(0xf5, 0xf2, 0xec);

/// Draws a sheet.
///
/// # Errors
/// When there is nothing to draw, the sheet would be too large, or there is no memory for it.
pub fn contact_sheet(cells: &[Cell<'_>], sheet: &SheetOptions) -> Result<Pixmap, ViewError> {
    let layout = SheetLayout::new(cells.len(), sheet)?;
    let cameras = cameras(cells, sheet);
    let mut options = sheet.options.clone();
    let title = options.title.take().unwrap_or_default();
    options.hud = if options.hud == Hud::Off {
        Hud::Off
    } else {
        Hud::Scale
    };
    let theme = options.theme.clone();
    let cell_size = options.size.vec();
    let u = unit(options.size);

    let mut canvas = raster::canvas(layout.size)?;
    let mut pen = Pen::new();
    pen.fill(Path::rect(Vec2::ZERO, layout.size.vec()), PAPER);
    if !title.is_empty() {
        let at = Vec2::new(layout.origin.0 as f32, 36.0 * u);
        write(
            &mut pen,
            &title,
            at,
            22.0 * u,
            Anchor::Start,
            Weight::Bold,
            theme.ink,
        );
    }
    raster::paint(&mut canvas, &pen.items);

    let mut renderer = Renderer::new(options);
    let mut pen = Pen::new();
    for (i, (cell, camera)) in cells.iter().zip(&cameras).enumerate() {
        let picture = renderer.pixmap_with(cell.frame, camera, &crate::renderer::own_flashes(cell.frame))?;
        let (x, y) = layout.corner(i);
        canvas.draw_pixmap(
            x.cast_signed(),
            y.cast_signed(),
            picture.as_ref(),
            &PixmapPaint::default(),
            Transform::identity(),
            None,
        );
        let min = Vec2::new(x as f32, y as f32);
        let border = Stroke {
            color: theme.ink_soft,
            width: 1.0,
        };
        pen.path(Path::rect(min, min + cell_size), None, Some(border));
        caption(&mut pen, cell, sheet, Vec2::new(min.x, min.y + cell_size.y), u);
    }
    raster::paint(&mut canvas, &pen.items);
    Ok(canvas)
}

/// Time, the state's badge, and what it shows.
fn caption(pen: &mut Pen, cell: &Cell<'_>, sheet: &SheetOptions, corner: Vec2, u: f32) {
    let theme = &sheet.options.theme;
    let size = 12.0 * u;
    let base = corner.y + 19.0 * u;
    let mut x = corner.x + 2.0 * u;
    let time = format!("{:.2} s", cell.frame.time);
    write(
        pen,
        &time,
        Vec2::new(x, base),
        size,
        Anchor::Start,
        Weight::Bold,
        theme.ink,
    );
    x += text::width(&time, size) + 9.0 * u;
    let name = match &sheet.camera {
        SheetCamera::Character(name) => name.as_str(),
        SheetCamera::Fit => "",
    };
    if let Some(character) = framing::named(cell.frame, name) {
        let state = character.state.name();
        let width = text::width(state, size) + 14.0 * u;
        let (min, max) = (
            Vec2::new(x, base - 13.0 * u),
            Vec2::new(x + width, base + 5.0 * u),
        );
        pen.fill(
            Path::rounded_rect(min, max, 9.0 * u),
            theme.state(character.state),
        );
        let at = Vec2::new(x + 0.5 * width, base);
        write(pen, state, at, size, Anchor::Middle, Weight::Bold, theme.plate);
        x += width + 9.0 * u;
    }
    write(
        pen,
        &cell.caption,
        Vec2::new(x, base),
        size,
        Anchor::Start,
        Weight::Regular,
        theme.ink_soft,
    );
}

fn cameras(cells: &[Cell<'_>], sheet: &SheetOptions) -> Vec<Camera> {
    let size = sheet.options.size;
    if let Some(camera) = sheet.options.camera {
        return vec![Camera { size, ..camera }; cells.len()];
    }
    let name = match &sheet.camera {
        SheetCamera::Character(name) => name,
        SheetCamera::Fit => {
            let frames: Vec<Frame> = cells.iter().map(|cell| cell.frame.clone()).collect();
            return vec![framing::fit(&frames, size); cells.len()];
        }
    };
    let mut least = Vec2::new(700.0, 600.0);
    let mut room = Vec2::new(160.0, 200.0);
    let figures: Vec<Bounds> = cells
        .iter()
        .map(|cell| match framing::named_puppet(cell.frame, name) {
            Some(puppet) => {
                least = Vec2::new(7.0, 6.0) * puppet.figure.extent() as f32;
                room = least * 0.3;
                bounds::of_puppet(puppet)
            }
            None => framing::named(cell.frame, name).map_or(Bounds::EMPTY, bounds::of_character),
        })
        .collect();
    let largest = figures
        .iter()
        .fold(Vec2::ZERO, |largest, figure| largest.max(figure.size()));
    if largest == Vec2::ZERO {
        let fit = |cell: &Cell<'_>| framing::fit(std::slice::from_ref(cell.frame), size);
        return cells.iter().map(fit).collect();
    }
    // Room around the largest, and a strip of ground below it.
    let view = (largest * 1.15 + room).max(least);
    let zoom = (size.vec() / view).min_element();
    let seen = size.vec() / zoom;
    figures
        .iter()
        .map(|figure| {
            let bottom = if figure.is_empty() { 0.0 } else { figure.max.y };
            let middle = figure.center();
            // Low figures lie near the ground: their soles at the same height of the picture as a standing one's.
            let center = Vec2::new(middle.x, bottom + 0.14 * seen.y - 0.5 * seen.y);
            Camera::new(center, zoom, size)
        })
        .collect()
}
