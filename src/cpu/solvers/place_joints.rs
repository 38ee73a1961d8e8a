use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// μ = ω (A_ll + α̃ 1)⁻¹ (C − α̃ Σμ), x ← x − M⁻¹ Jᵀ μ, V ← V − h⁻¹ M⁻¹ Jᵀ μ, λ ← λ + μ/h², at the places as they are now
pub fn place_joints<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let tie = world.ties[l];
    let (a, b) = (&world.poses[tie.a], &world.poses[tie.b]);
    let arms = tie.arms(a, b);
    let lambda = if step.iteration == 0 { Vec3::ZERO } else { world.multipliers[l].lambda };
    let left = tie.error_of(a, b, &arms) - step.compliance * lambda;
    let own = tie.own_block(&world.mobility_at(tie.a), &world.mobility_at(tie.b), &arms);
    let softened = own.raised(step.compliance * step.inverse_h * step.inverse_h);
    let mu = world.place_share(step, l) * (softened.inverse() * left);
    world.multipliers[l].lambda = lambda + step.inverse_h * (step.inverse_h * mu);
    world.place_both(step, l, tie.wrench(arms.arm_a, -mu), tie.wrench(arms.arm_b, mu));
}
