//! Twin of shaders/step/compute_inertia.wgsl.

use glam::DVec3;

use super::rotation::turned_diagonal;
use super::{Body, World};
use crate::solvers::plan::Step;

/// I_eff = max(I, ½ h² Σ |λ||a|), at most cap · I; returns 1/I_eff. `pull` is Σ |λ||a|.
pub fn guarded_inverse_inertia(step: &Step, body: &Body, pull: f64) -> DVec3 {
    let floor = DVec3::splat(0.5 * step.h * step.h * pull);
    let raised = body.inertia.max(floor.min(step.guard_cap * body.inertia));
    body.inverse_inertia * (body.inertia / raised)
}

pub fn compute_inertia(world: &mut World, step: &Step, body: usize) {
    let mut pull = 0.0;
    if step.guard_cap > 1.0 {
        for (joint, side) in world.joints_of(body) {
            let facts = world.joints[joint];
            let anchor = if side == 1 { facts.anchor_b } else { facts.anchor_a };
            pull += world.multipliers[joint].length() * anchor.length();
        }
    }
    let inverse = guarded_inverse_inertia(step, &world.bodies[body], pull);
    world.mobility[body] = turned_diagonal(world.poses[body].rotation, inverse);
}
