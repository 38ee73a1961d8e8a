use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// |J V + bias − γ h λ|² of the last step, beside the multiplier; what turns is counted at the smaller radius.
pub fn joint_publish<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let left = world.left_of(step, l);
    world.multipliers[l].left = squared(world, l, left);
}

pub fn squared<N: Number>(world: &World<N>, l: usize, left: Pair<N>) -> N {
    let tie = world.ties[l];
    let radius = world.poses[tie.a].radius.min(world.poses[tie.b].radius);
    left.linear.length_squared() + (left.angular * radius).length_squared()
}
