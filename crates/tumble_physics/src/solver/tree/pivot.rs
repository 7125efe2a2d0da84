//! Which one-sided constraints hold: found by exchanging those that are on the wrong side until none is. Theory §5.
//!
//! Exchanging all wrong ones at once is the primal-dual active set method (Hintermüller, Ito & Kunisch, "The primal-dual active set strategy as
//! a semismooth Newton method", SIAM J. Optim. 13, 2002; Kostreva's block pivots, 1978). Mostly it ends after one or two solves, but it may
//! cycle. So each constraint is let go at most once a sub-step, and only added after that: then every limit and contact is respected, at
//! the price of one that pulls for a sub-step.

use crate::solver::lanes::{Lane, Mask, Wide};

/// How often a constraint may be let go in a sub-step. None more: with two or three, crowds that land gain no less energy, and take more
/// solves.
const RELEASES: f32 = 1.0;

/// The state of the search, lane by lane.
pub(super) struct Pivot<L: Lane> {
    /// Lanes in which all is right.
    done: L::Mask,
    /// Lanes that need another solve, by what this round has seen.
    open: L::Mask,
}

impl<L: Lane> Pivot<L> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            done: L::Mask::splat(false),
            open: L::Mask::splat(false),
        }
    }

    /// Lanes that have their answer: nothing of them may change.
    #[inline(always)]
    pub(super) fn done(&self) -> L::Mask {
        self.done
    }

    /// Says where a constraint that is `on` or not is on the wrong side; returns where it changes sides. `releases` counts how often it
    /// was let go.
    #[inline(always)]
    pub(super) fn exchange(&mut self, wrong: L::Mask, on: L::Mask, releases: &mut Wide) -> L::Mask {
        let before: L = releases.get();
        let now = wrong & !self.done & (!on | before.lt(L::splat(RELEASES)));
        releases.put(before + L::splat(1.0).only(now & on));
        self.open = self.open | now;
        now
    }

    /// Asks for another solve where something that is no constraint has changed.
    #[inline(always)]
    pub(super) fn unsettle(&mut self, changed: L::Mask) {
        self.open = self.open | changed;
    }

    /// Ends a round. Whether any lane needs another solve.
    #[inline(always)]
    pub(super) fn next_round(&mut self) -> bool {
        let open = self.open & !self.done;
        self.done = !open;
        self.open = L::Mask::splat(false);
        open.any()
    }
}
