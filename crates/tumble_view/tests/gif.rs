//! A GIF decodes back to what was drawn, at the pace of the simulation.

mod common;

use gif::{ColorOutput, DecodeOptions};
use tumble_view::{
    Camera, Follow, Frame, Gif, GifOptions, GifSummary, Options, Pixmap, Renderer, Shot, Size, fit,
};

fn write(frames: &[Frame], options: GifOptions) -> (Vec<u8>, GifSummary) {
    let mut gif = Gif::new(Vec::new(), options, frames).unwrap_or_else(|error| panic!("{error}"));
    for frame in frames {
        gif.push(frame).unwrap_or_else(|error| panic!("{error}"));
    }
    gif.finish().unwrap_or_else(|error| panic!("{error}"))
}

struct Decoded {
    size: (u16, u16),
    delays: Vec<u16>,
    /// Each picture as a viewer shows it: red, green, blue.
    screens: Vec<Vec<[u8; 3]>>,
    /// Share of the screen that each picture's rectangle covers.
    covered: Vec<f64>,
}

fn decode(bytes: &[u8]) -> Decoded {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut reader = options.read_info(bytes).unwrap_or_else(|error| panic!("{error}"));
    let (width, height) = (reader.width(), reader.height());
    let mut decoded = Decoded {
        size: (width, height),
        delays: Vec::new(),
        screens: Vec::new(),
        covered: Vec::new(),
    };
    let mut screen = vec![[0; 3]; usize::from(width) * usize::from(height)];
    while let Some(picture) = reader.read_next_frame().unwrap_or_else(|error| panic!("{error}")) {
        decoded.delays.push(picture.delay);
        let area = f64::from(picture.width) * f64::from(picture.height);
        decoded
            .covered
            .push(area / (f64::from(width) * f64::from(height)));
        for (i, pixel) in picture.buffer.chunks(4).enumerate() {
            let x = usize::from(picture.left) + i % usize::from(picture.width);
            let y = usize::from(picture.top) + i / usize::from(picture.width);
            if pixel[3] > 0 {
                screen[y * usize::from(width) + x] = [pixel[0], pixel[1], pixel[2]];
            }
        }
        decoded.screens.push(screen.clone());
    }
    decoded
}

fn small() -> Options {
    Options {
        size: Size::new(400, 225).unwrap_or_default(),
        title: Some("run".to_owned()),
        ..Options::default()
    }
}

#[test]
fn size_count_and_delays_are_what_was_asked_for() {
    // 2 s at 60 Hz: every 2nd step, 60 pictures.
    let frames = common::run(121);
    let (bytes, summary) = write(&frames, GifOptions::new(small()));
    let decoded = decode(&bytes);
    assert_eq!(decoded.size, (400, 225));
    assert_eq!(decoded.delays.len(), summary.pictures);
    assert_eq!(summary.pictures, 61);
    let (last, rest) = decoded
        .delays
        .split_last()
        .unwrap_or_else(|| panic!("no pictures"));
    // 1/30 s is 3.33 hundredths: 3, 4, 3, …, never more than half a hundredth off.
    let mut sum = 0;
    for (i, delay) in rest.iter().enumerate() {
        assert!((3..=4).contains(delay), "{delay}");
        sum += u64::from(*delay);
        let exact = (i + 1) as f64 * 100.0 / 30.0;
        assert!(
            (sum as f64 - exact).abs() <= 0.51,
            "picture {i}: {sum} for {exact}"
        );
    }
    assert_eq!(*last, 150, "the last one stays for the hold");
    assert!((summary.duration - 3.5).abs() < 1e-9);
}

#[test]
fn other_steps_and_paces_play_in_real_time() {
    for (hz, picture_time, pictures) in [
        (60.0, 0.05, 41),   // every 3rd
        (60.0, 0.04, 61),   // 2.4 steps: every 2nd
        (120.0, 0.04, 49),  // 4.8 steps: every 5th
        (30.0, 0.0334, 61), // every one
        (10.0, 0.0334, 21), // can't be faster than the steps
    ] {
        let mut frames = common::run((2.0 * hz) as usize + 1);
        for (i, frame) in frames.iter_mut().enumerate() {
            frame.time = i as f64 / hz;
        }
        let options = GifOptions {
            picture_time,
            hold: 0.0,
            ..GifOptions::new(small())
        };
        let (bytes, summary) = write(&frames, options);
        assert_eq!(summary.pictures, pictures, "{hz} Hz, {picture_time} s");
        let playing: u64 = decode(&bytes).delays.iter().map(|&delay| u64::from(delay)).sum();
        assert!(
            (playing as f64 / 100.0 - 2.0).abs() < 0.05,
            "{hz} Hz: plays {playing}/100 s"
        );
    }
}

#[test]
fn what_a_viewer_sees_is_what_was_drawn() {
    let frames = common::run(60);
    let options = GifOptions::new(small());
    let camera = fit(&frames, options.options.size);
    let decoded = decode(&write(&frames, options.clone()).0);
    let mut renderer = Renderer::new(options.options);
    let mut flashes = tumble_view::flash::Flashes::new();
    let mut shown = decoded.screens.iter();
    for (i, frame) in frames.iter().enumerate() {
        flashes.see(frame);
        if i % 2 == 1 {
            continue;
        }
        let picture: Pixmap = renderer
            .pixmap_with(frame, &camera, &flashes.now())
            .unwrap_or_else(|error| panic!("{error}"));
        let screen = shown.next().unwrap_or_else(|| panic!("too few pictures"));
        let mut sum = 0_u64;
        for (pixel, seen) in picture.pixels().iter().zip(screen) {
            let drawn = [pixel.red(), pixel.green(), pixel.blue()];
            let differs = (0..3).map(|k| drawn[k].abs_diff(seen[k])).max().unwrap_or(0);
            assert!(differs <= 40, "picture {i}: {drawn:?} is shown as {seen:?}");
            sum += u64::from(differs);
        }
        let mean = sum as f64 / screen.len() as f64;
        assert!(mean < 1.0, "picture {i}: colours are {mean} off on average");
    }
}

#[test]
fn only_what_changed_is_written() {
    let frames = common::run(120);
    let decoded = decode(
        &write(
            &frames,
            GifOptions::new(Options {
                hud: tumble_view::Hud::Off,
                ..small()
            }),
        )
        .0,
    );
    assert!(
        (decoded.covered[0] - 1.0).abs() < 1e-9,
        "the first picture is whole"
    );
    let mean = decoded.covered[1..].iter().sum::<f64>() / (decoded.covered.len() - 1) as f64;
    assert!(mean < 0.5, "{mean}");

    // Nothing moves: one picture that stays.
    let still: Vec<Frame> = (0..60)
        .map(|i| Frame {
            step: i,
            time: i as f64 / 60.0,
            ..frames[0].clone()
        })
        .collect();
    let options = GifOptions::new(Options {
        hud: tumble_view::Hud::Off,
        ..small()
    });
    let (bytes, summary) = write(&still, options);
    assert_eq!(summary.pictures, 1);
    let delay = decode(&bytes).delays[0];
    assert!((i32::from(delay) - (97 + 150)).abs() <= 1, "{delay}");
}

#[test]
fn the_same_run_gives_the_same_bytes_and_follows_too() {
    let frames = common::run(60);
    let shot = || Some(Shot::Follow(Follow::new("hero")));
    let options = |shot| GifOptions {
        shot,
        ..GifOptions::new(small())
    };
    let (first, _) = write(&frames, options(shot()));
    assert_eq!(first, write(&frames, options(shot())).0);
    assert_ne!(first, write(&frames, options(None)).0);
    let camera = Camera::new(tumble::math::Vec2::new(0.0, -300.0), 0.2, Size::DEFAULT);
    let fixed = GifOptions::new(Options {
        camera: Some(camera),
        ..small()
    });
    assert_eq!(
        decode(&write(&frames, fixed).0).size,
        (400, 225),
        "the options' size counts"
    );
}
