use super::contact_halt::way_here;
use super::records::BodyPair;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::touch::{Side, meeting, touch};
use crate::cpu::world::World;

pub fn contact_sense<N: Number>(world: &mut World<N>, _: &Step<N>, number: usize) {
    let BodyPair { met_by: [a, b], senses, touched, .. } = world.contacts.pairs[number];
    if !senses || touched {
        return;
    }
    let side = |body: usize| Side {
        rotation: world.poses[body].rotation,
        shape: world.contacts.surfaces[body].shape,
    };
    let between = world.place_at(b) - world.place_at(a);
    let (side_a, side_b) = (side(a), side(b));
    let found = touch(between, &side_a, &side_b, N::ZERO);
    let thinness = |body: usize| world.contacts.surfaces[body].thinness();
    let way = way_here(world, b) - way_here(world, a);
    let fast = way.length() > thinness(a).min(thinness(b));
    world.contacts.pairs[number].touched =
        found.count > 0 || fast && meeting(between - way, way, &side_a, &side_b) <= N::ONE;
}
