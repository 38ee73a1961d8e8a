//! Bodies and joints that are added and removed while all others go on. A number is a place in the scene's lists (numbers.rs); a place that
//! is not in use has `Body::absent()` or `Joint::absent()`. Where all places are in use, the lists become twice as long.

mod written;

use std::collections::BTreeSet;
use std::mem::swap;
use std::sync::PoisonError;

use serde_json::Value;

use super::names::Called;
use super::numbers::Members;
use super::pins_and_cuts::Connected;
use super::{Simulation, State, next_revision};
use crate::error::{BeadworkError, Code, Result};
use crate::lists::contacts::{apart, largest_after};
use crate::machine::Changed;
use crate::scene::{self, Body, Joint, MAX_BODIES, MAX_JOINTS, Scene, WORLD, WORLD_NAME};
use crate::solvers::chores;

/// Bodies and joints for these numbers, in ascending order; once exchanged, those that stood there before.
#[derive(Clone, Debug, Default)]
struct Exchange {
    bodies: Vec<(usize, Body)>,
    joints: Vec<(usize, Joint)>,
    /// See `Manner`, where it is known from before.
    in_cells: Option<f32>,
    /// Places for bodies and joints, alike.
    room: Option<[usize; 2]>,
}

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
    fn is_there(&self, what: &str, number: usize, path: impl Fn() -> String) -> Result<()> {
        let numbers = if what == "body" { &self.members.bodies } else { &self.members.joints };
        if numbers.has(number) {
            return Ok(());
        }
        let message = match number < numbers.count() {
            true => format!("There is no {what} {number} any more: it was removed."),
            false => format!("There is no {what} {number}."),
        };
        Err(BeadworkError::at(Code::NotFound, path(), message))
    }

    /// The same of a number that one call names, `what` being its argument.
    pub(super) fn was_removed(&self, what: &str, number: usize) -> Result<()> {
        self.is_there(what, number, || what.into())
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

    /// Everything that came and went at once, on the host and on the machine; or nothing.
    fn exchange(&mut self, mut exchange: Exchange) -> Result<()> {
        if exchange.bodies.is_empty() && exchange.joints.is_empty() {
            return Ok(());
        }
        self.put_stale_joints()?;
        // the last step is measured by the joints that it had
        self.publish()?;
        if self.members.loaded.is_none() {
            self.members.loaded = Some(Box::new(self.loaded_scene()));
        }
        let touching = self.connected.lists.contacts.as_ref().map(|contacts| contacts.radius);
        let parted = touching.map(|most| apart(&self.scene.bodies, most));
        let in_cells = self.members.in_cells;
        let behind = self.behind();
        let world = self.scene.world();
        self.scene.take_world();
        let rooms = [self.scene.bodies.len(), self.scene.joints.len()];
        let wanted = [
            exchange.bodies.last().map_or(0, |(last, _)| last + 1),
            exchange.joints.last().map_or(0, |(last, _)| last + 1),
        ];
        let mut refused = None;
        for next in exchange.room.map_or_else(|| more_room(rooms, wanted), |room| vec![room]) {
            self.make_room(next);
            self.swap_members(&mut exchange);
            self.scene.put_world(world.is_some());
            let anew =
                |parted| exchange.in_cells.unwrap_or_else(|| largest_after(parted, &self.scene.bodies));
            self.members.in_cells = parted.map(anew);
            let connected = self.connected_after(&exchange, rooms[0]);
            match self.admits(&self.parameters, &connected.lists) {
                Ok(()) => return self.put_exchanged(exchange, &behind, connected),
                Err(error) => refused = Some(error),
            }
            self.scene.take_world();
            self.swap_members(&mut exchange);
            self.members.in_cells = in_cells;
            self.make_room(rooms);
        }
        self.scene.put_world(world.is_some());
        refused.map_or(Ok(()), Err)
    }

    fn make_room(&mut self, [bodies, joints]: [usize; 2]) {
        self.scene.bodies.resize_with(bodies, Body::absent);
        self.scene.joints.resize_with(joints, Joint::absent);
    }

    /// Swaps the scene's bodies and joints with those of `exchange`, there and back.
    fn swap_members(&mut self, exchange: &mut Exchange) {
        for (number, other) in &mut exchange.bodies {
            swap(&mut self.scene.bodies[*number], other);
        }
        for (number, other) in &mut exchange.joints {
            swap(&mut self.scene.joints[*number], other);
        }
    }

    /// The bodies behind the scene's own: at which number, for which body, as which part of it; none for the world.
    fn behind(&self) -> Vec<(usize, Option<(usize, u32)>)> {
        let part =
            |i: usize| self.scene.bodies[i].part.as_ref().map(|part| (part.owner as usize, part.place));
        (self.scene.own_bodies()..self.scene.bodies.len()).map(|i| (i, part(i))).collect()
    }

    /// The connections once that was exchanged: pins and cuts of all others stay. So many bodies were there before.
    fn connected_after(&self, exchange: &Exchange, bodies: usize) -> Connected {
        let Connected { fixed, cut, .. } = &self.connected;
        let (mut fixed, mut cut) = (fixed.clone(), cut.clone());
        // bodies behind the first so many stand elsewhere now
        fixed.truncate(bodies);
        fixed.resize(self.scene.bodies.len(), true);
        cut.resize(self.scene.joints.len(), true);
        exchange.bodies.iter().for_each(|(body, _)| fixed[*body] = self.scene.bodies[*body].fixed);
        // an absent joint ties a body to itself
        exchange
            .joints
            .iter()
            .for_each(|(l, _)| cut[*l] = self.scene.joints[*l].a == self.scene.joints[*l].b);
        Connected::new(&self.scene, self.manner(), fixed, cut)
    }

    /// Repeats everywhere else an exchange that is done in the scene. `before` has the bodies and joints that stood
    /// there, and `behind` the bodies that stood behind all others.
    fn put_exchanged(
        &mut self,
        before: Exchange,
        behind: &[(usize, Option<(usize, u32)>)],
        connected: Connected,
    ) -> Result<()> {
        let bodies: Vec<usize> = before.bodies.iter().map(|(body, _)| *body).collect();
        let joints: Vec<usize> = before.joints.iter().map(|(joint, _)| *joint).collect();
        let now = self.behind();
        let renumbered = now != behind;
        let forget = match renumbered {
            true => chores::forget_touch(&self.parameters, &self.connected.lists),
            false => chores::forget(&self.parameters, &self.connected.lists, None),
        };
        let mut changed = bodies.clone();
        if renumbered {
            let first = behind.first().map_or(0, |&(part, _)| part);
            let owners = behind.iter().filter_map(|&(_, part)| part.map(|(owner, _)| owner as u32)).collect();
            self.set_events_aside(first, owners)?;
            // parts have other numbers, and their contacts begin anew
            self.touching = Default::default();
            changed.extend(behind.iter().chain(&now).map(|(body, _)| body));
            changed.retain(|&body| body < self.scene.bodies.len());
        }
        self.connected = connected;
        changed.sort_unstable();
        changed.dedup();
        let changed = Changed { bodies: &changed, joints: &joints };
        let (held, manner) = (&self.connected.held, self.manner());
        self.machine.put_members(&self.scene, held, manner, changed, &forget)?;
        self.put_lists()?;
        self.pose_parts()?;
        self.called = Called::of(&self.scene)?;
        self.number(&bodies, &joints);
        self.end_with(&bodies)?;
        self.end_torques_between(&joints);
        joints.iter().for_each(|joint| drop(self.as_loaded.remove(joint)));
        bodies.iter().for_each(|body| drop(self.bodies_as_loaded.remove(body)));
        // the contact forces of the loaded scene were between other bodies
        self.scene.contact_memory.clear();
        self.scene.solver_memory.clear();
        self.turn_over_good(&bodies, &joints);
        self.recorded = false;
        self.joint_revision = next_revision();
        self.members.revision = next_revision();
        self.linearise()
    }

    /// Numbers that are in use now, and those that are free again.
    fn number(&mut self, bodies: &[usize], joints: &[usize]) {
        for &body in bodies {
            if self.scene.bodies[body].radius > 0.0 {
                self.members.bodies.take(body);
            } else {
                self.members.bodies.free(body);
            }
        }
        for &l in joints {
            if self.scene.joints[l].a == self.scene.joints[l].b {
                self.members.joints.free(l);
            } else {
                self.members.joints.take(l);
            }
        }
    }

    /// Pulls, pushes and drives end with the bodies that they act on. So does what touches them, unless a machine will tell so.
    fn end_with(&mut self, bodies: &[usize]) -> Result<()> {
        let gone = |body: &usize| bodies.binary_search(body).is_ok();
        let is_told = |one: u32, other: u32| {
            !gone(&(one as usize)) || self.scene.bodies.get(other as usize).is_some_and(Body::is_watched)
        };
        let mut touching = self.touching.lock().unwrap_or_else(PoisonError::into_inner);
        touching.retain(|&(a, b), _| is_told(a, b) && is_told(b, a));
        drop(touching);
        self.drives.retain(|body, _| !gone(body));
        self.keep_pushes(|body, _| !gone(&body));
        self.members.new.retain(|body| !gone(body));
        if self.suspect.is_some_and(|body| gone(&body)) {
            self.suspect = None;
        }
        if self.pull().is_some_and(|pull| gone(&pull.body)) {
            self.set_pull(None)?;
        }
        Ok(())
    }

    /// The last good state knows them as they came.
    fn turn_over_good(&mut self, bodies: &[usize], joints: &[usize]) {
        let counts = [self.body_count(), self.joint_count()];
        let turns = self.scene.joints.iter().any(|joint| !joint.is_plain());
        let Some(state) = self.good_state() else { return };
        state.resize(counts[0], counts[1]);
        if turns && state.torques.is_empty() {
            state.torques = vec![0.0; 3 * counts[1]];
        }
        state.forget_contacts_of(|body| bodies.binary_search(&(body as usize)).is_ok());
        let mut state = std::mem::take(state);
        bodies.iter().for_each(|&body| state.put_body(body, &self.scene.bodies[body]));
        joints.iter().for_each(|&joint| state.put_joint(joint, &self.scene.joints[joint]));
        if let Some(good) = self.good_state() {
            *good = state;
        }
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

/// Twice as much where there is too little; and if a device has not as much, just enough.
fn more_room(rooms: [usize; 2], wanted: [usize; 2]) -> Vec<[usize; 2]> {
    let enough = [0, 1].map(|k| rooms[k].max(wanted[k]));
    if enough == rooms {
        return vec![rooms];
    }
    let most = [MAX_BODIES, MAX_JOINTS];
    let twice = [0, 1]
        .map(|k| if enough[k] > rooms[k] { enough[k].max(2 * rooms[k]).min(most[k]) } else { rooms[k] });
    vec![twice, enough]
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
