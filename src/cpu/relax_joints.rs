//! Twins of shaders/solvers/relax_joints.wgsl and update_multipliers_chebyshev.wgsl.

use glam::DVec3;

use super::World;
use crate::solvers::plan::Step;

/// Δ = ω A_ll⁻¹ h⁻¹ (J_l V + β C_l/h), λ_l += Δ, V −= h M⁻¹ J_lᵀ Δ
pub fn relax_joints(world: &mut World, step: &Step, l: usize) {
    let block = world.blocks[l];
    let residual = world.joint_velocity(l) + block.bias;
    let change = step.gain / step.h * (block.inverse * residual);
    world.multipliers[l] += change;
    let (joint, arms) = (world.joints[l], world.arms[l]);
    kick(world, joint.a, arms.arm_a, -step.h * change);
    kick(world, joint.b, arms.arm_b, step.h * change);
}

/// Adds an impulse at the end of an arm.
pub fn kick(world: &mut World, body: usize, arm: DVec3, impulse: DVec3) {
    let turn = world.mobility[body] * arm.cross(impulse);
    let v = &mut world.velocities[body];
    v.linear += world.bodies[body].inverse_mass * impulse;
    v.angular += turn;
}

/// d ← blend d + gain A_ll⁻¹ h⁻¹ (J_l V + β C_l/h), λ_l += d
pub fn update_multipliers_chebyshev(world: &mut World, step: &Step, l: usize) {
    let block = world.blocks[l];
    let residual = world.joint_velocity(l) + block.bias;
    let direction = step.blend * block.work + step.gain / step.h * (block.inverse * residual);
    world.blocks[l].work = direction;
    world.multipliers[l] += direction;
}
