use crate::cpu::algebra::{Pair, exponential};
use crate::cpu::joints::joint_block_bodies::spring;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// The body goes to where its energy is least: what `contact_block_bodies` found, and its joints.
pub fn joint_block_move<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let energy = world.energies[body];
    let (mut h, Pair { linear: mut force, angular: mut torque }) = (energy.curve, energy.slope);
    spring(world, step, body, &mut h, &mut force, &mut torque);
    let change = h.root().solve(Pair { linear: force, angular: torque });
    let pose = &mut world.poses[body];
    pose.position -= change.linear;
    pose.rotation = (exponential(-change.angular) * pose.rotation).normalize();
    let v = &mut world.velocities[body];
    v.linear -= step.inverse_h * change.linear;
    v.angular -= step.inverse_h * change.angular;
}
