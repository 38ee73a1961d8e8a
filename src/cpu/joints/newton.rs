use super::joint_free::joint_free;
use super::joint_landing::joint_landing;
use super::joint_left::joint_left;
use super::joint_search::joint_search;
use super::joint_segments::joint_segments;
use super::joint_trees::joint_trees;
use super::joint_velocities::joint_velocities;
use super::stays;
use crate::codes::newton::{BEGINS, ENDS, FREES, PULLS, SOLVES};
use crate::codes::on_stairs::{AFTERWARDS, BY_FORCE, LAST, NEXT};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;
use crate::lists::mixed::NEWTON_RECORD;

/// All rounds of Newton's method for an island without loops: the stages, until the island is done. They are not inlined:
/// a page would load them twice.
pub fn newton<N: Number>(world: &mut World<N>, step: &Step<N>, record: usize) {
    let at = step.first + NEWTON_RECORD * record;
    let words: [usize; NEWTON_RECORD] = std::array::from_fn(|k| world.lists[at + k] as usize);
    let members = |world: &World<N>, first: usize, count: usize| -> Vec<usize> {
        world.lists[first..first + count].iter().map(|&item| item as usize).collect()
    };
    let joints = members(world, words[0], words[1]);
    let courses = members(world, words[2], words[3]);
    let bodies = members(world, words[4], words[5]);
    let leader = joints[0];
    if stays(world, step, leader) {
        return;
    }
    let asked = |what: u32| step.extra[1] & what != 0;
    let on_stairs = |world: &mut World<N>, joints: &[usize], which: u32| {
        let step = Step { extra: [step.extra[0], which], ..*step };
        joints.iter().for_each(|&l| joint_segments(world, &step, l));
    };
    let pull = |world: &mut World<N>| bodies.iter().for_each(|&body| joint_velocities(world, step, body));
    if asked(FREES) {
        bodies.iter().for_each(|&body| joint_free(world, step, body));
    }
    if asked(BEGINS) {
        on_stairs(world, &courses, BY_FORCE);
    }
    if asked(PULLS) {
        pull(world);
    }
    for round in 0..step.iterations {
        if round > 0 {
            on_stairs(world, &joints, NEXT);
            pull(world);
        }
        joints.iter().for_each(|&l| joint_left(world, step, l));
        joint_trees(world, &Step { first: words[6], ..*step }, 0);
        if asked(SOLVES) {
            return;
        }
        courses.iter().for_each(|&l| joint_landing(world, step, l));
        joint_search(world, &Step { first: at, iteration: round, ..*step }, 0);
        if world.settled[leader] {
            break;
        }
    }
    if !asked(ENDS) {
        return;
    }
    if !world.settled[leader] {
        on_stairs(world, &joints, LAST);
        pull(world);
    }
    on_stairs(world, &courses, AFTERWARDS);
}
