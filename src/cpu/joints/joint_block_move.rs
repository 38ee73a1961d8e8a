use crate::cpu::algebra::Pair;
use crate::cpu::joints::joint_block_bodies::{descend, spring};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// Newton's step on a body's energy, of inertia and contacts (`contact_block_bodies`) and of its joints.
pub fn joint_block_move<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let energy = world.energies[body];
    let (mut h, Pair { linear: mut force, angular: mut torque }) = (energy.curve, energy.slope);
    spring(world, step, body, &mut h, &mut force, &mut torque);
    descend(world, step, body, &h, Pair { linear: force, angular: torque });
}
