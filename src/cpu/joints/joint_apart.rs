use super::joint_judge::members;
use crate::cpu::contacts::records::NONE;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// Beside contacts, an island is not tried in halves if a body of it is near another in this frame. Its joints stand as not calm and
/// as done.
pub fn joint_apart<N: Number>(world: &mut World<N>, step: &Step<N>, record: usize) {
    let (bodies, joints) = members(world, step, record);
    // a big body that moves has pairs in others' rows
    let big = &world.lists[step.iteration..][..step.iterations];
    let near = bodies.iter().any(|&body| touches(world, body) || big.contains(&(body as u32)));
    for l in joints {
        world.settled[l] = near;
        if near {
            world.opening[l] = N::ONE;
        }
    }
}

fn touches<N: Number>(world: &World<N>, body: usize) -> bool {
    let (contacts, rows) = (&world.contacts, world.contacts.rows_of(body));
    let mut rows = contacts.rows[rows.clone()].iter().zip(&contacts.numbers[rows]);
    rows.any(|(row, numbers)| {
        let there = row.iter().zip(numbers).take_while(|&(&other, _)| other != NONE);
        there.into_iter().any(|(_, &number)| number != NONE)
    })
}
