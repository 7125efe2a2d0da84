//! The report as a picture: time a step over the number of figures, and each scene's time over Box2D's.

use core::fmt::Write;

use crate::engine::Name;
use crate::scene::Kind;

use super::{Case, Report};

/// Size of a panel's plotting area \[px\].
const AREA: [f64; 2] = [300.0, 260.0];
/// Space left of and above it.
const MARGIN: [f64; 2] = [64.0, 64.0];
/// Size of a panel.
const PANEL: [f64; 2] = [400.0, 390.0];

fn color(engine: Name) -> &'static str {
    match engine {
        Name::Native => "#1f6fb2",
        Name::Box2d => "#c8553d",
        Name::Rapier => "#7a8b3a",
    }
}

/// A logarithmic axis from one power of ten to another.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Axis {
    from: i32,
    to: i32,
    length: f64,
}

impl Axis {
    fn around(values: impl Iterator<Item = f64> + Clone, length: f64) -> Option<Self> {
        let values = values.filter(|value| *value > 0.0 && value.is_finite());
        let least = values.clone().reduce(f64::min)?;
        let most = values.reduce(f64::max)?;
        let from = least.log10().floor() as i32;
        Some(Self {
            from,
            to: (most.log10().ceil() as i32).max(from + 1),
            length,
        })
    }

    fn place(self, value: f64) -> f64 {
        (value.log10() - f64::from(self.from)) / f64::from(self.to - self.from) * self.length
    }

    fn powers(self) -> impl Iterator<Item = (f64, String)> {
        (self.from..=self.to).map(move |power| {
            let value = 10f64.powi(power);
            let text = if power < 0 {
                format!("{value}")
            } else {
                format!("{value:.0}")
            };
            (self.place(value), text)
        })
    }
}

/// The report as an SVG picture.
pub fn svg(report: &Report) -> String {
    let mut body = String::new();
    let mut panels = 0;
    draw(report, &mut body, &mut panels).unwrap_or_else(|_| unreachable!("a string takes everything"));
    let (width, height) = (PANEL[0] * f64::from(panels.max(1)), PANEL[1]);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\" fill=\"#333\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n{body}</svg>\n"
    )
}

fn draw(report: &Report, out: &mut String, panels: &mut u32) -> core::fmt::Result {
    for scene in Kind::ALL {
        let cases: Vec<&Case> = report
            .cases
            .iter()
            .filter(|case| case.scene == scene && case.threads == 1)
            .collect();
        if cases.len() > 1 {
            begin_panel(
                out,
                panels,
                &format!("{scene}: ms a step over figures, one thread"),
            )?;
            lines(&cases, out)?;
            writeln!(out, "</g>")?;
        }
    }
    let compared: Vec<&Case> = report
        .cases
        .iter()
        .filter(|case| {
            case.outcomes
                .iter()
                .any(|outcome| outcome.engine != Name::Box2d && case.ratio(outcome.engine).is_some())
        })
        .collect();
    if !compared.is_empty() {
        begin_panel(out, panels, "time over Box2D's")?;
        bars(&compared, out)?;
        writeln!(out, "</g>")?;
    }
    let engines = report.engines.iter().map(|(engine, _)| *engine);
    for (i, engine) in engines.enumerate() {
        let (x, y) = (MARGIN[0] + 90.0 * i as f64, 44.0);
        writeln!(
            out,
            "<rect x=\"{x}\" y=\"{}\" width=\"10\" height=\"10\" fill=\"{}\"/><text x=\"{}\" y=\"{y}\">{engine}</text>",
            y - 10.0,
            color(engine),
            x + 15.0,
        )?;
    }
    Ok(())
}

fn begin_panel(out: &mut String, panels: &mut u32, title: &str) -> core::fmt::Result {
    let x = PANEL[0] * f64::from(*panels);
    *panels += 1;
    writeln!(
        out,
        "<text x=\"{}\" y=\"22\" font-weight=\"bold\">{title}</text>",
        x + MARGIN[0]
    )?;
    writeln!(
        out,
        "<g transform=\"translate({} {})\">",
        x + MARGIN[0],
        MARGIN[1]
    )
}

fn lines(cases: &[&Case], out: &mut String) -> core::fmt::Result {
    let points = |engine: Name| {
        let mut points: Vec<(f64, f64)> = cases
            .iter()
            .filter_map(|case| Some((case.figures as f64, case.of(engine)?.times.mean)))
            .collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points
    };
    let all: Vec<(f64, f64)> = Name::ALL.iter().flat_map(|&engine| points(engine)).collect();
    let (Some(x), Some(y)) = (
        Axis::around(all.iter().map(|point| point.0), AREA[0]),
        Axis::around(all.iter().map(|point| point.1), AREA[1]),
    ) else {
        return Ok(());
    };
    for (at, text) in x.powers() {
        writeln!(
            out,
            "<line x1=\"{at:.1}\" y1=\"0\" x2=\"{at:.1}\" y2=\"{}\" stroke=\"#ddd\"/>",
            AREA[1]
        )?;
        writeln!(
            out,
            "<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{text}</text>",
            AREA[1] + 18.0
        )?;
    }
    for (at, text) in y.powers() {
        let at = AREA[1] - at;
        writeln!(
            out,
            "<line x1=\"0\" y1=\"{at:.1}\" x2=\"{}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>",
            AREA[0]
        )?;
        writeln!(
            out,
            "<text x=\"-8\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
            at + 4.0
        )?;
    }
    for engine in Name::ALL {
        let places: Vec<(f64, f64)> = points(engine)
            .iter()
            .map(|&(n, time)| (x.place(n), AREA[1] - y.place(time)))
            .collect();
        let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>",
            path.join(" "),
            color(engine)
        )?;
        for (x, y) in places {
            writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{}\"/>",
                color(engine)
            )?;
        }
    }
    Ok(())
}

fn bars(cases: &[&Case], out: &mut String) -> core::fmt::Result {
    /// Longest bar: longer ones are cut.
    const MOST: f64 = 2.0;
    let left = 80.0;
    let width = AREA[0] - left;
    let row = (AREA[1] / cases.len() as f64).min(40.0);
    for mark in [0.0, 0.25, 0.5, 1.0, MOST] {
        let at = left + mark / MOST * width;
        let stroke = if mark == 1.0 { color(Name::Box2d) } else { "#ddd" };
        writeln!(
            out,
            "<line x1=\"{at:.1}\" y1=\"0\" x2=\"{at:.1}\" y2=\"{}\" stroke=\"{stroke}\"/>",
            AREA[1]
        )?;
        writeln!(
            out,
            "<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\" font-size=\"10\">{mark}</text>",
            AREA[1] + 16.0
        )?;
    }
    for (i, case) in cases.iter().enumerate() {
        let top = row * i as f64;
        let threads = if case.threads > 1 {
            format!(", {} thr.", case.threads)
        } else {
            String::new()
        };
        writeln!(
            out,
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\" font-size=\"9\">{} {}{threads}</text>",
            left - 6.0,
            top + 0.5 * row + 3.0,
            case.scene,
            case.figures
        )?;
        let peers = [Name::Native, Name::Rapier];
        let thick = 0.38 * row;
        for (k, engine) in peers.into_iter().enumerate() {
            let Some(ratio) = case.ratio(engine) else { continue };
            writeln!(
                out,
                "<rect x=\"{left}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{thick:.1}\" fill=\"{}\"/>",
                top + 0.1 * row + thick * k as f64,
                ratio.min(MOST) / MOST * width,
                color(engine)
            )?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::case;
    use super::*;
    use crate::report::Origin;

    #[test]
    fn axes_hold_their_values() {
        let axis = Axis::around([10.0, 5000.0].into_iter(), 300.0).unwrap();
        assert_eq!((axis.from, axis.to), (1, 4));
        assert!((axis.place(100.0) - 100.0).abs() < 1e-9);
        assert_eq!(Axis::around(core::iter::empty(), 1.0), None);
        assert_eq!(Axis::around([1.0].into_iter(), 1.0).map(|axis| axis.to), Some(1));
    }

    #[test]
    fn the_picture_has_a_panel_a_scene_and_one_of_ratios() {
        let times = [(Name::Native, 1.0), (Name::Box2d, 3.0)];
        let cases = vec![
            case(Kind::Clean, 100, 1, &times),
            case(Kind::Clean, 1000, 1, &times),
            case(Kind::Pile, 300, 1, &times),
        ];
        let picture = svg(&Report::new(
            Origin::default(),
            &[Name::Native, Name::Box2d],
            cases,
        ));
        assert_eq!(picture.matches("font-weight").count(), 2, "{picture}");
        assert_eq!(picture.matches("<g ").count(), picture.matches("</g>").count());
        assert!(picture.contains("viewBox=\"0 0 800 390\""));
        assert!(!picture.contains("NaN") && !picture.contains("inf"));
    }
}
