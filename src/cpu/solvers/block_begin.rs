use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::{World, fit};

/// What a substep of AVBD keeps of a joint.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spring<N> {
    /// α C₀
    pub kept: Vec3<N>,
    /// k₀
    pub unit: N,
    /// k
    pub stiffness: N,
}

/// k₀ = tr(A_ll⁻¹)/(3 h²), s ← max(γ s, κ), λ ← αγ λ
pub fn block_begin<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let joints = world.ties.len();
    fit(&mut world.penalties, joints);
    fit(&mut world.springs, joints);
    let tie = world.ties[l];
    let (a, b) = (&world.poses[tie.a], &world.poses[tie.b]);
    let arms = tie.arms(a, b);
    let inverse = tie.own_block(&world.mobility_at(tie.a), &world.mobility_at(tie.b), &arms).inverse();
    let unit = inverse.trace() / N::from_f64(3.0) * step.inverse_h * step.inverse_h;
    let share = (step.penalty_kept * world.penalties[l]).max(step.penalty);
    let lambda = step.warm_start * world.multipliers[l].lambda;
    let kept = step.gap_kept * tie.error_of(a, b, &arms);
    world.penalties[l] = share;
    world.springs[l] = Spring { kept, unit, stiffness: share * unit };
    world.multipliers[l].lambda = lambda;
}
