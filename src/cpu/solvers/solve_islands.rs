//! Twin of shaders/solvers/solve_islands.wgsl, whose head says what it does.

use super::island::Island;
use super::ways::{Verdict, falls, is_held, project, pull, symplectic};
use crate::codes::island_substep::{PULLED, SYMPLECTIC};
use crate::codes::motion::GUARD_POINTS;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// How often a turn of a projection that does not help is halved.
const HALVINGS: u32 = 3;

pub fn solve_islands<N: Number>(world: &mut World<N>, step: &Step<N>, record: usize) {
    // later dispatches go on with what the first left; here it leaves nothing
    if step.iteration > 0 {
        return;
    }
    let way = step.extra[0];
    let mut island = Island::net(world, step, record);
    let (mut verdict, mut left) = (Verdict::TakenBack, Vec::new());
    if way == SYMPLECTIC && !is_held(&island, step) {
        (verdict, left) = symplectic(world, &mut island, step);
        world.falls += falls(world, &island, verdict);
    }
    if verdict == Verdict::TakenBack {
        left = pull(world, &mut island, step);
    }
    if way != PULLED && verdict != Verdict::Kept {
        // one that may stay where it is has its factor already
        if verdict == Verdict::TakenBack && way == SYMPLECTIC && !island.has_loops(world) {
            island.guard(world, step, GUARD_POINTS);
        }
        project(world, &mut island, step, HALVINGS);
    }
    island.put(world, &left);
}
