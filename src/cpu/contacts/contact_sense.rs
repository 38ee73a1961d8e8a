use super::records::BodyPair;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::touch::{Side, touch};
use crate::cpu::world::World;

pub fn contact_sense<N: Number>(world: &mut World<N>, _: &Step<N>, number: usize) {
    let BodyPair { a, b, senses, touched, .. } = world.contacts.pairs[number];
    if !senses || touched {
        return;
    }
    let side = |body: usize| Side {
        rotation: world.poses[body].rotation,
        shape: world.contacts.surfaces[body].shape,
    };
    let between = world.place_at(b) - world.place_at(a);
    let found = touch(between, &side(a), &side(b), N::ZERO);
    world.contacts.pairs[number].touched = found.count > 0;
}
