//! Twin of shaders/solvers/project_chains.wgsl, whose head has the formulas.

use super::island::Island;
use super::symplectic_chains::verdict_of;
use super::ways::{Verdict, project};
use crate::codes::motion::GUARD_POINTS;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn project_chains<N: Number>(world: &mut World<N>, step: &Step<N>, record: usize) {
    if step.extra[0] == 1 && verdict_of(world, step, record) == Verdict::Kept {
        return;
    }
    let mut chain = Island::chain(world, step, record);
    if step.extra[0] == 1 {
        chain.guard(world, step, GUARD_POINTS);
    }
    project(world, &mut chain, step, 0);
    for bead in chain.beads.iter().filter(|bead| !bead.facts.is_fixed()) {
        world.poses[bead.index] = bead.pose;
    }
}
