use super::conjugate::{SegmentSums, segment, start};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::{World, fit};

/// r = h⁻¹ (J V⁰ + β C/h), p = z = D⁻¹ r, and r·z of each segment.
pub fn conjugate_start<N: Number>(world: &mut World<N>, step: &Step<N>, index: usize) {
    fit(&mut world.conjugate, world.ties.len());
    fit(&mut world.segment_sums, step.count);
    let sum = segment(world, step, index).sum(world, |world, l| start(world, step, l));
    world.segment_sums[index] = SegmentSums { first: sum, by_turn: [sum; 2], image: N::ZERO };
}
