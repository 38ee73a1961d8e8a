use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// λ ← αγ λ, and τ
pub fn contact_block_begin<N: Number>(world: &mut World<N>, step: &Step<N>, number: usize) {
    let contacts = &mut world.contacts;
    let count = contacts.pairs[number].count;
    for push in &mut contacts.forces[number][..count] {
        push.lambda *= step.warm_start;
    }
    let torque = &mut contacts.twists[number].torque;
    *torque *= step.warm_start;
}
