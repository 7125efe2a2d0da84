//! Looking at one puppet: where its points are, what to draw.

use std::sync::Arc;

use tumble_math::Vec2;
use tumble_verlet::{Figure, FigureId, World};

use super::{PuppetId, Puppets, px};

/// One puppet, to look at.
#[derive(Clone, Copy, Debug)]
pub struct Puppet<'a> {
    pub(super) name: &'a str,
    pub(super) world: &'a World<f32>,
    pub(super) figure: &'a Arc<Figure>,
    pub(super) id: FigureId,
}

/// A point as it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuppetPoint {
    /// Where \[px\].
    pub at: Vec2,
    /// How it moves \[px/s\].
    pub velocity: Vec2,
    /// The radius of the disc that is drawn at it \[px, ≥ 0\].
    pub drawn: f32,
    /// Whether it touches something.
    pub touches: bool,
    /// Whether somebody holds it.
    pub held: bool,
}

/// Whether to draw a stick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visible {
    /// Yes.
    Drawn,
    /// It is there, for those who want to see how a figure is built.
    Hidden,
}

/// A stick as it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuppetStick {
    /// One end: a point's number.
    pub a: usize,
    /// The other end.
    pub b: usize,
    /// Where the first end is \[px\].
    pub from: Vec2,
    /// Where the other is \[px\].
    pub to: Vec2,
    /// How thick it is \[px\]; 0 for a line of whatever width the drawing likes.
    pub thickness: f32,
    /// Whether to draw it.
    pub visible: Visible,
    /// How long it is \[px\].
    pub length: f32,
    /// How long it should be \[px\].
    pub rest: f32,
}

impl<'a> Puppet<'a> {
    /// Its name.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// What it is, in px with y down and its anchor at (0, 0).
    pub fn figure(&self) -> &'a Figure {
        self.figure
    }

    /// A point's number by its name.
    pub fn point_index(&self, name: &str) -> Option<usize> {
        self.figure.point(name)
    }

    /// A point's name by its number.
    pub fn point_name(&self, point: usize) -> Option<&'a str> {
        Some(&self.figure.points().get(point)?.name)
    }

    /// A point by its number.
    pub fn point(&self, point: usize) -> Option<PuppetPoint> {
        Some(PuppetPoint {
            at: px(self.world.point(self.id, point)?),
            velocity: px(self.world.velocity(self.id, point)?),
            drawn: self.figure.points().get(point)?.drawn as f32,
            touches: self.world.touches(self.id, point),
            held: self.world.is_held(self.id, point),
        })
    }

    /// All points, in the figure's order.
    pub fn points(&self) -> impl Iterator<Item = PuppetPoint> + use<'a> {
        let puppet = *self;
        (0..puppet.figure.points().len()).filter_map(move |point| puppet.point(point))
    }

    /// All sticks, in the figure's order, hidden ones too.
    pub fn sticks(&self) -> impl Iterator<Item = PuppetStick> + use<'a> {
        let puppet = *self;
        puppet
            .figure
            .sticks()
            .iter()
            .enumerate()
            .filter_map(move |(number, stick)| {
                let (length, rest) = puppet.world.stick(puppet.id, number)?;
                Some(PuppetStick {
                    a: stick.a,
                    b: stick.b,
                    from: px(puppet.world.point(puppet.id, stick.a)?),
                    to: px(puppet.world.point(puppet.id, stick.b)?),
                    thickness: stick.thickness as f32,
                    visible: if stick.drawn {
                        Visible::Drawn
                    } else {
                        Visible::Hidden
                    },
                    length: length as f32,
                    rest: rest as f32,
                })
            })
    }

    /// The largest stretch of its rigid sticks, as a share of the stick's length.
    pub fn stretch(&self) -> f32 {
        self.world.stretch(self.id).unwrap_or_default() as f32
    }

    /// Whether one of its feet is on something.
    pub fn on_ground(&self) -> bool {
        let mut feet = self.figure.feet().iter();
        feet.any(|&foot| self.world.touches(self.id, foot))
    }

    /// Whether it is stepped: neither asleep nor disabled.
    pub fn is_awake(&self) -> bool {
        self.world.is_awake(self.id)
    }

    /// Whether it is disabled because its numbers stopped being numbers.
    pub fn is_quarantined(&self) -> bool {
        self.world.is_quarantined(self.id)
    }

    /// Where its anchor, what a scene's `at` names, is by its feet \[px\].
    pub fn anchor(&self) -> Vec2 {
        px(self.anchor_f64())
    }

    pub(super) fn anchor_f64(&self) -> [f64; 2] {
        let feet = self.figure.feet();
        let count = feet.len().max(1) as f64;
        let mut sum = [0.0; 2];
        for &foot in feet {
            let at = self.world.point(self.id, foot).unwrap_or_default();
            let rest = self.figure.points()[foot].at;
            for axis in 0..2 {
                sum[axis] += at[axis] - rest[axis];
            }
        }
        sum.map(|part| part / count)
    }

    /// Linear momentum of the points that aren't fixed \[kg·px/s\].
    pub fn momentum(&self) -> Vec2 {
        let mut sum = [0.0; 2];
        for (number, point) in self.figure.points().iter().enumerate() {
            let velocity = self.world.velocity(self.id, number).unwrap_or_default();
            if point.inverse_mass > 0.0 {
                sum = [0, 1].map(|axis| sum[axis] + velocity[axis] / point.inverse_mass);
            }
        }
        px(sum)
    }

    /// The point that is nearest to a place \[px\], of those that can be held.
    pub fn nearest_point(&self, to: Vec2) -> Option<usize> {
        let distance = |number: usize| {
            let at = self.world.point(self.id, number).unwrap_or([f64::INFINITY; 2]);
            let (x, y) = (at[0] - f64::from(to.x), at[1] - f64::from(to.y));
            x * x + y * y
        };
        let points = self.figure.points().iter().enumerate();
        points
            .filter(|(_, point)| point.inverse_mass > 0.0)
            .map(|(number, _)| number)
            .min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
    }
}

impl Puppets {
    /// One puppet, to look at; `None` when it was removed.
    pub fn get(&self, id: PuppetId) -> Option<Puppet<'_>> {
        let entry = self.entry(id).ok()?;
        let world = &self.stages[entry.stage].world;
        Some(Puppet {
            name: &entry.name,
            figure: world.figure(entry.figure)?,
            world,
            id: entry.figure,
        })
    }

    /// The puppet by its name, the first of several.
    pub fn find(&self, name: &str) -> Option<PuppetId> {
        self.ids()
            .find(|&id| self.entry(id).is_ok_and(|entry| entry.name == name))
    }

    /// All puppets, in the order of their slots.
    pub fn ids(&self) -> impl Iterator<Item = PuppetId> + '_ {
        self.slots.iter().enumerate().filter_map(|(slot, entry)| {
            entry.entry.as_ref()?;
            Some(PuppetId {
                slot: slot as u32,
                generation: entry.generation,
            })
        })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.slots.iter().filter(|slot| slot.entry.is_some()).count()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A hash of all state: equal for equal bytes.
    pub fn hash(&self) -> u64 {
        let mut hasher = tumble_math::StateHasher::new();
        for stage in &self.stages {
            hasher.write_u64(stage.world.hash());
        }
        for slot in &self.slots {
            let air = slot.entry.as_ref().map_or(0, |entry| entry.air.to_bits());
            hasher.write_u64(u64::from(slot.generation) << 32 | u64::from(air));
        }
        hasher.finish()
    }
}
