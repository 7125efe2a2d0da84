//! The pixels are where the scene's numbers say.

mod common;

use std::f32::consts::PI;
use std::sync::Arc;

use tumble::backend::Shape;
use tumble::math::{Placement, Vec2};
use tumble::rig::{Color, Facing};
use tumble_view::list::{Item, Segment};
use tumble_view::{Camera, Frame, Hud, Options, Overlays, Pixmap, Size, Theme, display_list, pixmap, png};

/// No writing, no shadows to speak of, a sky of one colour, 1 pixel a px about the origin.
fn plain(size: Size) -> Options {
    let white = Color::rgb(255, 255, 255);
    Options {
        size,
        camera: Some(Camera::new(Vec2::ZERO, 1.0, size)),
        hud: Hud::Off,
        overlays: Overlays::NONE,
        theme: Theme {
            sky_top: white,
            sky_bottom: white,
            hills: [Color { a: 0, ..white }; 2],
            pebble: Color { a: 0, ..white },
            ..Theme::default()
        },
        ..Options::default()
    }
}

fn size(width: u32, height: u32) -> Size {
    Size::new(width, height).unwrap_or_else(|error| panic!("{error}"))
}

fn air() -> Frame {
    Frame {
        terrain: Arc::new([]),
        ..common::empty()
    }
}

fn draw(frame: &Frame, options: &Options) -> Pixmap {
    pixmap(frame, options).unwrap_or_else(|error| panic!("{error}"))
}

fn at(picture: &Pixmap, x: u32, y: u32) -> [u8; 3] {
    let pixel = picture
        .pixel(x, y)
        .unwrap_or_else(|| panic!("({x}, {y}) is outside"));
    [pixel.red(), pixel.green(), pixel.blue()]
}

fn rgb(color: Color) -> [u8; 3] {
    [color.r, color.g, color.b]
}

/// How much of the picture is not white, where `color` counts as a whole pixel [pixels].
fn coverage(picture: &Pixmap, color: Color) -> f32 {
    let whole = f32::from(255 - color.g);
    picture
        .pixels()
        .iter()
        .map(|pixel| f32::from(255 - pixel.green()) / whole)
        .sum()
}

#[test]
fn a_terrain_box_fills_exactly_its_pixels() {
    let mut frame = air();
    frame.terrain = Arc::new([common::polygon(
        "block",
        &[(-50.0, -30.0), (50.0, -30.0), (50.0, 30.0), (-50.0, 30.0)],
    )]);
    let theme = Theme {
        stone: Color::rgb(10, 20, 30),
        stone_light: Color::rgb(10, 20, 30),
        stone_dark: Color::rgb(10, 20, 30),
        ..plain(size(200, 100)).theme
    };
    let options = Options {
        theme,
        ..plain(size(200, 100))
    };
    let picture = draw(&frame, &options);
    // The world's (0, 0) is the corner between pixels 99 and 100, 49 and 50; edges are drawn with a line of 2.5.
    for (x, y) in [(52, 22), (147, 22), (52, 77), (147, 77), (100, 50)] {
        assert_eq!(at(&picture, x, y), [10, 20, 30], "({x}, {y}) is inside");
    }
    for (x, y) in [(47, 50), (152, 50), (100, 17), (100, 82), (0, 0), (199, 99)] {
        assert_eq!(at(&picture, x, y), [255; 3], "({x}, {y}) is outside");
    }
}

#[test]
fn a_ball_covers_the_area_of_its_circle() {
    let gray = Color::rgb(100, 100, 100);
    let theme = Theme {
        balls: [gray; 4],
        seam: gray,
        prop_dark: gray,
        head: gray,
        ..plain(Size::DEFAULT).theme
    };
    for radius in [7.3, 20.0, 61.5] {
        let mut frame = air();
        frame.props = vec![common::prop("ball", Shape::Circle { radius }, (3.25, -1.5), 1.0)];
        let options = Options {
            theme: theme.clone(),
            ..plain(size(160, 160))
        };
        let area = coverage(&draw(&frame, &options), gray);
        let exact = PI * radius * radius;
        assert!(
            (area - exact).abs() < 0.01 * exact + 1.0,
            "radius {radius}: {area} for {exact}"
        );
    }
}

#[test]
fn a_crate_and_a_plank_are_as_large_as_their_bodies() {
    let brown = Color::rgb(120, 90, 60);
    let theme = Theme {
        wood: brown,
        wood_light: brown,
        wood_dark: brown,
        ..plain(Size::DEFAULT).theme
    };
    for (half, angle) in [
        (Vec2::new(40.0, 40.0), 0.0),
        (Vec2::new(40.0, 30.0), 0.6),
        (Vec2::new(70.0, 8.0), 2.5),
    ] {
        let mut frame = air();
        frame.props = vec![common::prop("box", Shape::Box { half }, (0.0, 0.0), angle)];
        let options = Options {
            theme: theme.clone(),
            ..plain(size(200, 200))
        };
        let area = coverage(&draw(&frame, &options), brown);
        let exact = 4.0 * half.x * half.y;
        // Its corners are rounded by at most 4 px: (4 − π)·4² less.
        assert!(
            area < exact * 1.01 && area > exact - 14.0 - 0.01 * exact,
            "{half}: {area} for {exact}"
        );
    }
}

#[test]
fn the_ground_goes_on_below_the_picture_without_seams() {
    let mut frame = air();
    // Two neighbours and a thin slab: all ground.
    frame.terrain = Arc::new([
        common::polygon("a", &[(-900.0, 0.0), (7.3, 0.0), (7.3, 40.0), (-900.0, 40.0)]),
        common::polygon("b", &[(7.3, 0.0), (900.0, 0.0), (900.0, 60.0), (7.3, 60.0)]),
    ]);
    let options = plain(size(400, 300));
    let picture = draw(&frame, &options);
    for y in 190..300 {
        let first = at(&picture, 5, y);
        assert!(
            (0..400).all(|x| at(&picture, x, y) == first),
            "row {y} is not of one colour"
        );
        assert_ne!(first, [255; 3]);
    }
    assert_eq!(at(&picture, 200, 149), [255; 3], "above the ground");
    assert_eq!(
        at(&picture, 200, 151),
        rgb(options.theme.turf_light),
        "its lighter upper edge"
    );
}

/// Every point of a list's paths and circles, in order.
fn points(items: &[Item], out: &mut Vec<Vec2>) {
    for item in items {
        match item {
            Item::Path { path, .. } => {
                out.extend(path.segments.iter().filter_map(|segment| match *segment {
                    Segment::Move(p) | Segment::Line(p) | Segment::Quad(_, p) | Segment::Cubic(_, _, p) => {
                        Some(p)
                    }
                    Segment::Close => None,
                }));
            }
            Item::Circle { center, .. } => out.push(*center),
            Item::Group { items, .. } => points(items, out),
            Item::Text(_) => {}
        }
    }
}

fn figure(facing: Facing, root: Placement) -> Frame {
    let rig = common::rig();
    let mut frame = air();
    let character = common::character(&rig, "hero", root, facing, |pose| {
        for (i, angle) in pose.angles.iter_mut().enumerate() {
            *angle += 0.11 * i as f32 - 0.3;
        }
    });
    frame.characters.push(character);
    frame
}

#[test]
fn a_mirrored_figure_is_drawn_as_the_reflection_point_by_point() {
    for scale in [0.5, 1.0, 2.0] {
        let place = Placement::at(Vec2::new(40.0, -20.0))
            .with_angle(0.3)
            .with_scale(scale);
        let reflected = Placement {
            position: Vec2::new(-place.position.x, place.position.y),
            angle: -place.angle,
            ..place
        };
        let (mut right, mut left) = (Vec::new(), Vec::new());
        let options = plain(size(2000, 2000));
        points(&display_list(&figure(Facing::Right, place), &options), &mut right);
        points(
            &display_list(&figure(Facing::Left, reflected), &options),
            &mut left,
        );
        assert_eq!(right.len(), left.len());
        assert!(right.len() > 100);
        // A capsule's outline starts at its other side under the mirror; so compare as sets.
        let mut unmatched = 0;
        for p in right.iter().skip(4) {
            let wanted = Vec2::new(-p.x, p.y);
            let near = left
                .iter()
                .map(|q| (*q - wanted).length())
                .fold(f32::INFINITY, f32::min);
            unmatched += usize::from(near > 2e-3 * scale);
        }
        assert_eq!(unmatched, 0, "scale {scale}");
    }
}

#[test]
fn a_mirrored_figure_is_the_flipped_picture() {
    let options = Options {
        camera: Some(Camera::new(Vec2::new(0.0, -100.0), 0.5, size(600, 600))),
        ..plain(size(600, 600))
    };
    let place = Placement::at(Vec2::new(60.0, 0.0)).with_angle(0.2);
    let reflected = Placement {
        position: Vec2::new(-60.0, 0.0),
        angle: -0.2,
        ..place
    };
    let right = draw(&figure(Facing::Right, place), &options);
    let left = draw(&figure(Facing::Left, reflected), &options);
    assert_ne!(
        right.data(),
        left.data(),
        "the figure must not be symmetrical, or this tests nothing"
    );
    let mut sum = 0_u64;
    let mut drawn = 0_u64;
    for y in 0..600 {
        for x in 0..600 {
            let (a, b) = (at(&right, x, y), at(&left, 599 - x, y));
            let differs = (0..3).map(|i| u64::from(a[i].abs_diff(b[i]))).max().unwrap_or(0);
            // Coverage is sampled, not symmetrically; a whole pixel in the wrong place would differ by 100 and more.
            assert!(differs <= 72, "({x}, {y}): {a:?} and {b:?}");
            sum += differs;
            drawn += u64::from(a != [255; 3]);
        }
    }
    assert!(drawn > 5000, "{drawn}");
    assert!(
        sum < 4 * drawn,
        "mean difference of drawn pixels: {}",
        sum as f64 / drawn as f64
    );
}

#[test]
fn a_bone_without_parts_is_its_body_grey_or_a_white_head() {
    let frame = figure(Facing::Right, Placement::default());
    let options = Options {
        camera: Some(Camera::new(Vec2::new(0.0, -200.0), 0.5, size(600, 600))),
        ..plain(size(600, 600))
    };
    let camera = options.camera.unwrap_or_else(|| panic!("just set"));
    let picture = draw(&frame, &options);
    let pixel = |world: Vec2| {
        let p = camera.picture_from_world(world);
        at(&picture, p.x as u32, p.y as u32)
    };
    let bones = &frame.characters[0].bones;
    assert_eq!(
        pixel(bones[0].origin * 0.6 + bones[0].tip * 0.4),
        rgb(options.theme.body)
    );
    assert_eq!(
        pixel(bones[1].tip + Vec2::new(30.0, -40.0)),
        rgb(options.theme.head)
    );
    // The shin has a part of its own colour.
    let shin = bones[9].origin * 0.5 + bones[9].tip * 0.5;
    assert_eq!(pixel(shin), [0x3d, 0x40, 0x5b]);
}

#[test]
fn text_is_there_and_only_where_it_belongs() {
    let frame = common::empty();
    let written = Options {
        title: Some("HHHH".to_owned()),
        camera: None,
        hud: Hud::Full,
        ..plain(Size::DEFAULT)
    };
    let title_ink = |options: &Options| {
        let picture = draw(&frame, options);
        let mut dark = Vec::new();
        for y in 0..60 {
            for x in 0..200 {
                if at(&picture, x, y)[1] < 90 {
                    dark.push((x, y));
                }
            }
        }
        dark
    };
    let ink = title_ink(&written);
    // Four capital Hs of size 18 have about 4·(2·13 + 7) pixels of strokes 1.5 wide; baseline at y = 29.
    assert!((120..500).contains(&ink.len()), "{}", ink.len());
    assert!(
        ink.iter()
            .all(|&(x, y)| (15..90).contains(&x) && (14..31).contains(&y)),
        "{ink:?}"
    );
    let silent = Options {
        hud: Hud::Off,
        ..written
    };
    assert!(title_ink(&silent).is_empty());
}

#[test]
fn the_scale_bar_is_as_long_as_it_says() {
    let options = Options {
        camera: Some(Camera::new(Vec2::ZERO, 0.5, Size::DEFAULT)),
        hud: Hud::Scale,
        ..plain(Size::DEFAULT)
    };
    let picture = draw(&air(), &options);
    // The bar lies 18 above the lower edge: 1 m = 100 px = 50 pixels.
    let row: Vec<u32> = (0..70).filter(|&x| at(&picture, x, 432)[1] < 120).collect();
    let (first, last) = (row[0], row[row.len() - 1]);
    assert!((i64::from(last - first) - 51).abs() <= 2, "{first}..{last}");
}

#[test]
fn the_png_holds_the_pixels_and_the_same_frame_gives_the_same_bytes() {
    let (frame, options) = (common::showroom(), Options::default());
    let bytes = png(&frame, &options).unwrap_or_else(|error| panic!("{error}"));
    let decoded = Pixmap::decode_png(&bytes).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(decoded.data(), draw(&frame, &options).data());
    assert_eq!(png(&common::showroom(), &options).unwrap_or_default(), bytes);
    assert!(
        decoded.pixels().iter().all(|pixel| pixel.alpha() == 255),
        "opaque everywhere"
    );
}
