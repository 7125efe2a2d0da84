//! Point-mass figures in pictures: where their points are, as thick as their files say, with who holds them; what pictures of them show.

mod common;

use std::sync::Arc;

use tumble::math::Vec2;
use tumble::rig::Color;
use tumble::verlet::library;
use tumble_scene::frame::{PointView, PullView, PuppetView, SceneEvent};
use tumble_view::{
    Camera, Follow, Frame, Hud, Options, Overlays, Pixmap, Size, Theme, fit, key_frames, pixmap, svg,
};

/// A figure of its library in px, at rest, its own place put at `at`.
fn puppet(figure: &str, name: &str, at: Vec2) -> PuppetView {
    let figure = Arc::new(library::figure(figure).expect("it is built in").in_px());
    let points = figure.points().iter().map(|point| PointView {
        at: at + Vec2::new(point.at[0] as f32, point.at[1] as f32),
        velocity: Vec2::ZERO,
        touches: false,
        held: false,
    });
    PuppetView {
        name: Arc::from(name),
        points: points.collect(),
        lengths: figure.sticks().iter().map(|stick| stick.length as f32).collect(),
        pulls: Vec::new(),
        awake: true,
        figure,
    }
}

fn alone(puppets: Vec<PuppetView>) -> Frame {
    Frame {
        terrain: Arc::new([]),
        puppets,
        ..common::empty()
    }
}

const WHITE: Color = Color::rgb(255, 255, 255);
const NEAR: Color = Color::rgb(0, 0, 200);

/// White, without writing; `zoom` pixels a px about a place.
fn plain(center: Vec2, zoom: f32) -> Options {
    let size = Size::new(400, 400).expect("a size");
    let theme = Theme {
        sky_top: WHITE,
        sky_bottom: WHITE,
        hills: [Color { a: 0, ..WHITE }; 2],
        puppets: [NEAR; 6],
        puppet_head: Color::rgb(255, 0, 0),
        puppet_edge: Color::rgb(255, 0, 0),
        grab: Color::rgb(0, 255, 0),
        ..Theme::default()
    };
    Options {
        size,
        camera: Some(Camera::new(center, zoom, size)),
        hud: Hud::Off,
        overlays: Overlays::NONE,
        theme,
        ..Options::default()
    }
}

fn draw(frame: &Frame, options: &Options) -> Pixmap {
    pixmap(frame, options).unwrap_or_else(|error| panic!("{error}"))
}

/// The colour at a place of the world.
fn at(picture: &Pixmap, camera: Camera, place: Vec2) -> [u8; 3] {
    let pixel = (place - camera.center) * camera.zoom + Vec2::splat(200.0);
    let pixel = picture
        .pixel(pixel.x as u32, pixel.y as u32)
        .unwrap_or_else(|| panic!("{place} is outside"));
    [pixel.red(), pixel.green(), pixel.blue()]
}

#[test]
fn drawn_sticks_have_their_colour_hidden_ones_and_the_rest_have_none() {
    let puppet = puppet("seven_point", "dummy", Vec2::ZERO);
    let options = plain(Vec2::new(0.0, -25.0), 6.0);
    let camera = options.camera.expect("it was given");
    let place = |name: &str| puppet.points[puppet.figure.point(name).expect("it has one")].at;
    let middle = |a: &str, b: &str| (place(a) + place(b)) * 0.5;
    let picture = draw(&alone(vec![puppet.clone()]), &options);
    let near = [NEAR.r, NEAR.g, NEAR.b];
    for limb in [("chest", "right_hand"), ("hip", "right_foot"), ("head", "hip")] {
        assert_eq!(at(&picture, camera, middle(limb.0, limb.1)), near, "{limb:?}");
    }
    // The left is the far side: darker.
    for limb in [("chest", "left_hand"), ("hip", "left_foot")] {
        let seen = at(&picture, camera, middle(limb.0, limb.1));
        assert!(seen != near && seen != [255; 3], "{limb:?}: {seen:?}");
    }
    // Springs aren't drawn, nor is anything beside the sticks.
    for place in [
        middle("right_foot", "left_foot"),
        middle("right_hand", "right_foot"),
        Vec2::new(12.0, -40.0),
    ] {
        assert_eq!(at(&picture, camera, place), [255; 3], "{place}");
    }
    // The head is a disc of 0.1 units: 5 px about its point.
    let head = place("head");
    for (off, inside) in [(4.7, true), (5.4, false)] {
        for side in [Vec2::new(off, 0.0), Vec2::new(0.0, -off), Vec2::new(-off, 0.0)] {
            assert_eq!(at(&picture, camera, head + side) == [255, 0, 0], inside, "{side}");
        }
    }
}

#[test]
fn a_stick_is_as_thick_as_its_file_says() {
    let bridge = puppet("bridge", "bridge", Vec2::ZERO);
    let options = plain(Vec2::new(0.0, 40.0), 8.0);
    let camera = options.camera.expect("it was given");
    let picture = draw(&alone(vec![bridge]), &options);
    // Under the middle the planks are all but level, 6 px thick.
    let column = |x: f32| -> usize {
        let x = ((x - camera.center.x) * camera.zoom + 200.0) as u32;
        (0..400)
            .filter(|&y| picture.pixel(x, y).is_some_and(|pixel| pixel.red() < 128))
            .count()
    };
    let thick = column(3.0) as f32 / camera.zoom;
    assert!((thick - 6.0).abs() < 0.3, "{thick}");
}

#[test]
fn who_holds_it_is_seen_and_so_is_where_it_is_pulled() {
    let mut held = puppet("seven_point", "dummy", Vec2::ZERO);
    let chest = held.figure.point("chest").expect("it has one");
    let target = held.points[chest].at + Vec2::new(20.0, 0.0);
    let options = plain(Vec2::new(0.0, -25.0), 6.0);
    let camera = options.camera.expect("it was given");
    let green = |picture: &Pixmap| {
        let pixels = picture.pixels().iter();
        pixels
            .filter(|pixel| pixel.green() > 200 && pixel.red() < 150 && pixel.blue() < 150)
            .count()
    };
    assert_eq!(green(&draw(&alone(vec![held.clone()]), &options)), 0);
    held.pulls.push(PullView { point: chest, target });
    let picture = draw(&alone(vec![held.clone()]), &options);
    assert_eq!(at(&picture, camera, target), [0, 255, 0]);
    let far = green(&picture);
    // Followed, there is the ring alone.
    held.pulls[0].target = held.points[chest].at;
    let near = green(&draw(&alone(vec![held]), &options));
    assert!(near > 50 && far > near, "{far} {near}");
}

#[test]
fn pictures_show_puppets_whole_and_follow_them() {
    let figure = puppet("seven_point", "dummy", Vec2::new(900.0, -60.0));
    let frame = Frame {
        puppets: vec![figure.clone(), puppet("dog", "rex", Vec2::new(300.0, 0.0))],
        ..common::empty()
    };
    let size = Size::new(640, 360).expect("a size");
    let seen = |camera: Camera, place: Vec2| {
        let pixel = (place - camera.center) * camera.zoom;
        pixel.x.abs() < 320.0 && pixel.y.abs() < 180.0
    };
    let camera = fit(core::slice::from_ref(&frame), size);
    for point in frame.puppets.iter().flat_map(|puppet| &puppet.points) {
        assert!(seen(camera, point.at), "{} in {camera:?}", point.at);
    }
    // Nearer than a stickman would be: at most twelve times the figure's extent is shown.
    let followed = Follow::new("dummy").next(&frame, size);
    assert!(
        (followed.center - Vec2::new(900.0, -84.0)).length() < 6.0,
        "{followed:?}"
    );
    assert!(360.0 / followed.zoom < 700.0, "{followed:?}");
    assert!(!seen(followed, Vec2::new(300.0, 0.0)));
    let text = svg(&frame, &Options::default());
    assert!(text.contains("dummy") && text.contains("rex"));
}

#[test]
fn what_is_not_finite_is_left_out() {
    let mut lost = puppet("seven_point", "lost", Vec2::ZERO);
    for point in &mut lost.points {
        point.at = Vec2::new(f32::NAN, f32::INFINITY);
    }
    let whole = puppet("seven_point", "dummy", Vec2::ZERO);
    let options = plain(Vec2::new(0.0, -25.0), 6.0);
    let alone_it = draw(&alone(vec![whole.clone()]), &options);
    let both = draw(&alone(vec![lost, whole]), &options);
    assert!(alone_it.data() == both.data());
}

#[test]
fn what_happens_to_puppets_makes_key_frames() {
    let who = || "dummy".to_owned();
    let body = || "dummy/chest".to_owned();
    let happens = [
        (
            50,
            SceneEvent::Landed {
                who: who(),
                speed: 300.0,
            },
        ),
        (
            100,
            SceneEvent::Pushed {
                who: who(),
                acceleration: Vec2::X,
                seconds: 1.0,
            },
        ),
        (
            200,
            SceneEvent::Jumped {
                who: who(),
                speed: 250.0,
            },
        ),
        (300, SceneEvent::Grabbed { body: body() }),
        (
            350,
            SceneEvent::Released {
                body: body(),
                velocity: Vec2::X,
            },
        ),
    ];
    let frames = |names: &[&str]| -> Vec<Frame> {
        (0..400_u16)
            .map(|i| {
                let puppets = names.iter().map(|name| puppet("seven_point", name, Vec2::ZERO));
                let events = happens.iter().filter(|(at, _)| *at == i);
                Frame {
                    step: u64::from(i),
                    time: f64::from(i) / 64.0,
                    events: events.map(|(_, event)| event.clone()).collect(),
                    ..alone(puppets.collect())
                }
            })
            .collect()
    };
    let labels = |frames: &[Frame]| -> Vec<(usize, String)> {
        key_frames(frames)
            .into_iter()
            .map(|key| (key.index, key.label))
            .collect()
    };
    let told = labels(&frames(&["dummy"]));
    // A push and a jump are best seen half and a quarter of a second later.
    for (index, label) in [
        (0, "start"),
        (50, "lands"),
        (132, "pushed"),
        (216, "jumps"),
        (300, "picked up"),
        (326, "held"),
        (350, "let go"),
        (370, "flies"),
        (399, "end"),
    ] {
        assert!(
            told.contains(&(index, label.to_owned())),
            "{index} {label} in {told:?}"
        );
    }
    let told = labels(&frames(&["dummy", "other"]));
    assert!(told.contains(&(50, "dummy: lands".to_owned())), "{told:?}");
    // A crowd is looked at evenly.
    let told = labels(&frames(&["a", "b", "c", "d", "e"]));
    assert_eq!(told.len(), 8, "{told:?}");
}
