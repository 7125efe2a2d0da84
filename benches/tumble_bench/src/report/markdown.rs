//! The report as Markdown.

use core::fmt::Write;

use crate::engine::Name;
use crate::race::Outcome;
use crate::scene::Kind;

use super::{Case, Report};

/// The report as Markdown tables.
pub fn markdown(report: &Report) -> String {
    let mut out = String::new();
    write_all(report, &mut out).unwrap_or_else(|_| unreachable!("a string takes everything"));
    out
}

fn write_all(report: &Report, out: &mut String) -> core::fmt::Result {
    let origin = &report.origin;
    let arguments = origin.arguments.iter().map(|argument| format!(" {argument}"));
    write!(out, "`peers{}`", arguments.collect::<String>())?;
    if origin.cores > 0 {
        write!(out, " on {} cores", origin.cores)?;
    }
    if let [Some(begin), Some(end)] = origin.load {
        write!(out, ", load {begin:.1} at its beginning and {end:.1} at its end")?;
    }
    writeln!(out, ".\n")?;
    for (engine, build) in &report.engines {
        writeln!(out, "- {engine}: {build}")?;
    }
    for scene in Kind::ALL {
        let cases: Vec<&Case> = report.cases.iter().filter(|case| case.scene == scene).collect();
        if cases.is_empty() {
            continue;
        }
        writeln!(out, "\n### {scene}\n")?;
        writeln!(
            out,
            "| N | threads | engine | ms a step | median | 99 of 100 | max | of Box2D's | mean / max gap (px) | limit over | in the ground (px) | asleep | MB |"
        )?;
        writeln!(out, "|---|---|---|---|---|---|---|---|---|---|---|---|---|")?;
        for case in cases {
            for outcome in &case.outcomes {
                row(case, outcome, out)?;
            }
        }
    }
    stages(report, out)?;
    if !report.growth.is_empty() {
        writeln!(out, "\n### Growth: time ∝ N^e, one thread\n")?;
        writeln!(out, "| scene | engine | N | e |\n|---|---|---|---|")?;
        for growth in &report.growth {
            let (scene, engine) = (growth.scene, growth.engine);
            writeln!(
                out,
                "| {scene} | {engine} | {}–{} | {:.3} |",
                growth.from, growth.to, growth.exponent
            )?;
        }
    }
    if !report.goals.is_empty() {
        let met = report.goals.iter().filter(|goal| goal.met).count();
        writeln!(
            out,
            "\n### Goals of the native world: {met} of {} met\n",
            report.goals.len()
        )?;
        writeln!(out, "| goal | bound | measured | met |\n|---|---|---|---|")?;
        for goal in &report.goals {
            let met = if goal.met { "yes" } else { "**no**" };
            writeln!(
                out,
                "| {} | {} | {} | {met} |",
                goal.what, goal.bound, goal.measured
            )?;
        }
    }
    Ok(())
}

/// Where the time goes.
fn stages(report: &Report, out: &mut String) -> core::fmt::Result {
    let taken = report
        .cases
        .iter()
        .flat_map(|case| case.outcomes.iter().map(move |outcome| (case, outcome)));
    let taken: Vec<_> = taken
        .filter_map(|(case, outcome)| Some((case, outcome, outcome.stages.as_ref()?)))
        .filter(|(_, _, stages)| !stages.sums().is_empty())
        .collect();
    if taken.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n### Stages: ms a step\n")?;
    writeln!(out, "| scene | N | engine | stages |\n|---|---|---|---|")?;
    for (case, outcome, stages) in taken {
        let stages = stages
            .sums()
            .iter()
            .map(|(name, seconds)| format!("{name} {}", digits(seconds * 1e3)));
        let stages: Vec<String> = stages.collect();
        writeln!(
            out,
            "| {} | {} | {} | {} |",
            case.scene,
            case.figures,
            outcome.engine,
            stages.join(", ")
        )?;
    }
    Ok(())
}

/// Three digits that count.
fn digits(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        size if size >= 0.01 => format!("{value:.3}"),
        size if size >= 0.0005 => format!("{value:.4}"),
        0.0 => "0".to_owned(),
        _ => format!("{value:.0e}"),
    }
}

fn row(case: &Case, outcome: &Outcome, out: &mut String) -> core::fmt::Result {
    let times = outcome.times;
    let ratio = match outcome.engine {
        Name::Box2d => "1".to_owned(),
        engine => case
            .ratio(engine)
            .map_or_else(|| "–".to_owned(), |ratio| format!("{ratio:.2}")),
    };
    write!(
        out,
        "| {} | {} | {} | {} | {} | {} | {} | {ratio} |",
        case.figures,
        case.threads,
        outcome.engine,
        digits(times.mean),
        digits(times.median),
        digits(times.p99),
        digits(times.max),
    )?;
    match outcome.quality {
        Some(quality) if !quality.broken => {
            let over = quality
                .limit_over
                .map_or_else(|| "–".to_owned(), |over| format!("{over:.1}°"));
            // Ground reached from above counts; never reached at all is 0.
            let depth = quality.penetration;
            write!(
                out,
                " {} / {} | {over} | {depth:.1} |",
                digits(quality.gap_mean),
                digits(quality.gap_max)
            )?;
            match quality.asleep_at {
                Some(step) => write!(out, " step {step} |")?,
                None => write!(out, " – |")?,
            }
        }
        Some(_) => write!(out, " **not finite** | – | – | – |")?,
        None => write!(out, " – | – | – | – |")?,
    }
    writeln!(out, " {:.1} |", outcome.bytes as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::super::tests::case;
    use super::*;
    use crate::engine::Stages;
    use crate::report::Origin;

    #[test]
    fn a_row_tells_times_ratio_and_quality() {
        let cases = vec![case(
            Kind::Pile,
            300,
            1,
            &[(Name::Native, 0.75), (Name::Box2d, 3.0)],
        )];
        let text = markdown(&Report::new(
            Origin::default(),
            &[Name::Native, Name::Box2d],
            cases,
        ));
        let row = "| 300 | 1 | native | 0.750 | 0.750 | 1.12 | 1.35 | 0.25 | 0.0010 / 0.010 | 1.0° | 0.5 | step 390 | 1.0 |";
        assert!(text.contains(row), "{text}");
        assert!(
            text.contains("| pile, 300 figures: time over Box2D's | ≤ 0.5 | 0.250 | yes |"),
            "{text}"
        );
    }

    #[test]
    fn it_tells_where_it_comes_from() {
        let mut origin = Origin {
            arguments: vec!["--n".into(), "10".into()],
            cores: 2,
            load: [Some(0.53), None],
        };
        let text = markdown(&Report::new(origin.clone(), &[], Vec::new()));
        assert!(text.starts_with("`peers --n 10` on 2 cores.\n"), "{text}");
        origin.load[1] = Some(1.02);
        let text = markdown(&Report::new(origin, &[], Vec::new()));
        assert!(
            text.starts_with("`peers --n 10` on 2 cores, load 0.5 at its beginning and 1.0 at its end.\n"),
            "{text}"
        );
    }

    #[test]
    fn every_row_has_the_same_number_of_cells() {
        let mut rain = case(Kind::Clean, 100, 1, &[(Name::Native, 0.75), (Name::Rapier, 3.0)]);
        rain.outcomes[1].quality = None;
        let text = markdown(&Report::new(Origin::default(), &[Name::Native], vec![rain]));
        let table = text.lines().skip_while(|line| !line.starts_with("| N |"));
        let cells: Vec<usize> = table.take(4).map(|line| line.matches('|').count()).collect();
        assert_eq!(cells, [14; 4], "{text}");
    }

    #[test]
    fn stages_are_told_by_name() {
        let mut pile = case(Kind::Pile, 300, 1, &[(Name::Native, 0.75), (Name::Rapier, 1.0)]);
        let mut stages = Stages::default();
        stages.add("pairs", 0.001);
        stages.add("rows", 0.0042);
        stages.add("pairs", 0.001);
        pile.outcomes[0].stages = Some(stages.over(2));
        pile.outcomes[1].stages = Some(Stages::default());
        let text = markdown(&Report::new(Origin::default(), &[Name::Native], vec![pile]));
        assert!(
            text.contains("| pile | 300 | native | pairs 1.00, rows 2.10 |"),
            "{text}"
        );
        assert!(!text.contains("| pile | 300 | rapier |"), "{text}");
    }

    #[test]
    fn numbers_keep_their_digits() {
        for (value, text) in [
            (123.4, "123"),
            (12.34, "12.3"),
            (1.234, "1.23"),
            (0.1234, "0.123"),
            (0.0, "0"),
            (1.2e-5, "1e-5"),
        ] {
            assert_eq!(digits(value), text);
        }
    }
}
