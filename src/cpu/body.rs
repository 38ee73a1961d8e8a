//! Twin of shaders/common/body.wgsl: what the kernels share about one body.

use super::algebra::{Quat, Symmetric, Vec3, cross_matrix, diagonal, outer_square};
use super::number::Number;
use super::records::{Body, Step};
use super::world::World;

/// M⁻¹ of one body for the solve: m⁻¹ and W, the world inverse inertia (guarded).
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility<N> {
    pub inverse_mass: N,
    pub tensor: Symmetric<N>,
}

impl<N: Number> Mobility<N> {
    /// W τ
    #[inline(always)]
    pub fn turn(&self, torque: Vec3<N>) -> Vec3<N> {
        self.tensor * torque
    }
}

impl<N: Number> World<N> {
    #[inline(always)]
    pub fn mobility_at(&self, body: usize) -> Mobility<N> {
        Mobility { inverse_mass: self.bodies[body].inverse_mass, tensor: self.mobility[body] }
    }
}

/// I_eff = max(I, ½ h² Σ |λ||a|), at most cap · I; returns 1/I_eff. `tension` is Σ |λ||a| in N m.
pub fn guarded_inverse_inertia<N: Number>(step: &Step<N>, body: &Body<N>, tension: N) -> Vec3<N> {
    let floor = Vec3::splat(N::HALF * step.h * step.h * tension);
    let raised = body.inertia.max(floor.min(step.guard_cap * body.inertia));
    body.inverse_inertia * (body.inertia / raised)
}

/// W = R diag(1/I) Rᵀ
pub fn world_inverse_inertia<N: Number>(q: Quat<N>, inverse: Vec3<N>) -> Symmetric<N> {
    let x = q.rotate(Vec3::new(N::ONE, N::ZERO, N::ZERO));
    let y = q.rotate(Vec3::new(N::ZERO, N::ONE, N::ZERO));
    let z = q.rotate(Vec3::new(N::ZERO, N::ZERO, N::ONE));
    outer_square(inverse.x, x) + outer_square(inverse.y, y) + outer_square(inverse.z, z)
}

/// M⁻¹ for forces that are not of joints: the guard is for joints only.
pub fn true_mobility<N: Number>(q: Quat<N>, body: &Body<N>) -> Mobility<N> {
    Mobility { inverse_mass: body.inverse_mass, tensor: world_inverse_inertia(q, body.inverse_inertia) }
}

/// v* = (v + h g)(1 − damping h)
#[inline(always)]
pub fn free_linear<N: Number>(step: &Step<N>, v: Vec3<N>) -> Vec3<N> {
    (v + step.h * step.gravity) * step.velocity_kept
}

/// ω* = ω after its gyroscopic torque, times (1 − damping h)
pub fn free_angular<N: Number>(step: &Step<N>, omega: Vec3<N>, q: Quat<N>, body: &Body<N>) -> Vec3<N> {
    tumbled(omega, q, body, step.h) * step.velocity_kept
}

/// ω after its gyroscopic torque for a time.
pub fn tumbled<N: Number>(omega: Vec3<N>, q: Quat<N>, body: &Body<N>, time: N) -> Vec3<N> {
    if is_round(body.inertia) {
        return omega;
    }
    omega + q.rotate(gyration(q.rotate_back(omega), body.inertia, time))
}

/// All moments alike: nothing turns it but torques.
#[inline(always)]
pub fn is_round<N: Number>(inertia: Vec3<N>) -> bool {
    inertia.x == inertia.y && inertia.y == inertia.z
}

/// By how much ω changes, by Euler's equation in body axes and the implicit midpoint rule, as the shader has it.
fn gyration<N: Number>(omega: Vec3<N>, inertia: Vec3<N>, time: N) -> Vec3<N> {
    // ⌈h |ω|⌉ from 1 to 64
    let turn = time * omega.length();
    let parts = (1..64).find(|&parts| turn <= N::from_count(parts)).unwrap_or(64);
    let h = time / N::from_count(parts);
    let moments = diagonal(inertia);
    let mut change = Vec3::ZERO;
    for _ in 0..parts {
        let now = omega + change;
        let mut d = Vec3::ZERO;
        for _newton in 0..3 {
            let middle = now + N::HALF * d;
            let spin = inertia * middle;
            let f = inertia * d + h * middle.cross(spin);
            let slope = moments + (cross_matrix(middle) * moments - cross_matrix(spin)) * (N::HALF * h);
            d -= slope.solve(f);
        }
        change += d;
    }
    change
}
