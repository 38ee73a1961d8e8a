//! Twin of shaders/step/compute_positions.wgsl.

use super::World;
use super::rotation::exponential;
use crate::solvers::plan::Step;

/// x ← x + h v, q ← exp(h ω) q, |q| = 1
pub fn compute_positions(world: &mut World, step: &Step, body: usize) {
    let v = world.velocities[body];
    let pose = &mut world.poses[body];
    pose.position += step.h * v.linear;
    pose.rotation = (exponential(step.h * v.angular) * pose.rotation).normalize();
}
