//! What can't be done from outside: numbers that stop being numbers.

use super::World;
use crate::event::Event;
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
