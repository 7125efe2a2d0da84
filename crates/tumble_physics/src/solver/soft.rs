//! Soft constraints: how a damped spring becomes three numbers of a row.
//!
//! A constraint C with Ċ = J·v and effective mass m is held by a spring of angular frequency ω and damping ratio ζ, integrated
//! implicitly over a sub-step h. With a₁ = 2ζ + hω, a₂ = hω·a₁, a₃ = 1/(1 + a₂) the impulse is
//! `λ = −m·a₂a₃·(Ċ + (ω/a₁)·C) − a₃·λ_old`,
//! which is independent of m in its stiffness: ω and ζ are what is seen. Source: E. Catto, "Soft Constraints", GDC 2011, and
//! `Solver2D`, 2024.

use core::f32::consts::TAU;

/// The three numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Soft {
    /// ω/a₁: share of the error to be mended a second \[1/s\].
    pub bias_rate: f32,
    /// a₂a₃.
    pub mass_scale: f32,
    /// a₃.
    pub impulse_scale: f32,
}

impl Soft {
    /// No spring: the velocity alone is held.
    pub(crate) const RIGID: Self = Self {
        bias_rate: 0.0,
        mass_scale: 1.0,
        impulse_scale: 0.0,
    };

    pub(crate) fn new(hertz: f32, damping_ratio: f32, h: f32) -> Self {
        let omega = TAU * hertz;
        let a1 = 2.0 * damping_ratio + h * omega;
        let a2 = h * omega * a1;
        let a3 = 1.0 / (1.0 + a2);
        Self {
            bias_rate: omega / a1,
            mass_scale: a2 * a3,
            impulse_scale: a3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Soft;

    #[test]
    fn one_step_is_implicit_euler() {
        // x'' = −ω²x − 2ζω·x', from x = 1 at rest, one implicit step: v = −hω²x/(1 + 2ζωh + h²ω²).
        let (hertz, ratio, h) = (2.0_f32, 0.1_f32, 1.0 / 60.0);
        let soft = Soft::new(hertz, ratio, h);
        let omega = core::f32::consts::TAU * hertz;
        let exact = -h * omega * omega / (1.0 + 2.0 * ratio * omega * h + h * h * omega * omega);
        let row = -soft.mass_scale * soft.bias_rate;
        assert!((row - exact).abs() < 1e-5, "{row} against {exact}");
    }
}
