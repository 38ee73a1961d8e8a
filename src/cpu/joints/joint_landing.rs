use super::stays;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// Where a round brought the rows of a joint that are driven or bounded: the change of u, and by how much u misses the staircase.
#[inline(never)]
pub fn joint_landing<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    if stays(world, step, l) {
        return;
    }
    let (u, q) = (world.opening(l).to_array(), (world.lambda(l) * step.h).to_array());
    let mut most = N::ZERO;
    for k in 0..6 {
        let stair = &mut world.stairs[l][k];
        if !stair.is_there() {
            continue;
        }
        stair.du = u[k] - stair.u;
        if !stair.is_straight() {
            let miss = stair.miss(u[k], q[k]);
            most = most.max(miss).max(-miss);
        }
    }
    world.misses[l] = most;
}
