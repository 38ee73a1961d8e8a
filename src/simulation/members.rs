//! Bodies and joints that are added and removed while all others go on. A number is a place in the scene's lists (numbers.rs); a place that
//! is not in use has `Body::absent()` or `Joint::absent()`. Where all places are in use, the lists become twice as long.

mod exchange;
mod written;

use std::collections::BTreeSet;
use std::mem::swap;

use serde_json::Value;

use self::exchange::Exchange;
use super::names::Called;
use super::numbers::Members;
use super::pins_and_cuts::Connected;
use super::{Simulation, State, next_revision};
use crate::error::{BeadworkError, Code, Result};
use crate::scene::{self, Body, Joint, MAX_BODIES, MAX_JOINTS, Scene, WORLD, WORLD_NAME};

impl Simulation {
    /// Numbers of the bodies that are there, in order.
    pub fn bodies(&self) -> Vec<usize> {
        self.members.bodies.list()
    }

    /// Numbers of the joints that are there, in order; of those that are cut or broke too.
    pub fn joints(&self) -> Vec<usize> {
        self.members.joints.list()
    }

    pub fn has_body(&self, body: usize) -> bool {
        self.members.bodies.has(body)
    }

    pub fn has_joint(&self, joint: usize) -> bool {
        self.members.joints.has(joint)
    }

    /// Adds bodies from the next step on, as the scene format has them: all of them, or none and a path of the list.
    /// They get the lowest free numbers. Everything else goes on as it was.
    pub fn add_bodies(&mut self, bodies: &[Body]) -> Result<Vec<usize>> {
        self.machine.check()?;
        scene::check_added(bodies)?;
        self.called.admits_bodies(bodies)?;
        let numbers = self.members.bodies.next(bodies.len());
        enough("bodies", &numbers, MAX_BODIES)?;
        let bodies = numbers.iter().copied().zip(bodies.iter().cloned()).collect();
        self.exchange(Exchange { bodies, ..Exchange::default() })?;
        self.members.new.extend(&numbers);
        Ok(numbers)
    }

    /// Joints between bodies that are there, in the same way.
    pub fn add_joints(&mut self, joints: &[Joint]) -> Result<Vec<usize>> {
        self.machine.check()?;
        let bodies = self.bodies_as_held();
        for (at, joint) in joints.iter().enumerate() {
            for (end, body) in [("a", joint.a), ("b", joint.b)].into_iter().filter(|(_, body)| *body != WORLD)
            {
                self.is_there("body", body as usize, || format!("joints[{at}].{end}"))?;
            }
            joint.check_added(&bodies, at)?;
        }
        self.called.admits_joints(joints)?;
        let numbers = self.members.joints.next(joints.len());
        enough("joints", &numbers, MAX_JOINTS)?;
        let joints = numbers.iter().copied().zip(joints.iter().cloned()).collect();
        self.exchange(Exchange { joints, ..Exchange::default() })?;
        Ok(numbers)
    }

    /// Bodies that are gone from the next step on, with the joints at them. A hand on one lets go, and what pushes or drives it ends.
    pub fn remove_bodies(&mut self, bodies: &[usize]) -> Result<()> {
        self.machine.check()?;
        for (at, &body) in bodies.iter().enumerate() {
            self.is_there("body", body, || format!("bodies[{at}]"))?;
        }
        let gone: BTreeSet<usize> = bodies.iter().copied().collect();
        let at = |joint: &Joint| [joint.a, joint.b].iter().any(|&body| gone.contains(&(body as usize)));
        let joints = self.members.joints.list().into_iter().filter(|&l| at(&self.scene.joints[l]));
        let joints = joints.map(|joint| (joint, Joint::absent())).collect();
        let bodies = gone.into_iter().map(|body| (body, Body::absent())).collect();
        self.exchange(Exchange { bodies, joints, ..Exchange::default() })
    }

    /// Joints that are gone from the next step on.
    pub fn remove_joints(&mut self, joints: &[usize]) -> Result<()> {
        self.machine.check()?;
        for (at, &joint) in joints.iter().enumerate() {
            self.is_there("joint", joint, || format!("joints[{at}]"))?;
        }
        let gone: BTreeSet<usize> = joints.iter().copied().collect();
        let joints = gone.into_iter().map(|joint| (joint, Joint::absent())).collect();
        self.exchange(Exchange { joints, ..Exchange::default() })
    }

    /// A list of joints in the scene format, for `add_joints`. Parts that a joint leaves out depend on where its bodies
    /// stand now; where that is on a graphics device only, it is refused.
    pub fn read_joint_list(&mut self, list: &Value) -> Result<Vec<Joint>> {
        for (at, joint) in list.as_array().into_iter().flatten().enumerate() {
            for end in ["a", "b"] {
                let path = || format!("joints[{at}].{end}");
                match joint.get(end) {
                    Some(Value::String(name)) if name != WORLD_NAME => {
                        let at_its_place = |error| BeadworkError { path: Some(path()), ..error };
                        self.body(name.as_str()).map_err(at_its_place)?;
                    }
                    end => {
                        if let Some(body) = end.and_then(Value::as_u64) {
                            self.is_there("body", body as usize, path)?;
                        }
                    }
                }
            }
        }
        let mut bodies = self.bodies_as_held();
        let now = if self.machine.works_at_once() { Some(self.poses_now()?) } else { None };
        for (body, pose) in bodies.iter_mut().zip(now.iter().flat_map(|poses| poses.chunks_exact(7))) {
            body.position = glam::Vec3::from_slice(pose);
            body.turn_to(glam::Quat::from_slice(&pose[3..]));
        }
        let at_rest = |body: usize| !self.strayed && self.scene.bodies[body].fixed;
        let known = |body: usize| now.is_some() || self.members.new.contains(&body) || at_rest(body);
        scene::read_joints(list, &bodies, &self.called.bodies, |body| {
            self.has_body(body) && (known(body) || self.steps == 0 && !self.strayed)
        })
    }

    /// With pins as they are now.
    fn bodies_as_held(&self) -> Vec<Body> {
        let mut bodies = self.scene.bodies.clone();
        bodies.iter_mut().zip(&self.connected.fixed).for_each(|(body, &fixed)| body.fixed = fixed);
        bodies
    }

    /// Refuses a number that is not in use.
    pub(super) fn is_there(&self, what: &str, number: usize, path: impl Fn() -> String) -> Result<()> {
        let numbers = if what == "body" { &self.members.bodies } else { &self.members.joints };
        if numbers.has(number) {
            return Ok(());
        }
        let message = match number < numbers.count() {
            true => format!("There is no {what} {number} any more: it was removed."),
            false => {
                format!("There is no {what} {number}: the scene has {}, counted from 0.", numbers.count())
            }
        };
        Err(BeadworkError::at(Code::NotFound, path(), message))
    }

    /// The state, for as many numbers as were given.
    pub(super) fn numbered(&self, mut state: State) -> State {
        let Members { bodies, joints, .. } = &self.members;
        state.resize(bodies.count(), joints.count());
        state
    }

    /// Numbers of bodies that are not in use.
    pub(super) fn absent_bodies(&self) -> Vec<usize> {
        self.members.bodies.unused().collect()
    }

    /// The state as long as the machine's arrays. Places that are not in use rest in the origin and bear nothing.
    pub(super) fn with_room(&self, mut state: State) -> State {
        let Members { bodies, joints, .. } = &self.members;
        state.resize(self.scene.bodies.len(), self.scene.joints.len());
        bodies.unused().for_each(|body| state.put_body(body, &Body::absent()));
        joints.unused().for_each(|joint| state.put_joint(joint, &Joint::absent()));
        if bodies.unused().next().is_some() {
            let parts = self.scene.parts();
            let owner = |body: u32| match parts.contains(&(body as usize)) {
                true => self.scene.owner_of(body as usize),
                false => body as usize,
            };
            state.forget_contacts_of(|body| !bodies.has(owner(body)));
        }
        state
    }

    /// A body stands elsewhere than the scene has it.
    pub(super) fn stands_elsewhere(&mut self, body: usize) {
        self.strayed = true;
        self.members.new.remove(&body);
    }

    /// A step was taken: bodies stand elsewhere.
    pub(super) fn forget_new(&mut self) {
        self.members.new.clear();
    }

    /// The scene as last loaded, if something came or went since.
    pub(super) fn loaded_before_members(&self) -> Option<&Scene> {
        self.members.loaded.as_deref()
    }

    /// The scene as loaded in the place of all that came and went, but not on the machine yet; whether something did.
    pub(super) fn bring_back_loaded(&mut self) -> Result<bool> {
        let Some(mut loaded) = self.members.loaded.take() else { return Ok(false) };
        loaded.put_world(false);
        let mut members = Members::of(&loaded);
        let mut swap_all = |simulation: &mut Self| {
            swap(&mut simulation.scene, &mut loaded);
            swap(&mut simulation.members, &mut members);
        };
        swap_all(self);
        let connected = Connected::as_loaded(&self.scene, self.manner());
        if let Err(refused) = self.admits(&self.parameters, &connected.lists) {
            swap_all(self);
            loaded.take_world();
            self.members.loaded = Some(loaded);
            return Err(refused);
        }
        self.as_loaded.clear();
        self.stale_joints = false;
        self.unpublished.clear();
        self.joint_revision = next_revision();
        self.connected = connected;
        self.called = Called::of(&self.scene)?;
        self.put_lists()?;
        Ok(true)
    }

    /// For a simulation that was made of this one's scene as it is: it is the same one then.
    pub(super) fn take_members(&mut self, members: Members) {
        self.members = members;
    }
}

fn enough(what: &str, numbers: &[usize], most: usize) -> Result<()> {
    if numbers.last().is_none_or(|&last| last < most) {
        return Ok(());
    }
    let message = format!(
        "A scene may have at most {most} {what}, and these are too many beside those that are there."
    );
    Err(BeadworkError::at(Code::Limit, what, message))
}
