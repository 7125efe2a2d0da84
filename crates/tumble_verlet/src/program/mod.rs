//! A figure made ready for a length of sub-step: every constant that the kernel needs, in the order in which it needs it.

mod factor;
mod flat;
pub(crate) mod parts;

use crate::figure::Figure;
use crate::real::Real;
use crate::settings::{Order, Settings};

pub(crate) use factor::{Axes, Factor};

/// A point.
#[derive(Clone, Debug)]
pub(crate) struct PointOp<R> {
    /// Inverse mass \[1/kg\] and mass \[kg\]; both 0 for a fixed point.
    pub w: R,
    pub m: R,
    /// Its share of gravity.
    pub share: R,
    /// What drag adds to the displacement, a share of it (negative).
    pub drag: R,
    /// Its radius, at least half the thickness of its sticks.
    pub radius: R,
}

/// A spring-damper: mag = stiffness · (length − rest) + damping · (relative displacement along it), in kg·units a sub-step².
#[derive(Clone, Debug)]
pub(crate) struct SpringOp<R> {
    pub a: usize,
    pub b: usize,
    pub stiffness: R,
    pub damping: R,
    pub rest: R,
}

/// How a compliant stick's multiplier follows from its stretch, see `kernel/sticks.rs`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Soft<R> {
    /// 1/(βκ): what is added to the diagonal.
    pub diagonal: R,
    /// (1 − 2β)/β, the weight of the stretch at the start of the sub-step; the one before has weight 1. Both 0 when `euler`.
    pub before: R,
    pub euler: bool,
    /// Where its memory is among the figure's.
    pub memory: usize,
}

/// A stick.
#[derive(Clone, Debug)]
pub(crate) struct StickOp<R> {
    pub a: usize,
    pub b: usize,
    pub length: R,
    /// Half its thickness.
    pub radius: R,
    /// Whether terrain's corners stop it: drawn sticks, and thick ones.
    pub collides: bool,
    pub soft: Option<Soft<R>>,
}

/// A stick as a row of the direct solve.
#[derive(Clone, Debug)]
pub(crate) struct DistanceRow<R> {
    pub a: usize,
    pub b: usize,
    pub length: R,
    /// Between which squared lengths it is right.
    pub range: [R; 2],
    pub row: usize,
    /// Its gradients are at `slot` (end a) and `slot + 1` (end b).
    pub slot: usize,
    pub soft: Option<Soft<R>>,
}

/// Three points in a line whose three distances are sticks: m = (1 − t)·a + t·b, two linear rows. See `flat.rs`.
#[derive(Clone, Debug)]
pub(crate) struct BarRow<R> {
    pub a: usize,
    pub b: usize,
    pub m: usize,
    pub t: R,
    /// How long its shorter part is.
    pub length: R,
    /// The rows of x and y.
    pub rows: [usize; 2],
    /// Gradients at m, a, b follow from here, for x and y.
    pub slots: [usize; 2],
}

/// A figure for one length of sub-step.
#[derive(Clone, Debug)]
pub(crate) struct Program<R> {
    pub points: usize,
    pub each: Vec<PointOp<R>>,
    /// What sliding takes of a touching point's displacement along the ground, a share of it.
    pub slide: R,
    /// What of a surface's friction its points feel.
    pub friction: R,
    pub springs: Vec<SpringOp<R>>,
    /// Springs that were too fast for the sub-step, and are softened.
    pub softened: Vec<usize>,
    pub sticks: Vec<StickOp<R>>,
    /// How many memories compliant sticks have.
    pub memories: usize,
    pub distances: Vec<DistanceRow<R>>,
    pub bars: Vec<BarRow<R>>,
    /// The point of each gradient.
    pub slot_points: Vec<usize>,
    pub factor: Factor<R>,
    /// What of it collides with figures.
    pub parts: parts::Parts,
    /// Mass of all points that move \[kg\].
    pub mass: R,
    /// The largest radius of its points \[units\].
    pub thickest: R,
    /// The shortest stick \[units\]; 0 without sticks.
    pub shortest: R,
    /// The farthest that one solve moves a point: half the longest stick.
    pub longest_step: R,
    /// A power of two, one to two times the figure's size \[units\]: origins lie on multiples of it.
    pub grid: R,
}

/// The diagonal of the direct solve gets this share of a row's own weight. Dependent sticks (more of them than the points have ways
/// to move) make the matrix singular; larger, and sticks under load are visibly longer; smaller, and single precision lets dependent
/// sticks pull against each other.
const REGULAR: f64 = 1e-3;

/// A spring's phase a sub-step, and its damping's share, are at most this: ten sub-steps a period. Beyond twice that an explicit
/// spring gains energy wherever two of them meet.
const MOST_PHASE: f64 = 0.6;

/// k·h²·w and c·h·w of a spring, both limited to what a sub-step resolves.
fn limited(k: f64, c: f64, w: f64, h: f64) -> (f64, f64, bool) {
    if w == 0.0 {
        return (k, c, false);
    }
    let k_most = MOST_PHASE * MOST_PHASE / (h * h * w);
    let c_most = MOST_PHASE / (h * w);
    (k.min(k_most), c.min(c_most), k > k_most || c > c_most)
}

/// The numbers of a compliant stick, for the scheme of Newmark (1959, "A method of computation for structural dynamics") with γ = ½:
/// the force acts for β of the new stretch, 1 − 2β of the present and β of the one before. The period of a swinging pair is exact
/// for β = 1/(2 − 2 cos φ) − 1/φ², φ = ωh; its series is 1/12 + φ²/240 + φ⁴/6048 + …, the next term below 3e-7 for φ ≤ 0.6. Nothing is
/// damped, and the sag under a load is exact for any β. Faster sticks are not resolved: they take the implicit Euler step of XPBD
/// (Macklin, Müller, Chentanez 2016, eq. 18), which comes to rest.
fn soft<R: Real>(compliance: f64, w: f64, h: f64, order: Order, memory: usize) -> Soft<R> {
    let phase2 = h * h * w / compliance;
    let euler = order == Order::SticksFirst || phase2 > MOST_PHASE * MOST_PHASE;
    let beta = if euler {
        1.0
    } else {
        1.0 / 12.0 + phase2 / 240.0 + phase2 * phase2 / 6048.0
    };
    Soft {
        diagonal: R::from_f64(compliance / (h * h) / beta),
        before: R::from_f64(if euler { 0.0 } else { (1.0 - 2.0 * beta) / beta }),
        euler,
        memory,
    }
}

/// The least power of two that isn't below a size, within 2⁻³² and 2³².
fn power_of_two(size: f64) -> f64 {
    let mut power = 1.0_f64;
    for _ in 0..32 {
        if power < size {
            power *= 2.0;
        } else if power * 0.5 >= size {
            power *= 0.5;
        }
    }
    power
}

impl<R: Real> Program<R> {
    /// Makes a figure ready for sub-steps of `h` seconds.
    pub fn new(figure: &Figure, settings: &Settings, h: f64) -> Self {
        let real = R::from_f64;
        let points = figure.points();
        let w = |i: usize| points[i].inverse_mass;
        let classic = settings.order == Order::SticksFirst;
        let drag = |i: usize| {
            let share = figure.drag() * w(i) * h;
            if classic {
                -share
            } else {
                1.0 / (1.0 + share) - 1.0
            }
        };
        // A thick stick ends in circles.
        let reach = |i: usize| {
            let sticks = figure
                .sticks()
                .iter()
                .filter(|stick| stick.a == i || stick.b == i);
            sticks.fold(points[i].radius, |most, stick| most.max(0.5 * stick.thickness))
        };
        let mut softened = Vec::new();
        let springs = figure
            .springs()
            .iter()
            .enumerate()
            .map(|(i, spring)| {
                let (k, c, less) = limited(spring.k, spring.c, w(spring.a) + w(spring.b), h);
                if less {
                    softened.push(i);
                }
                SpringOp {
                    a: spring.a,
                    b: spring.b,
                    stiffness: real(k * h * h),
                    damping: real(c * h),
                    rest: real(spring.length),
                }
            })
            .collect();
        let mut memories = 0;
        let sticks: Vec<StickOp<R>> = figure
            .sticks()
            .iter()
            .map(|stick| {
                let pair = w(stick.a) + w(stick.b);
                let soft = (stick.compliance > 0.0 && pair > 0.0).then(|| {
                    memories += 1;
                    soft(stick.compliance, pair, h, settings.order, memories - 1)
                });
                StickOp {
                    a: stick.a,
                    b: stick.b,
                    length: real(stick.length),
                    radius: real(0.5 * stick.thickness),
                    collides: stick.drawn || stick.thickness > 0.0,
                    soft,
                }
            })
            .collect();
        let flat = flat::find(figure);
        let layout = factor::layout(figure, &flat);
        let mut distances = Vec::new();
        let mut bars = Vec::new();
        for (order, wanted) in layout.rows.iter().enumerate() {
            match *wanted {
                factor::Wanted::Stick { stick, slot } => {
                    let op = &sticks[stick];
                    distances.push(DistanceRow {
                        a: op.a,
                        b: op.b,
                        length: op.length,
                        range: [-1.0, 1.0].map(|sign| {
                            let most = op.length.to_f64() * (1.0 + sign * settings.tolerance);
                            real(most * most)
                        }),
                        row: order,
                        slot,
                        soft: op.soft,
                    });
                }
                factor::Wanted::BarX { bar, slot } => {
                    let (y_row, y_slot) = layout.bar_y[bar];
                    bars.push(BarRow {
                        a: flat[bar].a,
                        b: flat[bar].b,
                        m: flat[bar].m,
                        t: real(flat[bar].t),
                        length: {
                            let [one, other] = flat[bar].short.map(|i| figure.sticks()[i].length);
                            real(one.min(other))
                        },
                        rows: [order, y_row],
                        slots: [slot, y_slot],
                    });
                }
                factor::Wanted::BarY { .. } => {}
            }
        }
        let diagonal = |row: usize| match layout.rows[row] {
            factor::Wanted::Stick { stick, .. } => {
                let stick = &figure.sticks()[stick];
                let own = w(stick.a) + w(stick.b);
                let soft = sticks[stick.number]
                    .soft
                    .map_or(0.0, |soft| soft.diagonal.to_f64());
                (own, own * REGULAR + soft)
            }
            factor::Wanted::BarX { bar, .. } | factor::Wanted::BarY { bar } => {
                let flat = &flat[bar];
                let own =
                    w(flat.m) + (1.0 - flat.t) * (1.0 - flat.t) * w(flat.a) + flat.t * flat.t * w(flat.b);
                (own, own * REGULAR)
            }
        };
        let push_reach = |row: usize| match layout.rows[row] {
            factor::Wanted::Stick { stick, .. } => {
                let stick = &figure.sticks()[stick];
                w(stick.a).max(w(stick.b))
            }
            factor::Wanted::BarX { bar, .. } | factor::Wanted::BarY { bar } => {
                let flat = &flat[bar];
                w(flat.m).max((1.0 - flat.t) * w(flat.a)).max(flat.t * w(flat.b))
            }
        };
        let factor = Factor::new(&layout, diagonal, push_reach);
        Self {
            points: points.len(),
            each: points
                .iter()
                .enumerate()
                .map(|(i, point)| PointOp {
                    w: real(w(i)),
                    m: real(if w(i) > 0.0 { 1.0 / w(i) } else { 0.0 }),
                    share: real(point.gravity),
                    drag: real(drag(i)),
                    radius: real(reach(i)),
                })
                .collect(),
            // Before moving it is a force; while moving it is a share of the move, which can't be more than all.
            slide: real(if classic {
                figure.slide() * h
            } else {
                1.0 - 1.0 / (1.0 + figure.slide() * h)
            }),
            friction: real(figure.friction()),
            springs,
            softened,
            sticks,
            memories,
            distances,
            bars,
            slot_points: layout.slot_points,
            factor,
            parts: parts::Parts::new(figure),
            mass: real(figure.mass()),
            thickest: real((0..points.len()).map(reach).fold(0.0, f64::max)),
            shortest: real(
                figure
                    .sticks()
                    .iter()
                    .map(|stick| stick.length)
                    .reduce(f64::min)
                    .unwrap_or(0.0),
            ),
            longest_step: real(
                0.5 * figure
                    .sticks()
                    .iter()
                    .fold(0.0, |most: f64, stick| most.max(stick.length)),
            ),
            grid: real(power_of_two(figure.extent())),
        }
    }
}
