//! Damping over a whole step, whatever it is cut into.
//!
//! The law is v ← v/(1 + d·dt) a step. Over n sub-steps each keeps the n-th root of that: (1 + d·dt)^(−1/n).

/// The share of a velocity that a sub-step keeps, of n of a step of `dt`.
pub(crate) fn kept(damping: f32, dt: f32, sub_steps: u32) -> f32 {
    if damping == 0.0 {
        return 1.0;
    }
    (1.0 / root(1.0 + f64::from(damping) * f64::from(dt), sub_steps)) as f32
}

/// The damping e of a sub-step h that keeps the same: 1/(1 + e·h).
pub(crate) fn per_sub_step(damping: f32, dt: f32, sub_steps: u32) -> f32 {
    if sub_steps == 1 || damping == 0.0 {
        return damping;
    }
    let whole = 1.0 + f64::from(damping) * f64::from(dt);
    ((root(whole, sub_steps) - 1.0) * f64::from(sub_steps) / f64::from(dt)) as f32
}

/// The n-th root of x ≥ 1: square roots as far as n is even, then Newton's method from above, where it falls steadily.
fn root(x: f64, n: u32) -> f64 {
    let (mut x, mut n) = (x, n);
    while n % 2 == 0 {
        x = x.sqrt();
        n /= 2;
    }
    if n == 1 {
        return x;
    }
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
    use super::{kept, per_sub_step};

    #[test]
    fn over_a_step_it_is_the_law() {
        for n in [1_u32, 2, 3, 4, 5, 6, 7, 8, 12, 64] {
            for damping in [0.0_f32, 0.5, 4.0, 60.0, 1000.0] {
                let dt = 1.0 / 60.0;
                let wanted = 1.0 / (1.0 + f64::from(damping) * f64::from(dt));
                let one = (0..n).fold(1.0, |v, _| v * f64::from(kept(damping, dt, n)));
                let e = f64::from(per_sub_step(damping, dt, n)) * f64::from(dt) / f64::from(n);
                let two = (0..n).fold(1.0, |v, _| v / (1.0 + e));
                assert!(
                    (one - wanted).abs() < 1e-5 * wanted,
                    "{n}, {damping}: {one} {wanted}"
                );
                assert!(
                    (two - wanted).abs() < 1e-5 * wanted,
                    "{n}, {damping}: {two} {wanted}"
                );
            }
        }
    }
}
