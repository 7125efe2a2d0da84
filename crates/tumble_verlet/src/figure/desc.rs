//! What a figure is, as people write it: names, numbers, defaults. Checked by [`FigureDesc::build`].

/// A figure as written: points, sticks, spring-dampers. Units of length are the figure's own; [`FigureDesc::px_per_unit`] says how
/// large they are drawn.
///
/// ```
/// use tumble_verlet::{FigureDesc, PointDesc, StickDesc};
///
/// let pendulum = FigureDesc {
///     name: "pendulum".into(),
///     points: vec![
///         PointDesc { name: "pin".into(), fixed: true, ..PointDesc::default() },
///         PointDesc { name: "bob".into(), at: (0.5, 0.0), mass: 2.0, ..PointDesc::default() },
///     ],
///     sticks: vec![StickDesc::new("pin", "bob")],
///     ..FigureDesc::default()
/// }
/// .build()?;
/// assert_eq!(pendulum.sticks()[0].length, 0.5);
/// # Ok::<(), tumble_verlet::FigureErrors>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct FigureDesc {
    /// The file format's version; see [`crate::FIGURE_VERSION`].
    pub version: u32,
    /// What people call it.
    pub name: String,
    /// How large a unit of length is drawn \[px\]. Default [`PX_PER_UNIT`].
    pub px_per_unit: f64,
    /// Which way the figure's y axis points. Default [`YAxis::Down`], as everywhere in Tumble.
    pub y: YAxis,
    /// The place, in the figure's units, that is put where a scene says `at`. Default (0, 0).
    pub at: (f64, f64),
    /// Drag: force per speed on every point \[kg/s\], ≥ 0. Default 0.
    pub drag: f64,
    /// Sliding drag of a point that touches the ground, beside friction \[1/s\], ≥ 0. Default 0.
    pub slide: f64,
    /// How much of a surface's friction its points feel, ≥ 0. Default 1.
    pub friction: f64,
    /// The points.
    pub points: Vec<PointDesc>,
    /// The sticks.
    pub sticks: Vec<StickDesc>,
    /// The spring-dampers.
    pub springs: Vec<SpringDesc>,
    /// The point that is held when nobody says which. Default: the heaviest, the first of several.
    pub grab: Option<String>,
    /// The points it stands on: it may jump while one of them touches something. Default: all.
    pub feet: Vec<String>,
    /// Whether its points and sticks collide with each other where they have a radius or thickness. Default `true`.
    pub self_collision: bool,
    /// What a player's keys do.
    pub controls: Controls,
}

/// Which way a figure's y axis points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum YAxis {
    /// As on a screen.
    #[default]
    Down,
    /// As on paper.
    Up,
}

/// What a player's keys do to a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct Controls {
    /// Acceleration of a push on every point \[units/s²\]. Default [`PUSH`].
    pub push: f64,
    /// Speed that a jump gives to every point \[units/s\]. Default [`JUMP`].
    pub jump: f64,
}

/// A point mass.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct PointDesc {
    /// Its name, one of a kind in the figure.
    pub name: String,
    /// Where it is at rest \[units\].
    pub at: (f64, f64),
    /// Its mass \[kg\], > 0. Default 1. Means nothing when `fixed`.
    pub mass: f64,
    /// Whether it never moves by itself. Default `false`.
    pub fixed: bool,
    /// How far it keeps from terrain and other points \[units\], ≥ 0. Default 0.
    pub radius: f64,
    /// Its share of the world's gravity. Default 1; 0 floats, negative rises.
    pub gravity: f64,
    /// How large a disc is drawn at it, by its radius \[units\], ≥ 0. Default: its `radius`. It meets nothing.
    pub drawn: Option<f64>,
}

/// A stick between two points: keeps their distance.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct StickDesc {
    /// One end's name.
    pub a: String,
    /// The other end's name.
    pub b: String,
    /// Its length \[units\], > 0. Default: the distance of its ends at rest.
    pub length: Option<f64>,
    /// How far it gives under a force \[units/N with N in kg·units/s²\], ≥ 0. Default 0: rigid.
    pub compliance: f64,
    /// How thick it is, for collisions \[units\], ≥ 0. Default 0.
    pub thickness: f64,
    /// Whether it is drawn. Default `true`.
    pub drawn: bool,
}

/// A spring with a damper between two points; give either `k` and `c`, or `hertz` and `ratio`.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct SpringDesc {
    /// One end's name.
    pub a: String,
    /// The other end's name.
    pub b: String,
    /// Its length at rest \[units\], ≥ 0. Default: the distance of its ends at rest.
    pub length: Option<f64>,
    /// Stiffness \[kg/s²\], ≥ 0.
    pub k: Option<f64>,
    /// Damping \[kg/s\], ≥ 0.
    pub c: Option<f64>,
    /// How often its two ends, left alone, would swing \[1/s\], ≥ 0.
    pub hertz: Option<f64>,
    /// Damping ratio: 1 comes to rest soonest without overshooting. Default 0 beside `hertz`.
    pub ratio: Option<f64>,
}

/// Default of [`FigureDesc::px_per_unit`] \[px\].
pub const PX_PER_UNIT: f64 = 1.0;
/// Default of [`Controls::push`] \[units/s²\].
pub const PUSH: f64 = 10.0;
/// Default of [`Controls::jump`] \[units/s\].
pub const JUMP: f64 = 5.0;
/// Default of [`PointDesc::mass`] \[kg\].
pub const MASS: f64 = 1.0;

impl Default for FigureDesc {
    fn default() -> Self {
        Self {
            version: crate::FIGURE_VERSION,
            name: String::new(),
            px_per_unit: PX_PER_UNIT,
            y: YAxis::default(),
            at: (0.0, 0.0),
            drag: 0.0,
            slide: 0.0,
            friction: 1.0,
            points: Vec::new(),
            sticks: Vec::new(),
            springs: Vec::new(),
            grab: None,
            feet: Vec::new(),
            self_collision: true,
            controls: Controls::default(),
        }
    }
}

impl Default for Controls {
    fn default() -> Self {
        Self {
            push: PUSH,
            jump: JUMP,
        }
    }
}

impl Default for PointDesc {
    fn default() -> Self {
        Self {
            name: String::new(),
            at: (0.0, 0.0),
            mass: MASS,
            fixed: false,
            radius: 0.0,
            gravity: 1.0,
            drawn: None,
        }
    }
}

impl PointDesc {
    /// A point with a name, a place \[units\] and a mass \[kg\].
    pub fn new(name: impl Into<String>, at: (f64, f64), mass: f64) -> Self {
        Self {
            name: name.into(),
            at,
            mass,
            ..Self::default()
        }
    }
}

impl Default for StickDesc {
    fn default() -> Self {
        Self {
            a: String::new(),
            b: String::new(),
            length: None,
            compliance: 0.0,
            thickness: 0.0,
            drawn: true,
        }
    }
}

impl StickDesc {
    /// A rigid stick between two points, as long as they are apart.
    pub fn new(a: impl Into<String>, b: impl Into<String>) -> Self {
        Self {
            a: a.into(),
            b: b.into(),
            ..Self::default()
        }
    }
}

impl SpringDesc {
    /// A spring by stiffness \[kg/s²\] and damping \[kg/s\].
    pub fn with_k_c(a: impl Into<String>, b: impl Into<String>, k: f64, c: f64) -> Self {
        Self {
            a: a.into(),
            b: b.into(),
            k: Some(k),
            c: Some(c),
            ..Self::default()
        }
    }

    /// A spring by frequency \[1/s\] and damping ratio.
    pub fn with_hertz(a: impl Into<String>, b: impl Into<String>, hertz: f64, ratio: f64) -> Self {
        Self {
            a: a.into(),
            b: b.into(),
            hertz: Some(hertz),
            ratio: Some(ratio),
            ..Self::default()
        }
    }
}
