//! Whole turns of a joint's twist, by where its bodies stand.

use std::f64::consts::TAU;

use glam::{DQuat, Quat};

use super::{Hold, Joint, Scene};

/// Whole turns, of a twist of s that was w when it was looked at before: both in rad, w with whole turns.
pub(crate) fn turns_of(s: f64, w: f64) -> i32 {
    ((w - s) / TAU).round() as i32
}

impl Joint {
    /// By how much it is wound when it comes into a scene that runs, rad: its whole turns. Its twist is within half a turn of that, wherever
    /// its bodies stand.
    pub(crate) fn wound_anew(&self) -> f32 {
        (TAU * f64::from(self.turns)) as f32
    }
}

impl Scene {
    /// The twist of a joint, rad, as its bodies stand; of a scene as machines take it. With q = q_a* q_b = (x, y, z, w), w ≥ 0, it is 2 atan2(x, w).
    fn twist(&self, l: usize) -> f64 {
        let joint = &self.joints[l];
        let frame = |body: u32, frame: Quat| -> DQuat {
            self.bodies[body as usize].rotation.as_dquat().normalize() * frame.as_dquat().normalize()
        };
        let q = frame(joint.a, joint.frame_a).inverse() * frame(joint.b, joint.frame_b);
        let q = if q.w < 0.0 { -q } else { q };
        2.0 * q.x.atan2(q.w)
    }

    /// The twist of a joint with its whole turns, rad.
    pub(crate) fn wound(&self, l: usize) -> f32 {
        match self.joints[l].turns {
            0 => 0.0,
            turns => (self.twist(l) + TAU * f64::from(turns)) as f32,
        }
    }

    /// Counts the turns of a joint, which was wound so far, rad.
    pub(crate) fn count_turns(&mut self, l: usize, wound: f32) {
        self.joints[l].turns = match Hold::of(&self.joints[l]).twists() {
            true => turns_of(self.twist(l), f64::from(wound)),
            false => 0,
        };
    }
}
