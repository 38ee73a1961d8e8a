use super::push_out::sweep_pair;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_sweep<N: Number>(world: &mut World<N>, step: &Step<N>, number: usize) {
    sweep_pair(world, step, number);
}
