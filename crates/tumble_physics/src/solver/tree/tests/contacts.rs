//! Contacts inside the tree against closed forms: sliding, slopes, belts, lifts.

use tumble_math::{Vec2, trig};

use super::bench::{Bench, at};
use crate::solver::tree::{BodyConstant, BodyNow, ContactDone, ContactNow, PinConstant, contact_stiffness};

/// Half the side of the box.
const HALF: f32 = 50.0;
const MASS: f32 = 3.0;

/// What a box stands on: a line through a point.
#[derive(Clone, Copy)]
struct Floor {
    point: Vec2,
    normal: Vec2,
    friction: f32,
    lift: f32,
    slide: f32,
}

impl Floor {
    fn level(friction: f32) -> Self {
        Self {
            point: Vec2::ZERO,
            normal: Vec2::new(0.0, -1.0),
            friction,
            lift: 0.0,
            slide: 0.0,
        }
    }
}

/// A box that stands on a floor by two corners.
struct Stand {
    bench: Bench,
    floor: Floor,
    warm: [ContactDone; 2],
}

impl Stand {
    fn new(floor: Floor) -> Self {
        Self::with_inertia(floor, MASS * 4.0 * HALF * HALF / 6.0)
    }

    fn with_inertia(floor: Floor, inertia: f32) -> Self {
        let body = BodyConstant {
            mass: MASS,
            inertia,
            linear_damping: 0.0,
            angular_damping: 0.0,
            gravity_scale: 1.0,
        };
        let along = Vec2::new(-floor.normal.y, floor.normal.x);
        let start = BodyNow {
            ..at(floor.point + floor.normal * HALF, trig::atan2(along.y, along.x))
        };
        let bench = Bench::new(&[0], false, &[(body, PinConstant::default())], &[start]);
        Self {
            bench,
            floor,
            warm: [ContactDone::default(); 2],
        }
    }

    fn step(&mut self) {
        let floor = self.floor;
        let now = self.bench.body(0);
        self.bench.batch.write_state(5, now.at, [now]);
        self.bench.clear_contacts();
        // The floor is under local −y of a box whose x runs along it.
        let slots: Vec<_> = [-HALF, HALF]
            .into_iter()
            .zip(self.warm)
            .filter_map(|(x, warm)| {
                let arm = Vec2::new(now.cos * x + now.sin * HALF, now.sin * x - now.cos * HALF);
                let arm = if floor.normal.dot(arm) < 0.0 { arm } else { -arm };
                let contact = ContactNow {
                    normal: floor.normal,
                    arm,
                    skin: 0.0,
                    separation: floor.normal.dot(now.at + arm - floor.point),
                    lift: floor.lift,
                    slide: floor.slide,
                    friction: floor.friction,
                    stiffness: contact_stiffness(MASS, MASS),
                    normal_impulse: warm.normal_impulse,
                    tangent_impulse: warm.tangent_impulse,
                };
                self.bench.add_contact(0, &contact)
            })
            .collect();
        self.bench.step();
        for (warm, slot) in self.warm.iter_mut().zip(slots) {
            *warm = self.bench.contact(slot);
        }
        self.floor.point += floor.normal * (floor.lift * self.bench.dt);
    }
}

#[test]
fn a_box_slides_as_far_as_friction_lets_it() {
    // v²/(2·μ·g).
    for friction in [0.2, 0.6] {
        let mut stand = Stand::new(Floor::level(friction));
        for _ in 0..30 {
            stand.step();
        }
        let from = stand.bench.body(0).at.x;
        stand.bench.set_speed(0, Vec2::new(500.0, 0.0), 0.0);
        for _ in 0..300 {
            stand.step();
        }
        let now = stand.bench.body(0);
        let exact = 500.0 * 500.0 / (2.0 * friction * 980.0);
        let way = now.at.x - from;
        assert!(
            (way / exact - 1.0).abs() < 0.02,
            "friction {friction}: {way} against {exact}"
        );
        assert!(now.v.length() < 0.01, "it creeps: {now:?}");
    }
}

#[test]
fn a_box_that_lands_at_a_slant_loses_what_friction_takes() {
    // Falling from 1 px: hardly any normal impulse, so hardly any friction; not a stop. It can't tip.
    let mut stand = Stand::with_inertia(Floor::level(0.6), 1e9);
    let start = BodyNow {
        v: Vec2::new(800.0, 0.0),
        ..at(Vec2::new(0.0, -HALF - 1.0), 0.0)
    };
    stand.bench.batch.write_state(5, start.at, [start]);
    for _ in 0..6 {
        stand.step();
    }
    // It arrives with √(2·980·1) = 44 px/s: μ·44 less, and μ·g from there on.
    let arrive = (2.0_f32 * 980.0).sqrt();
    let left = 0.1 - arrive / 980.0;
    let exact = 800.0 - 0.6 * arrive - 0.6 * 980.0 * left;
    let now = stand.bench.body(0).v.x;
    assert!((now / exact - 1.0).abs() < 0.01, "{now} against {exact}");
}

#[test]
fn a_box_stays_on_a_slope_below_the_friction_angle_and_slides_above() {
    // tan⁻¹ 0.6 = 31°.
    for (degrees, slides) in [
        (10.0_f32, false),
        (25.0, false),
        (30.0, false),
        (33.0, true),
        (45.0, true),
    ] {
        let (sin, cos) = trig::sin_cos(degrees.to_radians());
        let normal = Vec2::new(sin, -cos);
        let mut stand = Stand::new(Floor {
            normal,
            ..Floor::level(0.6)
        });
        for _ in 0..60 {
            stand.step();
        }
        let (from, speed) = (stand.bench.body(0).at, stand.bench.body(0).v.length());
        for _ in 0..300 {
            stand.step();
        }
        let now = stand.bench.body(0);
        if slides {
            let exact = speed + 5.0 * 980.0 * (sin - 0.6 * cos);
            assert!(
                (now.v.length() / exact - 1.0).abs() < 0.02,
                "{degrees}°: {} against {exact}",
                now.v.length()
            );
        } else {
            assert!(
                (now.at - from).length() < 0.05,
                "{degrees}°: it creeps by {}",
                now.at - from
            );
        }
    }
}

#[test]
fn a_belt_carries_and_a_lift_lifts() {
    let mut stand = Stand::new(Floor {
        slide: 120.0,
        ..Floor::level(0.6)
    });
    for _ in 0..60 {
        stand.step();
    }
    assert!(
        (stand.bench.body(0).v - Vec2::new(120.0, 0.0)).length() < 0.5,
        "{:?}",
        stand.bench.body(0)
    );
    for lift in [-200.0, 200.0] {
        let mut stand = Stand::new(Floor {
            lift,
            ..Floor::level(0.6)
        });
        stand.bench.set_speed(0, Vec2::new(0.0, -lift), 0.0);
        for _ in 0..60 {
            stand.step();
            let now = stand.bench.body(0);
            let apart = stand.floor.normal.dot(now.at - stand.floor.point) - HALF;
            assert!(apart.abs() < 1.0, "{apart} px off the lift");
        }
        // Up is along the normal.
        assert!(
            (stand.bench.body(0).v - Vec2::new(0.0, -lift)).length() < 0.5,
            "{:?}",
            stand.bench.body(0)
        );
    }
}

#[test]
fn a_box_inside_the_floor_comes_out_gently() {
    let mut stand = Stand::new(Floor::level(0.6));
    let start = at(Vec2::new(0.0, -HALF + 30.0), 0.0);
    stand.bench.batch.write_state(5, start.at, [start]);
    let mut fastest = 0.0_f32;
    for _ in 0..60 {
        stand.step();
        fastest = fastest.max(stand.bench.body(0).v.length());
    }
    let depth = stand.bench.body(0).at.y + HALF;
    assert!(
        fastest <= 300.0 && depth < 0.2,
        "{fastest} px/s, still {depth} px deep"
    );
}

#[test]
fn what_a_contact_bears_is_its_share_of_the_weight() {
    let mut stand = Stand::new(Floor::level(0.6));
    for _ in 0..120 {
        stand.step();
    }
    for contact in stand.warm {
        let exact = 0.5 * MASS * 980.0 / 60.0;
        assert!(
            (contact.total / exact - 1.0).abs() < 1e-3,
            "{contact:?} against {exact}"
        );
    }
}

#[test]
fn a_body_has_only_so_many_contacts_in_its_tree() {
    let mut stand = Stand::new(Floor::level(0.6));
    stand.bench.clear_contacts();
    let contact = ContactNow {
        normal: Vec2::new(0.0, -1.0),
        stiffness: 1.0,
        ..ContactNow::default()
    };
    for place in 0..crate::solver::tree::MOST_CONTACTS {
        assert_eq!(stand.bench.add_contact(0, &contact), Some(place as u16));
    }
    assert_eq!(stand.bench.add_contact(0, &contact), None);
}
