//! The inside of a world on pictures: each layer is where the numbers say, and only when it is on.

mod common;

use std::sync::Arc;

use tumble::backend::inside::{
    BodyInside, BoxInside, ContactInside, Inside, JointInside, JointKind, Outline,
};
use tumble::math::Vec2;
use tumble::rig::Color;
use tumble_view::{Camera, Frame, Hud, Options, Overlays, Pixmap, Size, Theme, pixmap, svg};

const SIDE: u32 = 450;

/// A white sky, 1 pixel a px about the origin, and writing of its usual size.
fn plain(overlays: Overlays) -> Options {
    let white = Color::rgb(255, 255, 255);
    let size = Size::new(800, SIDE).unwrap();
    Options {
        size,
        camera: Some(Camera::new(Vec2::ZERO, 1.0, size)),
        hud: Hud::Off,
        overlays,
        theme: Theme {
            sky_top: white,
            sky_bottom: white,
            hills: [Color { a: 0, ..white }; 2],
            ..Theme::default()
        },
        ..Options::default()
    }
}

fn frame(inside: Inside) -> Frame {
    Frame {
        terrain: Arc::new([]),
        inside: Some(Box::new(inside)),
        ..common::empty()
    }
}

fn draw(inside: Inside, overlays: Overlays) -> Pixmap {
    pixmap(&frame(inside), &plain(overlays)).unwrap_or_else(|error| panic!("{error}"))
}

/// The colour of the pixel below and right of a point of the world.
fn at(picture: &Pixmap, x: f32, y: f32) -> [u8; 3] {
    let (column, row) = ((x + 400.0) as u32, (y + 225.0) as u32);
    let pixel = picture
        .pixel(column, row)
        .unwrap_or_else(|| panic!("({x}, {y}) is outside"));
    [pixel.red(), pixel.green(), pixel.blue()]
}

fn rgb(color: Color) -> [u8; 3] {
    [color.r, color.g, color.b]
}

/// A colour at an opacity, over white.
fn pale(color: Color, opacity: f32) -> [u8; 3] {
    rgb(color).map(|channel| (255.0 + (f32::from(channel) - 255.0) * opacity).round() as u8)
}

#[track_caller]
fn assert_near(seen: [u8; 3], wanted: [u8; 3], what: &str) {
    let apart = (0..3).map(|i| seen[i].abs_diff(wanted[i])).max().unwrap_or(0);
    assert!(apart <= 3, "{what}: {seen:?}, not {wanted:?}");
}

/// The same for thin lines that don't lie on whole pixels: at least two thirds of the pixel.
#[track_caller]
fn assert_mostly(seen: [u8; 3], color: Color, what: &str) {
    let least = (0..3).filter(|&i| rgb(color)[i] < 200);
    for i in least {
        let share = (255.0 - f32::from(seen[i])) / (255.0 - f32::from(rgb(color)[i]));
        assert!((0.66..1.02).contains(&share), "{what}: {seen:?} for {color:?}");
    }
}

/// Rows and columns that hold anything but white: least and greatest of each, from the picture's middle.
fn extent(picture: &Pixmap) -> Option<[i64; 4]> {
    let mut around: Option<[i64; 4]> = None;
    for (i, pixel) in (0_i64..).zip(picture.pixels()) {
        if [pixel.red(), pixel.green(), pixel.blue()] == [255; 3] {
            continue;
        }
        let (x, y) = (i % 800 - 400, i / 800 - 225);
        let old = around.unwrap_or([x, x, y, y]);
        around = Some([old[0].min(x), old[1].max(x), old[2].min(y), old[3].max(y)]);
    }
    around
}

fn contact(at: (f32, f32), normal: Vec2, impulse: f32) -> ContactInside {
    ContactInside {
        at: Vec2::new(at.0, at.1),
        normal,
        separation: 0.0,
        impulse,
        asleep: false,
    }
}

const CONTACTS: Overlays = Overlays {
    contacts: true,
    ..Overlays::NONE
};

#[test]
fn a_contacts_bar_lies_along_its_normal_and_grows_with_the_root_of_the_impulse() {
    let theme = Theme::default();
    for (impulse, length) in [(0.5_f32, 7.0_f32), (100.0, 22.0), (400.0, 44.0), (1e6, 80.0)] {
        for (normal, along) in [(Vec2::Y, 2), (Vec2::X, 0)] {
            let picture = draw(
                Inside {
                    contacts: vec![contact((0.0, 0.0), normal, impulse)],
                    ..Inside::default()
                },
                CONTACTS,
            );
            let seen = extent(&picture).expect("something is drawn");
            // Round caps reach 1.1 beyond each end; the pale edge is white here.
            let reach = (seen[along + 1] - seen[along] + 1) as f32;
            assert!((reach - (length + 2.2)).abs() <= 1.5, "{impulse}: {seen:?}");
            let across = (seen[3 - along] - seen[2 - along] + 1) as f32;
            assert!(across <= 9.0, "{impulse}: {seen:?}");
            if length > 10.0 {
                let end = normal * (0.5 * length - 1.0);
                assert_near(at(&picture, end.x, end.y), rgb(theme.contact), "the bar's end");
            }
        }
    }
}

#[test]
fn a_contact_that_does_not_press_is_hollow_and_one_that_sleeps_is_grey() {
    let theme = Theme::default();
    let mut asleep = contact((100.0, 0.0), Vec2::Y, 400.0);
    asleep.asleep = true;
    let picture = draw(
        Inside {
            contacts: vec![contact((0.0, 0.0), Vec2::Y, 0.0), asleep],
            ..Inside::default()
        },
        CONTACTS,
    );
    let middle = at(&picture, 0.0, 0.0);
    assert!(middle.iter().all(|&channel| channel > 225), "{middle:?}");
    assert_ne!(at(&picture, 2.0, 0.0), [255; 3], "its ring");
    assert_near(at(&picture, 100.0, -18.0), rgb(theme.asleep), "the sleeper's bar");
}

fn square(center: (f32, f32), island: u64, asleep: bool) -> BodyInside {
    let (x, y) = center;
    BodyInside {
        outline: Outline::Polygon {
            points: [(-20.0, -20.0), (20.0, -20.0), (20.0, 20.0), (-20.0, 20.0)]
                .map(|(dx, dy)| Vec2::new(x + dx, y + dy))
                .to_vec(),
        },
        island,
        asleep,
    }
}

#[test]
fn bodies_have_their_islands_colour_and_sleepers_a_grey_one() {
    let theme = Theme::default();
    let round = BodyInside {
        outline: Outline::Round {
            ends: [Vec2::new(-100.0, 100.0), Vec2::new(0.0, 100.0)],
            radius: 15.0,
        },
        island: 1,
        asleep: false,
    };
    let picture = draw(
        Inside {
            bodies: vec![
                square((-200.0, 0.0), 1, false),
                square((-100.0, 0.0), 1, false),
                square((0.0, 0.0), 2, false),
                square((150.0, 0.0), 3, true),
                square((190.0, 0.0), 3, true),
                round,
            ],
            ..Inside::default()
        },
        Overlays {
            islands: true,
            ..Overlays::NONE
        },
    );
    let [one, same, other] = [-200.0, -100.0, 0.0].map(|x| at(&picture, x, 0.0));
    assert_eq!(one, same);
    let apart = (0..3).map(|i| one[i].abs_diff(other[i])).max();
    assert!(apart > Some(40), "{one:?} and {other:?}");
    assert!(
        theme.islands.iter().any(|&color| pale(color, 0.45) == one),
        "{one:?}"
    );
    for x in [150.0, 190.0] {
        assert_near(at(&picture, x, 0.0), pale(theme.asleep, 0.6), "a sleeper");
    }
    // The capsule: its colour to the end of its cap, and white beyond.
    for (x, inside) in [(-113.0, true), (12.0, true), (-118.0, false), (18.0, false)] {
        assert_eq!(at(&picture, x, 100.0) == [255; 3], !inside, "{x}");
    }
    // One pair of eyes closed for both sleepers: letters above the middle of their island, none above who is awake.
    let ink = |x0: i32, x1: i32| {
        (x0..x1)
            .flat_map(|x| (-48..-22).map(move |y| (x, y)))
            .filter(|&(x, y)| at(&picture, x as f32, y as f32) != [255; 3])
            .count()
    };
    assert!(ink(155, 190) > 30, "{}", ink(155, 190));
    assert_eq!(ink(-230, 100), 0);
}

#[test]
fn boxes_are_outlines_whose_colour_tells_what_moves() {
    let theme = Theme::default();
    let one = |min: (f32, f32), max: (f32, f32), leaf: bool, fixed: bool| BoxInside {
        min: Vec2::new(min.0, min.1),
        max: Vec2::new(max.0, max.1),
        depth: u32::from(leaf),
        leaf,
        fixed,
    };
    let picture = draw(
        Inside {
            boxes: vec![
                one((-200.5, -100.5), (99.5, 99.5), false, false),
                one((-150.5, -50.5), (-50.5, 49.5), true, false),
                one((150.5, -50.5), (250.5, 49.5), true, true),
            ],
            ..Inside::default()
        },
        Overlays {
            boxes: true,
            ..Overlays::NONE
        },
    );
    for (x, y, color, opacity) in [
        (-151.0, 0.0, theme.moving_box, 0.9),
        (-51.0, 0.0, theme.moving_box, 0.9),
        (-100.0, -51.0, theme.moving_box, 0.9),
        (150.0, 0.0, theme.fixed_box, 0.9),
        (200.0, 49.0, theme.fixed_box, 0.9),
        // It is 0.9 wide, and pale.
        (-201.0, 0.0, theme.moving_box, 0.2 * 0.9),
    ] {
        let (seen, wanted) = (at(&picture, x, y), pale(color, opacity));
        let apart = (0..3).map(|i| seen[i].abs_diff(wanted[i])).max();
        assert!(
            apart <= Some(8),
            "the edge at ({x}, {y}): {seen:?}, not {wanted:?}"
        );
    }
    for (x, y) in [
        (-100.0, 0.0),
        (0.0, 0.0),
        (200.0, 0.0),
        (-175.0, 80.0),
        (120.0, 0.0),
    ] {
        assert_eq!(at(&picture, x, y), [255; 3], "({x}, {y}) is no edge");
    }
}

#[test]
fn joints_of_things_and_grabs_are_drawn_and_a_figures_own_are_left_to_its_character() {
    let theme = Theme::default();
    let joint = |ends: [(f32, f32); 2], kind: JointKind, figure: u32| JointInside {
        ends: ends.map(|(x, y)| Vec2::new(x, y)),
        kind,
        figure,
        force: 0.0,
        asleep: false,
    };
    let pin = |angle: f32| JointKind::Pin {
        base: 0.0,
        angle,
        limits: Some([-0.5, 0.5]),
        reach: 200.0,
    };
    let picture = draw(
        Inside {
            joints: vec![
                joint([(-300.0, 0.0); 2], pin(0.25), 0),
                joint([(-300.0, 150.0); 2], pin(0.7), 0),
                joint([(-100.0, 0.0); 2], pin(0.0), 4),
                joint([(50.0, -50.0), (50.0, 50.0)], JointKind::Distance, 0),
                joint([(200.0, 0.0), (300.0, 0.0)], JointKind::Grab, 4),
            ],
            ..Inside::default()
        },
        Overlays {
            joints: true,
            ..Overlays::NONE
        },
    );
    // The band's arc at 0.22 · 200 px, in the middle of the band and not outside it; the needle at its angle.
    assert_mostly(at(&picture, -256.0, -0.5), theme.limit, "the arc");
    assert_eq!(at(&picture, -300.0, -44.0), [255; 3], "outside of the band");
    let needle = Vec2::from_angle(0.25) * 30.0;
    assert_mostly(
        at(&picture, -300.0 + needle.x, needle.y),
        theme.limit,
        "the needle",
    );
    // 0.2 rad beyond its limit.
    let needle = Vec2::from_angle(0.7) * 30.0;
    assert_mostly(
        at(&picture, -300.0 + needle.x, 150.0 + needle.y),
        theme.broken,
        "the broken one's needle",
    );
    for y in -60..60 {
        for x in -160..-40 {
            assert_eq!(at(&picture, x as f32, y as f32), [255; 3], "the figure's own pin");
        }
    }
    assert_mostly(at(&picture, 49.5, 20.0), theme.limit, "the rod");
    assert_mostly(at(&picture, 250.0, -0.5), theme.marker, "what pulls");
}

#[test]
fn counts_and_times_stand_on_plates_at_the_right_edge() {
    let inside = Inside {
        counts: vec![("pairs", 12), ("contacts", 345)],
        stages: vec![("figures", 60.0), ("rows", 15.0)],
        ..Inside::default()
    };
    let both = Overlays {
        counters: true,
        stages: true,
        ..Overlays::NONE
    };
    let written = svg(&frame(inside.clone()), &plain(both));
    assert!(!written.contains("NaN"), "{written}");
    let picture = draw(inside.clone(), both);
    // Bars: four times as long for four times the time.
    let blue = |pixel: [u8; 3]| pixel[2] > pixel[0].saturating_add(60);
    let lengths: Vec<usize> = (0..SIDE)
        .map(|row| {
            (0..800)
                .filter(|&column| blue(at(&picture, column as f32 - 400.0, row as f32 - 225.0)))
                .count()
        })
        .filter(|&length| length > 4)
        .collect();
    let (long, short) = (*lengths.iter().max().unwrap(), *lengths.iter().min().unwrap());
    assert!(
        (long as f32 - 46.0).abs() <= 1.5 && (short as f32 - 11.5).abs() <= 1.5,
        "{lengths:?}"
    );
    let seen = extent(&picture).unwrap();
    assert!(
        seen[0] > 200 && seen[1] <= 388 && seen[2] >= -225 + 41,
        "{seen:?}"
    );
    // Two lines and their plate for the counts alone; three for the stages, with the sum.
    let high = |overlays: Overlays| {
        let options = plain(overlays);
        let theme = Theme {
            plate: Color::rgb(0, 0, 0),
            ..options.theme.clone()
        };
        let picture = pixmap(&frame(inside.clone()), &Options { theme, ..options }).unwrap();
        let seen = extent(&picture).unwrap();
        seen[3] - seen[2] + 1
    };
    let counts = high(Overlays {
        stages: false,
        ..both
    });
    let stages = high(Overlays {
        counters: false,
        ..both
    });
    assert!(
        (counts - 34).abs() <= 2 && (stages - 47).abs() <= 2,
        "{counts} and {stages}"
    );
}

/// One of everything, around the middle.
fn everything(number: f32) -> Inside {
    let at = Vec2::splat(number);
    let kinds = [
        JointKind::Pin {
            base: number,
            angle: number,
            limits: Some([number; 2]),
            reach: number,
        },
        JointKind::Distance,
        JointKind::Grab,
    ];
    Inside {
        contacts: vec![contact((number, number), at, number)],
        joints: kinds
            .map(|kind| JointInside {
                ends: [at; 2],
                kind,
                figure: 0,
                force: number,
                asleep: false,
            })
            .to_vec(),
        bodies: vec![
            BodyInside {
                outline: Outline::Round {
                    ends: [at, Vec2::ZERO],
                    radius: number,
                },
                island: 0,
                asleep: true,
            },
            BodyInside {
                outline: Outline::Polygon { points: vec![at; 3] },
                island: u64::MAX,
                asleep: false,
            },
        ],
        boxes: vec![BoxInside {
            min: at,
            max: -at,
            depth: u32::MAX,
            leaf: true,
            fixed: false,
        }],
        counts: vec![("most", u64::MAX)],
        stages: vec![("forever", f64::from(number)), ("never", -0.0)],
    }
}

#[test]
fn numbers_that_are_not_finite_draw_nothing_and_break_nothing() {
    for number in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -1.0, 0.0] {
        let inside = everything(number);
        let picture = draw(inside.clone(), Overlays::ALL);
        assert!(
            picture.pixels().iter().all(|pixel| pixel.alpha() == 255),
            "{number}"
        );
        let written = svg(&frame(inside), &plain(Overlays::ALL));
        assert!(!written.contains("NaN") || number.is_nan(), "{number}");
    }
}

#[test]
fn layers_that_are_off_or_have_nothing_to_show_change_no_pixel() {
    let bare = Frame {
        terrain: Arc::new([]),
        ..common::empty()
    };
    let empty = |overlays: Overlays| pixmap(&bare, &plain(overlays)).unwrap();
    assert_eq!(extent(&empty(Overlays::ALL)), None, "no inside, no layers");
    assert_eq!(
        extent(&draw(everything(20.0), Overlays::NONE)),
        None,
        "no layers are on"
    );
    assert!(extent(&draw(everything(20.0), Overlays::ALL)).is_some());
    assert!(
        !Overlays::default().need_inside()
            && !Overlays {
                joints: true,
                ..Overlays::NONE
            }
            .need_inside()
    );
    assert!(CONTACTS.need_inside());
}
