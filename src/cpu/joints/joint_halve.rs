use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// λ is 2 q: μ begins as q, which is kept beside for the mean.
pub fn joint_halve<N: Number>(world: &mut World<N>, _: &Step<N>, l: usize) {
    for row in [l, world.ties.len() + l] {
        let q = N::HALF * world.multipliers[row].lambda;
        world.multipliers[row].lambda = q;
        world.means[row] = Some(q);
    }
}
