use super::records::{BodyPair, Contacts, PALETTE};
use crate::codes::contact_palette::{TRYING, UNTOUCHED};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

fn mixed(word: u32) -> u32 {
    let x = (word ^ (word >> 16)).wrapping_mul(0x7feb_352d);
    let x = (x ^ (x >> 15)).wrapping_mul(0x846c_a68b);
    x ^ (x >> 16)
}

fn pair_hash<N>(step: &Step<N>, pair: &BodyPair<N>) -> u32 {
    let [a, b] = pair.met_by;
    mixed(a as u32 ^ mixed(b as u32 ^ mixed(step.iteration as u32)))
}

/// The pair's bids at its bodies that move.
pub fn bids<N: Number>(world: &World<N>, step: &Step<N>, pair: &BodyPair<N>) -> [Option<u32>; 2] {
    let contacts: &Contacts<N> = &world.contacts;
    let round = (step.iteration as u32 + 1) << 28;
    let hash = pair_hash(step, pair) >> 8;
    let bid = |side: usize| {
        let place = pair.places[side];
        // parts of one compound have numbers in a row
        match contacts.parts.is_empty() {
            true => round | ((hash & 0xff_ffff) << 4) | place,
            false => round | ((hash & 0xf_ffff) << 8) | ((pair.met_by[side] as u32 & 15) << 4) | place,
        }
    };
    let bid_b = if pair.on_big {
        round | ((pair.met_by[0] as u32).wrapping_mul(0x9e37_79b1) & 0xfff_ffff)
    } else {
        bid(1)
    };
    let moves = |body: usize| !world.bodies[body].is_fixed();
    [moves(pair.a).then(|| bid(0)), moves(pair.b).then_some(bid_b)]
}

pub fn contact_propose<N: Number>(world: &mut World<N>, step: &Step<N>, number: usize) {
    let pair = world.contacts.pairs[number];
    if step.iteration == 0 {
        world.contacts.colours[number] = if pair.count == 0 { UNTOUCHED } else { TRYING };
    }
    if world.contacts.colours[number] & TRYING == 0 {
        return;
    }
    let bids = bids(world, step, &pair);
    let contacts = &mut world.contacts;
    let mask = |body: usize, bid: Option<u32>| bid.map_or(0, |_| contacts.masks[body]);
    let used = mask(pair.a, bids[0]) | mask(pair.b, bids[1]);
    // the last four are for those that find nothing among the others
    let usual = 0xfff & !used;
    let free = if usual != 0 { usual } else { 0xffff & !used };
    if free == 0 {
        contacts.colours[number] = TRYING | PALETTE as u32;
        return;
    }
    let mut rest = free;
    for _ in 0..pair_hash(step, &pair) % free.count_ones() {
        rest &= rest - 1;
    }
    let colour = rest.trailing_zeros();
    contacts.colours[number] = TRYING | colour;
    for (body, bid) in [pair.a, pair.b].into_iter().zip(bids) {
        if let Some(bid) = bid {
            let highest = &mut contacts.bids[body][colour as usize];
            *highest = bid.max(*highest);
        }
    }
}
