use super::nncg::{lambda, put_before, put_direction};
use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::{World, fit};

/// λ as the first sweep finds it, and d = 0.
pub fn nncg_begin<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    fit(&mut world.conjugate, world.ties.len());
    let found = lambda(world, step, l);
    put_before(world, l, found);
    put_direction(world, step, l, Pair::ZERO);
}
