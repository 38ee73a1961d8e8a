use super::conjugate::segment;
use super::nncg::{before, lambda};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::{World, fit};

/// |g|² of each segment, with g = λ' − λ what the sweep did.
pub fn nncg_sum<N: Number>(world: &mut World<N>, step: &Step<N>, index: usize) {
    fit(&mut world.segment_sums, step.count);
    let sum = segment(world, step, index).sum(world, |world, l| {
        let g = lambda(world, step, l) - before(world, l);
        g.dot(g)
    });
    world.segment_sums[index].by_turn[step.iteration % 2] = sum;
}
