//! The goals that our own world is held to, beside its peers in the same run.

use serde::Serialize;

use crate::engine::Name;
use crate::scene::Kind;

use super::{Case, Growth};

/// A goal, and what was measured.
#[derive(Clone, Debug, Serialize)]
pub struct Goal {
    /// What is measured, and where.
    pub what: String,
    /// What it may be.
    pub bound: String,
    /// What it is.
    pub measured: String,
    /// Whether it is met.
    pub met: bool,
}

/// Of Box2D's time at 1000 figures and more in the rain.
const QUARTER: f64 = 0.25;
/// Of Box2D's time elsewhere.
const HALF: f64 = 0.5;
/// Figures from which on [`QUARTER`] and [`SPEED_UP`] count.
const MANY: usize = 1000;
/// By two threads.
const SPEED_UP: f64 = 1.8;
/// \[px\].
const GAP_MEAN: f64 = 0.01;
/// \[px\].
const GAP_MAX: f64 = 0.5;
/// \[deg\].
const LIMIT_OVER: f64 = 3.0;
/// Step by which ten figures sleep.
const ASLEEP_BY: usize = 400;
/// Slowest step over the mean.
const SPREAD: f64 = 2.0;
/// Exponent of growth.
const EXPONENT: f64 = 1.05;

/// Judges what can be judged of `cases`.
pub fn goals(cases: &[Case], growth: &[Growth]) -> Vec<Goal> {
    let mut goals = Vec::new();
    for case in cases {
        time(case, cases, &mut goals);
    }
    for case in cases.iter().filter(|case| case.threads == 1) {
        quality(case, &mut goals);
    }
    for growth in growth.iter().filter(|growth| growth.engine == Name::Native) {
        goals.push(Goal {
            what: format!(
                "{}, growth from {} to {} figures",
                growth.scene, growth.from, growth.to
            ),
            bound: format!("N^{EXPONENT} at most"),
            measured: format!("N^{:.3}", growth.exponent),
            met: growth.exponent <= EXPONENT,
        });
    }
    goals
}

fn time(case: &Case, cases: &[Case], goals: &mut Vec<Goal>) {
    let Some(own) = case.of(Name::Native) else { return };
    let place = format!("{}, {} figures", case.scene, case.figures);
    let rain = matches!(case.scene, Kind::Crowded | Kind::Clean);
    let share = if rain && case.figures >= MANY {
        QUARTER
    } else {
        HALF
    };
    let counts = !rain || case.figures >= 100;
    if case.threads == 1
        && counts
        && let Some(ratio) = case.ratio(Name::Native)
    {
        goals.push(Goal {
            what: format!("{place}: time over Box2D's"),
            bound: format!("≤ {share}"),
            measured: format!("{ratio:.3}"),
            met: ratio <= share,
        });
    }
    if case.threads == 1 && counts {
        let spread = own.times.max / own.times.mean;
        goals.push(Goal {
            what: format!("{place}: slowest step over the mean"),
            bound: format!("≤ {SPREAD}"),
            measured: format!("{spread:.2}"),
            met: spread <= SPREAD,
        });
    }
    if case.threads == 2
        && case.figures >= MANY
        && let Some(one) = cases
            .iter()
            .find(|other| other.threads == 1 && other.scene == case.scene && other.figures == case.figures)
            .and_then(|other| other.of(Name::Native))
    {
        let faster = one.times.mean / own.times.mean;
        goals.push(Goal {
            what: format!("{place}: speed-up by two threads"),
            bound: format!("≥ {SPEED_UP}"),
            measured: format!("{faster:.2}"),
            met: faster >= SPEED_UP,
        });
    }
}

fn quality(case: &Case, goals: &mut Vec<Goal>) {
    let Some(own) = case.of(Name::Native) else { return };
    let place = format!("{}, {} figures", case.scene, case.figures);
    let peer = case.of(Name::Box2d);
    let mut goal = |what: &str, bound: String, measured: String, met: bool| {
        goals.push(Goal {
            what: format!("{place}: {what}"),
            bound,
            measured,
            met,
        });
    };
    if let Some(peer) = peer {
        let ratio = own.bytes as f64 / peer.bytes.max(1) as f64;
        goal(
            "memory over Box2D's",
            "≤ 1".into(),
            format!("{ratio:.2}"),
            ratio <= 1.0,
        );
    }
    let Some(seen) = own.quality else { return };
    if seen.broken {
        goal("all finite", "yes".into(), "no".into(), false);
    }
    if case.scene == Kind::Clean && case.figures >= 100 {
        let more = if case.figures > 100 {
            2.0 * last_place(case.reach)
        } else {
            0.0
        };
        let (mean, max) = (GAP_MEAN + more, GAP_MAX + more);
        goal(
            "mean gap [px]",
            format!("≤ {mean:.4}"),
            format!("{:.5}", seen.gap_mean),
            seen.gap_mean <= mean,
        );
        goal(
            "greatest gap [px]",
            format!("≤ {max:.4}"),
            format!("{:.4}", seen.gap_max),
            seen.gap_max <= max,
        );
    }
    if let Some(over) = seen.limit_over {
        goal(
            "limit overshoot [°]",
            format!("≤ {LIMIT_OVER}"),
            format!("{over:.2}"),
            over <= LIMIT_OVER,
        );
    }
    if let Some(peer) = peer.and_then(|peer| peer.quality) {
        let (ours, theirs) = (seen.penetration, peer.penetration);
        goal(
            "penetration [px]",
            format!("≤ Box2D's {theirs:.2}"),
            format!("{ours:.2}"),
            ours <= theirs,
        );
    }
    if case.figures == 10 && case.steps >= ASLEEP_BY {
        goal(
            "all asleep by step",
            format!("≤ {ASLEEP_BY}"),
            seen.asleep_at
                .map_or_else(|| "never".into(), |step| step.to_string()),
            seen.asleep_at.is_some_and(|step| step <= ASLEEP_BY),
        );
    }
}

/// A unit in the last place of an f32 of this size.
fn last_place(size: f64) -> f64 {
    let size = (size.abs() as f32).max(f32::MIN_POSITIVE);
    f64::from(f32::from_bits(size.to_bits() + 1)) - f64::from(size)
}

#[cfg(test)]
mod tests {
    use super::super::tests::case;
    use super::*;

    fn find<'a>(goals: &'a [Goal], what: &str) -> &'a Goal {
        goals
            .iter()
            .find(|goal| goal.what.contains(what))
            .unwrap_or_else(|| panic!("no goal `{what}` in {goals:#?}"))
    }

    #[test]
    fn many_figures_have_a_quarter_and_few_a_half_of_the_time() {
        let times = [(Name::Native, 1.0), (Name::Box2d, 3.0)];
        let cases = [
            case(Kind::Clean, 100, 1, &times),
            case(Kind::Clean, 1000, 1, &times),
        ];
        let goals = goals(&cases, &[]);
        assert!(find(&goals, "clean, 100 figures: time").met);
        assert!(!find(&goals, "clean, 1000 figures: time").met);
        assert!(find(&goals, "clean, 1000 figures: mean gap").met);
        // 1000 px: two units in the last place are 2 · 2⁻¹⁴ px.
        assert_eq!(find(&goals, "clean, 1000 figures: mean gap").bound, "≤ 0.0101");
    }

    #[test]
    fn threads_are_compared_with_one() {
        let cases = [
            case(Kind::Crowded, 1000, 1, &[(Name::Native, 2.0)]),
            case(Kind::Crowded, 1000, 2, &[(Name::Native, 1.2)]),
        ];
        let goals = goals(&cases, &[]);
        let goal = find(&goals, "two threads");
        assert!(!goal.met && goal.measured == "1.67", "{goal:?}");
    }

    #[test]
    fn ten_figures_sleep_in_time() {
        let mut rain = case(Kind::Crowded, 10, 1, &[(Name::Native, 1.0)]);
        assert!(find(&goals(&[rain.clone()], &[]), "asleep").met);
        if let Some(quality) = &mut rain.outcomes[0].quality {
            quality.asleep_at = None;
        }
        assert!(!find(&goals(&[rain], &[]), "asleep").met);
    }
}
