//! Reports about small files of every kind.

use serde::Deserialize;

use super::*;

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Yard {
    version: u32,
    #[serde(default)]
    owner: Option<String>,
    #[serde(default)]
    bones: Vec<Bone>,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Bone {
    name: String,
    length: f32,
    #[serde(default)]
    shape: Option<Shape>,
}

#[derive(Debug, Deserialize, PartialEq)]
enum Shape {
    Circle(f32),
    Box(f32, f32),
    Polygon { points: Vec<(f32, f32)> },
}

const RON: &str = r##"
// A yard (of bones).
(
    version: 1,
    owner: Some("rex"), /* not a /* nested */ ( */
    bones: [
        (name: "femur", length: 200, shape: Circle(12)),
        (name: r#"a "raw" ( bone"#, length: 5.5, shape: Box(3, 4)),
        (name: "flat", length: 7, shape: Polygon(points: [(0, 1), (2, 3)])),
    ],
)
"##;

const JSON: &str = r#"{
    "version": 1,
    "owner": "rex",
    "bones": [
        {"name": "femur", "length": 200, "shape": {"Circle": 12}},
        {"name": "a \"raw\" ( bone", "length": 5.5, "shape": {"Box": [3, 4]}},
        {"name": "flat", "length": 7, "shape": {"Polygon": {"points": [[0, 1], [2, 3]]}}}
    ]
}"#;

fn report(text: &str, format: Format) -> Diagnostic {
    let mut report = parse::<Yard>("yard", text, format).expect_err("a mistake");
    assert_eq!(report.list.len(), 1);
    assert!(report.to_string().contains('^'));
    report.list.remove(0)
}

#[test]
fn both_notations_say_the_same() {
    let ron: Yard = parse("yard.ron", RON, Format::Ron).expect("good");
    let json: Yard = parse("yard.json", JSON, Format::Json).expect("good");
    assert_eq!(ron, json);
    assert_eq!(
        ron.bones[0].shape,
        Some(Shape::Circle(12.0)),
        "Some(..) may be left out"
    );
    assert_eq!(ron.owner.as_deref(), Some("rex"), "and may be written");
}

#[test]
fn paths_lead_to_the_same_words_in_both_notations() {
    let cases: [(Vec<PathStep>, &str, &str); 9] = [
        (steps!["version"], "1", "1"),
        (steps!["bones", 0, "length"], "200", "200"),
        (
            steps!["bones", 1, "name"],
            "r#\"a \"raw\" ( bone\"#",
            r#""a \"raw\" ( bone""#,
        ),
        (steps!["bones", 1, "shape", 1], "4", "4"),
        (steps!["bones", 0, "shape", 0], "12", "12"),
        (steps!["bones", 2, "shape", "points", 1, 0], "2", "2"),
        (steps!["bones", 2, "shape", "points", 1], "(2, 3)", "[2, 3]"),
        (steps!["bones", 2, "missing"], "(", "{"),
        (steps!["bones", 9], "[", "["),
    ];
    for (path, ron, json) in cases {
        assert_eq!(&RON[locate(RON, Format::Ron, &path)], ron, "{path:?}");
        assert_eq!(&JSON[locate(JSON, Format::Json, &path)], json, "{path:?}");
    }
    assert_eq!(&RON[locate(RON, Format::Ron, &steps!["owner", 0])], "\"rex\"");
}

#[test]
fn places_are_in_words() {
    let at = |what: &str| place_at(RON, Format::Ron, RON.find(what).expect("is there"));
    assert_eq!(at("200"), "bone `femur`, field `length`");
    assert_eq!(at("rex"), "field `owner`");
    assert_eq!(at("12"), "bone `femur`, field `shape`");
    let json = place_at(JSON, Format::Json, JSON.find("[2, 3]").expect("is there"));
    assert_eq!(json, "bone `flat`, point 2");
}

#[test]
fn an_unknown_field_gets_the_nearest_known_one() {
    for (text, format) in [
        ("(version: 1, bones: [\n  (name: \"a\", lenght: 3)])", Format::Ron),
        (
            "{\"version\": 1, \"bones\": [\n  {\"name\": \"a\", \"lenght\": 3}]}",
            Format::Json,
        ),
    ] {
        let found = report(text, format);
        assert_eq!(&text[found.span.clone()], "lenght");
        assert_eq!(found.line, 2);
        assert_eq!(found.place, "bone `a`, field `lenght`");
        assert_eq!(found.message, "unknown field `lenght`");
        assert_eq!(found.help, "did you mean `length`?");
    }
}

#[test]
fn an_unknown_variant_gets_the_nearest_known_one() {
    for (text, format) in [
        (
            "(version: 1, bones: [(name: \"a\", length: 3, shape: Circel(3))])",
            Format::Ron,
        ),
        (
            r#"{"version": 1, "bones": [{"name": "a", "length": 3, "shape": {"Circel": 3}}]}"#,
            Format::Json,
        ),
    ] {
        let found = report(text, format);
        assert_eq!(&text[found.span.clone()], "Circel");
        assert_eq!(found.message, "`Circel` isn't known here");
        assert_eq!(found.help, "did you mean `Circle`?");
    }
}

#[test]
fn a_missing_field_points_at_its_owner() {
    for (text, format, start, help) in [
        (
            "(version: 1, bones: [(name: \"a\", shape: Circle(3))])",
            Format::Ron,
            "(name",
            "add `length: …`",
        ),
        (
            r#"{"version": 1, "bones": [{"name": "a", "shape": {"Circle": 3}}]}"#,
            Format::Json,
            "{\"name",
            "add `\"length\": …`",
        ),
    ] {
        let found = report(text, format);
        assert_eq!(found.span.start, text.find(start).expect("is there"));
        assert_eq!(found.place, "bone `a`");
        assert_eq!(found.message, "the field `length` is missing");
        assert_eq!(found.help, help);
    }
}

#[test]
fn a_wrong_type_points_at_the_value() {
    let text = "(version: 1, bones: [(name: \"a\", length: \"long\")])";
    let found = report(text, Format::Ron);
    assert_eq!(&text[found.span.clone()], "\"long\"");
    assert_eq!(found.message, "a number is expected here");
    let text = r#"{"version": 1, "bones": [{"name": "a", "length": "long"}]}"#;
    let found = report(text, Format::Json);
    assert_eq!(&text[found.span.clone()], "\"long\"");
    assert_eq!(found.help, "a number is expected");
    assert_eq!(found.place, "bone `a`, field `length`");
}

#[test]
fn a_field_given_twice_points_at_the_second() {
    for (text, format) in [
        ("(version: 1,\nversion: 1)", Format::Ron),
        ("{\"version\": 1,\n\"version\": 1}", Format::Json),
    ] {
        let found = report(text, format);
        assert_eq!(found.line, 2);
        assert_eq!(found.message, "the field `version` is given twice");
    }
}

#[test]
fn a_text_cut_off_says_so() {
    for (text, format) in [
        ("(version: 1, bones: [", Format::Ron),
        ("{\"version\": 1, ", Format::Json),
    ] {
        let found = report(text, format);
        assert!(found.help.contains("cut off"), "{found:?}");
    }
}

#[test]
fn versions_are_checked_before_anything_else() {
    let read = |text: &str, format| parse_versioned::<Yard>("yard", text, format, "yard", 1);
    assert!(read(RON, Format::Ron).is_ok());
    assert!(read(JSON, Format::Json).is_ok());
    for (text, format) in [
        ("(version: 7, bonez: [])", Format::Ron),
        ("{\"version\": 7, \"bonez\": []}", Format::Json),
    ] {
        let report = read(text, format).expect_err("unknown version");
        assert_eq!(&text[report.list[0].span.clone()], "7");
        assert!(report.list[0].message.contains("version 7"));
        assert!(report.list[0].help.contains("version 1 was expected"));
    }
    for (text, format) in [("(bones: [])", Format::Ron), ("{\"bones\": []}", Format::Json)] {
        let report = read(text, format).expect_err("no version");
        assert!(report.list[0].message.contains("doesn't say its version"));
    }
    assert!(read("(version: \"one\")", Format::Ron).is_err());
}

#[test]
fn nothing_panics_on_any_cut_or_on_noise() {
    for (text, format) in [(RON, Format::Ron), (JSON, Format::Json)] {
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            let cut = &text[..end];
            if let Err(report) = parse::<Yard>("yard", cut, format) {
                assert!(report.to_string().contains("yard:"));
            }
            let span = locate(cut, format, &steps!["bones", 2, "shape", "points", 1, 0]);
            assert!(cut.get(span).is_some());
        }
        for noise in [
            "(((((",
            "]]]",
            "'",
            "'\\",
            "r#",
            "r##\"",
            "/*",
            "\"\\",
            "ab'c",
            "é(é:é)",
            ":::",
            "b\"",
            "#![",
            "{:}",
        ] {
            let _ = place_at(noise, format, noise.len() / 2);
            let span = locate(noise, format, &steps!["a", 0, "b"]);
            assert!(noise.get(span).is_some(), "{noise}");
            assert!(parse::<Yard>("yard", noise, format).is_err());
        }
        let deep = "[".repeat(100_000);
        assert!(parse::<Yard>("yard", &deep, format).is_err());
        let _ = locate(&deep, format, &steps![0, 0, 0]);
    }
}

#[test]
fn formats_go_by_extension() {
    assert_eq!(Format::of_path("a/b.json"), Format::Json);
    assert_eq!(Format::of_path("a/b.JSON"), Format::Json);
    assert_eq!(Format::of_path("a/b.ron"), Format::Ron);
    assert_eq!(Format::of_path("json"), Format::Ron);
}

#[test]
fn problems_are_tied_to_the_text_in_its_order() {
    let problem = |path: Vec<PathStep>, place: &str| Problem {
        path,
        place: place.to_owned(),
        message: "wrong".to_owned(),
        help: String::new(),
    };
    let report = Diagnostics::from_problems(
        "yard.ron",
        RON,
        Format::Ron,
        [
            problem(steps!["bones", 2, "length"], ""),
            problem(steps!["bones", 0, "length"], "the first bone"),
        ],
    );
    let places: Vec<(&str, usize)> = report.list.iter().map(|d| (d.place.as_str(), d.line)).collect();
    assert_eq!(
        places,
        [("the first bone", 7), ("bone `flat`, field `length`", 9)]
    );
}
