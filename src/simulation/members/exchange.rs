//! Bodies and joints that come and go at once: on the host, and then on the machine. Where there is no room, the lists
//! become twice as long. Parts of compounds stand behind that room. They take places of it as compounds come, and leave
//! them as they go: no list gets shorter.

use std::mem::swap;
use std::sync::PoisonError;

use crate::error::Result;
use crate::lists::contacts::{apart, largest_after};
use crate::machine::Changed;
use crate::scene::{Body, Joint, MAX_BODIES, MAX_JOINTS};
use crate::simulation::names::Called;
use crate::simulation::pins_and_cuts::Connected;
use crate::simulation::{Simulation, next_revision};
use crate::solvers::chores;

/// Bodies and joints for these numbers, in ascending order; once exchanged, those that stood there before.
#[derive(Clone, Debug, Default)]
pub(super) struct Exchange {
    pub bodies: Vec<(usize, Body)>,
    pub joints: Vec<(usize, Joint)>,
    /// See `Manner`, where it is known from before.
    pub in_cells: Option<f32>,
    /// Places for bodies and joints, alike.
    pub room: Option<[usize; 2]>,
}

impl Simulation {
    /// Everything that came and went at once, on the host and on the machine; or nothing.
    pub(super) fn exchange(&mut self, mut exchange: Exchange) -> Result<()> {
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
        let places = self.scene.bodies.len();
        self.scene.take_world();
        let rooms = [self.scene.bodies.len(), self.scene.joints.len()];
        let wanted = [
            exchange.bodies.last().map_or(0, |(last, _)| last + 1),
            exchange.joints.last().map_or(0, |(last, _)| last + 1),
        ];
        let mut refused = None;
        for next in exchange.room.map_or_else(|| more_room(rooms, wanted), |room| vec![longest(rooms, room)])
        {
            self.make_room(next);
            self.swap_members(&mut exchange);
            let least = if next == rooms { self.body_count().max(wanted[0]) } else { next[0] };
            self.put_behind(world.is_some(), places, exchange.room.is_none().then_some(least));
            let anew =
                |parted| exchange.in_cells.unwrap_or_else(|| largest_after(parted, &self.scene.bodies));
            self.members.in_cells = parted.map(anew);
            let connected = self.connected_after(&exchange, rooms[0].min(self.scene.own_bodies()));
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

    /// Parts and the world behind the room for bodies. There were so many places before: the room gives some of its own to
    /// parts, but for the `least` that bodies need, or gets theirs. Without a least it stays as it is.
    fn put_behind(&mut self, world_stays: bool, places: usize, least: Option<usize>) {
        let room = self.scene.bodies.len();
        self.scene.put_world(world_stays);
        let behind = self.scene.bodies.len() - room;
        let next = least.map_or(room, |least| least.max(places.saturating_sub(behind)));
        if next != room {
            self.scene.take_world();
            self.make_room([next, self.scene.joints.len()]);
            self.scene.put_world(world_stays);
        }
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
}

/// Twice as much where there is too little; and if a device has not as much, just enough.
fn more_room(rooms: [usize; 2], wanted: [usize; 2]) -> Vec<[usize; 2]> {
    let enough = longest(rooms, wanted);
    if enough == rooms {
        return vec![rooms];
    }
    let most = [MAX_BODIES, MAX_JOINTS];
    let twice = [0, 1]
        .map(|k| if enough[k] > rooms[k] { enough[k].max(2 * rooms[k]).min(most[k]) } else { rooms[k] });
    vec![twice, enough]
}

fn longest(one: [usize; 2], other: [usize; 2]) -> [usize; 2] {
    [0, 1].map(|k| one[k].max(other[k]))
}
