use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// Δv = −h M⁻¹ Σ Jᵀ λ
pub fn article_velocities<N: Number>(world: &mut World<N>, step: &Step<N>, ib: usize) {
    let (mut linear, mut angular) = (Vec3::ZERO, Vec3::ZERO);
    for (ic, side) in world.ties_of(ib) {
        let lambda = world.multipliers[ic].lambda;
        let change = step.h * world.bodies[ib].inverse_mass * lambda;
        if side == 0 {
            linear -= change;
        } else {
            linear += change;
        }
        let jw = world.article.jacobian[ic][side];
        angular += world.article.ang_mass_inv[ib] * step.h * jw * lambda;
    }
    world.article.lin_vel_delta[ib] = linear;
    world.article.ang_vel_delta[ib] = angular;
}
