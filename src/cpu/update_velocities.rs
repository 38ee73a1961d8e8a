//! Twin of shaders/step/update_velocities.wgsl.

use glam::DVec3;

use super::World;
use crate::solvers::plan::Step;

/// V = V* − h M⁻¹ Σ J_lᵀ λ_l
pub fn update_velocities(world: &mut World, step: &Step, body: usize) {
    let (force, torque) = pull_of(world, body, &world.multipliers);
    let mut v = world.free_velocities[body];
    v.linear += step.h * world.bodies[body].inverse_mass * force;
    v.angular += step.h * (world.mobility[body] * torque);
    world.velocities[body] = v;
}

/// −Σ J_lᵀ λ_l on one body: force and torque.
pub fn pull_of(world: &World, body: usize, lambda: &[DVec3]) -> (DVec3, DVec3) {
    let mut force = DVec3::ZERO;
    let mut torque = DVec3::ZERO;
    for (l, side) in world.joints_of(body) {
        if side == 0 {
            force -= lambda[l];
            torque -= world.arms[l].arm_a.cross(lambda[l]);
        } else {
            force += lambda[l];
            torque += world.arms[l].arm_b.cross(lambda[l]);
        }
    }
    (force, torque)
}
