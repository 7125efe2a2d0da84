//! From a figure as written to one that holds together.

use super::error::{FigureError, FigureErrors, Place, Problem};
use super::{Figure, FigureDesc, Point, Spring, Stick};

/// More points than this are refused.
pub const MOST_POINTS: usize = 4096;
/// More sticks, and more springs, than this are refused.
pub const MOST_STICKS: usize = 16_384;
/// Joined masses more unequal than this are refused: single precision has seven digits, and a stick's share of the lighter end
/// must keep a few of them.
pub const MOST_MASS_RATIO: f64 = 10_000.0;

/// Collects mistakes.
struct Report(Vec<FigureError>);

impl Report {
    fn add(&mut self, place: &Place, problem: Problem) {
        self.0.push(FigureError {
            place: place.clone(),
            problem,
        });
    }

    /// Whether `value` is finite; says so if not.
    fn finite(&mut self, place: &Place, field: &'static str, value: f64) -> bool {
        if !value.is_finite() {
            self.add(place, Problem::NotFinite { field });
        }
        value.is_finite()
    }

    fn at_least_zero(&mut self, place: &Place, field: &'static str, value: f64) {
        if self.finite(place, field, value) && value < 0.0 {
            let range = "0 or more";
            self.add(place, Problem::OutOfRange { field, value, range });
        }
    }

    fn positive(&mut self, place: &Place, field: &'static str, value: f64) {
        if self.finite(place, field, value) && value <= 0.0 {
            let range = "more than 0";
            self.add(place, Problem::OutOfRange { field, value, range });
        }
    }

    fn count(&mut self, what: &'static str, count: usize, most: usize) {
        if count > most {
            self.add(&Place::Figure, Problem::TooMany { what, count, most });
        }
    }
}

/// What a misspelt name may have meant.
fn hint(desc: &FigureDesc, name: &str) -> String {
    let lower = name.to_lowercase();
    let close = |candidate: &str| {
        let other = candidate.to_lowercase();
        let same = lower.chars().zip(other.chars()).filter(|(a, b)| a == b).count();
        let longest = lower.chars().count().max(other.chars().count());
        other == lower || same + 2 >= longest && same * 2 > longest
    };
    desc.points
        .iter()
        .find(|point| close(&point.name))
        .map_or_else(String::new, |point| format!("; did you mean `{}`?", point.name))
}

fn find(
    report: &mut Report,
    desc: &FigureDesc,
    place: &Place,
    field: &'static str,
    name: &str,
) -> Option<usize> {
    let found = desc.points.iter().position(|point| point.name == name);
    if found.is_none() {
        report.add(
            place,
            Problem::MissingPoint {
                field,
                name: name.to_owned(),
                hint: hint(desc, name),
            },
        );
    }
    found
}

fn distance(desc: &FigureDesc, a: usize, b: usize) -> f64 {
    let (p, q) = (desc.points[a].at, desc.points[b].at);
    let (x, y) = (q.0 - p.0, q.1 - p.1);
    (x * x + y * y).sqrt()
}

/// Both ends, when they exist and differ.
fn ends(report: &mut Report, desc: &FigureDesc, place: &Place, a: &str, b: &str) -> Option<(usize, usize)> {
    let first = find(report, desc, place, "a", a);
    let second = find(report, desc, place, "b", b);
    let (first, second) = (first?, second?);
    if first == second {
        report.add(place, Problem::SameEnds { name: a.to_owned() });
        return None;
    }
    Some((first, second))
}

fn points(report: &mut Report, desc: &FigureDesc) -> Vec<Point> {
    let mut points = Vec::with_capacity(desc.points.len());
    for (i, point) in desc.points.iter().enumerate() {
        let place = Place::Point(i, point.name.clone());
        if point.name.is_empty() {
            report.add(&place, Problem::NoName);
        }
        if let Some(first) = desc.points[..i].iter().position(|other| other.name == point.name) {
            let name = point.name.clone();
            report.add(&place, Problem::Duplicate { name, first });
        }
        report.finite(&place, "at", point.at.0 + point.at.1);
        if !point.fixed {
            report.positive(&place, "mass", point.mass);
        }
        report.at_least_zero(&place, "radius", point.radius);
        report.finite(&place, "gravity", point.gravity);
        report.at_least_zero(&place, "drawn", point.drawn.unwrap_or(0.0));
        points.push(Point {
            name: point.name.clone(),
            at: [point.at.0, point.at.1],
            inverse_mass: if point.fixed { 0.0 } else { 1.0 / point.mass },
            radius: point.radius,
            gravity: point.gravity,
            drawn: point.drawn.unwrap_or(point.radius),
        });
    }
    points
}

fn sticks(report: &mut Report, desc: &FigureDesc) -> Vec<Stick> {
    let mut sticks: Vec<Stick> = Vec::with_capacity(desc.sticks.len());
    for (i, stick) in desc.sticks.iter().enumerate() {
        let place = Place::Stick(i, stick.a.clone(), stick.b.clone());
        report.at_least_zero(&place, "compliance", stick.compliance);
        report.at_least_zero(&place, "thickness", stick.thickness);
        let Some((a, b)) = ends(report, desc, &place, &stick.a, &stick.b) else {
            continue;
        };
        let length = match stick.length {
            Some(length) => {
                report.positive(&place, "length", length);
                length
            }
            None => distance(desc, a, b),
        };
        if stick.length.is_none() && length == 0.0 {
            report.add(&place, Problem::SamePlace);
        }
        let same = |other: &&Stick| (other.a, other.b) == (a, b) || (other.a, other.b) == (b, a);
        if let Some(first) = sticks.iter().find(same) {
            let first = first.number;
            report.add(&place, Problem::DuplicateStick { first });
        }
        mass_ratio(report, desc, &place, a, b);
        sticks.push(Stick {
            number: i,
            a,
            b,
            length,
            compliance: stick.compliance,
            thickness: stick.thickness,
            drawn: stick.drawn,
        });
    }
    sticks
}

fn mass_ratio(report: &mut Report, desc: &FigureDesc, place: &Place, a: usize, b: usize) {
    let (first, second) = (&desc.points[a], &desc.points[b]);
    if first.fixed || second.fixed {
        return;
    }
    let (heavy, light) = (first.mass.max(second.mass), first.mass.min(second.mass));
    let most = MOST_MASS_RATIO;
    if light > 0.0 && heavy / light > most {
        let ratio = heavy / light;
        report.add(
            place,
            Problem::MassRatio {
                heavy,
                light,
                ratio,
                most,
            },
        );
    }
}

/// k = ω²/(w₁ + w₂) and c = 2ζω/(w₁ + w₂), with ω = 2π · hertz and w the inverse masses: the two ends left alone swing so.
fn springs(report: &mut Report, desc: &FigureDesc, points: &[Point]) -> Vec<Spring> {
    let mut springs = Vec::with_capacity(desc.springs.len());
    for (i, spring) in desc.springs.iter().enumerate() {
        let place = Place::Spring(i, spring.a.clone(), spring.b.clone());
        for (field, value) in [
            ("k", spring.k),
            ("c", spring.c),
            ("hertz", spring.hertz),
            ("ratio", spring.ratio),
            ("length", spring.length),
        ] {
            if let Some(value) = value {
                report.at_least_zero(&place, field, value);
            }
        }
        let Some((a, b)) = ends(report, desc, &place, &spring.a, &spring.b) else {
            continue;
        };
        let w = points[a].inverse_mass + points[b].inverse_mass;
        let (k, c) = match (spring.k, spring.c, spring.hertz, spring.ratio) {
            (None, None, Some(hertz), ratio) => {
                if w == 0.0 {
                    report.add(&place, Problem::FixedHertz);
                }
                let omega = core::f64::consts::TAU * hertz;
                (omega * omega / w, 2.0 * ratio.unwrap_or(0.0) * omega / w)
            }
            (k, c, None, None) if k.is_some() || c.is_some() => (k.unwrap_or(0.0), c.unwrap_or(0.0)),
            _ => {
                report.add(&place, Problem::SpringNumbers);
                continue;
            }
        };
        springs.push(Spring {
            a,
            b,
            length: spring.length.unwrap_or_else(|| distance(desc, a, b)),
            k,
            c,
        });
    }
    springs
}

impl FigureDesc {
    /// Checks everything once and resolves the names.
    ///
    /// # Errors
    ///
    /// Every mistake, with its place.
    pub fn build(&self) -> Result<Figure, FigureErrors> {
        let mut report = Report(Vec::new());
        let here = Place::Figure;
        if self.version != crate::FIGURE_VERSION {
            let (found, known) = (self.version, crate::FIGURE_VERSION);
            report.add(&here, Problem::Version { found, known });
        }
        if self.points.is_empty() {
            report.add(&here, Problem::Empty);
        }
        report.count("points", self.points.len(), MOST_POINTS);
        report.count("sticks", self.sticks.len(), MOST_STICKS);
        report.count("springs", self.springs.len(), MOST_STICKS);
        if !report.0.is_empty() {
            return Err(FigureErrors(report.0));
        }
        report.positive(&here, "px_per_unit", self.px_per_unit);
        report.finite(&here, "at", self.at.0 + self.at.1);
        report.at_least_zero(&here, "drag", self.drag);
        report.at_least_zero(&here, "slide", self.slide);
        report.at_least_zero(&here, "friction", self.friction);
        report.finite(&here, "controls.push", self.controls.push);
        report.finite(&here, "controls.jump", self.controls.jump);
        let points = points(&mut report, self);
        let sticks = sticks(&mut report, self);
        let springs = springs(&mut report, self, &points);
        let heaviest = (0..points.len()).fold(0, |best, i| {
            if points[i].inverse_mass < points[best].inverse_mass {
                i
            } else {
                best
            }
        });
        let grab = match &self.grab {
            Some(name) => find(&mut report, self, &here, "grab", name),
            None => Some(heaviest),
        };
        let feet: Vec<Option<usize>> = if self.feet.is_empty() {
            (0..points.len()).map(Some).collect()
        } else {
            self.feet
                .iter()
                .map(|name| find(&mut report, self, &here, "feet", name))
                .collect()
        };
        if !report.0.is_empty() {
            return Err(FigureErrors(report.0));
        }
        Ok(Figure::checked(
            self,
            points,
            sticks,
            springs,
            grab.unwrap_or(heaviest),
            feet.into_iter().flatten().collect(),
        ))
    }
}
