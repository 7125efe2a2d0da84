//! Lanes that count what is done with them: what a sub-step costs, apart from any machine.

use core::cell::Cell;
use core::ops::{Add, Div, Mul, Neg, Sub};

use super::Lanes;
use super::pack::Pack16;
use super::scalar::Sixteen;

/// How often each kind of operation was done, on all sixteen lanes at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// +, −, ×, min, max.
    pub plain: u64,
    /// ÷ and √, which take several times as long.
    pub slow: u64,
    /// Signs, comparisons, choices and what is done with truth values.
    pub choice: u64,
    pub loads: u64,
    pub stores: u64,
}

std::thread_local! {
    static COUNTS: Cell<Counts> = const {
        Cell::new(Counts { plain: 0, slow: 0, choice: 0, loads: 0, stores: 0 })
    };
}

/// What was counted since the last call, on this thread.
pub(crate) fn take() -> Counts {
    COUNTS.replace(Counts::default())
}

fn count(what: impl Fn(&mut Counts)) {
    COUNTS.with(|counts| {
        let mut now = counts.get();
        what(&mut now);
        counts.set(now);
    });
}

/// [`Sixteen`], counted.
#[derive(Clone, Copy)]
pub(crate) struct Counted(Sixteen);

macro_rules! operator {
    ($trait:ident, $function:ident, $kind:ident) => {
        impl $trait for Counted {
            type Output = Self;
            fn $function(self, other: Self) -> Self {
                count(|counts| counts.$kind += 1);
                Self($trait::$function(self.0, other.0))
            }
        }
    };
}

operator!(Add, add, plain);
operator!(Sub, sub, plain);
operator!(Mul, mul, plain);
operator!(Div, div, slow);

impl Neg for Counted {
    type Output = Self;
    fn neg(self) -> Self {
        count(|counts| counts.choice += 1);
        Self(-self.0)
    }
}

impl Lanes for Counted {
    type Real = f32;
    type Pack = Pack16;
    type Mask = <Sixteen as Lanes>::Mask;

    fn splat(value: f32) -> Self {
        Self(Sixteen::splat(value))
    }
    fn load(from: &Pack16) -> Self {
        count(|counts| counts.loads += 1);
        Self(Sixteen::load(from))
    }
    fn store(self, to: &mut Pack16) {
        count(|counts| counts.stores += 1);
        self.0.store(to);
    }
    fn min(self, other: Self) -> Self {
        count(|counts| counts.plain += 1);
        Self(self.0.min(other.0))
    }
    fn max(self, other: Self) -> Self {
        count(|counts| counts.plain += 1);
        Self(self.0.max(other.0))
    }
    fn abs(self) -> Self {
        count(|counts| counts.choice += 1);
        Self(self.0.abs())
    }
    fn sqrt(self) -> Self {
        count(|counts| counts.slow += 1);
        Self(self.0.sqrt())
    }
    fn lt(self, other: Self) -> Self::Mask {
        count(|counts| counts.choice += 1);
        self.0.lt(other.0)
    }
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
        count(|counts| counts.choice += 1);
        Self(Sixteen::select(mask, yes.0, no.0))
    }
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask {
        count(|counts| counts.choice += 1);
        Sixteen::and(a, b)
    }
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask {
        count(|counts| counts.choice += 1);
        Sixteen::or(a, b)
    }
    fn not_and(a: Self::Mask, b: Self::Mask) -> Self::Mask {
        count(|counts| counts.choice += 1);
        Sixteen::not_and(a, b)
    }
    fn any(mask: Self::Mask) -> bool {
        count(|counts| counts.choice += 1);
        Sixteen::any(mask)
    }
}
