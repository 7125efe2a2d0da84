//! The character suite on the native world, at the design's own bounds.

use tumble::math::Vec2;
use tumble::{Backend, NativeWorld};
use tumble_conformance::character::bounds::{WorldBounds, every_fall_keeps_the_bounds};
use tumble_conformance::character::{chaos, golden, symptoms};

fn make(gravity: Vec2) -> Box<dyn Backend> {
    Box::new(NativeWorld::with_gravity(gravity))
}

/// The design's 3° and 0.5 px.
const NATIVE: WorldBounds = WorldBounds {
    limit_over: 3.0,
    gap: 0.5,
};

#[test]
fn every_fall_keeps_the_bounds_of_the_design() {
    every_fall_keeps_the_bounds(&make, &NATIVE);
}

// Facing left, the figure lands beside the row here, and a shin that swings down at 1100 px/s kicks a crate to 884 px/s; on rapier it lands on
// top, and no crate passes 400.
macro_rules! symptoms {
    ($($name:ident $(($($argument:expr),*))?;)*) => {
        $(#[test]
        fn $name() {
            symptoms::$name(&make $($(, $argument)*)?);
        })*
    };
}

symptoms! {
    a_figure_that_faces_left_does_not_flail;
    a_small_or_large_figure_enters_as_exactly;
    masses_grow_with_the_area;
    a_scale_of_nothing_is_an_error;
    toggling_every_frame_does_not_twitch;
    the_velocity_share_is_a_choice;
    a_punch_keeps_its_swing;
    the_inherited_speed_is_capped;
    made_in_the_floor_it_comes_out_gently(300.0);
    it_does_not_stand_up_while_sliding;
    it_does_not_drop_through_a_thin_platform;
    it_leaves_the_ragdoll_on_a_fast_platform;
    it_gets_up_by_its_own_clip;
    hit_again_while_getting_up_it_falls_from_there;
    what_is_asked_while_down_is_done_when_up;
    a_flipped_bend_moves_the_live_band;
    a_nan_is_refused;
    a_poisoned_body_leaves_the_figure_usable;
    bodies_removed_behind_its_back_are_survived;
    a_prop_inside_the_returning_proxy_is_pushed_out_gently(300.0);
    a_thousand_toggles_leave_nothing_behind;
    a_figure_that_gets_up_on_a_crate_never_runs_away;
    a_figure_on_a_row_of_crates_does_not_drive_off_on_it(1000.0);
    a_leg_that_the_ground_held_back_is_not_snapped_at_the_end;
    steering_its_look_does_not_hold_it_down;
    turning_round_while_it_gets_up_takes_its_time;
    it_comes_down_when_what_it_gets_up_on_is_taken_away;
}

#[test]
fn recoveries_equal_or_beat_the_reference() {
    golden::recoveries_equal_or_beat_the_reference(&make);
}

#[test]
fn the_extract_equals_or_beats_the_reference() {
    golden::the_extract_equals_or_beats_the_reference(&make);
}

#[test]
fn ten_thousand_random_events_break_nothing() {
    for seed in 0..4 {
        chaos::random_events_break_nothing(&make, seed, 2500);
    }
}
