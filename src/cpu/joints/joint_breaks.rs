use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// A joint that had to bear more than it can holds nothing from the next substep on.
pub fn joint_breaks<N: Number>(world: &mut World<N>, _: &Step<N>, l: usize) {
    let lambda = world.lambda(l);
    let [force, torque] = world.frames[l].strength;
    if lambda.linear.length() > force || lambda.angular.length() > torque {
        world.put_lambda(l, Pair::ZERO);
        let half = world.ties.len() + l;
        world.multipliers[half].left = N::ONE;
    }
}
