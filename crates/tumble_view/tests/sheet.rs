//! The contact sheet, and which frames it shows.

mod common;

use tumble::State;
use tumble::math::Vec2;
use tumble_view::sheet::SheetLayout;
use tumble_view::{
    Camera, Cell, Hud, Options, Renderer, SheetCamera, SheetOptions, Size, ViewError, contact_sheet,
    key_frames, key_frames_at_most,
};

fn sheet() -> SheetOptions {
    SheetOptions {
        columns: 3,
        ..SheetOptions::new(Options {
            size: Size::new(200, 150).unwrap_or_default(),
            hud: Hud::Off,
            ..Options::default()
        })
    }
}

#[test]
fn cells_lie_in_rows_and_hold_the_frames_pictures() {
    let frames = common::run(60);
    let cells: Vec<Cell<'_>> = (0..7)
        .map(|i| Cell {
            frame: &frames[i * 8],
            caption: format!("frame {i}"),
        })
        .collect();
    let camera = Camera::new(Vec2::new(0.0, -400.0), 0.1, Size::DEFAULT);
    let mut options = sheet();
    options.options.camera = Some(camera);
    let picture = contact_sheet(&cells, &options).unwrap_or_else(|error| panic!("{error}"));
    let layout = SheetLayout::new(7, &options).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        (picture.width(), picture.height()),
        (layout.size.width(), layout.size.height())
    );
    // Three columns, three rows; gap 7, caption 15 at cells 200 wide.
    assert_eq!((picture.width(), picture.height()), (3 * 207 + 7, 3 * 172 + 7));
    let camera = Camera {
        size: options.options.size,
        ..camera
    };
    let mut renderer = Renderer::new(options.options.clone());
    for (i, cell) in cells.iter().enumerate() {
        let (x0, y0) = layout.corner(i);
        assert_eq!((x0, y0), (7 + 207 * (i as u32 % 3), 7 + 172 * (i as u32 / 3)));
        let wanted = renderer
            .pixmap_with(cell.frame, &camera, &[])
            .unwrap_or_else(|error| panic!("{error}"));
        // All but the border.
        for (x, y) in (2..198)
            .step_by(7)
            .flat_map(|x| (2..148).step_by(7).map(move |y| (x, y)))
        {
            assert_eq!(
                picture.pixel(x0 + x, y0 + y),
                wanted.pixel(x, y),
                "cell {i} at ({x}, {y})"
            );
        }
        // The caption's writing, under the picture.
        let dark = (0..200).flat_map(|x| (150..165).map(move |y| (x, y)));
        let ink = dark
            .filter(|&(x, y)| picture.pixel(x0 + x, y0 + y).is_some_and(|p| p.red() < 190))
            .count();
        assert!(ink > 40, "cell {i}: {ink}");
    }
}

#[test]
fn few_cells_make_a_narrow_sheet_and_a_title_makes_it_taller() {
    let mut options = sheet();
    let layout = SheetLayout::new(2, &options).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(layout.columns, 2);
    options.options.title = Some("walk".to_owned());
    let titled = SheetLayout::new(2, &options).unwrap_or_else(|error| panic!("{error}"));
    assert!(titled.size.height() > layout.size.height() && titled.size.width() == layout.size.width());
    options.columns = 0;
    let one = SheetLayout::new(2, &options).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(one.columns, 1);
    assert!(matches!(SheetLayout::new(0, &options), Err(ViewError::NoFrames)));
    assert!(matches!(
        SheetLayout::new(usize::MAX, &options),
        Err(ViewError::Size { .. })
    ));
}

#[test]
fn both_sides_of_every_hand_over_are_key_frames() {
    let frames = common::run(240);
    let state = |i: usize| frames[i].characters[0].state;
    let keys = key_frames(&frames);
    let indices: Vec<usize> = keys.iter().map(|key| key.index).collect();
    assert!(indices.windows(2).all(|pair| pair[0] < pair[1]), "{indices:?}");
    assert_eq!((indices[0], indices[indices.len() - 1]), (0, 239));
    let mut hand_overs = 0;
    for i in 1..240 {
        if state(i) != state(i - 1) {
            hand_overs += 1;
            assert!(
                indices.contains(&(i - 1)) && indices.contains(&i),
                "hand-over at {i}: {indices:?}"
            );
        }
    }
    assert_eq!(hand_overs, 3);
    for (label, wanted) in [("falling", State::Ragdoll), ("standing up", State::Recovering)] {
        let key = keys
            .iter()
            .find(|key| key.label == label)
            .unwrap_or_else(|| panic!("no {label}"));
        assert_eq!(state(key.index), wanted);
        assert_eq!(state(key.index - 1), wanted, "not at the edge of it");
        assert_eq!(state(key.index + 1), wanted, "not at the edge of it");
    }
}

#[test]
fn thinned_key_frames_keep_the_hand_over_from_ragdoll_to_recovery() {
    let frames = common::run(240);
    let all = key_frames(&frames);
    for most in [12, 8, 6, 4, 2] {
        let keys = key_frames_at_most(&frames, most);
        assert_eq!(keys.len(), most.min(all.len()));
        let labels: Vec<&str> = keys.iter().map(|key| key.label.as_str()).collect();
        assert!(
            labels.contains(&"last ragdoll frame") && labels.contains(&"first recovering frame"),
            "{labels:?}"
        );
    }
    assert!(key_frames_at_most(&frames, 0).is_empty());
    assert_eq!(key_frames_at_most(&frames, 99), all);
}

#[test]
fn a_run_without_a_hand_over_is_looked_at_evenly() {
    let frames: Vec<_> = common::run(480).into_iter().take(113).collect();
    assert!(
        frames
            .iter()
            .all(|frame| frame.characters[0].state == State::Animated)
    );
    let indices: Vec<usize> = key_frames(&frames).iter().map(|key| key.index).collect();
    assert_eq!(indices, [0, 16, 32, 48, 64, 80, 96, 112]);
}

#[test]
fn names_are_in_the_labels_only_when_there_are_several_characters() {
    let mut frames = common::run(60);
    assert!(key_frames(&frames).iter().all(|key| !key.label.contains("hero")));
    for frame in &mut frames {
        let mut twin = frame.characters[0].clone();
        twin.name = "twin".to_owned();
        frame.characters.push(twin);
    }
    let keys = key_frames(&frames);
    assert!(
        keys.iter().any(|key| key.label == "hero: last ragdoll frame"),
        "{keys:?}"
    );
}

#[test]
fn neighbouring_cells_at_a_hand_over_look_the_same() {
    let frames = common::run(240);
    let keys: Vec<_> = key_frames(&frames)
        .into_iter()
        .filter(|key| key.label == "last ragdoll frame" || key.label == "first recovering frame")
        .collect();
    assert_eq!(keys.len(), 2);
    let options = SheetOptions {
        camera: SheetCamera::Character("hero".to_owned()),
        ..sheet()
    };
    let picture =
        contact_sheet(&Cell::of_keys(&frames, &keys), &options).unwrap_or_else(|error| panic!("{error}"));
    let layout = SheetLayout::new(2, &options).unwrap_or_else(|error| panic!("{error}"));
    let ((ax, ay), (bx, by)) = (layout.corner(0), layout.corner(1));
    let mut sum = 0_u64;
    for (x, y) in (2..198).flat_map(|x| (2..148).map(move |y| (x, y))) {
        let (a, b) = (picture.pixel(ax + x, ay + y), picture.pixel(bx + x, by + y));
        if let (Some(a), Some(b)) = (a, b) {
            sum += u64::from(a.green().abs_diff(b.green()));
        }
    }
    let mean = sum as f64 / (196.0 * 146.0);
    assert!(mean < 2.0, "{mean}");
}
