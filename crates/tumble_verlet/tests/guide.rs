//! `docs/figures.md`: what it shows reads, what it says is wrong is said so, and its table names every field.

use std::sync::Arc;

use tumble_verlet::file::{read_desc, read_figure, write_desc};
use tumble_verlet::{FigureDesc, Material, PointDesc, Settings, Shape, SpringDesc, StickDesc, World};

/// Blocks between fences: their headers and texts.
fn blocks() -> Vec<(String, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/figures.md");
    let text = std::fs::read_to_string(path).expect("the guide is there");
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in text.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(header)) => open = Some((header.to_owned(), String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some((_, body)), None) => {
                body.push_str(line);
                body.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

#[test]
fn what_it_shows_reads_and_steps_without_coming_apart() {
    let mut seen = Vec::new();
    for (header, text) in blocks() {
        if header != "ron" {
            continue;
        }
        let figure = read_figure("shown.ron", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        seen.push(figure.name().to_owned());
        let standing = figure.feet().len() < figure.points().len();
        let mut world = World::<f32>::new(Settings::in_px(100.0)).expect("valid settings");
        let floor = Shape::HalfPlane {
            at: [0.0, if standing { 0.0 } else { 1000.0 }],
            normal: [0.0, -1.0],
        };
        world.add_terrain(floor, Material::default()).expect("a floor");
        let bungee = figure.name() == "bungee";
        // Written in px it would be but a px long.
        let figure = if bungee { figure } else { figure.in_px() };
        let kind = Arc::new(figure);
        let id = world.spawn(&kind, [0.0, 0.0]).expect("a place");
        let mut stretch = 0.0_f64;
        for _ in 0..600 {
            world.step();
            stretch = stretch.max(world.stretch(id).expect("it is there"));
        }
        assert!(stretch < 1e-3, "{}: {stretch}", kind.name());
        if standing {
            // The seat is still up, and level.
            let [left, right] = [0, 1].map(|point| world.point(id, point).expect("it is there"));
            println!("{}: its seat at {left:.1?} and {right:.1?}", kind.name());
            assert!(
                left[1] < -45.0 && (left[1] - right[1]).abs() < 2.0,
                "{left:?} {right:?}"
            );
            assert!(!world.is_awake(id), "it sleeps");
        }
    }
    assert_eq!(seen, ["pendulum", "bungee", "stool"]);
}

#[test]
fn the_bungee_sags_as_the_page_says() {
    let (_, text) = blocks()
        .into_iter()
        .find(|(_, text)| text.contains("bungee"))
        .expect("it is shown");
    let figure = Arc::new(read_figure("bungee.ron", &text).expect("it reads"));
    let settings = Settings::default().with_gravity((0.0, 9.81)).without_sleep();
    let mut world = World::<f64>::new(settings).expect("valid settings");
    let id = world.spawn(&figure, [0.0, 0.0]).expect("a place");
    let (mut low, mut high) = (f64::MAX, f64::MIN);
    for _ in 0..600 {
        world.step();
        let y = world.point(id, 1).expect("it is there")[1];
        (low, high) = (low.min(y), high.max(y));
    }
    // Nothing damps it: it swings about where it would hang.
    let sag = 0.5 * (low + high) - 1.0;
    println!("the bungee sags by {sag:.4} units");
    assert!((sag - 4.0 * 9.81 * 0.0005).abs() < 0.002, "{sag}");
}

#[test]
fn what_it_says_is_wrong_is_said_so() {
    let blocks = blocks();
    let mut count = 0;
    for (i, (header, text)) in blocks.iter().enumerate() {
        if header != "ron mistake" {
            continue;
        }
        let error = read_figure("wrong.ron", text).expect_err("it is wrong");
        let (next, said) = &blocks[i + 1];
        assert_eq!(next, "text");
        assert_eq!(error.to_string(), said.trim_end());
        count += 1;
    }
    assert_eq!(count, 2);
}

#[test]
fn its_table_names_every_field_with_its_default() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/figures.md");
    let text = std::fs::read_to_string(path).expect("the guide is there");
    let row = |field: &str| {
        text.lines()
            .find(|line| line.starts_with('|') && line.contains(&format!("`{field}`")))
            .unwrap_or_else(|| panic!("`{field}` has no row"))
    };
    // Written out, a figure has all its fields.
    let full = FigureDesc {
        points: vec![PointDesc::default()],
        sticks: vec![StickDesc::default()],
        springs: vec![SpringDesc::default()],
        ..FigureDesc::default()
    };
    let written = write_desc(&full).expect("it can be written");
    let mut within = String::new();
    let mut fields = 0;
    for line in written.lines() {
        let Some((name, rest)) = line.trim().split_once(':') else {
            if line.starts_with("    ]") || line.starts_with("    )") {
                within.clear();
            }
            continue;
        };
        let opens = rest.trim() == "[" || rest.trim() == "(";
        if opens && name != "controls" {
            within = format!("{name}[].");
            continue;
        }
        if opens {
            within = format!("{name}.");
            continue;
        }
        fields += 1;
        let line = row(&format!("{within}{name}"));
        let value = rest.trim().trim_end_matches(',').trim_end_matches(".0");
        let plain = value.parse::<f64>().is_ok() || ["true", "false", "Down"].contains(&value);
        // What follows from other fields is told in words.
        if plain && !line.contains("must be there") {
            assert!(
                line.contains(&format!("| `{value}` |")),
                "{within}{name} = {value}: {line}"
            );
        }
    }
    assert!(fields >= 29, "{fields} fields:\n{written}");
    assert_eq!(read_desc("it.ron", &written).expect("it reads"), full);
    assert!(text.contains(&format!("At most {} points", tumble_verlet::MOST_POINTS)));
    assert!(text.contains(&format!("{} sticks and", tumble_verlet::MOST_STICKS)));
    let mut world = World::<f32>::new(Settings::default()).expect("valid settings");
    let id = world
        .spawn(&tumble_verlet::library::seven_point(), [0.0, 0.0])
        .expect("a place");
    let bytes = world.bytes_a_figure(id).expect("it is there");
    assert!(text.contains(&format!("takes {bytes} bytes")), "{bytes}");
    assert!(tumble_verlet::MOST_MASS_RATIO == 10_000.0 && text.contains("10 000 to 1"));
}
