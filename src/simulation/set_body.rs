//! Bodies that are changed between steps.

use serde_json::Value;

use super::{Simulation, Which};
use crate::error::Result;
use crate::lists::contacts::{in_cells, is_big};
use crate::lists::events::watched;
use crate::scene::{Body, BodyChange};

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
        self.scene.renew_parts(body);
        if let Err(refused) = self.put_changed(body, &before) {
            self.scene.bodies[body] = before;
            self.scene.renew_parts(body);
            return Err(refused);
        }
        self.bodies_as_loaded.entry(body).or_insert(before);
        Ok(())
    }

    /// Puts a changed body on the machine; the lists too, where they have more or less of it than before.
    fn put_changed(&mut self, body: usize, before: &Body) -> Result<()> {
        let now = &self.scene.bodies[body];
        if now.is_watched() != before.is_watched() {
            self.machine.hold_events(watched(&self.scene))?;
        }
        if self.is_listed_otherwise(now, before) {
            self.reconnect(self.connected_with(self.manner()))?;
        }
        self.put_surface(body)
    }

    fn is_listed_otherwise(&self, now: &Body, before: &Body) -> bool {
        let drag = |body: &Body| [body.linear_damping, body.angular_damping, body.gravity_scale];
        let masks = |body: &Body| (body.group, body.collides_with);
        let meets_others = |contacts: &crate::lists::contacts::Contacts| {
            let bounces = self.scene.bodies.iter().any(|body| body.restitution > 0.0);
            contacts.bounces != bounces || masks(now) != masks(before)
        };
        drag(now) != drag(before)
            || now.is_watched() != before.is_watched()
            || self.connected.lists.contacts.as_ref().is_some_and(meets_others)
    }

    /// Puts the data of a body for contacts and rays.
    pub(super) fn put_surface(&mut self, body: usize) -> Result<()> {
        // contacts that are off may come on later
        let most = in_cells(&self.scene, self.manner());
        for body in std::iter::once(body).chain(self.scene.parts_of(body)) {
            let what = &self.scene.bodies[body];
            self.machine.put_surface(body, what, is_big(what, most))?;
        }
        Ok(())
    }

    /// The calls of `set_body` that lead from the scene as loaded to its bodies as they are.
    pub fn body_changes(&self) -> Vec<(usize, Value)> {
        let changes =
            |(&body, loaded): (&usize, &Body)| (body, self.scene.bodies[body].changes_since(loaded));
        self.bodies_as_loaded.iter().map(changes).collect()
    }

    /// Swaps changed bodies with their former selves, there and back.
    pub(super) fn swap_changed_bodies(&mut self) {
        for (&body, other) in &mut self.bodies_as_loaded {
            std::mem::swap(&mut self.scene.bodies[body], other);
            self.scene.renew_parts(body);
        }
    }
}
