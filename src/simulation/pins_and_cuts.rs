//! Pins and cuts, and the bodies that hang together because of them.

use super::{Simulation, Which, next_revision};
use crate::error::{BeadworkError, Code, Result};
use crate::lists::Lists;
use crate::scene::{Manner, Scene, Solid};
use crate::topology::Topology;

/// Pins and cuts, and all that follows from them.
pub(super) struct Connected {
    pub fixed: Vec<bool>,
    /// Fixed, or kinematic: whatever has zero inverse mass.
    pub held: Vec<bool>,
    pub cut: Vec<bool>,
    /// `NO_ISLAND` for bodies that are held.
    pub island_of_body: Vec<u32>,
    pub lists: Lists,
}

impl Connected {
    pub fn new(scene: &Scene, manner: Manner, fixed: Vec<bool>, cut: Vec<bool>) -> Self {
        let pairs: Vec<(u32, u32)> = scene.joints.iter().map(|joint| (joint.a, joint.b)).collect();
        let kinematic = |body: usize| scene.bodies[body].kinematic;
        let mut held: Vec<bool> = (0..fixed.len()).map(|body| fixed[body] || kinematic(body)).collect();
        // parts are where their compounds are: nothing else moves them
        let mut fixed = fixed;
        scene.parts().for_each(|part| held[part] = true);
        let topology = Topology::new(&held, &pairs, &cut);
        for part in scene.parts() {
            let owner = scene.owner_of(part);
            (fixed[part], held[part]) = (fixed[owner], held[owner]);
        }
        let mut lists = Lists::with(&topology, scene, manner);
        let driven = (0..fixed.len()).filter(|&body| kinematic(body) && !fixed[body]);
        lists.drive(&driven.map(|body| body as u32).collect::<Vec<u32>>());
        Self { fixed, held, cut, lists, island_of_body: topology.island_of_body }
    }

    pub fn as_loaded(scene: &Scene, manner: Manner) -> Self {
        let fixed = scene.bodies.iter().map(|body| body.fixed).collect();
        Self::new(scene, manner, fixed, vec![false; scene.joints.len()])
    }
}

impl Simulation {
    pub fn is_fixed(&self, body: usize) -> bool {
        self.connected.fixed[body]
    }

    /// Whether no hand can move a body: it is fixed, pinned or kinematic.
    pub fn is_held(&self, body: usize) -> bool {
        self.connected.held.get(body).copied().unwrap_or_default()
    }

    pub fn is_cut(&self, joint: usize) -> bool {
        self.connected.cut[joint]
    }

    /// Pins a body where it stands, or lets it go.
    pub fn set_fixed<'a>(&mut self, body: impl Into<Which<'a>>, fixed: bool) -> Result<()> {
        let body = self.body(body)?;
        if self.is_fixed(body) == fixed {
            return Ok(());
        }
        if self.scene.bodies[body].solid == Solid::Plane {
            let message = format!("Body {body} is a plane, and those stay fixed.");
            return Err(BeadworkError::at(Code::Parameter, "body", message));
        }
        let mut next = self.connected.fixed.clone();
        next[body] = fixed;
        self.reconnect(Connected::new(&self.scene, self.manner(), next, self.connected.cut.clone()))?;
        self.drives.remove(&body);
        self.strayed |= !fixed && self.scene.bodies[body].fixed;
        let held = self.connected.held[body];
        for body in std::iter::once(body).chain(self.scene.parts_of(body)) {
            self.machine.put_body(body, &self.scene.bodies[body], held)?;
        }
        Ok(())
    }

    /// Cuts a joint. It keeps its index, holds nothing any more, and `describe` leaves it out.
    pub fn cut<'a>(&mut self, joint: impl Into<Which<'a>>) -> Result<()> {
        let joint = self.joint(joint)?;
        if self.is_cut(joint) {
            return Ok(());
        }
        let mut next = self.connected.cut.clone();
        next[joint] = true;
        self.reconnect(Connected::new(&self.scene, self.manner(), self.connected.fixed.clone(), next))?;
        self.end_torques_between(&[joint]);
        self.machine.forget_multiplier(joint)
    }

    pub(super) fn reconnect(&mut self, next: Connected) -> Result<()> {
        self.machine.check()?;
        self.admits(&self.parameters, &next.lists)?;
        self.put_stale_joints()?;
        // the last step went by the lists as they were
        self.publish()?;
        self.connected = next;
        self.put_lists()
    }

    pub(super) fn put_lists(&mut self) -> Result<()> {
        self.machine.put_lists(&self.connected.lists)?;
        self.plan_anew();
        self.revision = next_revision();
        Ok(())
    }
}
