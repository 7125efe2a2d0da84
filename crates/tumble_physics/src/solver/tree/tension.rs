//! Tension: what keeps chains of light links with a heavy end from swinging up. Theory §4.

use super::layout::{Arms, Constant, Factor, RootFactor, Row, Twist};
use super::sweep::{Matrix3, Motion, Tree};
use crate::solver::lanes::Lane;

/// Times the stiffness that pins give a body alone: neighbours that swing against each other feel twice that.
pub(super) const TENSION: f32 = 2.0;

/// What tension does to turning, into `rows[..].answer.turn`: the stiffness times the sub-step that pins give a body's angle.
///
/// A body that is pulled at arm s with force F turns back with s·F per radian, as a taut string does. Integrated explicitly that swings
/// up once h²·s·F is more than four times the inertia: a chain of light links with a heavy ball. h²·s·F as further inertia keeps it stable and
/// leaves steady turning alone. Forces are those of a solve without contacts and limits. Source: S. Andrews, M. Teichmann, P. Kry, "Geometric
/// Stiffness for Real-time Constrained Multibody Dynamics", Computer Graphics Forum 36(2), 2017, whose diagonal form this is.
#[inline(always)]
#[expect(
    clippy::too_many_arguments,
    reason = "parts of a batch, some of which are borrowed already"
)]
pub(super) fn stiffen<L: Lane>(
    constant: &[Constant],
    push: &[Twist],
    parents: &[u16],
    arms: &[Arms],
    anchored: bool,
    rows: &mut [Row],
    factor: &mut [Factor],
    root: &mut RootFactor,
) {
    for ((row, constant), push) in rows.iter_mut().zip(constant).zip(push) {
        row.mass
            .put(Matrix3::<L>::body(constant.mass.get(), constant.inertia.get()));
        row.push.put(push.get::<L>());
    }
    let tree = Tree {
        parents,
        anchored,
        arms,
    };
    tree.eliminate::<L, false>(rows, factor, root);
    tree.substitute::<L, false>(rows, factor, root);
    // A pin's impulse is what its subtree's momentum changed by, less what was given from outside.
    for ((row, constant), push) in rows.iter_mut().zip(constant).zip(push) {
        let linear = row.fresh.get::<L>().linear * constant.mass.get() - push.get::<L>().linear;
        row.answer.put(Motion {
            linear,
            turn: L::zero(),
        });
    }
    for p in (1..parents.len()).rev() {
        let own = rows[p].answer.get::<L>();
        let up = &mut rows[parents[p] as usize];
        let sum = up.answer.get::<L>();
        up.answer.put(Motion {
            linear: sum.linear + own.linear,
            turn: sum.turn - arms[p].parent.get::<L>().dot(own.linear),
        });
        let turn = own.turn + arms[p].child.get::<L>().dot(own.linear);
        rows[p].answer.turn.put(turn);
    }
    if anchored {
        let own = rows[0].answer.get::<L>();
        let turn = own.turn + arms[0].child.get::<L>().dot(own.linear);
        rows[0].answer.turn.put(turn);
    }
}
