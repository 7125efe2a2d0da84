//! From a frame to a display list.

pub(crate) mod background;
pub(crate) mod character;
pub(crate) mod counters;
pub(crate) mod hud;
pub(crate) mod inside;
pub(crate) mod overlay;
pub(crate) mod prop;
pub(crate) mod puppet;
pub(crate) mod shadow;
pub(crate) mod surface;
pub(crate) mod terrain;

use tumble::math::Vec2;
use tumble_scene::frame::Frame;

use crate::flash::Flash;
use crate::list::{Item, Pen};
use crate::{Bounds, Camera, Options, bounds};
use surface::Surface;

/// What stays the same while camera and terrain do: sky and terrain. Back to front, in picture coordinates.
pub(crate) fn fixed_layer(surface: &Surface, camera: &Camera, options: &Options) -> Vec<Item> {
    let mut pen = Pen::new();
    background::draw(&mut pen, camera, &options.theme);
    let mut world = Pen::new();
    terrain::draw(&mut world, surface, camera.visible(), &options.theme);
    pen.group("terrain", camera.transform(), world.items);
    pen.items
}

/// What changes from frame to frame: shadows, props, characters, puppets, overlays, writing.
pub(crate) fn moving_layer(
    frame: &Frame,
    surface: &Surface,
    camera: &Camera,
    options: &Options,
    flashes: &[Flash],
) -> Vec<Item> {
    let theme = &options.theme;
    let visible = camera.visible().grown(Vec2::splat(40.0));
    let seen = |bounds: Bounds| !bounds.is_empty() && bounds.touches(visible);
    let mut pen = Pen::new();
    let mut world = Pen::new();

    let mut shadows = Pen::new();
    shadow::draw(&mut shadows, frame, surface, visible, theme);
    world.group("shadows", crate::list::Transform::default(), shadows.items);

    for prop in frame.props.iter().filter(|prop| seen(bounds::of_prop(prop))) {
        prop::draw(&mut world, prop, theme);
    }
    overlay::draw_ghosts(&mut world, frame, &options.ghosts, theme);
    for character in frame.characters.iter().filter(|c| seen(bounds::of_character(c))) {
        let mut figure = Pen::new();
        character::draw(&mut figure, character, theme);
        world.group(&character.name, crate::list::Transform::default(), figure.items);
    }
    for puppet in frame.puppets.iter().filter(|p| seen(bounds::of_puppet(p))) {
        let mut figure = Pen::new();
        puppet::draw(&mut figure, puppet, theme);
        world.group(&puppet.name, crate::list::Transform::default(), figure.items);
    }
    for puppet in &frame.puppets {
        puppet::draw_grabs(&mut world, puppet, theme);
    }
    let mut layer = Pen::new();
    let ink = overlay::Ink {
        unit: hud::unit(camera.size) / camera.zoom,
    };
    if let Some(inside) = &frame.inside {
        inside::draw_below(&mut layer, inside, options.overlays, ink, theme);
    }
    overlay::draw(&mut layer, frame, flashes, options.overlays, ink, theme);
    if let Some(inside) = &frame.inside {
        inside::draw_above(&mut layer, inside, options.overlays, ink, theme);
    }
    world.group("overlays", crate::list::Transform::default(), layer.items);

    pen.group("scene", camera.transform(), world.items);
    hud::draw_fixed(&mut pen, camera, options);
    hud::draw_moving(&mut pen, frame, camera, options);
    if let Some(inside) = &frame.inside {
        counters::draw(&mut pen, inside, options.overlays, camera.size, theme);
    }
    pen.items
}
