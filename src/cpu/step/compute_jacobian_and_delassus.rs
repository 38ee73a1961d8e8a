use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::records::{Block, Step};
use crate::cpu::world::World;

/// The arms that make up J, A_ll⁻¹, and the bias β C/h.
pub fn compute_jacobian_and_delassus<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let tie = world.ties[l];
    let (a, b) = (&world.poses[tie.a], &world.poses[tie.b]);
    let arms = tie.arms(a, b);
    let bias = step.stabilisation * step.inverse_h * tie.error_of(a, b, &arms);
    world.arms[l] = arms;
    world.blocks[l] = Block { inverse: world.own_block(l).inverse(), bias, work: Vec3::ZERO };
}
