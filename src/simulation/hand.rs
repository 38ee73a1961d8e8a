//! A hand on a bead: a spring whose force and speed are limited.

use glam::Vec3;

use super::Simulation;
use crate::error::{BeadworkError, Code, Result};
use crate::state::Pull;
use crate::topology::NO_ISLAND;

impl Simulation {
    /// Lays a hand on a body, moves it, or lets go. Moving it costs one small write.
    pub fn set_pull(&mut self, pull: Option<Pull>) -> Result<()> {
        self.machine.check()?;
        if let Some(pull) = &pull {
            self.body(pull.body)?;
            if !pull.local_point.is_finite() || !pull.goal.is_finite() {
                let message = "The pull's points must be finite numbers.";
                return Err(BeadworkError::at(Code::Parameter, "pull", message));
            }
            // machines have the point from the centre of mass
            self.machine.put_pull(&Pull { local_point: self.held_point(pull), ..*pull })?;
        }
        let body_of = |pull: &Option<Pull>| pull.as_ref().map(|pull| pull.body);
        if body_of(&pull) != body_of(&self.pull) {
            self.plan_anew();
        }
        self.pull = pull;
        Ok(())
    }

    /// The point that a hand holds, from the body's centre of mass, in principal axes, m.
    pub(crate) fn held_point(&self, pull: &Pull) -> Vec3 {
        self.scene.bodies[pull.body].from_mass(pull.local_point)
    }

    pub fn pull(&self) -> Option<&Pull> {
        self.pull.as_ref()
    }

    /// A gentle hand on `body` at `local_point`. The spring is critically damped at 12 Hz for all that moves with the
    /// body. Its force is at most twice that island's weight, and it draws no faster than 1.5 times a fall through the
    /// island's size. So whatever the pointer does, the scene is neither torn nor launched.
    pub fn gentle_pull(&self, body: usize, local_point: Vec3, goal: Vec3) -> Pull {
        let (mass, size) = self.island_of(body);
        let g = self.parameters.gravity.vector().iter().map(|x| x * x).sum::<f64>().sqrt().max(1.0) as f32;
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
        let islands = &self.connected.island_of_body;
        // a fixed body hangs together with nothing
        let ours = |i: usize| i == body || islands[i] != NO_ISLAND && islands[i] == islands[body];
        let (mut mass, mut low, mut high) = (0.0, Vec3::INFINITY, Vec3::NEG_INFINITY);
        for (_, one) in self.scene.bodies.iter().enumerate().filter(|&(i, _)| ours(i)) {
            mass += one.mass;
            low = low.min(one.position - one.radius);
            high = high.max(one.position + one.radius);
        }
        (mass, (high - low).max_element())
    }
}
