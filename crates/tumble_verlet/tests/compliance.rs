//! Chains, compliant sticks and springs against closed forms.

use std::sync::Arc;

use tumble_verlet::{
    Figure, FigureDesc, FigureId, PointDesc, Settings, SpringDesc, StickDesc, StickSolver, World,
};

/// Ten sticks of a metre, hanging from a fixed point, equal masses.
fn chain() -> Arc<Figure> {
    let mut points = vec![PointDesc {
        fixed: true,
        ..PointDesc::new("0", (0.0, 0.0), 1.0)
    }];
    points.extend((1..=10).map(|i| PointDesc::new(i.to_string(), (0.0, -f64::from(i)), 1.0)));
    let sticks = (0..10)
        .map(|i: i32| StickDesc::new(i.to_string(), (i + 1).to_string()))
        .collect();
    let desc = FigureDesc {
        name: "chain".into(),
        points,
        sticks,
        ..FigureDesc::default()
    };
    Arc::new(desc.build().expect("a chain"))
}

fn hanging_stretch(solver: StickSolver, sub_steps: u32) -> f64 {
    let settings = Settings {
        sticks: solver,
        sub_steps,
        sleep: None,
        ..Settings::default()
    };
    let mut world = World::<f64>::new(settings).expect("valid settings");
    let id = world.spawn(&chain(), [0.0, 0.0]).expect("a place");
    for _ in 0..1200 {
        world.step();
    }
    world.stretch(id).expect("it is there")
}

#[test]
fn doubling_the_sub_steps_quarters_the_stretch_of_a_hanging_chain() {
    let wanted = [(4, 0.153), (8, 0.038), (16, 0.0096)];
    let mut last = None;
    for (sub_steps, percent) in wanted {
        let stretch = 100.0 * hanging_stretch(StickSolver::Sequential, sub_steps);
        println!("one by one, {sub_steps} sub-steps: {stretch:.4}%");
        assert!(
            (stretch - percent).abs() < 0.02 * percent,
            "{sub_steps}: {stretch}%, not {percent}%"
        );
        if let Some(last) = last {
            let ratio: f64 = last / stretch;
            assert!((ratio - 4.0).abs() < 0.05, "{ratio}");
        }
        last = Some(stretch);
    }
    let direct = 100.0 * hanging_stretch(StickSolver::Direct, 8);
    println!("all at once, 8 sub-steps: {direct:.6}%");
    assert!(direct < 1e-3, "{direct}");
}

/// The period of a weight on a string or spring that is let go 0.05 from where it would rest \[s\], from its crossings.
fn period(settings: Settings, figure: &Arc<Figure>, seconds: f64) -> f64 {
    let mut world = World::<f64>::new(settings).expect("valid settings");
    let id: FigureId = world.spawn(figure, [0.0, 0.0]).expect("a place");
    let step = world.settings().step;
    let x = |world: &World<f64>| world.point(id, 1).expect("it is there")[0] - 1.0;
    let mut crossings = Vec::new();
    let mut before = x(&world);
    for i in 0..(seconds / step) as u32 {
        world.step();
        let after = x(&world);
        if before > 0.0 && after <= 0.0 {
            crossings.push((f64::from(i) + before / (before - after)) * step);
        }
        before = after;
    }
    let count = crossings.len() - 1;
    (crossings[count] - crossings[0]) / count as f64
}

fn on_string(stick: Option<f64>, spring: Option<(f64, f64)>) -> Arc<Figure> {
    let desc = FigureDesc {
        points: vec![
            PointDesc {
                fixed: true,
                ..PointDesc::new("wall", (0.0, 0.0), 1.0)
            },
            PointDesc::new("weight", (1.05, 0.0), 1.0),
        ],
        sticks: stick
            .map(|compliance| StickDesc {
                compliance,
                length: Some(1.0),
                ..StickDesc::new("wall", "weight")
            })
            .into_iter()
            .collect(),
        springs: spring
            .map(|(hertz, ratio)| SpringDesc {
                length: Some(1.0),
                ..SpringDesc::with_hertz("wall", "weight", hertz, ratio)
            })
            .into_iter()
            .collect(),
        ..FigureDesc::default()
    };
    Arc::new(desc.build().expect("a weight on a string"))
}

#[test]
fn a_compliant_stick_swings_with_its_period_whatever_step_and_passes() {
    // T = 2π√(mα) = 0.198692 s for 1 kg and 0.001 m/N.
    let figure = on_string(Some(0.001), None);
    for solver in [StickSolver::Direct, StickSolver::Sequential] {
        for (step, sub_steps) in [
            (1.0 / 60.0, 1),
            (1.0 / 120.0, 1),
            (1.0 / 60.0, 8),
            (1.0 / 1000.0, 1),
        ] {
            for passes in [1, 2, 10] {
                let settings = Settings {
                    gravity: (0.0, 0.0),
                    sticks: solver,
                    step,
                    sub_steps,
                    passes,
                    sleep: None,
                    ..Settings::default()
                };
                let period = period(settings, &figure, 10.0);
                println!(
                    "{solver:?}, {sub_steps} sub-steps of 1/{:.0} s, {passes} passes: {period:.6} s",
                    1.0 / step
                );
                assert!((period - 0.198_692).abs() < 5e-5, "{period}");
            }
        }
    }
}

#[test]
fn a_compliant_stick_sags_under_a_load_as_far_as_it_gives() {
    for compliance in [1e-5, 1e-4, 1e-3] {
        let desc = FigureDesc {
            drag: 3.0,
            points: vec![
                PointDesc {
                    fixed: true,
                    ..PointDesc::new("ceiling", (0.0, 0.0), 1.0)
                },
                PointDesc::new("weight", (0.0, -1.0), 2.0),
            ],
            sticks: vec![StickDesc {
                compliance,
                ..StickDesc::new("ceiling", "weight")
            }],
            ..FigureDesc::default()
        };
        let mut world = World::<f64>::new(Settings::default().without_sleep()).expect("valid settings");
        let figure = Arc::new(desc.build().expect("a weight"));
        let id = world.spawn(&figure, [0.0, 0.0]).expect("a place");
        for _ in 0..1200 {
            world.step();
        }
        let sag = -1.0 - world.point(id, 1).expect("it is there")[1];
        let wanted = 2.0 * 9.81 * compliance;
        println!("compliance {compliance}: sags by {sag:.8}, closed form {wanted:.8}");
        assert!((sag - wanted).abs() < 1e-3 * wanted, "{sag}");
    }
}

#[test]
fn a_spring_swings_as_its_hertz_and_ratio_say() {
    for (hertz, ratio) in [(2.0, 0.0), (5.0, 0.0), (5.0, 0.1)] {
        let settings = Settings {
            gravity: (0.0, 0.0),
            sleep: None,
            ..Settings::default()
        };
        let damped: f64 = 1.0 - ratio * ratio;
        let wanted = 1.0 / (hertz * damped.sqrt());
        let period = period(settings, &on_string(None, Some((hertz, ratio))), 1.5);
        println!("{hertz} Hz, ratio {ratio}: period {period:.5} s, closed form {wanted:.5}");
        assert!((period - wanted).abs() < 0.005 * wanted, "{period}");
    }
}

#[test]
fn a_spring_too_fast_for_the_sub_step_is_softened_and_says_so() {
    let mut world = World::<f64>::new(Settings::default()).expect("valid settings");
    let figure = on_string(None, Some((400.0, 0.3)));
    let id = world.spawn(&figure, [0.0, 0.0]).expect("a place");
    assert_eq!(world.softened_springs(id), [0]);
    let mut farthest = 0.0_f64;
    for _ in 0..600 {
        world.step();
        farthest = farthest.max(world.point(id, 1).expect("it is there")[0].abs());
    }
    assert!(farthest < 1.2, "{farthest}");
}

#[test]
fn springs_are_as_stiff_at_a_coarse_step_as_at_a_fine_one() {
    // Sag of a weight on a 4 Hz spring: g/ω².
    let sag = |step: f64| {
        let desc = FigureDesc {
            points: vec![
                PointDesc {
                    fixed: true,
                    ..PointDesc::new("ceiling", (0.0, 0.0), 1.0)
                },
                PointDesc::new("weight", (0.0, -1.0), 1.0),
            ],
            springs: vec![SpringDesc::with_hertz("ceiling", "weight", 4.0, 0.5)],
            ..FigureDesc::default()
        };
        let settings = Settings {
            step,
            sleep: None,
            ..Settings::default()
        };
        let mut world = World::<f64>::new(settings).expect("valid settings");
        let figure = Arc::new(desc.build().expect("a weight"));
        let id = world.spawn(&figure, [0.0, 0.0]).expect("a place");
        for _ in 0..1000 {
            world.step();
        }
        -1.0 - world.point(id, 1).expect("it is there")[1]
    };
    let (coarse, fine) = (sag(1.0 / 30.0), sag(1.0 / 120.0));
    let wanted = 9.81 / (core::f64::consts::TAU * 4.0).powi(2);
    println!("a 4 Hz spring sags by {coarse:.6} at 1/30 s, {fine:.6} at 1/120 s; closed form {wanted:.6}");
    assert!((coarse / fine - 1.0).abs() < 0.1);
    assert!((fine / wanted - 1.0).abs() < 1e-3);
}
