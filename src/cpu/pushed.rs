//! Twin of shaders/common/pushed.wgsl, which says what it is for.

use super::number::Number;
use super::world::World;

impl<N: Number> World<N> {
    pub fn mark_pushed(&mut self, body: usize) {
        for i in self.lists[body] as usize..self.lists[body + 1] as usize {
            self.multipliers[self.lists[i] as usize >> 1].left = -N::ONE;
        }
    }

    pub fn is_pushed(&self, joint: usize) -> bool {
        self.multipliers[joint].left < N::ZERO
    }
}
