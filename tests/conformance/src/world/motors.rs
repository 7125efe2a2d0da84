//! Motors: springs on a joint's angle.

use core::f32::consts::PI;

use tumble::backend::Motor;
use tumble::math::{Vec2, angle};

use super::tools::{BAR, DT, GRAVITY, add_hanging, pin_state, run, state};
use crate::{Bounds, Make};

fn motor(target: f32, hertz: f32, max_torque: f32) -> Motor {
    Motor {
        target,
        hertz,
        damping_ratio: 1.0,
        max_torque,
    }
}

/// Targets of 45, 90, 135, 179 and −179° settle within 2°, by the short way.
pub fn pose_motors_settle_by_the_short_way(make: Make<'_>, _: &Bounds) {
    for start in [0.0_f32, 120.0, -120.0] {
        for target in [45.0_f32, 90.0, 135.0, 179.0, -179.0] {
            let mut world = make(Vec2::ZERO);
            let hung = add_hanging(world.as_mut(), 0.3, start.to_radians(), None, 1.0);
            world
                .set_motor(hung.pin, Some(motor(target.to_radians(), 2.0, 1e9)))
                .expect("the pin exists");
            let way = angle::shortest(start.to_radians(), target.to_radians());
            let wanted = start.to_radians() + way;
            let (mut least, mut most) = (f32::MAX, f32::MIN);
            for _ in 0..180 {
                world.step(DT);
                let a = pin_state(world.as_ref(), hung.pin).angle;
                (least, most) = (least.min(a), most.max(a));
            }
            let end = pin_state(world.as_ref(), hung.pin).angle;
            assert!(
                (end - wanted).abs() < 2.0_f32.to_radians(),
                "from {start}° to {target}°: ended at {}°",
                end.to_degrees()
            );
            let (low, high) = (start.to_radians().min(wanted), start.to_radians().max(wanted));
            let slack = 0.1 * way.abs() + 0.05;
            assert!(
                least > low - slack && most < high + slack,
                "from {start}° to {target}°: went by way of {}°..{}°",
                least.to_degrees(),
                most.to_degrees()
            );
        }
    }
}

/// A motor holds against gravity up to its greatest torque and no further; cleared, it doesn't hold.
pub fn a_motor_gives_no_more_than_its_greatest_torque(make: Make<'_>, _: &Bounds) {
    let weight = GRAVITY.y * 0.5 * BAR;
    for (share, holds) in [(1.5_f32, true), (0.5, false)] {
        let mut world = make(GRAVITY);
        let hung = add_hanging(world.as_mut(), 0.0, 0.0, None, 1.0);
        world
            .set_motor(hung.pin, Some(motor(0.0, 8.0, share * weight)))
            .expect("the pin exists");
        run(world.as_mut(), 2.0);
        let a = pin_state(world.as_ref(), hung.pin).angle.to_degrees();
        assert_eq!(
            a.abs() < 3.0,
            holds,
            "{share} of the bar's weight: it is at {a}° after 2 s"
        );
        world.set_motor(hung.pin, None).expect("the pin exists");
        run(world.as_mut(), 0.5);
        let a = pin_state(world.as_ref(), hung.pin).angle.to_degrees();
        assert!(a.abs() > 10.0, "cleared, it still holds the bar at {a}°");
    }
}

/// A motor's frequency means what it says: undamped, a bar swings about the target at that rate, whatever its mass.
pub fn a_motor_swings_at_its_own_frequency(make: Make<'_>, _: &Bounds) {
    for mass in [0.01, 1.0, 100.0] {
        let mut world = make(Vec2::ZERO);
        let hung = add_hanging(world.as_mut(), 0.0, 0.3, None, mass);
        let spring = Motor {
            damping_ratio: 0.0,
            ..motor(0.0, 1.0, 1e12)
        };
        world.set_motor(hung.pin, Some(spring)).expect("the pin exists");
        let (mut crossings, mut before) = (Vec::new(), 0.3);
        for step in 1..300 {
            world.step(DT);
            let now = pin_state(world.as_ref(), hung.pin).angle;
            if (before > 0.0) != (now > 0.0) {
                crossings.push((step as f32 - now / (now - before)) * DT);
            }
            before = now;
        }
        let n = crossings.len();
        assert!(n >= 4, "{mass} kg: swung only {n} times through in 5 s");
        let period = 2.0 * (crossings[n - 1] - crossings[0]) / (n - 1) as f32;
        assert!(
            (period - 1.0).abs() < 0.1,
            "{mass} kg: period {period} s, 1 s wanted"
        );
        let s = state(world.as_ref(), hung.bar);
        assert!(s.pose.is_finite() && s.spin.abs() < 4.0 * PI, "{s:?}");
    }
}
