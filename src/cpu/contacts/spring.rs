//! The force of a point of contact and the torque of rolling, as AVBD has them: twin of
//! shaders/ties/contact_spring.wgsl.

use super::push_out::{PUSH_OUT, slip, turning_bound, within_disc};
use super::records::{BodyPair, Both, Push, Reach};
use crate::cpu::algebra::Vec3;
use crate::cpu::body::Mobility;
use crate::cpu::number::Number;
use crate::cpu::records::Step;

/// Slops in the radius of a sphere.
const SLOPS: f64 = 50.0;
/// Over κ k₀: what a contact has where it bears little.
const LEAST: f64 = 3.0;

/// F in the axes of λ, and its slope along the normal and across.
pub struct Borne<N> {
    pub force: Vec3<N>,
    pub along: N,
    pub across: N,
}

/// k₀ = (1/A_nn + 2/a_t)/(3 h²), k = k₀ max(3 κ, growth h² A_nn λ_n/r), r = 50 slops; with b = C₀ over a gap, else min((1 − α) max(C₀ − slop, 0), 3 m/s h), without a slop for α = 0:
/// F_n = max(0, λ_n + k (b + h u_n)), F_t = λ_t + k h u_t, drawn into |F_t| ≤ μ F_n
pub fn borne<N: Number>(
    step: &Step<N>,
    friction: N,
    slop: N,
    [n, t, t2]: [Vec3<N>; 3],
    reach: &Reach<N>,
    push: &Push<N>,
    both: &Both<N>,
) -> Borne<N> {
    let (zero, one) = (N::ZERO, N::ONE);
    let u = slip(reach, both);
    let twice = reach.inverse_tangent + reach.inverse_tangent;
    let unit = (reach.inverse_normal + twice) * step.inverse_h * step.inverse_h / N::from_f64(3.0);
    let way = step.h * step.h * push.lambda.x / (reach.inverse_normal * N::from_f64(SLOPS) * slop);
    let k = unit * (N::from_f64(LEAST) * step.penalty).max(step.penalty_growth * way);
    let stays = if step.gap_kept > zero { slop } else { zero };
    let closed = ((one - step.gap_kept) * (push.depth - stays).max(zero)).min(step.h * N::from_f64(PUSH_OUT));
    let open = push.depth < zero;
    let bias = if open { push.depth } else { closed };
    let normal = (push.lambda.x + k * (bias + step.h * n.dot(u))).max(zero);
    let across = [push.lambda.y + k * step.h * t.dot(u), push.lambda.z + k * step.h * t2.dot(u)];
    let length = (across[0] * across[0] + across[1] * across[1]).sqrt();
    let share = (friction * normal / length.max(N::from_f64(1e-30))).min(one);
    let touches = normal > zero;
    Borne {
        force: Vec3::new(normal, share * across[0], share * across[1]),
        along: if open && !touches { zero } else { k },
        across: if touches { k * share } else { zero },
    }
}

/// With k_τ = 3 κ/(h² (W_a + W_b)): τ + k_τ h (ω_a − ω_b), drawn into |τ| ≤ ρ Σ F_n; and its slope
pub fn rolled<N: Number>(
    step: &Step<N>,
    rolling: N,
    torque: Vec3<N>,
    pushing: N,
    both: &Both<N>,
    [ma, mb]: [&Mobility<N>; 2],
) -> (Vec3<N>, N) {
    let stiff = N::from_f64(LEAST) * step.penalty * step.inverse_h * step.inverse_h;
    let k = stiff / (turning_bound(ma) + turning_bound(mb));
    let asked = torque + k * step.h * (both.va.angular - both.vb.angular);
    let most = rolling * pushing;
    let share = (most / asked.length().max(N::from_f64(1e-30))).min(N::ONE);
    (within_disc(asked, most), if pushing > N::ZERO { k * share } else { N::ZERO })
}

/// Both bodies of a pair as they move.
pub fn both_of<N: Number>(velocities: &[crate::cpu::records::Velocity<N>], pair: &BodyPair<N>) -> Both<N> {
    Both { va: velocities[pair.a], vb: velocities[pair.b] }
}
