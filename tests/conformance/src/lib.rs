//! One suite of tests that every Tumble physics backend must pass.
//!
//! A backend's own tests are one macro call:
//!
//! ```ignore
//! fn make(gravity: Vec2) -> Box<dyn Backend> {
//!     Box::new(MyWorld::new(gravity))
//! }
//!
//! tumble_conformance::backend_suite!(&make, &Bounds::default());
//! ```
//!
//! Where a backend misses one of the design's [`Bounds`], it passes its own measured figure and lists it in its README; no check
//! is ever skipped.

mod bounds;
pub mod character;
pub mod world;

pub use bounds::{Bounds, Figure, take_figures};
use tumble::Backend;
use tumble::math::Vec2;

/// Makes an empty world with this gravity \[px/s²\].
pub type Make<'a> = &'a dyn Fn(Vec2) -> Box<dyn Backend>;

/// One check of the suite.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// Its module and name.
    pub name: &'static str,
    /// Runs it; panics with what it saw and what it wanted.
    pub run: fn(Make<'_>, &Bounds),
}

/// Calls `$callback!` with `$args` in front of the list of checks. Not for use outside this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! each_check {
    ($callback:path, $($args:tt)*) => {
        $callback! { $($args)*
            motion::bodies_fall_as_galilei_says,
            motion::what_is_made_at_rest_in_mid_air_falls,
            motion::damping_follows_its_law_at_any_step,
            motion::impulses_change_momentum_by_themselves,
            motion::only_dynamic_bodies_take_impulses,
            motion::kinematic_bodies_arrive_where_they_are_told,
            motion::kinematic_bodies_go_on_with_their_velocity,
            motion::kinematic_bodies_push_what_is_dynamic,
            motion::putting_a_body_somewhere_keeps_its_velocity,
            motion::a_pendulum_keeps_its_period,
            motion::pins_neither_push_nor_turn_a_free_pair,
            contact::slopes_hold_below_the_friction_angle_and_not_above,
            contact::what_is_dropped_bounces_by_its_restitution,
            contact::layers_decide_who_meets_whom,
            contact::ignored_pairs_pass_through_each_other,
            contact::joined_bodies_never_collide,
            contact::a_landing_is_one_impact_with_its_momentum,
            contact::what_stands_touches_its_support_with_its_weight,
            contact::polygons_carry_in_either_winding_and_have_notches,
            contact::polylines_are_two_sided_and_smooth,
            contact::what_is_made_inside_the_floor_comes_out_calmly,
            contact::sleepers_wake_when_something_happens_to_them,
            rays::rays_hit_what_the_closed_forms_say,
            rays::rays_pass_through_what_they_start_inside,
            rays::rays_see_what_the_filter_lets_them,
            rays::rays_see_bodies_added_moved_and_removed_since_the_last_step,
            rays::rays_meet_polylines_from_both_sides,
            handles::stale_handles_answer_gone,
            handles::removing_a_body_removes_its_pins,
            handles::a_thousand_figures_leave_nothing_behind,
            handles::wrong_descriptions_are_refused_with_a_reason,
            handles::nonsense_numbers_in_calls_do_no_harm,
            limits::bands_past_half_a_turn_hold_under_a_steady_torque,
            limits::bands_hold_against_gravity,
            limits::the_angle_counts_whole_turns,
            limits::limits_act_in_the_frame_of_a_tumbling_parent,
            limits::poses_inside_their_bands_are_left_alone,
            limits::a_fast_joint_never_comes_out_on_the_other_side,
            limits::a_weld_carries_the_figures_weight,
            limits::light_bodies_keep_their_limits_like_heavy_ones,
            limits::a_pose_outside_its_limits_comes_back_calmly,
            limits::limits_changed_live_bind_at_once,
            limits::crossed_limits_are_a_typed_error,
            motors::pose_motors_settle_by_the_short_way,
            motors::a_motor_gives_no_more_than_its_greatest_torque,
            motors::a_motor_swings_at_its_own_frequency,
            joints::seeded_falls_keep_joints_together_and_limits,
            joints::long_chains_of_touching_links_stay_together,
            joints::uneven_masses_gain_no_energy,
            joints::a_hit_limb_stays_in_its_joint_at_any_tick_rate,
            joints::limbs_do_not_spin_for_minutes_after_a_strong_hit,
            joints::a_thrown_figure_is_whole_again_when_the_hand_stops,
            joints::dragging_the_head_throws_no_limb_about,
            joints::a_grab_holds_moves_and_lets_go,
            joints::overlapping_limbs_do_not_eject_each_other,
            joints::a_figure_put_elsewhere_leaves_its_load_behind,
            joints::softness_gives_under_a_weight_at_any_tick_rate,
            joints::a_pile_of_ten_holds_together,
            joints::a_heavy_crate_on_a_lying_figure_passes_through_nothing,
            joints::a_mirrored_figure_flies_as_the_mirror_image,
            joints::a_pin_to_a_moving_body_drags_the_limb_along,
            rest::a_landed_figure_comes_to_rest_and_sleeps,
            rest::a_lying_figure_does_not_shake,
            rest::landing_makes_no_limb_go_wild,
            terrain::nothing_falls_through_a_thin_floor,
            terrain::a_fast_shin_stops_in_front_of_a_thin_wall,
            terrain::a_figure_far_from_the_origin_falls_as_at_home,
            terrain::sliding_over_the_edges_of_terrain_is_smooth,
            terrain::gentle_hills_are_as_high_as_they_are_drawn,
            determinism::the_same_calls_give_the_same_bytes,
            determinism::events_come_in_a_stable_order,
            faults::a_nan_impulse_takes_out_only_its_body,
            faults::a_kinematic_body_told_nonsense_harms_nobody,
            faults::absurd_impulses_stay_finite,
        }
    };
}

macro_rules! list {
    ($($module:ident :: $name:ident,)*) => {
        /// Every check, in the order of the modules.
        pub const CHECKS: &[Check] = &[
            $(Check {
                name: concat!(stringify!($module), "::", stringify!($name)),
                run: world::$module::$name,
            },)*
        ];
    };
}
each_check!(list,);

/// One `#[test]` for each check, for a backend made by `$make` and held to `$bounds`.
#[macro_export]
macro_rules! backend_suite {
    (@tests $make:expr, $bounds:expr; $($module:ident :: $name:ident,)*) => {
        $(
            #[test]
            fn $name() {
                $crate::world::$module::$name($make, $bounds);
            }
        )*
    };
    ($make:expr, $bounds:expr) => {
        $crate::each_check!($crate::backend_suite, @tests $make, $bounds;);
    };
}

/// Runs every check, one after the other.
pub fn run_all(make: Make<'_>, bounds: &Bounds) {
    for check in CHECKS {
        (check.run)(make, bounds);
    }
}
