//! Torques that two bodies of a joint get from one another: what an engine in a joint does that the joint itself knows nothing of.

use glam::{DVec3, Vec3};

use super::Simulation;
use crate::error::{BeadworkError, Code, Result};
use crate::scene::check::{ANGULAR_VELOCITY, MULTIPLIER};
use crate::state::{Push, Pushed};

fn refused<T>(path: &str, message: String) -> Result<T> {
    Err(BeadworkError::at(Code::Parameter, path, message))
}

impl Simulation {
    /// Refuses a torque of a joint that has no such body, or no axis. Also refuses one that makes a body faster than a
    /// body may be set to be.
    pub(super) fn check_torque_between(&self, body: usize, push: &Push) -> Result<()> {
        let Some(number) = push.torque_between else {
            return match push.torque_about_axis {
                0.0 => Ok(()),
                _ => refused("torqueBetween", "A torque about an axis takes the joint that has it.".into()),
            };
        };
        let known = self.joint(number);
        known.map_err(|error| BeadworkError { path: Some("torqueBetween".into()), ..error })?;
        let joint = &self.scene.joints[number];
        let Some(other) = self.other_of(number, body) else {
            return refused("torqueBetween", format!("Joint {number} is not at body {body}."));
        };
        if self.is_cut(number) {
            return refused(
                "torqueBetween",
                format!("Joint {number} is cut, so there is nothing between its bodies."),
            );
        }
        let torque = push.torque_about_axis;
        if torque.is_nan() || torque.abs() > MULTIPLIER {
            return refused("torque", format!("torque must be from -{MULTIPLIER:e} to {MULTIPLIER:e} N m."));
        }
        if torque != 0.0 && !joint.kind.has_frames() {
            let message = format!(
                "Joint {number} is a {} joint and has no axis: give torque as three numbers.",
                joint.kind.name()
            );
            return refused("torque", message);
        }
        let most = push.torque.length().max(torque.abs()) * self.parameters.timestep as f32;
        for body in [body, other].into_iter().filter(|&body| !self.connected.held[body]) {
            let change = most / self.scene.bodies[body].inertia.min_element();
            if change.is_nan() || change > ANGULAR_VELOCITY {
                let message = format!(
                    "torque would change the speed of body {body} by {change:.1e} rad/s; {ANGULAR_VELOCITY:e} rad/s is the most."
                );
                return refused("torque", message);
            }
        }
        Ok(())
    }

    /// The body at the other end of a joint.
    fn other_of(&self, joint: usize, body: usize) -> Option<usize> {
        let joint = &self.scene.joints[joint];
        match (joint.a as usize, joint.b as usize) {
            (a, b) if a == body => Some(b),
            (a, b) if b == body => Some(a),
            _ => None,
        }
    }

    /// The torque that each body gets of them, in order of bodies. A torque about an axis is one in the axes of the
    /// joint's first body.
    pub(super) fn torques_between(&self, pushes: &[(usize, Push)]) -> Vec<Pushed> {
        let mut torques = Vec::new();
        for (body, push) in pushes {
            let Some(number) = push.torque_between else { continue };
            let Some(other) = self.other_of(number, *body) else { continue };
            let joint = &self.scene.joints[number];
            let [frame, _] = joint.frames_from_mass(&self.scene.bodies);
            let axis = (frame.as_dquat() * DVec3::X).normalize();
            let about_axis = (f64::from(push.torque_about_axis) * axis).as_vec3();
            for (torque, turns_with) in [(push.torque, None), (about_axis, Some(joint.a as usize))] {
                if torque != Vec3::ZERO {
                    let on = |body, torque| Pushed { body, torque, turns_with, ..Pushed::default() };
                    torques.extend([on(*body, torque), on(other, -torque)]);
                }
            }
        }
        torques.sort_by_key(|pushed| pushed.body);
        torques
    }

    /// Torques between bodies of joints that are no more.
    pub(super) fn end_torques_between(&mut self, joints: &[usize]) {
        self.keep_pushes(|_, push| push.torque_between.is_none_or(|joint| !joints.contains(&joint)));
    }
}
