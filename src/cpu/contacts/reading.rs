//! Where bodies touch, for whoever asks.

use super::push_out::force_of;
use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::world::World;
use crate::state::ContactReading;

impl<N: Number> World<N> {
    pub fn read_contacts(&self) -> Vec<ContactReading> {
        let numbers = |v: Vec3<N>| v.to_array().map(N::to_f64);
        let mut out = Vec::new();
        for (number, pair) in self.contacts.pairs.iter().enumerate() {
            for k in 0..pair.count {
                let push = self.contacts.forces[number][k];
                let across = Vec3::new(N::ZERO, push.lambda.y, push.lambda.z);
                let arm = self.contacts.reaches[number][k].arm_a;
                out.push(ContactReading {
                    a: pair.a as u32,
                    b: pair.b as u32,
                    point: numbers(self.poses[pair.a].position + arm),
                    normal: numbers(pair.normal),
                    depth: push.depth.to_f64(),
                    force: push.lambda.x.to_f64(),
                    friction: numbers(force_of(pair.normal, across)),
                });
            }
        }
        out
    }
}
