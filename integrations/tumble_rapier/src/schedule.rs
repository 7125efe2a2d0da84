//! How a step is cut into passes.

/// More passes than this a step are not made, however long the step.
const MOST_PASSES: u32 = 64;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Schedule {
    /// The step's length \[s\].
    pub(crate) dt: f32,
    /// Its number of passes.
    pub(crate) passes: u32,
    /// The length of each \[s\].
    pub(crate) share: f32,
}

impl Schedule {
    pub(crate) fn new(dt: f32, pass_time: f32) -> Self {
        // A hair's breadth of rounding must not cost a pass.
        let wanted = (dt / pass_time.max(1e-6) - 1e-3).ceil();
        let passes = (wanted as u32).clamp(1, MOST_PASSES);
        Self {
            dt,
            passes,
            share: dt / passes as f32,
        }
    }

    /// The damping a pass that over a step divides a velocity by 1 + d·dt.
    ///
    /// A pass of length h divides by 1 + e·h, so (1 + e·h)ⁿ = 1 + d·dt and e = ((1 + d·dt)^(1/n) − 1)/h. Limit: n = 1 gives d.
    pub(crate) fn damping(&self, damping: f32) -> f32 {
        if self.passes == 1 {
            return damping;
        }
        let whole = 1.0 + f64::from(damping) * f64::from(self.dt);
        ((root(whole, self.passes) - 1.0) / f64::from(self.share)) as f32
    }
}

/// The n-th root of x ≥ 1 by Newton's method from above, where it falls steadily; 64 rounds reach any x that fits a damping.
fn root(x: f64, n: u32) -> f64 {
    let power = |base: f64, exponent: u32| (0..exponent).fold(1.0, |product, _| product * base);
    // By Bernoulli, (1 + (x − 1)/n)ⁿ ≥ x.
    let mut y = 1.0 + (x - 1.0) / f64::from(n);
    for _ in 0..64 {
        let next = y - (y - x / power(y, n - 1)) / f64::from(n);
        if next >= y {
            break;
        }
        y = next;
    }
    y
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sixtieth_is_four_passes_of_a_240th() {
        let pass = 1.0 / 240.0;
        assert_eq!(Schedule::new(1.0 / 60.0, pass).passes, 4);
        assert_eq!(Schedule::new(0.016_666_667, pass).passes, 4);
        assert_eq!(Schedule::new(1.0 / 30.0, pass).passes, 8);
        assert_eq!(Schedule::new(1.0 / 120.0, pass).passes, 2);
        assert_eq!(Schedule::new(1.0 / 1000.0, pass).passes, 1);
        assert_eq!(Schedule::new(1.0e6, pass).passes, MOST_PASSES);
    }

    #[test]
    fn damping_over_a_step_is_the_one_asked_for() {
        for passes in [1_u16, 2, 3, 4, 7, 16] {
            let schedule = Schedule::new(1.0 / 60.0, 1.0 / 60.0 / f32::from(passes));
            assert_eq!(schedule.passes, u32::from(passes));
            for damping in [0.0_f32, 0.1, 0.5, 4.0, 60.0, 1000.0] {
                let a_pass = 1.0 + schedule.damping(damping) * schedule.share;
                let over_step = (0..passes).fold(1.0_f32, |v, _| v / a_pass);
                let wanted = 1.0 / (1.0 + damping / 60.0);
                assert!(
                    (over_step - wanted).abs() < 2e-6 * wanted,
                    "{passes} passes, d = {damping}"
                );
            }
        }
    }
}
