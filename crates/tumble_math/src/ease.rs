//! Easing curves.

use core::f32::consts::{FRAC_PI_2, PI};

use crate::trig;

/// How a value goes from one key to the next. Each maps \[0, 1\] to \[0, 1\], monotone, with f(0) = 0 and f(1) = 1 exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Easing {
    /// Holds the first value until the very end.
    Step,
    /// Constant speed.
    #[default]
    Linear,
    /// Starts slowly: 1 − cos(πt/2).
    SineIn,
    /// Ends slowly: sin(πt/2).
    SineOut,
    /// Starts and ends slowly: ½ − ½cos πt. The stand-up's curve.
    SineInOut,
    /// t².
    QuadIn,
    /// 1 − (1 − t)².
    QuadOut,
    /// Two parabolas.
    QuadInOut,
    /// t³.
    CubicIn,
    /// 1 − (1 − t)³.
    CubicOut,
    /// Two cubics.
    CubicInOut,
    /// Through neighbouring keys without a corner (Catmull–Rom in the clip's sampler); on its own the same as linear.
    Smooth,
}

impl Easing {
    /// The eased share at `t`, which is clamped to \[0, 1\]; NaN gives 0.
    #[inline]
    pub fn apply(self, t: f32) -> f32 {
        if t >= 1.0 {
            return 1.0;
        }
        if t <= 0.0 || t.is_nan() {
            return 0.0;
        }
        let u = 1.0 - t;
        match self {
            Self::Step => 0.0,
            Self::Linear | Self::Smooth => t,
            Self::SineIn => 1.0 - trig::cos(FRAC_PI_2 * t),
            Self::SineOut => trig::sin(FRAC_PI_2 * t),
            Self::SineInOut => 0.5 - 0.5 * trig::cos(PI * t),
            Self::QuadIn => t * t,
            Self::QuadOut => 1.0 - u * u,
            Self::QuadInOut if t < 0.5 => 2.0 * t * t,
            Self::QuadInOut => 1.0 - 2.0 * u * u,
            Self::CubicIn => t * t * t,
            Self::CubicOut => 1.0 - u * u * u,
            Self::CubicInOut if t < 0.5 => 4.0 * t * t * t,
            Self::CubicInOut => 1.0 - 4.0 * u * u * u,
        }
    }
}
