//! Twin of shaders/step/compute_jacobian_and_delassus.wgsl.

use glam::{DMat3, DVec3};

use super::rotation::cross_matrix;
use super::{Arms, Block, Joint, World};
use crate::solvers::plan::Step;

/// A_ll = (m_a⁻¹ + m_b⁻¹) 1 − [a_a]ₓ W_a [a_a]ₓ − [a_b]ₓ W_b [a_b]ₓ
pub fn delassus_block(mass_a: f64, w_a: DMat3, arm_a: DVec3, mass_b: f64, w_b: DMat3, arm_b: DVec3) -> DMat3 {
    let turning = |w: DMat3, arm: DVec3| cross_matrix(arm) * w * cross_matrix(arm).transpose();
    DMat3::from_diagonal(DVec3::splat(mass_a + mass_b)) + turning(w_a, arm_a) + turning(w_b, arm_b)
}

pub fn compute_jacobian_and_delassus(world: &mut World, step: &Step, l: usize) {
    let Joint { anchor_a, a, anchor_b, b } = world.joints[l];
    let arm_a = world.poses[a].rotation * anchor_a;
    let arm_b = world.poses[b].rotation * anchor_b;
    world.arms[l] = Arms { arm_a, arm_b };

    let gap = (world.poses[a].position - world.poses[b].position) + (arm_a - arm_b);
    let bias = step.stabilisation / step.h * gap;
    let (body_a, body_b) = (world.bodies[a], world.bodies[b]);
    let block = delassus_block(
        body_a.inverse_mass,
        world.mobility[a],
        arm_a,
        body_b.inverse_mass,
        world.mobility[b],
        arm_b,
    );
    world.blocks[l] = Block { inverse: block.inverse(), bias, work: DVec3::ZERO };
    world.multipliers[l] *= step.warm_start;
}
