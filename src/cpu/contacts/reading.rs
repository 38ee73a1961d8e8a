//! Reads where bodies touch.

use super::push_out::{axes_of, force_of};
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
                    friction: numbers(force_of(axes_of(pair.normal), across)),
                });
            }
        }
        out
    }

    /// For pictures: how many points a pair may have, and the arrays of contacts as shaders/render/draw_contacts.wgsl reads them, one
    /// behind the other.
    pub fn contact_words(&self) -> Vec<u32> {
        let contacts = &self.contacts;
        let there = || (0..).zip(&contacts.pairs).filter(|(_, pair)| pair.count > 0);
        let slots = there().map(|(_, pair)| pair.count).max().unwrap_or(1);
        let four = |v: Vec3<N>, last: N| {
            let [x, y, z] = v.to_array();
            [x, y, z, last].map(|x| (x.to_f64() as f32).to_bits())
        };
        let mut words = vec![slots as u32];
        for (_, pair) in there() {
            words.extend(four(pair.normal, pair.friction));
            words.extend([pair.a as u32, pair.b as u32, pair.count as u32, 0]);
        }
        for (number, _) in there() {
            for reach in &contacts.reaches[number][..slots] {
                words.extend(four(reach.arm_a, reach.inverse_normal));
                words.extend(four(reach.arm_b, reach.inverse_tangent));
            }
        }
        for (number, _) in there() {
            let number: usize = number;
            words.extend(
                contacts.forces[number][..slots].iter().flat_map(|push| four(push.lambda, push.depth)),
            );
            words.extend(four(contacts.twists[number].torque, contacts.twists[number].slop));
        }
        words
    }
}
