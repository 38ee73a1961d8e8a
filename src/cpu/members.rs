//! Bodies and joints that come and go while all others go on.

use super::algebra::{Quat, Symmetric, Vec3};
use super::number::Number;
use super::records::{Body, Multiplier, Pose, Velocity};
use super::world::World;
use crate::machine::Changed;
use crate::scene::{Manner, Scene};

impl<N: Number> World<N> {
    /// Marks bodies for `contact_forget` to forget their contacts.
    pub fn mark_changed(&mut self, bodies: &[usize]) {
        for &body in bodies {
            if let Some(surface) = self.contacts.surfaces.get_mut(body) {
                surface.changes = true;
            }
        }
    }

    pub fn put_members(&mut self, scene: &Scene, fixed: &[bool], manner: Manner, changed: Changed) {
        self.make_room(scene.bodies.len());
        self.contacts.put_surfaces(scene, manner);
        self.ray_bodies.clear();
        for &i in changed.bodies {
            let body = &scene.bodies[i];
            let q = body.mass_rotation().to_array();
            self.bodies[i] = Body::of(body, fixed[i]);
            self.poses[i] = Pose {
                position: body.mass_position().into(),
                radius: N::from_f64(f64::from(body.radius)),
                rotation: Quat::from_array(N::quaternion(q)),
            };
            self.velocities[i] =
                Velocity { linear: body.linear_velocity.into(), angular: body.angular_velocity.into() };
            self.free_velocities[i] = self.velocities[i];
            if let Some(lean) = self.leans.get_mut(i) {
                *lean = N::ZERO;
            }
        }
        self.part_halves(scene.joints.len());
        self.put_joints(scene, manner);
        let ties = self.ties.len();
        for &l in changed.joints {
            self.forget_multiplier(l);
            let joint = &scene.joints[l];
            if let Some(wound) = self.wound.get_mut(l) {
                *wound = N::from_f64(f64::from(joint.wound_anew()));
            }
            for (half, lambda) in [(l, joint.multiplier), (ties + l, joint.torque)] {
                if let Some(multiplier) = self.multipliers.get_mut(half) {
                    multiplier.lambda = lambda.into();
                }
            }
        }
    }

    fn make_room(&mut self, bodies: usize) {
        self.bodies.resize(bodies, Body::default());
        self.poses.resize(bodies, Pose::default());
        self.velocities.resize(bodies, Velocity::default());
        self.free_velocities.resize(bodies, Velocity::default());
        self.mobility.resize(bodies, Symmetric::ZERO);
        self.contacts.make_room(bodies);
    }

    /// Torques stand behind the forces of all joints: with more joints they move back.
    fn part_halves(&mut self, joints: usize) {
        let before = self.ties.len();
        if before == joints || self.multipliers.len() == before {
            return;
        }
        let mut turning = self.multipliers.split_off(before);
        self.multipliers.resize(joints, Multiplier { lambda: Vec3::ZERO, left: N::ZERO });
        turning.resize(joints, Multiplier::default());
        self.multipliers.append(&mut turning);
        let mut means = self.means.split_off(before);
        self.means.resize(joints, None);
        means.resize(joints, None);
        self.means.append(&mut means);
    }
}
