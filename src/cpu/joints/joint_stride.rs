use super::joint_agree::KEEP;
use super::joint_search::zero_of;
use super::stays;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// Line search in the first half of a symplectic substep, where rows change their parts. It is that of `joint_search`,
/// with the observed ū and its change by J. λ goes so far at once.
pub fn joint_stride<N: Number>(world: &mut World<N>, step: &Step<N>, record: usize) {
    let words = &world.lists[step.first + 4 * record..];
    let listed = |first: u32, count: u32| -> Vec<usize> {
        world.lists[first as usize..][..count as usize].iter().map(|&l| l as usize).collect()
    };
    let (all, joints) = (listed(words[0], words[1]), listed(words[2], words[3]));
    if stays(world, step, all[0]) || world.shares[all[0]].to_f64() == KEEP {
        return;
    }
    for &l in &joints {
        let moving = world.opening(l).to_array();
        for (k, stair) in world.stairs[l].iter_mut().enumerate().filter(|(_, stair)| stair.is_there()) {
            stair.du = (moving[k] + stair.offset) - stair.u;
        }
    }
    let share = zero_of(world, step, &joints);
    if share < N::ONE {
        for l in all {
            let before = world.befores[l];
            world.put_lambda(l, before + (world.lambda(l) - before) * share);
        }
    }
}
