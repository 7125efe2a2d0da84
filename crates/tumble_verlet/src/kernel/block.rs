//! How the state of figures lies in memory: a lane of some packs each.

use crate::lanes::pack::Pack;
use crate::real::Real;

/// The state of one point, of all figures of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointPack<P> {
    /// Place, from the figure's origin.
    pub x: P,
    pub y: P,
    /// Displacement of the last sub-step.
    pub dx: P,
    pub dy: P,
    /// What it touches: 0 nothing, 1 slides, 2 sticks, 3 lies in a corner.
    pub kind: P,
    /// The push of sliding friction \[kg·units a sub-step\].
    pub rub: P,
}

/// What figures have besides their points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FigurePack<P> {
    /// 1 while it is stepped, 0 while it sleeps, is disabled or nobody is in the lane.
    pub awake: P,
    /// How long it has been slow \[s\].
    pub still: P,
    /// Acceleration of a push \[units/s²\].
    pub push_x: P,
    pub push_y: P,
    /// How long it still lasts \[s\].
    pub push_time: P,
    /// A change of speed to come in the next sub-step \[units/s\].
    pub kick_x: P,
    pub kick_y: P,
}

/// How many packs a [`PointPack`] has.
pub(crate) const POINT_PARTS: usize = 6;
/// How many packs a [`FigurePack`] has.
pub(crate) const FIGURE_PARTS: usize = 7;

impl<P: Copy> PointPack<P> {
    pub(crate) fn splat<R: Real>(value: R) -> Self
    where
        P: Pack<R>,
    {
        let pack = P::splat(value);
        Self {
            x: pack,
            y: pack,
            dx: pack,
            dy: pack,
            kind: pack,
            rub: pack,
        }
    }

    pub(crate) fn parts(&self) -> [&P; POINT_PARTS] {
        [&self.x, &self.y, &self.dx, &self.dy, &self.kind, &self.rub]
    }

    pub(crate) fn parts_mut(&mut self) -> [&mut P; POINT_PARTS] {
        [
            &mut self.x,
            &mut self.y,
            &mut self.dx,
            &mut self.dy,
            &mut self.kind,
            &mut self.rub,
        ]
    }
}

impl<P: Copy> FigurePack<P> {
    pub(crate) fn splat<R: Real>(value: R) -> Self
    where
        P: Pack<R>,
    {
        let pack = P::splat(value);
        Self {
            awake: pack,
            still: pack,
            push_x: pack,
            push_y: pack,
            push_time: pack,
            kick_x: pack,
            kick_y: pack,
        }
    }

    pub(crate) fn parts(&self) -> [&P; FIGURE_PARTS] {
        [
            &self.awake,
            &self.still,
            &self.push_x,
            &self.push_y,
            &self.push_time,
            &self.kick_x,
            &self.kick_y,
        ]
    }

    pub(crate) fn parts_mut(&mut self) -> [&mut P; FIGURE_PARTS] {
        [
            &mut self.awake,
            &mut self.still,
            &mut self.push_x,
            &mut self.push_y,
            &mut self.push_time,
            &mut self.kick_x,
            &mut self.kick_y,
        ]
    }
}

/// One block.
pub(crate) struct Block<'a, P> {
    pub points: &'a mut [PointPack<P>],
    /// What compliant sticks remember.
    pub memory: &'a mut [P],
    pub figure: &'a mut FigurePack<P>,
}

/// All blocks of a kind of figure, or some neighbouring ones.
pub(crate) struct Blocks<'a, P> {
    /// So many of each a block.
    pub points_each: usize,
    pub memories_each: usize,
    pub points: &'a mut [PointPack<P>],
    pub memory: &'a mut [P],
    pub figures: &'a mut [FigurePack<P>],
}

impl<P> Blocks<'_, P> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.figures.len()
    }

    /// One of them.
    pub fn block(&mut self, number: usize) -> Block<'_, P> {
        let points = number * self.points_each;
        let memory = number * self.memories_each;
        Block {
            points: &mut self.points[points..points + self.points_each],
            memory: &mut self.memory[memory..memory + self.memories_each],
            figure: &mut self.figures[number],
        }
    }
}
