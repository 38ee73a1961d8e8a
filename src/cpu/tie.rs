//! A joint and its rows. A tie is its rows between two bodies a and b; of a point joint it is all three:
//!     C = (x_a − x_b) + (R r_a − R r_b),   J = [H_a, −H_b] with H = [1, −[a]ₓ],   arms a = R r.
//! C, J V, Jᵀ λ, A_ll and bounds are written here and nowhere else, with two exceptions. One is solve_chains, which is
//! for chains of point joints; the other is the article's kernels, which keep J as matrices. The order of operations
//! matters: summing absolute anchor positions loses 64 times the accuracy.

use super::algebra::{Mat3, Symmetric, Vec3, cross_matrix};
use super::body::Mobility;
use super::number::Number;
use super::records::{Arms, Pose, Velocity};
use super::world::World;
use crate::scene;

#[derive(Clone, Copy, Debug, Default)]
pub struct Tie<N = f64> {
    /// m, body axes
    pub anchor_a: Vec3<N>,
    pub a: usize,
    pub anchor_b: Vec3<N>,
    pub b: usize,
}

/// A force on a body's centre and a torque.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wrench<N> {
    pub force: Vec3<N>,
    pub torque: Vec3<N>,
}

impl<N: Number> Tie<N> {
    pub fn of(joint: &scene::Joint, bodies: &[scene::Body]) -> Self {
        let [anchor_a, anchor_b] = joint.anchors_from_mass(bodies).map(Vec3::from);
        Self { anchor_a, a: joint.a as usize, anchor_b, b: joint.b as usize }
    }
}

impl<N: Number> Tie<N> {
    #[inline(always)]
    pub fn arms(&self, a: &Pose<N>, b: &Pose<N>) -> Arms<N> {
        Arms { arm_a: a.rotation.rotate(self.anchor_a), arm_b: b.rotation.rotate(self.anchor_b) }
    }

    /// C
    #[inline(always)]
    pub fn error_of(&self, a: &Pose<N>, b: &Pose<N>, arms: &Arms<N>) -> Vec3<N> {
        (a.position - b.position) + (arms.arm_a - arms.arm_b)
    }

    /// J V
    #[inline(always)]
    pub fn relative(&self, arms: &Arms<N>, va: &Velocity<N>, vb: &Velocity<N>) -> Vec3<N> {
        (va.linear - vb.linear) + (va.angular.cross(arms.arm_a) - vb.angular.cross(arms.arm_b))
    }

    /// Jᵀ λ on the side of `arm`; b's takes −λ.
    #[inline(always)]
    pub fn wrench(&self, arm: Vec3<N>, lambda: Vec3<N>) -> Wrench<N> {
        Wrench { force: lambda, torque: arm.cross(lambda) }
    }

    /// A_ll = J M⁻¹ Jᵀ = (m_a⁻¹ + m_b⁻¹) 1 − [a_a]ₓ W_a [a_a]ₓ − [a_b]ₓ W_b [a_b]ₓ
    #[inline(always)]
    pub fn own_block(&self, ma: &Mobility<N>, mb: &Mobility<N>, arms: &Arms<N>) -> Symmetric<N> {
        let turning = turning_block(ma, arms.arm_a) + turning_block(mb, arms.arm_b);
        turning.raised(ma.inverse_mass + mb.inverse_mass)
    }

    /// λ within its bounds; a point joint has none.
    #[inline(always)]
    pub fn bounded(&self, lambda: Vec3<N>) -> Vec3<N> {
        lambda
    }
}

/// −[a]ₓ W [a]ₓ: what turning adds to A.
#[inline(always)]
pub fn turning_block<N: Number>(m: &Mobility<N>, arm: Vec3<N>) -> Symmetric<N> {
    let c = cross_matrix(arm);
    (c * m.tensor.matrix() * c.transpose()).symmetric_part()
}

/// H V: the velocity of the tip of an arm.
#[inline(always)]
pub fn end_velocity<N: Number>(v: &Velocity<N>, arm: Vec3<N>) -> Vec3<N> {
    v.linear + v.angular.cross(arm)
}

/// H 𝓜 in two blocks for 𝓜 = [ll, la; laᵀ, aa]: [ll − [a]ₓ laᵀ, la − [a]ₓ aa].
#[inline(always)]
pub fn end_rows<N: Number>([ll, la, aa]: [Mat3<N>; 3], arm: Vec3<N>) -> [Mat3<N>; 2] {
    let a = cross_matrix(arm);
    [ll - a * la.transpose(), la - a * aa]
}

/// A_kl = −H_k M⁻¹ H_lᵀ on the body that the ties k and l share, b's of k and a's of l.
#[inline(always)]
pub fn coupling<N: Number>(m: &Mobility<N>, arm_k: Vec3<N>, arm_l: Vec3<N>) -> Mat3<N> {
    let mut u = cross_matrix(arm_k) * m.tensor.matrix() * cross_matrix(arm_l);
    for (c, unit) in units().into_iter().enumerate() {
        u[c] -= m.inverse_mass * unit;
    }
    u
}

/// J's four blocks, a's and b's: 1, −[a]ₓ, −1, [b]ₓ.
pub fn jacobian<N: Number>(arms: &Arms<N>) -> [Mat3<N>; 4] {
    let one = Mat3(units());
    let minus = one * -N::ONE;
    [one, cross_matrix(arms.arm_a) * -N::ONE, minus, cross_matrix(arms.arm_b)]
}

fn units<N: Number>() -> [Vec3<N>; 3] {
    let (o, one) = (N::ZERO, N::ONE);
    [Vec3::new(one, o, o), Vec3::new(o, one, o), Vec3::new(o, o, one)]
}

impl<N: Number> World<N> {
    /// The ties of `body` as (tie, side).
    #[inline(always)]
    pub fn ties_of(&self, body: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let items = &self.lists[self.lists[body] as usize..self.lists[body + 1] as usize];
        items.iter().map(|&item| (item as usize >> 1, item as usize & 1))
    }

    /// C of one tie in the poses as they stand.
    pub fn error_of(&self, l: usize) -> Vec3<N> {
        let tie = &self.ties[l];
        let (a, b) = (&self.poses[tie.a], &self.poses[tie.b]);
        tie.error_of(a, b, &tie.arms(a, b))
    }

    /// J V of one tie.
    #[inline(always)]
    pub fn relative(&self, l: usize) -> Vec3<N> {
        let tie = &self.ties[l];
        tie.relative(&self.arms[l], &self.velocities[tie.a], &self.velocities[tie.b])
    }

    /// J V + β C/h of one tie: the residual of its equation.
    #[inline(always)]
    pub fn left(&self, l: usize) -> Vec3<N> {
        self.relative(l) + self.blocks[l].bias
    }

    /// A_ll of one tie.
    #[inline(always)]
    pub fn own_block(&self, l: usize) -> Symmetric<N> {
        let tie = &self.ties[l];
        tie.own_block(&self.mobility_at(tie.a), &self.mobility_at(tie.b), &self.arms[l])
    }

    /// Σ J_lᵀ f_l over the ties of a body, in the order of its list.
    #[inline(always)]
    pub fn gathered(&self, body: usize, f: impl Fn(&Self, usize) -> Vec3<N>) -> Wrench<N> {
        let mut sum = Wrench::default();
        for (l, side) in self.ties_of(body) {
            let (arms, f) = (&self.arms[l], f(self, l));
            let (arm, f) = if side == 0 { (arms.arm_a, f) } else { (arms.arm_b, -f) };
            let wrench = self.ties[l].wrench(arm, f);
            sum.force += wrench.force;
            sum.torque += wrench.torque;
        }
        sum
    }

    /// V += M⁻¹ p for an impulse at the end of an arm.
    #[inline(always)]
    pub fn kick(&mut self, body: usize, impulse: Wrench<N>) {
        let m = self.mobility_at(body);
        let v = &mut self.velocities[body];
        v.linear += m.inverse_mass * impulse.force;
        v.angular += m.turn(impulse.torque);
    }

    /// V −= h M⁻¹ J_lᵀ Δ on both bodies of one tie.
    #[inline(always)]
    pub fn kick_both(&mut self, l: usize, impulse: Vec3<N>) {
        let (tie, arms) = (self.ties[l], self.arms[l]);
        self.kick(tie.a, tie.wrench(arms.arm_a, -impulse));
        self.kick(tie.b, tie.wrench(arms.arm_b, impulse));
    }
}
