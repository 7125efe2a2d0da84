//! All figures of one kind in a world.

use std::sync::Arc;

use super::grab::GrabState;
use crate::figure::Figure;
use crate::kernel::block::{FIGURE_PARTS, FigurePack, POINT_PARTS, PointPack};
use crate::lanes::pack::Pack;
use crate::program::Program;
use crate::real::Real;
use crate::settings::Settings;

/// All figures of one kind: blocks of lanes, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Group<R: Real> {
    pub figure: Arc<Figure>,
    pub program: Program<R>,
    /// The packs of all blocks: so many points and memories a block as the program says.
    pub points: Vec<PointPack<R::Pack>>,
    pub memory: Vec<R::Pack>,
    pub figures: Vec<FigurePack<R::Pack>>,
    /// Where each figure's own (0, 0) is in the world.
    pub origins: Vec<[f64; 2]>,
    /// Whose each lane is: a slot of the world.
    pub owners: Vec<Option<u32>>,
    /// All lanes before this have owners.
    pub taken: usize,
    /// Sorted by figure and point.
    pub grabs: Vec<GrabState<R>>,
}

impl<R: Real> Group<R> {
    pub fn new(figure: Arc<Figure>, settings: &Settings, h: f64) -> Self {
        Self {
            program: Program::new(&figure, settings, h),
            figure,
            points: Vec::new(),
            memory: Vec::new(),
            figures: Vec::new(),
            origins: Vec::new(),
            owners: Vec::new(),
            taken: 0,
            grabs: Vec::new(),
        }
    }

    /// Another length of sub-step.
    pub fn set_sub_step(&mut self, settings: &Settings, h: f64) {
        self.program = Program::new(&self.figure, settings, h);
    }

    /// A free lane for `slot`; cleared.
    pub fn take_lane(&mut self, slot: u32) -> usize {
        let after = self.owners[self.taken..].iter().position(Option::is_none);
        let index = after.map_or_else(
            || {
                let first = self.owners.len();
                self.owners.resize(first + R::LANES, None);
                self.origins.resize(first + R::LANES, [0.0; 2]);
                self.figures.push(FigurePack::splat(R::ZERO));
                let blocks = self.figures.len();
                self.points
                    .resize(blocks * self.program.points, PointPack::splat(R::ZERO));
                self.memory
                    .resize(blocks * self.program.memories, R::Pack::splat(R::ZERO));
                first
            },
            |after| self.taken + after,
        );
        self.owners[index] = Some(slot);
        self.taken = index + 1;
        self.clear(index);
        index
    }

    /// Sets all of a figure's numbers to zero.
    pub fn clear(&mut self, index: usize) {
        let (block, lane) = (index / R::LANES, index % R::LANES);
        for part in self.parts_mut(block) {
            part.set(lane, R::ZERO);
        }
        self.origins[index] = [0.0; 2];
    }

    pub fn free_lane(&mut self, index: usize) {
        self.owners[index] = None;
        self.taken = self.taken.min(index);
        self.clear(index);
        self.grabs.retain(|grab| grab.figure != index);
    }

    /// All packs of a block, in a fixed order.
    pub fn parts(&self, block: usize) -> impl Iterator<Item = &R::Pack> {
        let (points, memories) = (self.program.points, self.program.memories);
        let points = self.points[block * points..(block + 1) * points].iter();
        let memory = self.memory[block * memories..(block + 1) * memories].iter();
        let figure = self.figures[block].parts().into_iter();
        points.flat_map(PointPack::parts).chain(memory).chain(figure)
    }

    /// The same, to change.
    pub fn parts_mut(&mut self, block: usize) -> impl Iterator<Item = &mut R::Pack> {
        let (points, memories) = (self.program.points, self.program.memories);
        let points = self.points[block * points..(block + 1) * points].iter_mut();
        let memory = self.memory[block * memories..(block + 1) * memories].iter_mut();
        let figure = self.figures[block].parts_mut().into_iter();
        points.flat_map(PointPack::parts_mut).chain(memory).chain(figure)
    }

    /// How many packs a block has.
    pub fn parts_count(&self) -> usize {
        POINT_PARTS * self.program.points + self.program.memories + FIGURE_PARTS
    }

    pub fn figure(&self, index: usize) -> &FigurePack<R::Pack> {
        &self.figures[index / R::LANES]
    }

    pub fn figure_mut(&mut self, index: usize) -> &mut FigurePack<R::Pack> {
        &mut self.figures[index / R::LANES]
    }

    fn point(&self, index: usize, point: usize) -> &PointPack<R::Pack> {
        &self.points[index / R::LANES * self.program.points + point]
    }

    fn point_mut(&mut self, index: usize, point: usize) -> &mut PointPack<R::Pack> {
        &mut self.points[index / R::LANES * self.program.points + point]
    }

    /// Where a point is from its figure's origin.
    pub fn local(&self, index: usize, point: usize) -> [R; 2] {
        let (pack, lane) = (self.point(index, point), index % R::LANES);
        [pack.x.get(lane), pack.y.get(lane)]
    }

    pub fn set_local(&mut self, index: usize, point: usize, place: [R; 2]) {
        let pack = self.point_mut(index, point);
        let lane = index % R::LANES;
        pack.x.set(lane, place[0]);
        pack.y.set(lane, place[1]);
    }

    /// Where a point is in the world.
    pub fn place(&self, index: usize, point: usize) -> [f64; 2] {
        let [x, y] = self.local(index, point);
        let origin = self.origins[index];
        [origin[0] + x.to_f64(), origin[1] + y.to_f64()]
    }

    /// Displacement of the last sub-step.
    pub fn moved(&self, index: usize, point: usize) -> [R; 2] {
        let (pack, lane) = (self.point(index, point), index % R::LANES);
        [pack.dx.get(lane), pack.dy.get(lane)]
    }

    pub fn set_moved(&mut self, index: usize, point: usize, moved: [R; 2]) {
        let pack = self.point_mut(index, point);
        let lane = index % R::LANES;
        pack.dx.set(lane, moved[0]);
        pack.dy.set(lane, moved[1]);
    }

    pub fn touches(&self, index: usize, point: usize) -> bool {
        self.point(index, point).kind.get(index % R::LANES) > R::ZERO
    }

    pub fn is_awake(&self, index: usize) -> bool {
        self.figure(index).awake.get(index % R::LANES) > R::ZERO
    }

    pub fn wake(&mut self, index: usize) {
        let figure = self.figure_mut(index);
        figure.awake.set(index % R::LANES, R::ONE);
        figure.still.set(index % R::LANES, R::ZERO);
    }

    /// Where a grab is or would be among the sorted.
    pub fn find_grab(&self, index: usize, point: usize) -> Result<usize, usize> {
        self.grabs
            .binary_search_by_key(&(index, point), |grab| (grab.figure, grab.point))
    }
}
