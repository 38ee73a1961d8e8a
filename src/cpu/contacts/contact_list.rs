use super::records::PALETTE;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_list<N: Number>(world: &mut World<N>, step: &Step<N>, number: usize) {
    let colour = world.contacts.colours[number] as usize;
    let pair = world.contacts.pairs[number];
    let all = step.extra[0] == 1;
    if if all { pair.count > 0 } else { colour == PALETTE } {
        for body in [pair.a, pair.b] {
            let share = &mut world.contacts.shares[body];
            *share = [share[0] + 1, share[1] + pair.count];
        }
    }
    if colour <= PALETTE && !all {
        world.contacts.order[colour].push(number);
    }
}
