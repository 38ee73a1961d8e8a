use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;
use crate::state::BROKE;

/// It is 1 since the joint broke, and 2 once the event is written.
pub const TOLD: f64 = 2.0;

pub fn joint_events<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let half = world.ties.len() + l;
    if world.multipliers[half].left == N::ONE {
        world.multipliers[half].left = N::from_f64(TOLD);
        world.events.happened(step, BROKE, l as u32, 0);
    }
}
