use super::conjugate::{image, segment};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// A p = J u, and p·A p of each segment.
pub fn conjugate_image<N: Number>(world: &mut World<N>, step: &Step<N>, index: usize) {
    let sum = segment(world, step, index).sum(world, image);
    world.segment_sums[index].image = sum;
}
