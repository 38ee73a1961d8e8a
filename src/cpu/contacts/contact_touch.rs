use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_touch<N: Number>(world: &mut World<N>, _: &Step<N>, number: usize) {
    let contacts = &mut world.contacts;
    for k in 0..contacts.pairs[number].count {
        let push = contacts.forces[number][k];
        if push.depth >= N::ZERO || push.lambda.x > N::ZERO {
            contacts.pairs[number].touched = true;
        }
    }
}
