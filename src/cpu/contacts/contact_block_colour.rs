use super::records::PALETTE;
use crate::codes::contact_block_colour::COLOURS;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

fn mixed(word: u32) -> u32 {
    let x = (word ^ (word >> 16)).wrapping_mul(0x7feb_352d);
    let x = (x ^ (x >> 15)).wrapping_mul(0x846c_a68b);
    x ^ (x >> 16)
}

/// A body whose number is mixed higher than those of all neighbours that have no colour takes the lowest that none of them has. A word is
/// 1 + the colour, and above it 1 + the round in which it came.
pub fn contact_block_colour<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let round = step.iteration as u32 + 1;
    if world.contacts.masks[body] != 0 {
        return;
    }
    let own = mixed(body as u32);
    let (mut used, mut waits) = (0u32, false);
    let mut look = |world: &World<N>, other: usize| {
        if world.bodies[other].is_fixed() {
            return;
        }
        let word = world.contacts.masks[other];
        if word == 0 || word >> 8 == round {
            waits |= mixed(other as u32) > own;
        } else {
            used |= 1 << ((word & 255) - 1);
        }
    };
    for number in world.contacts.pairs_of(body) {
        let pair = &world.contacts.pairs[number];
        if pair.count > 0 {
            look(world, if pair.a == body { pair.b } else { pair.a });
        }
    }
    for (l, side) in world.ties_of(body) {
        let tie = &world.ties[l];
        look(world, if side == 0 { tie.b } else { tie.a });
    }
    let lowest = (!used).trailing_zeros();
    let none = waits || lowest >= COLOURS;
    if !waits || step.extra[0] == 1 {
        let colour = if none { PALETTE as u32 } else { lowest };
        world.contacts.masks[body] = (colour + 1) | (round << 8);
    }
}
