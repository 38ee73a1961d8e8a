use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_sweep<N: Number>(world: &mut World<N>, step: &Step<N>, colour: usize) {
    let pairs = std::mem::take(&mut world.contacts.order[colour]);
    N::sweep(world, step, &pairs);
    world.contacts.order[colour] = pairs;
}
