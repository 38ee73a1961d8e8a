//! Twin of shaders/solvers/symplectic_chains.wgsl, whose head has the formulas.

use super::island::Island;
use super::ways::{Verdict, falls, is_held, symplectic};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn symplectic_chains<N: Number>(world: &mut World<N>, step: &Step<N>, record: usize) {
    let mut chain = Island::chain(world, step, record);
    let mut verdict = Verdict::TakenBack;
    if !is_held(&chain, step) {
        let left;
        (verdict, left) = symplectic(world, &mut chain, step);
        world.falls += falls(world, &chain, verdict);
        if verdict != Verdict::TakenBack {
            chain.put(world, &left);
        }
    }
    if verdict == Verdict::TakenBack {
        chain.ties.iter().for_each(|held| world.means[held.joint] = None);
    }
    world.blocks[chain.ties[0].joint].bias.x = N::from_f64(f64::from(verdict as u8));
}

/// What symplectic_chains said of a chain.
pub fn verdict_of<N: Number>(world: &World<N>, step: &Step<N>, record: usize) -> Verdict {
    let first = world.lists[world.lists[step.first + 2 * record] as usize] as usize >> 1;
    let said = world.blocks[first].bias.x.to_f64();
    [Verdict::Kept, Verdict::ToProject, Verdict::TakenBack][said as usize]
}
