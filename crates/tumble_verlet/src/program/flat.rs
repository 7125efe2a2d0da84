//! Three points in a line, all three joined by rigid sticks: a straight bar.
//!
//! The gradients of the three lengths are dependent there: |ab| = |am| + |mb| to first order, and pushing m sideways changes no
//! length at all. As lengths alone the three sticks hold m only by their second order, so a hard pull bends the bar visibly. What they
//! mean is that m stays at its share t of the way from a to b:  m − (1 − t)·a − t·b = 0,  two linear rows of full rank, beside the one
//! length |ab|. The two short sticks are then right by themselves.

use crate::figure::Figure;

/// A bar: its long stick a–b, the point m between and its share of the way, and the two short sticks it stands for.
#[derive(Clone, Debug)]
pub(crate) struct Flat {
    pub a: usize,
    pub b: usize,
    pub m: usize,
    pub t: f64,
    pub short: [usize; 2],
}

/// |ab| and |am| + |mb| may differ by this share.
const STRAIGHT: f64 = 1e-6;

/// The bars of a figure. A stick is in one bar at most; a point is in the middle of one at most.
pub(crate) fn find(figure: &Figure) -> Vec<Flat> {
    let sticks = figure.sticks();
    let rigid = |i: usize| sticks[i].compliance == 0.0;
    let mut used = vec![false; sticks.len()];
    let mut middle = vec![false; figure.points().len()];
    let between = |p: usize, q: usize| {
        sticks
            .iter()
            .position(|stick| (stick.a, stick.b) == (p, q) || (stick.a, stick.b) == (q, p))
    };
    let mut bars = Vec::new();
    for long in 0..sticks.len() {
        if !rigid(long) || used[long] {
            continue;
        }
        let (a, b) = (sticks[long].a, sticks[long].b);
        for first in 0..sticks.len() {
            let m = match (sticks[first].a, sticks[first].b) {
                (p, q) if p == a && q != b => q,
                (q, p) if p == a && q != b => q,
                _ => continue,
            };
            let Some(second) = between(m, b) else { continue };
            let free = rigid(first) && rigid(second) && !used[first] && !used[second] && !middle[m];
            let sum = sticks[first].length + sticks[second].length;
            if free
                && (sum - sticks[long].length).abs() <= STRAIGHT * sum
                && figure.points()[m].inverse_mass > 0.0
            {
                for stick in [long, first, second] {
                    used[stick] = true;
                }
                middle[m] = true;
                bars.push(Flat {
                    a,
                    b,
                    m,
                    t: sticks[first].length / sum,
                    short: [first, second],
                });
                break;
            }
        }
    }
    bars
}
