//! What the kernels of nonlinear conjugate gradients share: λ and d of a joint, whether it is a firm point or of any kind.

use super::conjugate::Conjugate;
use crate::codes::nncg::ROWS;
use crate::cpu::algebra::{Pair, Vec3};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// Joints of any kind.
pub fn by_rows<N: Number>(step: &Step<N>) -> bool {
    step.extra[0] == ROWS
}

pub fn lambda<N: Number>(world: &World<N>, step: &Step<N>, l: usize) -> Pair<N> {
    if by_rows(step) {
        return world.lambda(l);
    }
    Pair { linear: world.multipliers[l].lambda, angular: Vec3::ZERO }
}

pub fn put_lambda<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize, lambda: Pair<N>) {
    if by_rows(step) {
        return world.put_lambda(l, lambda);
    }
    world.multipliers[l].lambda = lambda.linear;
}

/// d
pub fn direction<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) -> Pair<N> {
    if by_rows(step) {
        return world.lefts[l];
    }
    Pair { linear: world.blocks[l].work, angular: Vec3::ZERO }
}

pub fn put_direction<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize, d: Pair<N>) {
    if by_rows(step) {
        world.lefts[l] = d;
    } else {
        world.blocks[l].work = d.linear;
    }
}

/// λ as the sweep found it; then g is what the sweep did.
pub fn before<N: Number>(world: &World<N>, l: usize) -> Pair<N> {
    Pair { linear: world.conjugate[l].residual, angular: world.conjugate[l].image }
}

pub fn put_before<N: Number>(world: &mut World<N>, l: usize, lambda: Pair<N>) {
    world.conjugate[l] = Conjugate { residual: lambda.linear, image: lambda.angular };
}
