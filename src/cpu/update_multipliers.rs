//! Twin of shaders/step/update_multipliers.wgsl.

use super::World;
use crate::solvers::plan::Step;

/// λ_l += ω A_ll⁻¹ h⁻¹ (J_l V + β C_l/h)
pub fn update_multipliers(world: &mut World, step: &Step, l: usize) {
    let block = world.blocks[l];
    let residual = world.joint_velocity(l) + block.bias;
    world.multipliers[l] += step.gain / step.h * (block.inverse * residual);
}
