//! Looking at figures.

use std::sync::Arc;

use tumble_math::StateHasher;

use super::{FigureId, World};
use crate::figure::Figure;
use crate::lanes::pack::Pack;
use crate::real::Real;

impl<R: Real> World<R> {
    /// What kind of figure it is; `None` when it is gone.
    pub fn figure(&self, id: FigureId) -> Option<&Arc<Figure>> {
        let (group, _) = self.at(id).ok()?;
        Some(&self.groups[group].figure)
    }

    /// All figures, in the order of their slots.
    pub fn figures(&self) -> impl Iterator<Item = FigureId> + '_ {
        self.slots.iter().enumerate().filter_map(|(slot, entry)| {
            entry.at?;
            Some(FigureId {
                slot: slot as u32,
                generation: entry.generation,
            })
        })
    }

    /// Where a point is \[units\].
    pub fn point(&self, id: FigureId, point: usize) -> Option<[f64; 2]> {
        let (group, index) = self.at(id).ok()?;
        let group = &self.groups[group];
        (point < group.program.points).then(|| group.place(index, point))
    }

    /// How a point moves \[units/s\].
    pub fn velocity(&self, id: FigureId, point: usize) -> Option<[f64; 2]> {
        let (group, index) = self.at(id).ok()?;
        let group = &self.groups[group];
        let moved = (point < group.program.points).then(|| group.moved(index, point))?;
        Some(moved.map(|part| part.to_f64() / self.sub_step))
    }

    /// Where all points are \[units\], in the figure's order; none when it is gone.
    pub fn points(&self, id: FigureId) -> impl Iterator<Item = [f64; 2]> + '_ {
        let at = self.at(id).ok();
        at.into_iter().flat_map(move |(group, index)| {
            let group = &self.groups[group];
            (0..group.program.points).map(move |p| group.place(index, p))
        })
    }

    /// Whether a point touched something in the last sub-step.
    pub fn touches(&self, id: FigureId, point: usize) -> bool {
        self.at(id).is_ok_and(|(group, index)| {
            point < self.groups[group].program.points && self.groups[group].touches(index, point)
        })
    }

    /// Whether any point of a figure touched something in the last sub-step.
    pub fn touches_anything(&self, id: FigureId) -> bool {
        self.at(id).is_ok_and(|(group, index)| {
            let group = &self.groups[group];
            let feet = group.figure.feet().iter().copied();
            // Feet first: they know mostly.
            feet.chain(0..group.program.points)
                .any(|point| group.touches(index, point))
        })
    }

    /// How long a stick is now, and how long it should be \[units\].
    pub fn stick(&self, id: FigureId, stick: usize) -> Option<(f64, f64)> {
        let (group, index) = self.at(id).ok()?;
        let group = &self.groups[group];
        let op = group.program.sticks.get(stick)?;
        let (a, b) = (group.local(index, op.a), group.local(index, op.b));
        let (x, y) = (b[0].to_f64() - a[0].to_f64(), b[1].to_f64() - a[1].to_f64());
        Some(((x * x + y * y).sqrt(), op.length.to_f64()))
    }

    /// The largest stretch of a figure's rigid sticks, as a share of the stick's length; 0 for none.
    pub fn stretch(&self, id: FigureId) -> Option<f64> {
        let (group, _) = self.at(id).ok()?;
        let sticks = self.groups[group].figure.sticks();
        let rigid = (0..sticks.len()).filter(|&i| sticks[i].compliance == 0.0);
        Some(rigid.fold(0.0_f64, |most, i| {
            self.stick(id, i)
                .map_or(most, |(now, wanted)| most.max((now / wanted - 1.0).abs()))
        }))
    }

    /// Whether a figure is stepped: neither asleep, nor disabled, nor gone.
    pub fn is_awake(&self, id: FigureId) -> bool {
        self.at(id)
            .is_ok_and(|(group, index)| self.groups[group].is_awake(index))
    }

    /// Whether a figure is disabled because its numbers stopped being numbers.
    pub fn is_quarantined(&self, id: FigureId) -> bool {
        self.at(id).is_ok() && self.slots[id.slot as usize].quarantined
    }

    /// The springs of a figure that are too fast for the sub-step and are softened to what it resolves: ten sub-steps a period.
    pub fn softened_springs(&self, id: FigureId) -> &[usize] {
        self.at(id)
            .map_or(&[], |(group, _)| self.groups[group].program.softened.as_slice())
    }

    /// Kinetic energy of a figure \[kg·units²/s²\].
    pub fn kinetic_energy(&self, id: FigureId) -> Option<f64> {
        let (group, index) = self.at(id).ok()?;
        let group = &self.groups[group];
        Some((0..group.program.points).fold(0.0, |sum, p| {
            let [vx, vy] = group.moved(index, p).map(|part| part.to_f64() / self.sub_step);
            sum + 0.5 * group.program.each[p].m.to_f64() * (vx * vx + vy * vy)
        }))
    }

    /// A hash of all state: equal for equal bytes.
    pub fn hash(&self) -> u64 {
        let mut hasher = StateHasher::new();
        hasher.write_u64(self.steps);
        hasher.write_u64(self.waiting.to_bits());
        for group in &self.groups {
            for index in 0..group.owners.len() {
                if group.owners[index].is_some() {
                    for origin in group.origins[index] {
                        hasher.write_u64(origin.to_bits());
                    }
                    for part in group.parts(index / R::LANES) {
                        hasher.write_u64(part.get(index % R::LANES).bits());
                    }
                }
            }
        }
        hasher.finish()
    }

    /// Bytes of state a figure of this kind takes, its share of the block.
    pub fn bytes_a_figure(&self, id: FigureId) -> Option<usize> {
        let (group, _) = self.at(id).ok()?;
        let block = self.groups[group].parts_count() * size_of::<R::Pack>();
        Some(block / R::LANES + size_of::<[f64; 2]>() + size_of::<Option<u32>>() + size_of::<super::Slot>())
    }
}
