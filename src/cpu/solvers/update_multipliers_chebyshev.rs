use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// d ← blend d + gain A_ll⁻¹ h⁻¹ (J_l V + β C_l/h), λ_l += d
pub fn update_multipliers_chebyshev<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let block = world.blocks[l];
    let direction = step.blend * block.work + step.gain * step.inverse_h * (block.inverse * world.left(l));
    world.blocks[l].work = direction;
    world.multipliers[l].lambda += direction;
}
