//! Odd input is left out of the picture: no panic, nothing that isn't a number.

mod common;

use std::sync::Arc;

use tumble::backend::Shape;
use tumble::math::{Placement, Pose2, Vec2};
use tumble::rig::Facing;
use tumble_scene::frame::{Frame, SceneEvent, TerrainView};
use tumble_view::{
    Camera, Cell, Gif, GifOptions, Options, Overlays, SheetOptions, Size, ViewError, contact_sheet, fit,
    key_frames, pixmap, svg,
};

fn all_layers() -> Options {
    Options {
        overlays: Overlays::ALL,
        title: Some("odd".to_owned()),
        ..Options::default()
    }
}

/// Draws in every way, and checks the vectors for what isn't a number.
fn survives(frame: &Frame, options: &Options) {
    let text = svg(frame, options);
    roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    for bad in ["NaN", "inf"] {
        let numbers = text.lines().filter(|line| !line.contains("aria-label"));
        assert!(
            !numbers.clone().any(|line| line.contains(bad)),
            "{bad} in the picture"
        );
    }
    let picture = pixmap(frame, options).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(picture.width(), options.size.width());
}

#[test]
fn an_empty_scene_is_a_sky() {
    let frame = Frame {
        terrain: Arc::new([]),
        ..common::empty()
    };
    survives(&frame, &all_layers());
    survives(&common::empty(), &all_layers());
}

#[test]
fn what_is_not_finite_is_left_out_and_the_rest_stays() {
    let nan = Vec2::new(f32::NAN, 0.0);
    let mut frame = common::showroom();
    let whole = svg(&frame, &Options::default());
    frame.props[0].pose = Pose2::new(nan, 0.0);
    frame.props[1].pose.angle = f32::INFINITY;
    frame.props[3].shape = Shape::Circle { radius: f32::NAN };
    frame.props[2].velocity = nan;
    frame.characters[0].bones[3].origin = nan;
    frame.characters[0].bones[4].heading = f32::NAN;
    frame.characters[1].pose.root.scale = f32::NAN;
    frame.characters[3].joints[2].angle = f32::NAN;
    frame.characters[3].joints[3].limits = Some([f32::NAN, f32::INFINITY]);
    frame.characters[3].bodies[4].pose.position = nan;
    frame.characters[3].ground = Some((f32::NAN, true));
    frame.characters[3].probe[0].0.way = nan;
    frame.characters[2].markers[0].1 = nan;
    frame.events.push(SceneEvent::Impact {
        body: "a".to_owned(),
        other: "b".to_owned(),
        impulse: f32::NAN,
        at: Vec2::ZERO,
    });
    frame.time = f64::NAN;
    survives(&frame, &all_layers());
    let text = svg(&frame, &Options::default());
    assert!(!text.contains("data-name=\"crate\"") && whole.contains("data-name=\"crate\""));
    assert!(text.contains("data-name=\"ball2\"") && text.contains("data-name=\"hero\""));
}

#[test]
fn degenerate_shapes_are_left_out() {
    let mut frame = common::empty();
    let shape = |points: &[(f32, f32)]| TerrainView {
        name: "odd".to_owned(),
        shape: Shape::Segments {
            points: common::points(points),
        },
    };
    frame.terrain = Arc::new([
        common::polygon("none", &[]),
        common::polygon("point", &[(0.0, 0.0)]),
        common::polygon("flat", &[(0.0, 0.0), (900.0, 0.0), (0.0, 0.0)]),
        common::polygon("same", &[(5.0, 5.0), (5.0, 5.0), (5.0, 5.0)]),
        common::polygon("nan", &[(f32::NAN, 0.0), (1.0, 0.0), (0.0, 1.0)]),
        common::polygon("bow", &[(0.0, 0.0), (900.0, 500.0), (900.0, 0.0), (0.0, 500.0)]),
        shape(&[]),
        shape(&[(1.0, 1.0)]),
        shape(&[(0.0, 0.0), (0.0, 0.0)]),
    ]);
    let odd = [
        Shape::Circle { radius: 0.0 },
        Shape::Circle { radius: -5.0 },
        Shape::Box { half: Vec2::ZERO },
        Shape::Box {
            half: Vec2::new(-3.0, 4.0),
        },
        Shape::Box {
            half: Vec2::new(1e-30, 1e30),
        },
        Shape::Capsule {
            half_length: 0.0,
            radius: 0.0,
        },
        Shape::Polygon { points: Vec::new() },
        Shape::Segments { points: Vec::new() },
    ];
    for (i, shape) in odd.into_iter().enumerate() {
        for kinematic in [false, true] {
            let mut prop = common::prop(&format!("p{i}"), shape.clone(), (10.0, -50.0), 0.3);
            prop.kinematic = kinematic;
            frame.props.push(prop);
        }
    }
    survives(&frame, &all_layers());
}

#[test]
fn far_away_and_huge_things_do_no_harm() {
    let rig = common::rig();
    for far in [1e5, 1e7, 1e12, 1e30, f32::MAX] {
        let mut frame = common::empty();
        frame.props = vec![
            common::prop("far", Shape::Circle { radius: 50.0 }, (far, -far), 1.0),
            common::prop(
                "huge",
                Shape::Box {
                    half: Vec2::splat(far),
                },
                (0.0, 0.0),
                1.0,
            ),
            common::prop("ball", Shape::Circle { radius: far }, (0.0, 0.0), 1.0),
        ];
        frame.characters.push(common::character(
            &rig,
            "hero",
            Placement::at(Vec2::new(far, far)),
            Facing::Left,
            |_| {},
        ));
        frame.characters.push(common::character(
            &rig,
            "giant",
            Placement::default().with_scale(far.min(1e20)),
            Facing::Right,
            |_| {},
        ));
        survives(&frame, &all_layers());
        let camera = Camera::new(Vec2::new(far, far), 2.0, Size::DEFAULT);
        survives(
            &frame,
            &Options {
                camera: Some(camera),
                ..all_layers()
            },
        );
    }
}

#[test]
fn the_smallest_and_odd_sizes_draw() {
    for (width, height) in [(1, 1), (1, 300), (300, 1), (181, 101), (7, 2000)] {
        let size = Size::new(width, height).unwrap_or_else(|error| panic!("{error}"));
        survives(&common::showroom(), &Options { size, ..all_layers() });
    }
}

#[test]
fn no_frames_are_a_typed_error_not_a_panic() {
    assert!(key_frames(&[]).is_empty());
    let camera = fit(&[], Size::DEFAULT);
    assert!(camera.center.is_finite() && camera.zoom > 0.0);
    let gif = Gif::new(Vec::new(), GifOptions::default(), &[]);
    assert!(matches!(gif, Err(ViewError::NoFrames)));
    let frame = common::empty();
    let gif = Gif::new(Vec::new(), GifOptions::default(), std::slice::from_ref(&frame));
    let unpushed = gif.unwrap_or_else(|error| panic!("{error}")).finish();
    assert!(matches!(unpushed, Err(ViewError::NoFrames)));
    let sheet = SheetOptions::new(Options::default());
    assert!(matches!(contact_sheet(&[], &sheet), Err(ViewError::NoFrames)));
    let many: Vec<Cell<'_>> = (0..2000)
        .map(|_| Cell {
            frame: &frame,
            caption: String::new(),
        })
        .collect();
    assert!(matches!(
        contact_sheet(&many, &sheet),
        Err(ViewError::Size { .. })
    ));
}

#[test]
fn a_clock_that_stands_or_runs_backwards_makes_a_readable_gif() {
    let mut frames = common::run(30);
    for (i, frame) in frames.iter_mut().enumerate() {
        frame.time = [0.0, 0.5, 0.2, f64::NAN, 0.9][i % 5];
    }
    let mut gif =
        Gif::new(Vec::new(), GifOptions::default(), &frames).unwrap_or_else(|error| panic!("{error}"));
    for frame in &frames {
        gif.push(frame).unwrap_or_else(|error| panic!("{error}"));
    }
    let (bytes, summary) = gif.finish().unwrap_or_else(|error| panic!("{error}"));
    assert!(summary.pictures >= 1);
    let mut reader = gif::Decoder::new(bytes.as_slice()).unwrap_or_else(|error| panic!("{error}"));
    let mut count = 0;
    while reader
        .read_next_frame()
        .unwrap_or_else(|error| panic!("{error}"))
        .is_some()
    {
        count += 1;
    }
    assert_eq!(count, summary.pictures);
}
