//! A hand on a bead: a spring whose force and speed are limited.

use glam::Vec3;

use super::Simulation;
use crate::error::{BeadworkError, Code, Result};
use crate::gpu::layout;

/// A hand on one body: see shaders/step/apply_pull.wgsl for what it does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pull {
    pub body: usize,
    /// The touched point in body axes, m.
    pub local_point: Vec3,
    /// Where the hand is, m.
    pub goal: Vec3,
    /// N/m
    pub stiffness: f32,
    /// N s/m
    pub damping: f32,
    /// N
    pub most_force: f32,
    /// With which the body is drawn to the hand, m/s.
    pub most_speed: f32,
}

impl Simulation {
    /// Lays a hand on a body, moves it, or lets go. Moving it costs one small write.
    pub fn set_pull(&mut self, pull: Option<Pull>) -> Result<()> {
        self.gpu.check()?;
        if let Some(pull) = &pull {
            self.index("body", pull.body, self.body_count())?;
            let record = layout::Pull {
                local_point: pull.local_point.to_array(),
                body: pull.body as u32,
                goal: pull.goal.to_array(),
                stiffness: pull.stiffness,
                damping: pull.damping,
                most_force: pull.most_force,
                most_speed: pull.most_speed,
                pad: 0,
            };
            if !pull.local_point.is_finite() || !pull.goal.is_finite() {
                let message = "The pull's points must be finite numbers.";
                return Err(BeadworkError::at(Code::Parameter, "pull", message));
            }
            self.buffers.fill("pull", bytemuck::bytes_of(&record))?;
        }
        if pull.is_some() != self.pull.is_some() {
            self.program = None;
        }
        self.pull = pull;
        Ok(())
    }

    pub fn pull(&self) -> Option<&Pull> {
        self.pull.as_ref()
    }

    /// A gentle hand on `body` at `local_point`. The spring is critically damped at 12 Hz for all that moves with
    /// the body. Its force is at most twice that island's weight, and it draws no faster than 1.5 times a fall
    /// through the island's size, so that whatever the pointer does, the scene is neither torn nor launched.
    pub fn gentle_pull(&self, body: usize, local_point: Vec3, goal: Vec3) -> Pull {
        let (mass, size) = self.island_of(body);
        let g = self.parameters.gravity.iter().map(|x| x * x).sum::<f64>().sqrt().max(1.0) as f32;
        let omega = std::f32::consts::TAU * 12.0;
        Pull {
            body,
            local_point,
            goal,
            stiffness: mass * omega * omega,
            damping: 2.0 * mass * omega,
            most_force: 2.0 * mass * g,
            most_speed: 1.5 * (2.0 * g * size).sqrt(),
        }
    }

    /// Mass of all that hangs together with a body, in kg, and the longest side of the box it started in, in m.
    fn island_of(&self, body: usize) -> (f32, f32) {
        let bodies = &self.scene.bodies;
        let mut next: Vec<usize> = (0..bodies.len()).collect();
        fn root(next: &mut [usize], mut i: usize) -> usize {
            while next[i] != i {
                next[i] = next[next[i]];
                i = next[i];
            }
            i
        }
        for (joint, &cut) in self.scene.joints.iter().zip(&self.cut) {
            let (a, b) = (joint.a as usize, joint.b as usize);
            if !cut && !self.fixed[a] && !self.fixed[b] {
                let (a, b) = (root(&mut next, a), root(&mut next, b));
                next[a] = b;
            }
        }
        let ours = root(&mut next, body);
        let (mut mass, mut low, mut high) = (0.0, Vec3::INFINITY, Vec3::NEG_INFINITY);
        for (i, one) in bodies.iter().enumerate() {
            if root(&mut next, i) == ours {
                mass += one.mass;
                low = low.min(one.position - one.radius);
                high = high.max(one.position + one.radius);
            }
        }
        (mass, (high - low).max_element())
    }
}
