//! What can't be done from outside: numbers that stop being numbers, and counts of what a sub-step does.

use super::World;
use crate::event::Event;
use crate::kernel::block::Blocks;
use crate::kernel::{Job, Phase};
use crate::lanes::counting::{self, Counted, Counts};
use crate::real::Real;
use crate::settings::Settings;
use crate::terrain::{Material, Shape};
use crate::{FigureDesc, PointDesc, StickDesc};

fn spoil<R: Real>(settings: Settings) {
    let mut world = World::<R>::new(settings).expect("valid settings");
    let floor = Shape::HalfPlane {
        at: [0.0, 0.0],
        normal: [0.0, 1.0],
    };
    world.add_terrain(floor, Material::default()).expect("a floor");
    let desc = FigureDesc {
        points: vec![
            PointDesc::new("a", (0.0, 1.0), 1.0),
            PointDesc::new("b", (1.0, 1.0), 1.0),
        ],
        sticks: vec![StickDesc::new("a", "b")],
        ..FigureDesc::default()
    };
    let figure = std::sync::Arc::new(desc.build().expect("a stick"));
    let ids: Vec<_> = (0..3)
        .map(|i| world.spawn(&figure, [f64::from(i), 0.0]).expect("a place"))
        .collect();
    let mut whole = world.clone();
    world.step();
    whole.step();
    let last_good: Vec<_> = world.points(ids[1]).collect();
    world.groups[0].set_moved(1, 0, [R::from_f64(f64::NAN), R::ZERO]);
    for _ in 0..30 {
        world.step();
        whole.step();
    }
    // It stays where it was good, disabled and reported; the others don't notice.
    assert!(world.is_quarantined(ids[1]) && !world.is_awake(ids[1]));
    assert_eq!(world.points(ids[1]).collect::<Vec<_>>(), last_good);
    let events: Vec<Event> = world.drain_events().collect();
    assert_eq!(
        events
            .iter()
            .filter(|event| matches!(event, Event::Quarantined { .. }))
            .count(),
        1
    );
    for id in [ids[0], ids[2]] {
        assert_eq!(
            world.points(id).collect::<Vec<_>>(),
            whole.points(id).collect::<Vec<_>>()
        );
    }
    assert_eq!(
        world.push(ids[1], [1.0, 0.0], 1.0),
        Err(crate::RequestError::Quarantined)
    );
    world.reset(ids[1], [5.0, 0.0]).expect("it is there");
    world.step();
    assert!(world.is_awake(ids[1]) && !world.is_quarantined(ids[1]));
    assert!(world.points(ids[1]).all(|[_, y]| y < 1.0 && y > 0.9));
}

#[test]
fn a_figure_whose_numbers_are_none_is_disabled_and_the_others_go_on() {
    spoil::<f32>(Settings::default());
    spoil::<f64>(Settings::default());
    spoil::<f32>(Settings::classic());
    spoil::<f64>(Settings::classic());
}

/// What a sub-step of sixteen figures does, a mean over a step.
#[cfg(feature = "files")]
fn counted(settings: Settings, settle: u32) -> (Counts, usize) {
    let mut world = World::<f32>::new(settings).expect("valid settings");
    let floor = Shape::HalfPlane {
        at: [0.0, 0.0],
        normal: [0.0, 1.0],
    };
    world.add_terrain(floor, Material::default()).expect("a floor");
    for i in 0..16 {
        let figure = crate::library::seven_point();
        let id = world.spawn(&figure, [2.0 * f64::from(i), 0.0]).expect("a place");
        // Or all of them do exactly the same.
        world.throw(id, [0.01 * f64::from(i), 0.0]).expect("it is there");
    }
    (0..settle).for_each(|_| world.step());
    let mut plain = world.clone();
    let env = world.env(world.sub_step, 1.0);
    let sub_steps = u64::from(env.sub_steps);
    let World { groups, terrain, .. } = &mut world;
    let group = &mut groups[0];
    counting::take();
    crate::kernel::run::<Counted>(&mut Job {
        program: &group.program,
        env: &env,
        terrain,
        grabs: &[],
        blocks: Blocks {
            points_each: group.program.points,
            memories_each: group.program.memories,
            points: &mut group.points,
            memory: &mut group.memory,
            figures: &mut group.figures,
        },
        origins: &mut group.origins,
        first: 0,
        phase: Phase::Whole,
        events: Vec::new(),
    });
    let counts = counting::take();
    // What was counted is what is done.
    plain.step();
    assert_eq!(plain.groups[0].points, world.groups[0].points);
    let bytes = world.groups[0].parts(0).count() * size_of::<f32>();
    let mean = |all: u64| all / sub_steps;
    let counts = Counts {
        plain: mean(counts.plain),
        slow: mean(counts.slow),
        choice: mean(counts.choice),
        loads: mean(counts.loads),
        stores: mean(counts.stores),
    };
    (counts, bytes)
}

#[test]
#[cfg(feature = "files")]
fn a_sub_step_does_so_much_and_no_more() {
    let (standing, bytes) = counted(Settings::default().without_sleep(), 120);
    let (floating, _) = counted(Settings::default().without_sleep().with_gravity((0.0, 0.0)), 120);
    println!("a figure's numbers in lanes: {bytes} bytes");
    println!("a sub-step of 16 figures that stand: {standing:?}");
    println!("a sub-step of 16 figures in the air: {floating:?}");
    // More than this, and 75 ns a figure and sub-step are out of reach.
    let all = |counts: Counts| counts.plain + counts.choice + counts.loads + counts.stores + 8 * counts.slow;
    assert!(all(standing) < 4000, "{standing:?}");
    assert!(all(floating) < all(standing), "{floating:?}");
}
