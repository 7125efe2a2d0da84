//! What a figure is: checked, immutable, shared by all figures of its kind.

mod build;
mod desc;
mod error;

pub use build::{MOST_MASS_RATIO, MOST_POINTS, MOST_STICKS};
pub use desc::{
    Controls, FigureDesc, JUMP, MASS, PUSH, PX_PER_UNIT, PointDesc, SpringDesc, StickDesc, YAxis,
};
pub use error::{FigureError, FigureErrors, Place, Problem};

/// A point of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Its name.
    pub name: String,
    /// Where it is at rest \[units\].
    pub at: [f64; 2],
    /// One over its mass \[1/kg\]; 0 for a fixed point.
    pub inverse_mass: f64,
    /// How far it keeps from terrain and other points \[units\].
    pub radius: f64,
    /// Its share of the world's gravity.
    pub gravity: f64,
    /// The radius of the disc that is drawn at it \[units\].
    pub drawn: f64,
}

/// A stick of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Stick {
    /// Its place in the figure's list.
    pub number: usize,
    /// One end: a point's number.
    pub a: usize,
    /// The other end.
    pub b: usize,
    /// Its length \[units\].
    pub length: f64,
    /// How far it gives under a force \[s²/kg\]; 0 is rigid.
    pub compliance: f64,
    /// How thick it is \[units\].
    pub thickness: f64,
    /// Whether it is drawn.
    pub drawn: bool,
}

/// A spring-damper of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Spring {
    /// One end: a point's number.
    pub a: usize,
    /// The other end.
    pub b: usize,
    /// Its length at rest \[units\].
    pub length: f64,
    /// Stiffness \[kg/s²\].
    pub k: f64,
    /// Damping \[kg/s\].
    pub c: f64,
}

/// A figure that holds together; made by [`FigureDesc::build`]. Share it (`Arc`): worlds step all figures of one `Arc` together.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    name: String,
    px_per_unit: f64,
    y: YAxis,
    anchor: [f64; 2],
    drag: f64,
    slide: f64,
    friction: f64,
    points: Vec<Point>,
    sticks: Vec<Stick>,
    springs: Vec<Spring>,
    grab: usize,
    feet: Vec<usize>,
    self_collision: bool,
    controls: Controls,
}

impl Figure {
    fn checked(
        desc: &FigureDesc,
        points: Vec<Point>,
        sticks: Vec<Stick>,
        springs: Vec<Spring>,
        grab: usize,
        feet: Vec<usize>,
    ) -> Self {
        Self {
            name: desc.name.clone(),
            px_per_unit: desc.px_per_unit,
            y: desc.y,
            anchor: [desc.at.0, desc.at.1],
            drag: desc.drag,
            slide: desc.slide,
            friction: desc.friction,
            points,
            sticks,
            springs,
            grab,
            feet,
            self_collision: desc.self_collision,
            controls: desc.controls,
        }
    }

    /// What people call it.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// How large its unit is drawn \[px\].
    pub fn px_per_unit(&self) -> f64 {
        self.px_per_unit
    }
    /// Which way its y axis points.
    pub fn y(&self) -> YAxis {
        self.y
    }
    /// The place, in its own units, that is put where a scene says `at`.
    pub fn anchor(&self) -> [f64; 2] {
        self.anchor
    }
    /// Force per speed on every point \[kg/s\].
    pub fn drag(&self) -> f64 {
        self.drag
    }
    /// How much of a surface's friction its points feel.
    pub fn friction(&self) -> f64 {
        self.friction
    }
    /// Sliding drag of touching points, beside friction \[1/s\].
    pub fn slide(&self) -> f64 {
        self.slide
    }
    /// The points, in the file's order.
    pub fn points(&self) -> &[Point] {
        &self.points
    }
    /// The sticks, in the file's order.
    pub fn sticks(&self) -> &[Stick] {
        &self.sticks
    }
    /// The spring-dampers, in the file's order.
    pub fn springs(&self) -> &[Spring] {
        &self.springs
    }
    /// The point that is held when nobody says which.
    pub fn grab_point(&self) -> usize {
        self.grab
    }
    /// The points it stands on.
    pub fn feet(&self) -> &[usize] {
        &self.feet
    }
    /// Whether its parts collide with each other.
    pub fn self_collision(&self) -> bool {
        self.self_collision
    }
    /// What a player's keys do.
    pub fn controls(&self) -> Controls {
        self.controls
    }
    /// The number of the point with this name.
    pub fn point(&self, name: &str) -> Option<usize> {
        self.points.iter().position(|point| point.name == name)
    }
    /// The mass of all points that aren't fixed \[kg\].
    pub fn mass(&self) -> f64 {
        self.points
            .iter()
            .filter(|point| point.inverse_mass > 0.0)
            .map(|point| 1.0 / point.inverse_mass)
            .sum()
    }
    /// The diagonal of the box round its points at rest \[units\], at least its longest stick.
    pub fn extent(&self) -> f64 {
        let mut low = [f64::INFINITY; 2];
        let mut high = [f64::NEG_INFINITY; 2];
        for point in &self.points {
            for axis in 0..2 {
                low[axis] = low[axis].min(point.at[axis]);
                high[axis] = high[axis].max(point.at[axis]);
            }
        }
        let (x, y) = (high[0] - low[0], high[1] - low[1]);
        let longest = self
            .sticks
            .iter()
            .fold(0.0_f64, |most, stick| most.max(stick.length));
        (x * x + y * y).sqrt().max(longest)
    }

    /// The same figure with its lengths in px, y down and its anchor at (0, 0): as the scenes of Tumble want it. Masses, stiffness,
    /// damping and compliance don't depend on the unit of length.
    pub fn in_px(&self) -> Self {
        let scale = self.px_per_unit;
        let flip = match self.y {
            YAxis::Down => 1.0,
            YAxis::Up => -1.0,
        };
        let mut figure = self.clone();
        figure.px_per_unit = 1.0;
        figure.y = YAxis::Down;
        figure.anchor = [0.0; 2];
        for point in &mut figure.points {
            point.at = [
                (point.at[0] - self.anchor[0]) * scale,
                (point.at[1] - self.anchor[1]) * scale * flip,
            ];
            point.radius *= scale;
            point.drawn *= scale;
        }
        for stick in &mut figure.sticks {
            stick.length *= scale;
            stick.thickness *= scale;
        }
        for spring in &mut figure.springs {
            spring.length *= scale;
        }
        figure.controls.push *= scale;
        figure.controls.jump *= scale;
        figure
    }
}
