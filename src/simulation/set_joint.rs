//! Joints that are changed between steps, and recovery speeds of all of them.

use serde_json::{Map, Value};

use super::pins_and_cuts::Connected;
use super::{Simulation, Which, next_revision};
use crate::error::Result;
use crate::lists;
use crate::parameters::Parameters;
use crate::scene::{Body, Joint, Manner, Scene};
use crate::solvers::avbd;

/// The parameters' settings for a scene.
pub(crate) fn manner(parameters: &Parameters, scene: &Scene) -> Manner {
    let touching = parameters.contacts.or(scene.contacts);
    let by_bodies = parameters.solver == avbd::SOLVER.name;
    Manner { recovery: parameters.recovery_speed.given(), touching, in_cells: None, by_bodies }
}

impl Simulation {
    /// Changes a joint from the next step on, by the fields of the scene format; null takes a thing away. Kind and bodies stay, and
    /// so does the state. `reset` takes it back.
    pub fn set_joint<'a>(&mut self, joint: impl Into<Which<'a>>, changes: &Map<String, Value>) -> Result<()> {
        self.machine.check()?;
        let joint = self.joint(joint)?;
        let before = self.scene.joints[joint].clone();
        let next = self.with_freed_ends(&before, |bodies| before.with(changes, bodies))?;
        if next == before {
            return Ok(());
        }
        let relisted = lists::differ(&before, &next);
        self.scene.joints[joint] = next;
        if relisted {
            let next = self.connected_with(self.manner());
            if let Err(refused) = self.admits(&self.parameters, &next.lists) {
                self.scene.joints[joint] = before;
                return Err(refused);
            }
            self.tie_anew(next)?;
        } else {
            self.stale_joints = true;
        }
        self.machine.forget_turns(joint)?;
        self.as_loaded.entry(joint).or_insert(before);
        self.joint_revision = next_revision();
        Ok(())
    }

    /// Makes something of the bodies. Those of this joint are free in it if they were let go.
    fn with_freed_ends<T>(&mut self, joint: &Joint, make: impl FnOnce(&[Body]) -> T) -> T {
        let ends = [joint.a, joint.b].map(|body| body as usize);
        let loaded = ends.map(|body| self.scene.bodies[body].fixed);
        ends.iter().for_each(|&body| self.scene.bodies[body].fixed &= self.connected.fixed[body]);
        let made = make(&self.scene.bodies);
        ends.iter().zip(loaded).for_each(|(&body, fixed)| self.scene.bodies[body].fixed = fixed);
        made
    }

    /// The scene as last loaded, whatever was changed since.
    pub fn loaded_scene(&self) -> Scene {
        if let Some(loaded) = self.loaded_before_members() {
            return loaded.clone();
        }
        let mut scene = self.scene.clone();
        for (&joint, loaded) in &self.as_loaded {
            scene.joints[joint].clone_from(loaded);
        }
        for (&body, loaded) in &self.bodies_as_loaded {
            scene.bodies[body].clone_from(loaded);
        }
        scene.take_world();
        scene
    }

    /// The calls of `set_joint` that lead from the scene as loaded to its joints as they are.
    pub fn joint_changes(&self) -> Vec<(usize, Map<String, Value>)> {
        let mut calls = Vec::new();
        for (&joint, loaded) in &self.as_loaded {
            let now = &self.scene.joints[joint];
            if now.once_brittle && !loaded.is_brittle() {
                let brittle = Joint { break_force: Some(1.0), ..loaded.clone() };
                calls.push((joint, brittle.settings()));
            }
            calls.push((joint, now.settings()));
        }
        calls
    }

    /// The parameters' settings for this scene.
    pub(super) fn manner(&self) -> Manner {
        self.manner_under(&self.parameters)
    }

    /// The same, of others.
    pub(super) fn manner_under(&self, parameters: &Parameters) -> Manner {
        Manner { in_cells: self.members.in_cells, ..manner(parameters, &self.scene) }
    }

    pub(super) fn connected_with(&self, manner: Manner) -> Connected {
        let Connected { fixed, cut, .. } = &self.connected;
        Connected::new(&self.scene, manner, fixed.clone(), cut.clone())
    }

    /// Joints and lists as they are now, on the machine; the state stays.
    pub(super) fn tie_anew(&mut self, next: Connected) -> Result<()> {
        self.publish()?;
        self.stale_joints = false;
        self.machine.put_joints(&self.scene, self.manner())?;
        self.connected = next;
        self.put_lists()
    }

    /// Before anything runs that reads joints: those that were changed meanwhile, all at once.
    pub(super) fn put_stale_joints(&mut self) -> Result<()> {
        if !std::mem::take(&mut self.stale_joints) {
            return Ok(());
        }
        // the last step is measured by the joints that it had
        self.publish()?;
        if self.machine.put_joints(&self.scene, self.manner())? {
            self.plan_anew();
            self.revision = next_revision();
        }
        Ok(())
    }

    /// Swaps changed joints with their former selves, there and back.
    pub(super) fn swap_changed_joints(&mut self) {
        self.joint_revision = next_revision();
        for (&joint, other) in &mut self.as_loaded {
            std::mem::swap(&mut self.scene.joints[joint], other);
        }
    }
}
