use super::joint_agree::joint_agree;
use super::joint_seen::joint_seen;
use super::joint_segments::joint_segments;
use super::stays;
use crate::codes::on_stairs::SEEN;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::{World, fit};

/// A look at where the first half of a symplectic substep leads a halved island: the stages, one after the other.
pub fn joint_look<N: Number>(world: &mut World<N>, step: &Step<N>, record: usize) {
    fit(&mut world.ahead, world.ties.len());
    let words = &world.lists[step.first + 4 * record..];
    let joints: Vec<usize> =
        world.lists[words[0] as usize..][..words[1] as usize].iter().map(|&l| l as usize).collect();
    let leader = joints[0];
    if stays(world, step, leader) {
        return;
    }
    joints.iter().for_each(|&l| joint_seen(world, step, l));
    joint_agree(world, step, record);
    if step.iteration > 0 && step.iteration < step.iterations && !world.settled[leader] {
        let step = Step { extra: [step.extra[0], SEEN], ..*step };
        joints.iter().for_each(|&l| joint_segments(world, &step, l));
    }
}
