use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// With D = C − α C₀: λ ← λ + k D, s ← s + growth |D|/r, k = s k₀
pub fn block_joints<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let tie = world.ties[l];
    let left = world.error_of(l) - world.springs[l].kept;
    let spring = &mut world.springs[l];
    world.multipliers[l].lambda += spring.stiffness * left;
    let radius = world.poses[tie.a].radius.min(world.poses[tie.b].radius);
    world.penalties[l] += step.penalty_growth * left.length() / radius;
    spring.stiffness = world.penalties[l] * spring.unit;
}
