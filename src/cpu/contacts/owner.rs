//! Twin of shaders/common/contact_owner.wgsl.

use crate::cpu::number::Number;
use crate::cpu::world::World;

impl<N: Number> World<N> {
    /// Whether the pair is this body's.
    pub fn owns(&self, body: usize, other: usize) -> bool {
        let big = |body: usize| self.contacts.surfaces[body].big;
        let held = |body: usize| self.bodies[body].is_fixed();
        if big(body) != big(other) {
            return big(other);
        }
        if held(body) != held(other) {
            return held(other);
        }
        other > body && self.contacts.place_in(other, body).is_some()
    }
}
