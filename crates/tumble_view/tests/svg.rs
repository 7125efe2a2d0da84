//! The vector pictures are well-formed, complete, and say the same as the pixels.

mod common;

use roxmltree::{Document, Node};
use tumble_view::{Hud, Options, Overlays, Size, svg};

fn everything() -> Options {
    Options {
        title: Some("a <scene> & \"its\" 'name' \u{1}\u{fffe}".to_owned()),
        overlays: Overlays::ALL,
        ..Options::default()
    }
}

fn named<'a>(document: &'a Document<'a>, name: &str) -> Option<Node<'a, 'a>> {
    document
        .descendants()
        .find(|node| node.attribute("data-name") == Some(name))
}

#[test]
fn the_file_is_well_formed_whatever_the_names_hold() {
    let mut frame = common::showroom();
    frame.props[0].name = "<crate & \"sons\">".to_owned();
    frame.characters[0].name = "]]>\u{0}&#0;".to_owned();
    let text = svg(&frame, &everything());
    let document = Document::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "svg");
    assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
    assert_eq!(root.attribute("viewBox"), Some("0 0 800 450"));
    let title = root
        .children()
        .find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "title")));
    assert_eq!(
        title.and_then(|node| node.text()),
        Some("a <scene> & \"its\" 'name' \u{fffd}\u{fffd}")
    );
    assert!(named(&document, "<crate & \"sons\">").is_some());
    assert!(named(&document, "]]>\u{fffd}&#0;").is_some());
}

#[test]
fn nothing_outside_the_file_is_needed_and_every_number_is_one() {
    let text = svg(&common::showroom(), &everything());
    let document = Document::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let mut ids = Vec::new();
    for node in document.descendants().filter(Node::is_element) {
        assert!(!["text", "image", "use", "style", "script"].contains(&node.tag_name().name()));
        ids.extend(node.attribute("id"));
    }
    for node in document.descendants().filter(Node::is_element) {
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            assert!(!name.contains("href"));
            match name {
                "d" | "transform" | "cx" | "cy" | "r" | "stroke-width" | "x1" | "y1" | "x2" | "y2" => {
                    let numbers = value
                        .split(|c: char| c.is_ascii_whitespace() || "MLQCZ(),".contains(c))
                        .filter(|part| !part.is_empty() && !["translate", "scale", "matrix"].contains(part));
                    for number in numbers {
                        let number: f64 = number.parse().unwrap_or_else(|_| panic!("{name}: {number}"));
                        assert!(number.is_finite(), "{name}: {number}");
                    }
                }
                "fill" if value.starts_with("url(#") => {
                    let id = value.trim_start_matches("url(#").trim_end_matches(')');
                    assert!(ids.contains(&id), "{value} leads nowhere");
                }
                "fill" | "stroke" => assert!(value == "none" || value.starts_with('#'), "{value}"),
                _ => {}
            }
        }
    }
}

#[test]
fn everything_in_the_scene_is_in_the_picture() {
    let frame = common::showroom();
    let text = svg(&frame, &everything());
    let document = Document::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let names = frame.props.iter().map(|prop| &prop.name);
    for name in names.chain(frame.characters.iter().map(|character| &character.name)) {
        let group = named(&document, name).unwrap_or_else(|| panic!("{name} is missing"));
        assert!(
            group.descendants().filter(Node::is_element).count() > 1,
            "{name} is empty"
        );
    }
    let labels: Vec<&str> = document
        .descendants()
        .filter_map(|node| node.attribute("aria-label"))
        .collect();
    for label in [
        "1.25 s",
        "animated",
        "ragdoll",
        "hero",
        "fallen",
        "left_hand",
        "right_foot",
    ] {
        assert!(labels.contains(&label), "{label} is not written: {labels:?}");
    }
}

#[test]
fn a_turned_prop_is_turned_about_its_own_origin_and_never_scaled_negatively() {
    let mut frame = common::empty();
    let half = tumble::math::Vec2::splat(40.0);
    frame.props = vec![common::prop(
        "crate",
        tumble::backend::Shape::Box { half },
        (120.0, -300.0),
        std::f32::consts::FRAC_PI_2,
    )];
    let text = svg(&frame, &Options::default());
    let document = Document::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let group = named(&document, "crate").unwrap_or_else(|| panic!("no crate"));
    // (cos, sin, −sin, cos, x, y) for a quarter turn clockwise on the screen.
    assert_eq!(group.attribute("transform"), Some("matrix(0 1 -1 0 120 -300)"));
    assert!(!text.contains("scale(-"));
}

#[test]
fn the_writing_can_be_left_out() {
    let frame = common::showroom();
    let labels = |hud: Hud| {
        let options = Options { hud, ..everything() };
        let options = Options {
            overlays: Overlays::NONE,
            ..options
        };
        svg(&frame, &options).matches("aria-label").count()
    };
    assert_eq!(labels(Hud::Off), 0);
    assert_eq!(labels(Hud::Scale), 1);
    // Title, time, scale; a badge and a name for each of four characters.
    assert_eq!(labels(Hud::Full), 3 + 8);
    let small = Options {
        size: Size::new(100, 60).unwrap_or_default(),
        ..Options::default()
    };
    assert!(
        !svg(&frame, &small).contains("aria-label"),
        "too small to be read"
    );
}

#[test]
fn the_same_frame_gives_the_same_file() {
    assert_eq!(
        svg(&common::showroom(), &everything()),
        svg(&common::showroom(), &everything())
    );
}

#[test]
fn a_ghost_is_drawn_behind_its_character_and_not_for_a_stranger() {
    let frame = common::showroom();
    let bones = frame.characters[1].bones.clone();
    let with = |who: &str| Options {
        ghosts: vec![tumble_view::Ghost {
            who: who.to_owned(),
            bones: bones.clone(),
        }],
        ..Options::default()
    };
    let plain = svg(&frame, &Options::default());
    assert_eq!(svg(&frame, &with("nobody")), plain);
    let ghostly = svg(&frame, &with("hero"));
    let added: Vec<usize> = ghostly
        .match_indices("stroke-opacity=\"0.451\"")
        .map(|(at, _)| at)
        .collect();
    // A line, circle or outline for each of ten bones; the left forearm has two parts.
    assert_eq!(
        added.len() - plain.matches("stroke-opacity=\"0.451\"").count(),
        11
    );
    let hero = ghostly.find("data-name=\"hero\"").unwrap_or_default();
    assert!(added.iter().all(|&at| at < hero), "the ghost is behind");
}
