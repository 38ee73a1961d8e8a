use super::constraint_vel;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// λ += A_ll⁻¹ h⁻¹ J V
pub fn article_multipliers<N: Number>(world: &mut World<N>, step: &Step<N>, ic: usize) {
    let change = world.article.delassus_inv[ic] * constraint_vel(world, ic) * step.inverse_h;
    world.multipliers[ic].lambda += change;
}
