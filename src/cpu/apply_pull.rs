//! Twin of shaders/step/apply_pull.wgsl.

use glam::{DMat3, DVec3};

use super::World;
use super::rotation::cross_matrix;
use crate::solvers::plan::Step;

/// A hand on one body; units as in the shader.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pull {
    pub local_point: DVec3,
    pub body: usize,
    pub goal: DVec3,
    pub stiffness: f64,
    pub damping: f64,
    pub most_force: f64,
    pub most_speed: f64,
}

impl From<&crate::simulation::Pull> for Pull {
    fn from(pull: &crate::simulation::Pull) -> Self {
        Self {
            local_point: pull.local_point.as_dvec3(),
            body: pull.body,
            goal: pull.goal.as_dvec3(),
            stiffness: f64::from(pull.stiffness),
            damping: f64::from(pull.damping),
            most_force: f64::from(pull.most_force),
            most_speed: f64::from(pull.most_speed),
        }
    }
}

pub fn apply_pull(world: &mut World, step: &Step) {
    let pull = world.pull;
    let body = &world.bodies[pull.body];
    if body.inverse_mass == 0.0 {
        return;
    }
    let pose = &world.poses[pull.body];
    let r = DMat3::from_quat(pose.rotation);
    let w = r * DMat3::from_diagonal(body.inverse_inertia) * r.transpose();
    let arm = pose.rotation * pull.local_point;

    let c = (pose.position - pull.goal) + arm;
    let rate = pull.damping + step.h * pull.stiffness;
    let u = (c * (pull.stiffness / rate)).clamp_length_max(pull.most_speed);

    let a = cross_matrix(arm);
    let k = DMat3::from_diagonal(DVec3::splat(body.inverse_mass + 1.0 / (step.h * rate))) - a * w * a;
    let v = &mut world.velocities[pull.body];
    let point_velocity = v.linear + v.angular.cross(arm);
    let impulse = (-(k.inverse() * (point_velocity + u))).clamp_length_max(step.h * pull.most_force);

    v.linear += body.inverse_mass * impulse;
    v.angular += w * arm.cross(impulse);
}
