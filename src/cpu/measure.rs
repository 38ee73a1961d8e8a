//! Twin of shaders/step/measure.wgsl and record_residual.wgsl.

use super::{Twin, World};
use crate::solvers::plan::Step;

pub fn record_residual(world: &mut World, step: &Step, l: usize) {
    let r = world.joint_velocity(l) + world.blocks[l].bias;
    world.residual_squares[step.iteration as usize] += r.length_squared();
}

/// The numbers of `Measures` that the device computes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measured {
    pub max_gap: f64,
    pub rms_gap: f64,
    pub max_gap_radii: f64,
    pub residual: f64,
    pub kinetic_energy: f64,
    pub potential_energy: f64,
    pub finite: bool,
}

impl Twin {
    pub fn measure(&self) -> Measured {
        let world = &self.world;
        let joints =
            &self.lists.order[self.lists.whole.joints.start as usize..self.lists.whole.joints.end as usize];
        let mut out = Measured { finite: true, ..Measured::default() };
        let (mut gaps, mut residuals) = (0.0, 0.0);
        for &l in joints {
            let l = l as usize;
            let joint = world.joints[l];
            let gap = world.gap(l).length();
            out.max_gap = out.max_gap.max(gap);
            out.max_gap_radii =
                out.max_gap_radii.max(gap / world.bodies[joint.a].radius.min(world.bodies[joint.b].radius));
            gaps += gap * gap;
            residuals += (world.joint_velocity(l) + world.blocks[l].bias).length_squared();
        }
        let count = joints.len().max(1) as f64;
        out.rms_gap = (gaps / count).sqrt();
        out.residual = (residuals / count).sqrt();
        let gravity = glam::DVec3::from_array(self.parameters.gravity);
        for ((body, pose), v) in world.bodies.iter().zip(&world.poses).zip(&world.velocities) {
            out.finite &= pose.position.is_finite() && v.linear.is_finite() && v.angular.is_finite();
            if body.inverse_mass > 0.0 {
                let spin = pose.rotation.inverse() * v.angular;
                out.kinetic_energy +=
                    0.5 * (body.mass * v.linear.length_squared() + (body.inertia * spin).dot(spin));
                out.potential_energy -= body.mass * gravity.dot(pose.position);
            }
        }
        out
    }
}
