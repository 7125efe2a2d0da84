//! Figure files: what is wrong is said, with its place; what is right comes out as written.

use tumble_verlet::file::{Mistake, read_desc, read_figure, write_desc};
use tumble_verlet::{FigureDesc, PointDesc, Problem, StickDesc, YAxis, library};

fn messages(text: &str) -> Vec<String> {
    let error = read_figure("it.ron", text).expect_err("it is wrong");
    error.to_string().lines().map(str::to_owned).collect()
}

const POINTS: &str =
    r#"points: [(name: "a", mass: 1), (name: "b", at: (1, 0), mass: 2), (name: "c", at: (1, 0))],"#;

#[test]
fn a_stick_to_a_missing_point_is_named() {
    let text =
        format!("(\n  {POINTS}\n  sticks: [\n    (a: \"a\", b: \"b\"),\n    (a: \"a\", b: \"B\"),\n  ],\n)");
    assert_eq!(
        messages(&text),
        ["it.ron:5:5: sticks[1] `a`–`B`: `b` names the point `B`, which doesn't exist; did you mean `b`?"]
    );
}

#[test]
fn points_in_one_place_joined_by_a_stick_are_named() {
    let text = format!("(\n  {POINTS}\n  sticks: [(a: \"b\", b: \"c\")],\n)");
    assert_eq!(
        messages(&text),
        ["it.ron:3:12: sticks[0] `b`–`c`: its ends lie in one place; move one, or give a length"]
    );
    let given = format!("(\n  {POINTS}\n  sticks: [(a: \"b\", b: \"c\", length: 0.5)],\n)");
    assert!(read_figure("it.ron", &given).is_ok());
}

#[test]
fn masses_and_numbers_that_cannot_be_are_named() {
    let text = r#"(
    drag: -1,
    points: [
        (name: "a", mass: 0),
        (name: "b", at: (NaN, 0)),
        (name: "c", mass: -2, radius: inf),
        (name: "a"),
        (name: ""),
    ],
    springs: [
        (a: "a", b: "b", k: 5, hertz: 3),
        (a: "b", b: "b", k: 5),
        (a: "b", b: "c"),
    ],
    grab: "hand",
)"#;
    assert_eq!(
        messages(text),
        [
            "it.ron:1:1: figure: `drag` is -1; it must be 0 or more",
            "it.ron:4:9: points[0] `a`: `mass` is 0; it must be more than 0",
            "it.ron:5:9: points[1] `b`: `at` is not a finite number",
            "it.ron:6:9: points[2] `c`: `mass` is -2; it must be more than 0",
            "it.ron:6:9: points[2] `c`: `radius` is not a finite number",
            "it.ron:7:9: points[3] `a`: points[0] has the name `a` too",
            "it.ron:8:9: points[4] ``: the point has no name",
            "it.ron:11:9: springs[0] `a`–`b`: give either `k` and `c`, or `hertz` and `ratio`",
            "it.ron:12:9: springs[1] `b`–`b`: both ends are `b`",
            "it.ron:13:9: springs[2] `b`–`c`: give either `k` and `c`, or `hertz` and `ratio`",
            "it.ron:1:1: figure: `grab` names the point `hand`, which doesn't exist",
        ]
    );
}

#[test]
fn masses_beyond_what_is_stable_are_refused_with_the_ratio() {
    let desc = FigureDesc {
        points: vec![
            PointDesc::new("a", (0.0, 0.0), 1e-3),
            PointDesc::new("b", (1.0, 0.0), 50.0),
        ],
        sticks: vec![StickDesc::new("a", "b")],
        ..FigureDesc::default()
    };
    let errors = desc.build().expect_err("it is wrong");
    assert!(
        matches!(errors.0[0].problem, Problem::MassRatio { ratio, .. } if (ratio - 50_000.0).abs() < 1e-6)
    );
    assert!(errors.to_string().contains("50000 to 1"), "{errors}");
}

#[test]
fn an_unknown_version_is_said_before_anything_else() {
    let found = messages("(\n  version: 9, wings: 2,\n)");
    assert_eq!(
        found,
        ["it.ron:2:3: figure: version 9 is not known; this release reads version 1"]
    );
}

#[test]
fn an_unknown_field_is_said_with_its_place() {
    let found = messages("(\n  version: 1,\n  wings: 2,\n)");
    assert!(
        found[0].starts_with("it.ron:3:") && found[0].contains("wings"),
        "{found:?}"
    );
}

#[test]
fn a_file_cut_off_at_any_byte_is_an_error_and_never_a_panic() {
    let text = library::source("seven_point").expect("it is built in");
    let whole = text.trim_end().len();
    for end in (0..whole).filter(|&end| text.is_char_boundary(end)) {
        let error = read_figure("it.ron", &text[..end]).expect_err("it is cut off");
        assert!(
            matches!(error.mistakes[0].mistake, Mistake::Syntax(_)),
            "{end}: {error}"
        );
    }
}

#[test]
fn a_figure_written_and_read_is_the_same_in_ron_and_json() {
    let text = library::source("seven_point").expect("it is built in");
    let desc = read_desc("it.ron", text).expect("it is right");
    assert_eq!(desc.y, YAxis::Up);
    let ron = write_desc(&desc).expect("it can be written");
    assert_eq!(read_desc("again.ron", &ron).expect("it is right"), desc);
    let json = serde_json::to_string_pretty(&desc).expect("it can be written");
    assert_eq!(read_desc("again.json", &json).expect("it is right"), desc);
    let broken = json.replace("\"head\"", "\"tail\"");
    let error = read_figure("it.json", &broken).map(|_| ());
    assert!(error.is_ok(), "all of them were renamed");
    let broken = json.replacen("\"head\"", "\"tail\"", 1);
    let error = read_figure("it.json", &broken).expect_err("a stick's end is missing");
    assert!(error.to_string().contains("sticks[0] `head`–`chest`"), "{error}");
}

#[test]
fn in_px_the_figure_of_record_is_as_large_as_it_is_drawn() {
    let figure = library::seven_point().in_px();
    let head = figure.points()[0].at;
    assert!(
        (head[0]).abs() < 1e-9 && (head[1] + 47.5).abs() < 1e-9,
        "{head:?}"
    );
    assert!((figure.sticks()[1].length - 25.0).abs() < 1e-9);
    assert_eq!(figure.mass(), 75.0);
    assert_eq!(figure.controls().jump, 250.0);
}
