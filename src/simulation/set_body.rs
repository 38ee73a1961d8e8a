//! Bodies that are changed between steps.

use serde_json::Value;

use super::{Simulation, Which};
use crate::error::Result;
use crate::scene::BodyChange;

impl Simulation {
    /// Changes what a body is like from the next step on; the state stays. `describe` has it, `reset` takes it back.
    pub fn set_body<'a>(&mut self, body: impl Into<Which<'a>>, change: BodyChange) -> Result<()> {
        self.machine.check()?;
        let body = self.body(body)?;
        change.check()?;
        let before = self.scene.bodies[body].clone();
        let next = before.with(change);
        if next == before {
            return Ok(());
        }
        self.scene.bodies[body] = next;
        if let Err(refused) = self.put_surface(body) {
            self.scene.bodies[body] = before;
            return Err(refused);
        }
        self.bodies_as_loaded.entry(body).or_insert(before);
        Ok(())
    }

    /// What contacts make of a body; the lists too, where it is the first that bounces, or the last.
    fn put_surface(&mut self, body: usize) -> Result<()> {
        let bounces = self.scene.bodies.iter().any(|body| body.restitution > 0.0);
        if self.connected.lists.contacts.as_ref().is_some_and(|contacts| contacts.bounces != bounces) {
            self.reconnect(self.connected_with(self.manner()))?;
        }
        self.machine.put_surface(body, &self.scene.bodies[body])
    }

    /// The calls of `set_body` that lead from the scene as loaded to its bodies as they are.
    pub fn body_changes(&self) -> Vec<(usize, Value)> {
        self.bodies_as_loaded.keys().map(|&body| (body, self.scene.bodies[body].settings())).collect()
    }

    /// Swaps bodies that were changed with what they were, there and back.
    pub(super) fn swap_changed_bodies(&mut self) {
        for (&body, other) in &mut self.bodies_as_loaded {
            std::mem::swap(&mut self.scene.bodies[body], other);
        }
    }
}
