//! What must hold, in numbers.

use std::cell::RefCell;

/// A bound, and the worst that checks have seen of it on this thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// Name of the bound: a field of [`Bounds`].
    pub name: &'static str,
    /// What was allowed.
    pub allowed: f32,
    /// The worst seen.
    pub worst: f32,
}

thread_local! {
    static SEEN: RefCell<Vec<Figure>> = const { RefCell::new(Vec::new()) };
}

/// Takes what the checks have seen on this thread since the last call, in the order of [`Bounds`]' names.
pub fn take_figures() -> Vec<Figure> {
    let mut figures = SEEN.take();
    figures.sort_by_key(|figure| figure.name);
    figures
}

/// Notes what a check has seen.
pub(crate) fn note(name: &'static str, allowed: f32, value: f32) {
    SEEN.with_borrow_mut(|figures| {
        if let Some(figure) = figures.iter_mut().find(|figure| figure.name == name) {
            figure.worst = figure.worst.max(value);
        } else {
            figures.push(Figure {
                name,
                allowed,
                worst: value,
            });
        }
    });
}

/// Asserts that a figure is within its bound, and notes it.
macro_rules! within {
    ($bounds:expr, $field:ident, $value:expr, $($message:tt)+) => {{
        let (value, allowed): (f32, f32) = ($value, $bounds.$field);
        $crate::bounds::note(stringify!($field), allowed, value);
        assert!(
            value <= allowed,
            "{}: {} is {value}, {allowed} allowed",
            format_args!($($message)+),
            stringify!($field)
        );
    }};
}
pub(crate) use within;

/// The bounds that a backend is held to where a closed form gives no number.
///
/// [`Default`] is what the design asks for. A backend that misses one passes its own measured figure and lists it in its README,
/// so that nothing is skipped in silence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Widest gap of a pin at any step of a fall from 500 px \[px\]. Default 2: 1 % of a limb.
    pub gap_in_falls: f32,
    /// The same, 100 000 px from the origin, where coordinates come in steps of 1/128 px. Default 3.
    pub gap_far_away: f32,
    /// Widest gap of a pin of figures at rest, in a pile too \[px\]. Default 0.5.
    pub gap_at_rest: f32,
    /// Farthest beyond a limit at any step of a fall [°]. Default 3.
    pub limit_in_falls: f32,
    /// Farthest beyond a limit under a steady torque [°]. Default 2.
    pub limit_steady: f32,
    /// Farthest that a weld (limits 0..0) gives under the figure's weight [°]. Default 0.5.
    pub weld: f32,
    /// Widest gap, as a share of the limb, in the step after an impulse of 10 000 kg·px/s on 2 kg. Default 0.05.
    pub gap_after_hit: f32,
    /// Widest gap in chains of touching links, as a share of a link. Default 0.01.
    pub gap_in_chains: f32,
    /// Widest gap 1 s after a thrown figure's hand stopped dead, as a share of the limb. Default 0.01.
    pub gap_after_throw: f32,
    /// Fastest body while the head is dragged round a circle, as a multiple of the target's speed. Default 3.
    pub drag_speed: f32,
    /// Fastest body in the first second of a figure made with its limbs folded over one another \[px/s\]. Default 1000.
    pub speed_from_overlap: f32,
    /// Fastest limb after a landing from 50 px \[px/s\]. Default 1500.
    pub speed_from_landing: f32,
    /// Greatest speed of what is made 10 px inside the floor \[px/s\]. Default 300, and half a per cent for rounding.
    pub speed_out_of_floor: f32,
    /// Fastest body of a figure that was made 20° outside a limit \[px/s\]. Default 300.
    pub speed_from_outside_limit: f32,
    /// Fastest body 3 s after a lying figure has landed \[px/s\]. Default 2.
    pub speed_at_rest: f32,
    /// Time until a lying figure dropped from 100 px sleeps \[s\]. Default 5.
    pub asleep_after: f32,
    /// Widest gap with a crate of 50 kg on a lying figure, as a share of the limb. Default 0.05.
    pub gap_under_crate: f32,
    /// Speed that joints of a figure may show after one step in zero gravity, made within their limits \[rad/s\]. Default 1e-3.
    pub stray_spin: f32,
    /// First-step displacement of a figure put elsewhere by hand \[px\]. Default 0.1.
    pub stray_move: f32,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            gap_in_falls: 2.0,
            gap_far_away: 3.0,
            gap_at_rest: 0.5,
            limit_in_falls: 3.0,
            limit_steady: 2.0,
            weld: 0.5,
            gap_after_hit: 0.05,
            gap_in_chains: 0.01,
            gap_after_throw: 0.01,
            drag_speed: 3.0,
            speed_from_overlap: 1000.0,
            speed_from_landing: 1500.0,
            speed_out_of_floor: 301.5,
            speed_from_outside_limit: 300.0,
            speed_at_rest: 2.0,
            asleep_after: 5.0,
            gap_under_crate: 0.05,
            stray_spin: 1e-3,
            stray_move: 0.1,
        }
    }
}
