use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// λ_l += ω A_ll⁻¹ h⁻¹ (J_l V + β C_l/h)
pub fn update_multipliers<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let change = step.gain * step.inverse_h * (world.blocks[l].inverse * world.left(l));
    world.multipliers[l].lambda += change;
}
