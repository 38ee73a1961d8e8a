//! Poses: read without the rest of the state, set for one body, and on the CPU both without waiting.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use glam::{Quat, Vec3};

use super::{Simulation, VelocityChange, Which};
use crate::error::{BeadworkError, Code, Result};
use crate::scene::{Body, PoseChange};
use crate::solvers::chores;
use crate::state::Placed;

impl Simulation {
    /// Seven numbers for each body: x, y, z in m and its quaternion's x, y, z, w, after all steps asked for so far. Zeros where a body was
    /// removed.
    pub fn read_poses(&mut self) -> Result<impl Future<Output = Result<Vec<f32>>> + 'static + use<>> {
        self.machine.check()?;
        let (count, absent) = (self.body_count(), self.absent_bodies());
        let others = self.scene.bodies.iter().enumerate().take(count);
        let others = others.filter(|(_, body)| body.is_off_centre() || body.is_turned());
        let others: Vec<(usize, Body)> = others.map(|(i, body)| (i, body.clone())).collect();
        let reading = self.machine.read_poses()?;
        Ok(async move {
            let mut poses = reading.await?;
            poses.truncate(7 * count);
            // machines have centres of mass and principal axes
            for (i, mut body) in others {
                let pose = &mut poses[7 * i..7 * i + 7];
                body.put_mass_rotation(Quat::from_slice(&pose[3..]));
                body.put_mass(Vec3::from_slice(pose));
                pose[..3].copy_from_slice(&body.position.to_array());
                pose[3..].copy_from_slice(&body.rotation.to_array());
            }
            absent.into_iter().for_each(|body| poses[7 * body..7 * body + 7].fill(0.0));
            Ok(poses)
        })
    }

    /// Where shapes are in a machine's poses: of a centre of mass x and principal axes q a shape is at x + q p and turned by q r.
    /// Seven numbers a body, p in m and the quaternion r. Zeros where a body was removed.
    pub fn shapes_by_poses(&self) -> Vec<f32> {
        let mut shapes: Vec<f32> = self.scene.bodies[..self.body_count()]
            .iter()
            .flat_map(|body| {
                let mut body = body.clone();
                body.put_mass_rotation(Quat::IDENTITY);
                body.put_mass(Vec3::ZERO);
                let ([x, y, z], [qx, qy, qz, qw]) = (body.position.to_array(), body.rotation.to_array());
                [x, y, z, qx, qy, qz, qw]
            })
            .collect();
        self.absent_bodies().into_iter().for_each(|body| shapes[7 * body..7 * body + 7].fill(0.0));
        shapes
    }

    /// Puts one body elsewhere, or has it move otherwise, between two steps. Its contacts and what its joints bear begin anew; all
    /// else goes on.
    pub fn set_pose<'a>(&mut self, body: impl Into<Which<'a>>, change: PoseChange) -> Result<()> {
        self.machine.check()?;
        let body = self.body(body)?;
        change.check()?;
        let velocities =
            [("linearVelocity", change.linear_velocity), ("angularVelocity", change.angular_velocity)];
        if let Some((field, _)) =
            velocities.iter().find(|(_, velocity)| velocity.is_some() && self.is_fixed(body))
        {
            let message = format!("Body {body} is fixed and does not move, so it has no velocity.");
            return Err(BeadworkError::at(Code::Parameter, *field, message));
        }
        // the last step is measured by its results
        self.publish()?;
        self.place(body, change.position, change.rotation)?;
        let PoseChange { linear_velocity: linear, angular_velocity: angular, .. } = change;
        self.put_velocity(body, VelocityChange { linear, angular })?;
        self.begin_anew(body)?;
        self.moved = true;
        self.stands_elsewhere(body);
        Ok(())
    }

    /// Puts the shape of a body elsewhere. The centre of mass then depends on how the body is turned, which a device
    /// knows alone.
    fn place(&mut self, body: usize, position: Option<Vec3>, rotation: Option<Quat>) -> Result<()> {
        let what = &self.scene.bodies[body];
        let rotation = rotation.map(|rotation| what.mass_rotation_of(rotation));
        if !what.is_off_centre() {
            self.machine.put_pose(body, position, rotation)?;
            return self.pose_parts();
        }
        if position.is_some() || rotation.is_some() {
            self.machine.put_placed(&Placed { body, position, rotation, centre: what.mass_centre() })?;
            self.machine.run_once(&chores::place(&self.parameters, &self.connected.lists))?;
        }
        Ok(())
    }

    /// Parts of compounds go where their compounds are; it costs nothing where there are none.
    pub(super) fn pose_parts(&mut self) -> Result<()> {
        match self.connected.lists.parts.is_empty() {
            true => Ok(()),
            false => self.machine.run_once(&chores::pose_parts(&self.parameters, &self.connected.lists)),
        }
    }

    /// Joints and contacts of the body lose their forces.
    fn begin_anew(&mut self, body: usize) -> Result<()> {
        let joints = self.scene.joints.iter().enumerate();
        let of_body = joints.filter(|(_, joint)| [joint.a, joint.b].contains(&(body as u32)));
        of_body.map(|(l, _)| l).try_for_each(|joint| self.machine.forget_force(joint))?;
        self.machine.run_once(&chores::forget(&self.parameters, &self.connected.lists, Some(body)))
    }

    /// Takes `frames` frames before it returns: on the CPU, which works while it is called.
    pub fn step_now(&mut self, frames: u32) -> Result<()> {
        self.works_at_once()?;
        now(self.step(frames)?)
    }

    /// The result of `read_poses`, at once.
    pub fn poses_now(&mut self) -> Result<Vec<f32>> {
        self.works_at_once()?;
        now(self.read_poses()?)
    }

    /// The first body that is not finite, alike.
    pub fn fault_now(&mut self) -> Result<Option<usize>> {
        self.works_at_once()?;
        now(self.find_fault()?)
    }

    fn works_at_once(&self) -> Result<()> {
        self.machine.check()?;
        if self.machine.works_at_once() {
            return Ok(());
        }
        let message = "This simulation runs on the GPU, whose work takes its time: wait for what it gives.";
        Err(BeadworkError::new(Code::NotApplicable, message))
    }
}

/// The result of a future that is ready at once.
pub(crate) fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => unreachable!("the CPU is done when it returns"),
    }
}
