//! Look-at: turning one bone towards a point, within a budget.

/// The heading within `budget` (`[lower, upper]`, both from `center`) that is nearest on the circle to `wanted` [rad].
pub fn clamp_to_budget(wanted: f32, center: f32, budget: Option<[f32; 2]>) -> f32 {
    let _ = (wanted, center, budget);
    todo!()
}
