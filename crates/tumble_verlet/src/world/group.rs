//! All figures of one kind in a world.

use std::sync::Arc;

use super::grab::GrabState;
use crate::figure::Figure;
use crate::kernel::layout::{Layout, Var};
use crate::lanes::pack::Pack;
use crate::program::Program;
use crate::real::Real;
use crate::settings::Settings;

/// All figures of one kind: blocks of lanes, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Group<R: Real> {
    pub figure: Arc<Figure>,
    pub program: Program<R>,
    pub layout: Layout,
    /// `layout.stride` packs a block.
    pub state: Vec<R::Pack>,
    /// Where each figure's own (0, 0) is in the world.
    pub origins: Vec<[f64; 2]>,
    /// Whose each lane is: a slot of the world.
    pub owners: Vec<Option<u32>>,
    /// Sorted by figure and point.
    pub grabs: Vec<GrabState<R>>,
}

impl<R: Real> Group<R> {
    pub fn new(figure: Arc<Figure>, settings: &Settings, h: f64) -> Self {
        let program = Program::new(&figure, settings, h);
        let layout = Layout::new(&program);
        Self {
            figure,
            program,
            layout,
            state: Vec::new(),
            origins: Vec::new(),
            owners: Vec::new(),
            grabs: Vec::new(),
        }
    }

    /// Another length of sub-step.
    pub fn set_sub_step(&mut self, settings: &Settings, h: f64) {
        self.program = Program::new(&self.figure, settings, h);
    }

    /// A free lane for `slot`; cleared.
    pub fn take_lane(&mut self, slot: u32) -> usize {
        let index = self.owners.iter().position(Option::is_none).unwrap_or_else(|| {
            let first = self.owners.len();
            self.owners.resize(first + R::LANES, None);
            self.origins.resize(first + R::LANES, [0.0; 2]);
            self.state
                .resize(self.state.len() + self.layout.stride, R::Pack::splat(R::ZERO));
            first
        });
        self.owners[index] = Some(slot);
        for at in 0..self.layout.stride {
            self.set(index, at, R::ZERO);
        }
        index
    }

    pub fn free_lane(&mut self, index: usize) {
        self.owners[index] = None;
        self.set_var(index, Var::Awake, R::ZERO);
        self.grabs.retain(|grab| grab.figure != index);
    }

    pub fn get(&self, index: usize, at: usize) -> R {
        self.state[index / R::LANES * self.layout.stride + at].get(index % R::LANES)
    }

    pub fn set(&mut self, index: usize, at: usize, value: R) {
        self.state[index / R::LANES * self.layout.stride + at].set(index % R::LANES, value);
    }

    pub fn var(&self, index: usize, var: Var) -> R {
        self.get(index, self.layout.var(var))
    }

    pub fn set_var(&mut self, index: usize, var: Var, value: R) {
        self.set(index, self.layout.var(var), value);
    }

    /// Where a point is from its figure's origin.
    pub fn local(&self, index: usize, point: usize) -> [R; 2] {
        [
            self.get(index, self.layout.x(point)),
            self.get(index, self.layout.y(point)),
        ]
    }

    pub fn set_local(&mut self, index: usize, point: usize, place: [R; 2]) {
        self.set(index, self.layout.x(point), place[0]);
        self.set(index, self.layout.y(point), place[1]);
    }

    /// Where a point is in the world.
    pub fn place(&self, index: usize, point: usize) -> [f64; 2] {
        let [x, y] = self.local(index, point);
        let origin = self.origins[index];
        [origin[0] + x.to_f64(), origin[1] + y.to_f64()]
    }

    pub fn moved(&self, index: usize, point: usize) -> [R; 2] {
        [
            self.get(index, self.layout.dx(point)),
            self.get(index, self.layout.dy(point)),
        ]
    }

    pub fn set_moved(&mut self, index: usize, point: usize, moved: [R; 2]) {
        self.set(index, self.layout.dx(point), moved[0]);
        self.set(index, self.layout.dy(point), moved[1]);
    }

    pub fn touches(&self, index: usize, point: usize) -> bool {
        self.get(index, self.layout.kind(point)) > R::ZERO
    }

    pub fn wake(&mut self, index: usize) {
        self.set_var(index, Var::Awake, R::ONE);
        self.set_var(index, Var::Still, R::ZERO);
    }

    /// Where a grab is or would be among the sorted.
    pub fn find_grab(&self, index: usize, point: usize) -> Result<usize, usize> {
        self.grabs
            .binary_search_by_key(&(index, point), |grab| (grab.figure, grab.point))
    }
}
