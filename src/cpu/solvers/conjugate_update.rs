use super::conjugate::{advance, length_of_step, segment};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// α = r·z / p·A p over the island, λ += α p, r −= α A p, and the new r·z of each segment.
pub fn conjugate_update<N: Number>(world: &mut World<N>, step: &Step<N>, index: usize) {
    let segment = segment(world, step, index);
    let turn = step.iteration % 2;
    let first = segment.total(world, |s| s.first);
    let now = segment.total(world, |s| s.by_turn[turn]);
    let image = segment.total(world, |s| s.image);
    let alpha = length_of_step(first, now, image);
    let sum = segment.sum(world, |world, l| advance(world, alpha, l));
    world.segment_sums[index].by_turn[1 - turn] = sum;
}
