use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// λ ← w λ
pub fn joint_warm_start<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    world.put_lambda(l, world.lambda(l) * step.warm_start);
}
