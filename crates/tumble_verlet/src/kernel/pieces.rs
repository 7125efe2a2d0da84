//! Pieces of terrain, seen from the kernel.
use super::Context;
use super::block::Block;
use crate::lanes::Lanes;

impl<L: Lanes> Context<'_, L> {
    pub(super) fn pieces_near(&mut self, _block: &Block<'_, L::Pack>) {}
    pub(super) fn keep_out_of_pieces(&mut self, _block: &mut Block<'_, L::Pack>) {}
}
