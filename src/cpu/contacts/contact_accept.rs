use super::contact_propose::bids;
use super::records::PALETTE;
use crate::codes::contact_palette::TRYING;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_accept<N: Number>(world: &mut World<N>, step: &Step<N>, number: usize) {
    let word = world.contacts.colours[number];
    if word & TRYING == 0 {
        return;
    }
    let pair = world.contacts.pairs[number];
    let colour = word & 31;
    let bids = bids(world, step, &pair);
    let contacts = &mut world.contacts;
    let highest =
        |body: usize, bid: Option<u32>| bid.is_none_or(|bid| contacts.bids[body][colour as usize] == bid);
    let won = colour < PALETTE as u32 && highest(pair.a, bids[0]) && highest(pair.b, bids[1]);
    if won {
        contacts.masks[pair.a] |= 1 << colour;
        contacts.masks[pair.b] |= 1 << colour;
        contacts.colours[number] = colour;
    } else if step.extra[0] == 1 {
        contacts.colours[number] = PALETTE as u32;
    }
}
