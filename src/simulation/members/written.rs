//! Bodies and joints by their numbers as JSON, for recordings.

use serde_json::Value;

use super::Simulation;
use super::exchange::Exchange;
use crate::error::Result;
use crate::scene::{self, Body, Joint, MAX_BODIES, MAX_JOINTS, Names, Scene};

impl Simulation {
    /// Bodies and joints by their numbers, for `restore_members`: null where a number is not in use. None while the scene is as loaded.
    pub fn written_members(&self) -> Option<Value> {
        self.members.loaded.as_ref()?;
        let mut scene = self.scene.clone();
        scene.take_world();
        let Scene { bodies, joints, .. } = &scene;
        let bodies = (0..self.body_count()).map(|i| self.has_body(i).then(|| bodies[i].written()));
        let joints_written =
            (0..self.joint_count()).map(|l| self.has_joint(l).then(|| joints[l].written_whole()));
        let once_brittle: Vec<usize> =
            self.joints().into_iter().filter(|&l| joints[l].once_brittle).collect();
        Some(serde_json::json!({
            "bodies": bodies.collect::<Vec<_>>(), "joints": joints_written.collect::<Vec<_>>(),
            "onceBrittle": once_brittle, "inCells": self.members.in_cells,
            "room": [scene.bodies.len(), scene.joints.len()], "needed": self.machine.needed(),
        }))
    }

    /// On a scene just loaded, adds and removes bodies and joints until they are those of `written`. `write_state` then puts their state.
    pub fn restore_members(&mut self, written: &Value) -> Result<()> {
        self.machine.check()?;
        let list = |name: &str| written.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
        let present = |list: &[Value]| Value::from_iter(list.iter().filter(|one| !one.is_null()).cloned());
        let (bodies, joints) = (list("bodies"), list("joints"));
        let mut came = scene::read_bodies(&present(&bodies))?.into_iter();
        let bodies: Vec<Body> = bodies
            .iter()
            .map(|one| if one.is_null() { None } else { came.next() }.unwrap_or_else(Body::absent))
            .collect();
        // a joint may hold bodies of which one was let go, as the recording does next
        let free: Vec<Body> = bodies.iter().map(|body| Body { fixed: false, ..body.clone() }).collect();
        let mut came =
            scene::read_joints(&present(&joints), &free, &Names::of_bodies(&free)?, |_| true)?.into_iter();
        let mut joints: Vec<Joint> = joints
            .iter()
            .map(|one| if one.is_null() { None } else { came.next() }.unwrap_or_else(Joint::absent))
            .collect();
        for l in list("onceBrittle").iter().filter_map(Value::as_u64) {
            if let Some(joint) = joints.get_mut(l as usize) {
                joint.once_brittle = true;
            }
        }
        let counts = [bodies.len(), joints.len()];
        let in_cells = written.get("inCells").and_then(Value::as_f64).map(|most| most as f32);
        let room =
            list("room").iter().filter_map(Value::as_u64).map(|room| room as usize).collect::<Vec<_>>();
        let fits =
            |room: &[usize; 2]| (0..2).all(|k| (counts[k]..=[MAX_BODIES, MAX_JOINTS][k]).contains(&room[k]));
        // parts of compounds stand behind the room, and what they remember goes by their numbers
        let room = <[usize; 2]>::try_from(room).ok().filter(fits);
        let mut exchange = Exchange { in_cells, room, ..Exchange::default() };
        exchange.bodies = bodies.into_iter().enumerate().collect();
        exchange.joints = joints.into_iter().enumerate().collect();
        self.machine.need(written.get("needed").and_then(Value::as_u64).map_or(0, |needed| needed as u32));
        self.exchange(exchange)?;
        self.members.bodies.count_to(counts[0]);
        self.members.joints.count_to(counts[1]);
        Ok(())
    }
}
