//! Twin of shaders/solvers/tile_conjugate.wgsl: island by island.

use glam::DVec3;

use super::World;
use super::conjugate::END;
use super::tile::{leave_tile, set_velocities, take_tile};
use super::update_velocities::pull_of;
use crate::solvers::plan::Step;

pub fn tile_conjugate(world: &mut World, step: &Step, index: usize) {
    let tile = take_tile(world, step, index);
    for island in tile.joints.chunk_by(|one, next| one.island == next.island) {
        let joints: Vec<usize> = island.iter().map(|joint| joint.joint).collect();
        solve(world, step, &joints);
    }
    set_velocities(world, step, &tile);
    leave_tile(world, step, &tile);
}

fn solve(world: &mut World, step: &Step, joints: &[usize]) {
    let dot = |a: &[DVec3], b: &[DVec3]| a.iter().zip(b).map(|(a, b)| a.dot(*b)).sum::<f64>();
    let inverse = |world: &World, r: &[DVec3]| -> Vec<DVec3> {
        joints.iter().zip(r).map(|(&l, &r)| world.blocks[l].inverse * r).collect()
    };
    let mut r: Vec<DVec3> =
        joints.iter().map(|&l| (world.joint_velocity(l) + world.blocks[l].bias) / step.h).collect();
    let mut p = inverse(world, &r);
    let mut now = dot(&r, &p);
    let end = END * now;
    for _ in 0..step.iterations {
        let image = image_of(world, joints, &p);
        let curvature = dot(&p, &image);
        let alpha = if now > end && curvature > 0.0 { now / curvature } else { 0.0 };
        for (k, &l) in joints.iter().enumerate() {
            world.multipliers[l] += alpha * p[k];
            r[k] -= alpha * image[k];
        }
        let z = inverse(world, &r);
        let next = dot(&r, &z);
        let beta = if now > 0.0 { next / now } else { 0.0 };
        p.iter_mut().zip(&z).for_each(|(p, z)| *p = *z + beta * *p);
        now = next;
    }
}

/// A p = J M⁻¹ Jᵀ p
fn image_of(world: &World, joints: &[usize], p: &[DVec3]) -> Vec<DVec3> {
    let mut directions = vec![DVec3::ZERO; world.joints.len()];
    for (&l, &p) in joints.iter().zip(p) {
        directions[l] = p;
    }
    // pull_of gives −Jᵀ p
    let end = |body: usize, arm: DVec3| {
        let (force, torque) = pull_of(world, body, &directions);
        -world.bodies[body].inverse_mass * force - (world.mobility[body] * torque).cross(arm)
    };
    joints
        .iter()
        .map(|&l| {
            let (joint, arms) = (world.joints[l], world.arms[l]);
            end(joint.a, arms.arm_a) - end(joint.b, arms.arm_b)
        })
        .collect()
}
