use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// Bodies by colour; bodies without one move side by side.
pub fn contact_block_list<N: Number>(world: &mut World<N>, _: &Step<N>, body: usize) {
    let colour = (world.contacts.masks[body] & 255) as usize - 1;
    world.contacts.order[colour].push(body);
}
