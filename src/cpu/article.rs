//! Twins of the kernels in shaders/article/.

use glam::{DMat3, DVec3};

use super::rotation::{cross_matrix, exponential, turned_diagonal};
use super::{Arms, Block, Joint, World};
use crate::solvers::plan::Step;

pub fn article_inertia(world: &mut World, _: &Step, body: usize) {
    world.article.ang_mass_inv[body] =
        turned_diagonal(world.poses[body].rotation, world.bodies[body].inertia).inverse();
}

pub fn article_free_velocity(world: &mut World, step: &Step, body: usize) {
    let v = &mut world.velocities[body];
    v.linear = (v.linear + step.h * DVec3::from_array(step.gravity)) * step.velocity_kept;
    v.angular *= step.velocity_kept;
    world.article.lin_vel_delta[body] = DVec3::ZERO;
    world.article.ang_vel_delta[body] = DVec3::ZERO;
}

pub fn article_jacobian_and_delassus(world: &mut World, _: &Step, l: usize) {
    let Joint { anchor_a, a, anchor_b, b } = world.joints[l];
    let jw0 = -1.0 * cross_matrix(world.poses[a].rotation * anchor_a);
    let jw1 = cross_matrix(world.poses[b].rotation * anchor_b);
    world.article.jacobian[l] = [jw0, jw1];
    let linear = world.bodies[a].inverse_mass + world.bodies[b].inverse_mass;
    let mut block = DMat3::from_diagonal(DVec3::splat(linear));
    if world.bodies[a].inverse_mass > 0.0 {
        block -= jw0 * world.article.ang_mass_inv[a] * jw0;
    }
    if world.bodies[b].inverse_mass > 0.0 {
        block -= jw1 * world.article.ang_mass_inv[b] * jw1;
    }
    world.article.delassus_inv[l] = block.inverse();
    publish(world, l);
}

pub fn article_multipliers(world: &mut World, step: &Step, l: usize) {
    let Joint { a, b, .. } = world.joints[l];
    let own = &world.article;
    let linear = |i: usize| world.velocities[i].linear + own.lin_vel_delta[i];
    let angular = |i: usize| world.velocities[i].angular + own.ang_vel_delta[i];
    let [w0, w1] = own.jacobian[l];
    let constraint_vel = (linear(a) - linear(b)) + w0 * angular(a) + w1 * angular(b);
    world.multipliers[l] += own.delassus_inv[l] * constraint_vel / step.h;
}

pub fn article_velocities(world: &mut World, step: &Step, body: usize) {
    let (mut linear, mut angular) = (DVec3::ZERO, DVec3::ZERO);
    for (l, side) in world.joints_of(body) {
        let lambda = world.multipliers[l];
        let sign = if side == 0 { -1.0 } else { 1.0 };
        linear += sign * step.h * world.bodies[body].inverse_mass * lambda;
        angular += step.h * (world.article.ang_mass_inv[body] * (world.article.jacobian[l][side] * lambda));
    }
    world.article.lin_vel_delta[body] = linear;
    world.article.ang_vel_delta[body] = angular;
}

pub fn article_positions(world: &mut World, step: &Step, body: usize) {
    let v = &mut world.velocities[body];
    v.linear += world.article.lin_vel_delta[body];
    v.angular += world.article.ang_vel_delta[body];
    let pose = &mut world.poses[body];
    pose.position += step.h * v.linear;
    pose.rotation = (exponential(step.h * v.angular) * pose.rotation).normalize();
}

/// Arms and bias as `Twin::measure` wants them: w0 = −[a]ₓ, w1 = [b]ₓ, no bias.
fn publish(world: &mut World, l: usize) {
    let [w0, w1] = world.article.jacobian[l];
    let vector = |m: DMat3| DVec3::new(m.y_axis.z, m.z_axis.x, m.x_axis.y);
    world.arms[l] = Arms { arm_a: -vector(w0), arm_b: vector(w1) };
    world.blocks[l] = Block::default();
}

pub fn article_residual(world: &mut World, step: &Step, l: usize) {
    let Joint { a, b, .. } = world.joints[l];
    let own = &world.article;
    let linear = |i: usize| world.velocities[i].linear + own.lin_vel_delta[i];
    let angular = |i: usize| world.velocities[i].angular + own.ang_vel_delta[i];
    let [w0, w1] = own.jacobian[l];
    let r = (linear(a) - linear(b)) + w0 * angular(a) + w1 * angular(b);
    world.residual_squares[step.iteration as usize] += r.length_squared();
}
