//! Twins of shaders/article/: its J as matrices, its own arrays in its own layout.

pub mod article_free_velocity;
pub mod article_inertia;
pub mod article_jacobian_and_delassus;
pub mod article_multipliers;
pub mod article_positions;
pub mod article_publish;
pub mod article_residual;
pub mod article_velocities;

use super::algebra::{Mat3, Vec3};
use super::number::Number;
use super::world::{World, fit};

#[derive(Clone, Debug, Default)]
pub struct Arrays<N> {
    pub ang_mass_inv: Vec<Mat3<N>>,
    pub lin_vel_delta: Vec<Vec3<N>>,
    pub ang_vel_delta: Vec<Vec3<N>>,
    /// w0 and w1 of each joint, side by side.
    pub jacobian: Vec<[Mat3<N>; 2]>,
    pub delassus_inv: Vec<Mat3<N>>,
}

impl<N: Number> Arrays<N> {
    /// What its kernels write for moving bodies only.
    pub fn forget_motion(&mut self) {
        self.ang_mass_inv.fill(Mat3::ZERO);
        self.lin_vel_delta.fill(Vec3::ZERO);
        self.ang_vel_delta.fill(Vec3::ZERO);
    }

    fn fit(&mut self, bodies: usize, ties: usize) {
        fit(&mut self.ang_mass_inv, bodies);
        fit(&mut self.lin_vel_delta, bodies);
        fit(&mut self.ang_vel_delta, bodies);
        fit(&mut self.jacobian, ties);
        fit(&mut self.delassus_inv, ties);
    }
}

/// J V with V = velocity + delta.
fn constraint_vel<N: Number>(world: &World<N>, l: usize) -> Vec3<N> {
    let own = &world.article;
    let linear = |i: usize| world.velocities[i].linear + own.lin_vel_delta[i];
    let angular = |i: usize| world.velocities[i].angular + own.ang_vel_delta[i];
    let (b0, b1, [w0, w1]) = (world.ties[l].a, world.ties[l].b, own.jacobian[l]);
    (linear(b0) - linear(b1)) + w0 * angular(b0) + w1 * angular(b1)
}
