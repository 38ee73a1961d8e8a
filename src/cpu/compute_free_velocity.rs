//! Twin of shaders/step/compute_free_velocity.wgsl.

use glam::{DMat3, DQuat, DVec3};

use super::rotation::cross_matrix;
use super::{Body, Velocity, World};
use crate::solvers::plan::Step;

/// v* = (v + h g)(1 − damping h), ω* = gyrated ω (1 − damping h)
pub fn free(step: &Step, body: &Body, rotation: DQuat, v: Velocity) -> Velocity {
    let gravity = DVec3::from_array(step.gravity);
    let spun = rotation * gyrate(step, rotation.inverse() * v.angular, body.inertia);
    Velocity {
        linear: (v.linear + step.h * gravity) * step.velocity_kept,
        angular: spun * step.velocity_kept,
    }
}

/// Euler's equation in body axes by the implicit midpoint rule, as the shader has it.
pub fn gyrate(step: &Step, omega: DVec3, inertia: DVec3) -> DVec3 {
    if inertia.x == inertia.y && inertia.y == inertia.z {
        return omega;
    }
    let parts = (step.h * omega.length()).ceil().clamp(1.0, 64.0);
    let h = step.h / parts;
    let diagonal = DMat3::from_diagonal(inertia);
    let mut now = omega;
    for _ in 0..parts as u32 {
        let mut next = now;
        for _newton in 0..3 {
            let middle = 0.5 * (now + next);
            let spin = inertia * middle;
            let f = inertia * (next - now) + h * middle.cross(spin);
            let slope = diagonal + 0.5 * h * (cross_matrix(middle) * diagonal - cross_matrix(spin));
            next -= slope.inverse() * f;
        }
        now = next;
    }
    now
}

pub fn compute_free_velocity(world: &mut World, step: &Step, body: usize) {
    let free = free(step, &world.bodies[body], world.poses[body].rotation, world.velocities[body]);
    world.free_velocities[body] = free;
}
