use super::stays;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// How many times what a row may miss by is too much in the end.
const TOO_MUCH: f64 = 10.0;
/// Radii: from where on an island is not kept.
const TORN: f64 = 1.0;

/// Whether the first half of a substep is done for an island: its hard rows shut in place, and the others on their staircases. The last
/// round says of those that are not that they came apart.
#[inline(never)]
pub fn joint_agree<N: Number>(world: &mut World<N>, step: &Step<N>, record: usize) {
    let words = &world.lists[step.first + 4 * record..];
    let joints: Vec<usize> =
        world.lists[words[0] as usize..][..words[1] as usize].iter().map(|&l| l as usize).collect();
    let leader = joints[0];
    if stays(world, step, leader) {
        return;
    }
    let (mut gap, mut most) = (N::ZERO, N::ZERO);
    for &l in &joints {
        gap = gap.max(world.ahead[l]);
        // of joints without such rows it was never asked
        if world.frames[l].has_courses() {
            most = most.max(world.misses[l]);
        }
    }
    let lands = most <= N::ONE;
    let settled = step.iteration > 0 && gap == N::ZERO && lands;
    // whether `joint_segments` is to put rows on other parts
    let moves = if lands || step.iteration == 0 { N::ZERO } else { N::ONE };
    for &l in &joints {
        world.settled[l] = settled;
        world.shares[l] = moves;
    }
    // written so that NaN is torn
    let near = most <= N::from_f64(TOO_MUCH);
    if step.iteration == step.iterations && !near {
        world.ahead[leader] = N::from_f64(TORN);
    }
}
