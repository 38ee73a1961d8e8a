//! A state whose bodies and joints come and go.

use super::{State, flat, read};
use crate::scene::{Body, Joint};

impl State {
    pub fn body_count(&self) -> usize {
        self.positions.len() / 3
    }

    /// For so many bodies and joints: new bodies rest in the origin, new joints bear nothing.
    pub fn resize(&mut self, bodies: usize, joints: usize) {
        for body in self.body_count()..bodies {
            self.put_body(body, &Body::absent());
        }
        for array in [&mut self.positions, &mut self.linear_velocities, &mut self.angular_velocities] {
            array.resize(3 * bodies, 0.0);
        }
        self.rotations.resize(4 * bodies, 0.0);
        self.multipliers.resize(3 * joints, 0.0);
        if !self.torques.is_empty() {
            self.torques.resize(3 * joints, 0.0);
        }
        if !self.wound.is_empty() {
            self.wound.resize(joints, 0.0);
        }
        for (array, count) in [(&mut self.penalties, joints), (&mut self.leans, bodies)] {
            if !array.is_empty() {
                array.resize(count, 0.0);
            }
        }
        self.broken.retain(|&joint| (joint as usize) < joints);
    }

    /// Where it stands and how it moves; behind the last one it makes it longer.
    pub fn put_body(&mut self, i: usize, body: &Body) {
        put(&mut self.positions, i, &body.mass_position().to_array());
        put(&mut self.rotations, i, &body.mass_rotation().to_array());
        put(&mut self.linear_velocities, i, &body.linear_velocity.to_array());
        put(&mut self.angular_velocities, i, &body.angular_velocity.to_array());
        if let Some(lean) = self.leans.get_mut(i) {
            *lean = 0.0;
        }
    }

    /// Puts the joint's load; the joint is whole.
    pub fn put_joint(&mut self, l: usize, joint: &Joint) {
        put(&mut self.multipliers, l, &joint.multiplier.to_array());
        if !self.torques.is_empty() {
            put(&mut self.torques, l, &joint.torque.to_array());
        }
        if joint.turns != 0 && self.wound.is_empty() {
            self.wound = vec![0.0; self.multipliers.len() / 3];
        }
        if let Some(wound) = self.wound.get_mut(l) {
            *wound = joint.wound_anew();
        }
        if let Some(penalty) = self.penalties.get_mut(l) {
            *penalty = 0.0;
        }
        self.broken.retain(|&broken| broken as usize != l);
    }

    /// AVBD's memory of these joints and bodies only, in one row.
    pub fn learnt_by(&self, kept: &[bool], bodies: &[usize]) -> Vec<f32> {
        let joints = self.penalties.iter().zip(kept).filter(|(_, kept)| **kept).map(|(x, _)| *x);
        let of = |&body: &usize| self.leans.get(body).copied().unwrap_or_default();
        State { penalties: joints.collect(), leans: bodies.iter().map(of).collect(), ..State::default() }
            .learnt()
    }

    /// Keeps the forces of contacts, but for those of some bodies.
    pub fn forget_contacts_of(&mut self, of: impl Fn(u32) -> bool) {
        if self.contacts.is_empty() {
            return;
        }
        let mut pairs = read(&self.contacts, self.body_count()).unwrap_or_default();
        pairs.retain(|pair| !of(pair.a) && !of(pair.b));
        self.contacts = flat(pairs);
    }

    /// The forces of contacts, where bodies have other numbers, in the same order.
    pub fn contacts_between(&self, anew: &[u32]) -> Vec<f32> {
        let mut pairs = read(&self.contacts, anew.len()).unwrap_or_default();
        pairs.iter_mut().for_each(|pair| (pair.a, pair.b) = (anew[pair.a as usize], anew[pair.b as usize]));
        flat(pairs)
    }
}

fn put(array: &mut Vec<f32>, i: usize, numbers: &[f32]) {
    let at = numbers.len() * i;
    if array.len() < at + numbers.len() {
        array.resize(at + numbers.len(), 0.0);
    }
    array[at..at + numbers.len()].copy_from_slice(numbers);
}
