use super::contact_events::touches_at;
use super::records::ROW;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_keep_touching<N: Number>(world: &mut World<N>, _: &Step<N>, body: usize) {
    let touching = (0..ROW).map(|k| u32::from(touches_at(&world.contacts, body, k)) << k).sum();
    world.contacts.touching[body] = touching;
}
