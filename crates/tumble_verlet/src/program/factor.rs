//! The direct solve's matrix, before any number is known: which entries it has, in which order its rows are eliminated, and what each
//! elimination touches (Davis, *Direct Methods for Sparse Linear Systems*, ch. 4 and 7).
//!
//! The matrix is W = J M⁻¹ Jᵀ: rows i and j meet where their sticks share a point. Rows go by least degree, ties by number, so a tree of
//! sticks makes few entries beyond its own.

use crate::figure::Figure;
use crate::real::Real;

use super::flat::Flat;

/// A row of the direct solve, before its numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wanted {
    Stick { stick: usize, slot: usize },
    BarX { bar: usize, slot: usize },
    BarY { bar: usize },
}

/// Rows in order of elimination, and the points of their gradients.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub rows: Vec<Wanted>,
    /// Row and first gradient of each bar's y.
    pub bar_y: Vec<(usize, usize)>,
    pub slot_points: Vec<usize>,
    /// The gradients of each row.
    row_slots: Vec<core::ops::Range<usize>>,
    /// Which earlier row each row meets once all before that are eliminated, sorted: the columns of the lower triangle.
    columns: Vec<Vec<usize>>,
}

/// One elimination. Entries are kept column by column, the pivot first.
#[derive(Clone, Debug)]
pub(crate) struct Column<R> {
    /// The pivot's entry, and the next column's.
    pub pivot: usize,
    pub end: usize,
    /// The row of each entry below the pivot, ascending.
    pub below: Vec<usize>,
    /// What the products of entries below take from: for each j, for each i from j on, `entry(i, j) −= below[i] · below[j] / pivot`.
    /// Counted from `end`.
    pub targets: Vec<usize>,
    /// A pivot not above this belongs to a row that others decide already: it gets no multiplier.
    pub least: R,
    /// The largest inverse mass among the row's points, weighted as its gradients: a multiplier of one moves none farther.
    pub reach: R,
}

/// Which components of a product of gradients can differ from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axes {
    Both,
    X,
    Y,
}

/// What the numeric solve goes through.
#[derive(Clone, Debug)]
pub(crate) struct Factor<R> {
    /// For each entry, the pairs of gradients whose products it sums: `sums[start[e]..start[e + 1]]`.
    pub start: Vec<usize>,
    pub sums: Vec<(Axes, usize, usize)>,
    /// What each entry begins with: the regularisation for pivots, 0 for others.
    pub diagonal: Vec<R>,
    pub columns: Vec<Column<R>>,
}

/// A pivot's least share of its row's weight with all its points free. Both ends held leaves the regularisation alone, 1e-3.
const LEAST_PIVOT: f64 = 2e-3;

pub(crate) fn layout(figure: &Figure, flat: &[Flat]) -> Layout {
    // Rows in the figure's order first: what they are and which points they touch.
    let mut kinds = Vec::new();
    for (i, stick) in figure.sticks().iter().enumerate() {
        if !flat.iter().any(|bar| bar.short.contains(&i)) {
            kinds.push((Wanted::Stick { stick: i, slot: 0 }, vec![stick.a, stick.b]));
        }
    }
    for (i, bar) in flat.iter().enumerate() {
        let points = vec![bar.m, bar.a, bar.b];
        kinds.push((Wanted::BarX { bar: i, slot: 0 }, points.clone()));
        kinds.push((Wanted::BarY { bar: i }, points));
    }
    // Neighbours: rows that share a point. A bar's x and y share points but their gradients are at right angles; a held point
    // (a slope) can tilt them, so they count.
    let count = kinds.len();
    let mut neighbours: Vec<Vec<usize>> = (0..count)
        .map(|i| {
            (0..count)
                .filter(|&j| j != i && kinds[i].1.iter().any(|point| kinds[j].1.contains(point)))
                .collect()
        })
        .collect();
    let mut left: Vec<usize> = (0..count).collect();
    let mut order = Vec::with_capacity(count);
    let mut reached = vec![Vec::new(); count];
    while let Some(at) = (0..left.len()).min_by_key(|&at| neighbours[left[at]].len()) {
        let row = left.remove(at);
        let around = core::mem::take(&mut neighbours[row]);
        for &i in &around {
            neighbours[i].retain(|&j| j != row);
            for &j in &around {
                if i != j && !neighbours[i].contains(&j) {
                    neighbours[i].push(j);
                }
            }
        }
        reached[row] = around;
        order.push(row);
    }
    let mut place = vec![0; count];
    for (position, &row) in order.iter().enumerate() {
        place[row] = position;
    }
    let columns = order
        .iter()
        .map(|&row| {
            let mut below: Vec<usize> = reached[row].iter().map(|&other| place[other]).collect();
            below.sort_unstable();
            below
        })
        .collect();
    let mut layout = Layout {
        rows: Vec::with_capacity(count),
        bar_y: vec![(0, 0); flat.len()],
        slot_points: Vec::new(),
        row_slots: Vec::with_capacity(count),
        columns,
    };
    for (position, &row) in order.iter().enumerate() {
        let (kind, points) = &kinds[row];
        let slot = layout.slot_points.len();
        layout.rows.push(match *kind {
            Wanted::Stick { stick, .. } => Wanted::Stick { stick, slot },
            Wanted::BarX { bar, .. } => Wanted::BarX { bar, slot },
            Wanted::BarY { bar } => {
                layout.bar_y[bar] = (position, slot);
                Wanted::BarY { bar }
            }
        });
        layout.slot_points.extend_from_slice(points);
        layout.row_slots.push(slot..slot + points.len());
    }
    layout
}

/// The components that a row's gradients have.
fn axes(row: Wanted) -> Axes {
    match row {
        Wanted::Stick { .. } => Axes::Both,
        Wanted::BarX { .. } => Axes::X,
        Wanted::BarY { .. } => Axes::Y,
    }
}

impl<R: Real> Factor<R> {
    /// `diagonal` tells a row's weight with all points free, and what is added to its pivot.
    pub fn new(
        layout: &Layout,
        diagonal: impl Fn(usize) -> (f64, f64),
        reach: impl Fn(usize) -> f64,
    ) -> Self {
        let mut pairs = Vec::new();
        let mut pivots = Vec::with_capacity(layout.columns.len());
        for (column, below) in layout.columns.iter().enumerate() {
            pivots.push(pairs.len());
            pairs.push((column, column));
            pairs.extend(below.iter().map(|&row| (row, column)));
        }
        let entry = |row: usize, column: usize| {
            let below = &layout.columns[column];
            pivots[column]
                + below.iter().take_while(|&&other| other < row).count()
                + usize::from(row != column)
        };
        let mut start = vec![0];
        let mut sums = Vec::new();
        for &(i, j) in &pairs {
            for a in layout.row_slots[i].clone() {
                for b in layout.row_slots[j].clone() {
                    if layout.slot_points[a] == layout.slot_points[b] {
                        // A bar's gradient has one component; it is taken as it is, the other times the inverse mass.
                        sums.push(match (axes(layout.rows[i]), axes(layout.rows[j])) {
                            (Axes::Both, Axes::Both) => (Axes::Both, a, b),
                            (Axes::Both, one) => (one, b, a),
                            (one, _) => (one, a, b),
                        });
                    }
                }
            }
            start.push(sums.len());
        }
        let columns = layout
            .columns
            .iter()
            .enumerate()
            .map(|(column, below)| {
                let end = pivots[column] + 1 + below.len();
                let targets = below.iter().enumerate().flat_map(|(at, &j)| {
                    let from = below[at..].iter();
                    from.map(move |&i| entry(i, j) - end)
                });
                Column {
                    pivot: pivots[column],
                    end,
                    below: below.clone(),
                    targets: targets.collect(),
                    least: R::from_f64(diagonal(column).0 * LEAST_PIVOT),
                    reach: R::from_f64(reach(column)),
                }
            })
            .collect();
        Self {
            start,
            sums,
            diagonal: pairs
                .iter()
                .map(|&(row, column)| R::from_f64(if row == column { diagonal(row).1 } else { 0.0 }))
                .collect(),
            columns,
        }
    }
}
