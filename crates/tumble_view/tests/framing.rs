//! Cameras show what is worth seeing.

mod common;

use tumble::backend::Shape;
use tumble::math::{Placement, Vec2};
use tumble::rig::Facing;
use tumble_view::{Bounds, Follow, Frame, Size, fit};

fn visible(frames: &[Frame], size: Size) -> Bounds {
    fit(frames, size).visible()
}

#[test]
fn fit_shows_every_bone_and_prop_of_every_frame() {
    let frames = common::run(120);
    for (w, h) in [(800, 450), (400, 400), (300, 900), (1920, 300)] {
        let view = visible(&frames, Size::new(w, h).unwrap_or_default());
        for frame in &frames {
            for bone in frame.characters.iter().flat_map(|c| &c.bones) {
                assert!(
                    view.contains(bone.origin) && view.contains(bone.tip),
                    "{w}x{h} {bone:?}"
                );
            }
            // The head's circle too.
            let head = frame.characters[0].bones[1].tip;
            assert!(view.contains(head + Vec2::splat(100.0)) && view.contains(head - Vec2::splat(100.0)));
            for prop in &frame.props {
                assert!(view.contains(prop.pose.position + Vec2::splat(60.0)));
            }
        }
    }
    let show = common::showroom();
    let view = visible(std::slice::from_ref(&show), Size::DEFAULT);
    for prop in &show.props {
        assert!(view.contains(prop.pose.position), "{}", prop.name);
    }
}

#[test]
fn the_ground_under_the_content_is_in_the_lower_part() {
    let frames = common::run(60);
    let camera = fit(&frames, Size::DEFAULT);
    let ground = camera.picture_from_world(Vec2::ZERO).y / 450.0;
    assert!(
        (0.6..0.97).contains(&ground),
        "the ground is at {ground} of the picture's height"
    );
}

#[test]
fn a_prop_that_rolls_away_does_not_shrink_the_picture() {
    let mut frames = common::run(60);
    let before = fit(&frames, Size::DEFAULT);
    frames[59].props[0].pose.position = Vec2::new(50_000.0, 80_000.0);
    frames[58].props[0].pose.position = Vec2::new(f32::NAN, 0.0);
    // Without the two frames in which it was farthest, the picture may even be a little narrower.
    let after = fit(&frames, Size::DEFAULT).zoom;
    assert!(
        after >= before.zoom && after < 1.02 * before.zoom,
        "{after} after {}",
        before.zoom
    );
}

#[test]
fn a_character_that_falls_for_ever_leaves_a_bounded_picture() {
    let mut frames = common::run(60);
    let rig = common::rig();
    let deep = Placement::at(Vec2::new(0.0, 900_000.0));
    frames[59].characters[0] = common::character(&rig, "hero", deep, Facing::Right, |_| {});
    let view = visible(&frames, Size::DEFAULT);
    assert!(view.size().max_element() < 25_000.0, "{view:?}");
}

#[test]
fn a_scene_without_characters_is_fitted_to_its_props() {
    let mut frame = common::empty();
    frame.props.push(common::prop(
        "a",
        Shape::Circle { radius: 30.0 },
        (5000.0, -30.0),
        0.0,
    ));
    let view = visible(std::slice::from_ref(&frame), Size::DEFAULT);
    assert!(
        view.contains(Vec2::new(5030.0, -30.0)) && view.size().y < 3000.0,
        "{view:?}"
    );
}

#[test]
fn follow_keeps_the_character_in_the_middle_and_moves_smoothly() {
    let frames = common::run(240);
    let mut follow = Follow::new("hero");
    let mut last = None;
    let mut zooms = Vec::new();
    for frame in &frames {
        let camera = follow.next(frame, Size::DEFAULT);
        let hips = camera.picture_from_world(frame.characters[0].bones[0].origin);
        assert!(
            (160.0..640.0).contains(&hips.x) && (90.0..440.0).contains(&hips.y),
            "{hips}"
        );
        if let Some(last) = last {
            let step: Vec2 = camera.center - last;
            assert!(step.length() < 40.0, "jumps by {step} in one step");
        }
        last = Some(camera.center);
        zooms.push(camera.zoom);
    }
    assert!(zooms.iter().all(|zoom| *zoom == zooms[0]));
}

#[test]
fn follow_comes_to_rest_on_a_standing_character() {
    let mut frames = common::run(2);
    let mut follow = Follow::new("hero").with_view_height(1500.0);
    follow.next(&frames[0], Size::DEFAULT);
    let rig = common::rig();
    let stand = common::character(
        &rig,
        "hero",
        Placement::at(Vec2::new(800.0, -385.0)),
        Facing::Right,
        |_| {},
    );
    frames[1].characters[0] = stand;
    let mut centers = Vec::new();
    for i in 0..300 {
        frames[1].time = f64::from(i) / 60.0 + 1.0;
        centers.push(follow.next(&frames[1], Size::DEFAULT).center);
    }
    let hips = frames[1].characters[0].bones[0].origin.x;
    let end = centers[299];
    assert!((end.x - hips).abs() < 200.0, "{end} for {hips}");
    assert!((end - centers[240]).length() < 0.01, "still moves");
}

#[test]
fn follow_survives_a_character_that_is_gone_or_not_finite() {
    let mut frames = common::run(3);
    let mut follow = Follow::new("hero");
    let first = follow.next(&frames[0], Size::DEFAULT);
    frames[1].characters.clear();
    assert_eq!(
        follow.next(&frames[1], Size::DEFAULT),
        first,
        "stays where it was"
    );
    for bone in &mut frames[2].characters[0].bones {
        bone.origin = Vec2::NAN;
        bone.tip = Vec2::NAN;
    }
    assert_eq!(follow.next(&frames[2], Size::DEFAULT), first);
}
