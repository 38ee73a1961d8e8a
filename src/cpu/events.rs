//! Twin of shaders/common/event.wgsl.

use super::number::Number;
use super::records::Step;

#[derive(Clone, Debug, Default)]
pub struct Events {
    /// Kind, two numbers, frame.
    pub list: Vec<[u32; 4]>,
    /// That found no room since it was measured.
    pub unheard: u32,
    /// That ends.
    pub frame: u32,
}

impl Events {
    /// step.extra[1] is the room.
    pub fn happened<N: Number>(&mut self, step: &Step<N>, kind: u32, a: u32, b: u32) {
        if self.list.len() >= step.extra[1] as usize {
            self.unheard += 1;
            return;
        }
        self.list.push([kind, a, b, self.frame]);
    }
}
