//! Twins of shaders/solvers/conjugate_*.wgsl. The GPU adds up by segments, here an island is summed at once.

use glam::DVec3;

use super::World;
use super::update_velocities::pull_of;
use crate::solvers::plan::Step;

/// What the conjugate gradient kernels keep.
#[derive(Clone, Debug, Default)]
pub struct ConjugateArrays {
    pub residual: Vec<DVec3>,
    pub image: Vec<DVec3>,
    /// M⁻¹ Jᵀ p by body: linear, angular.
    pub spread: Vec<(DVec3, DVec3)>,
    /// By segment: r·z at the start, before even and before odd iterations, and p·A p.
    pub sums: Vec<[f64; 4]>,
}

pub const END: f64 = 1e-12;

/// One segment's record in `order`.
struct Segment {
    joints: Vec<usize>,
    island: std::ops::Range<usize>,
}

fn segment(world: &World, step: &Step, index: usize) -> Segment {
    let record = step.first as usize + 4 * index;
    let word = |k: usize| world.order[record + k] as usize;
    let joints = world.order[word(0)..word(0) + word(1)].iter().map(|entry| (entry >> 1) as usize).collect();
    Segment { joints, island: word(2)..word(2) + word(3) }
}

pub fn conjugate_start(world: &mut World, step: &Step, index: usize) {
    let mut sum = 0.0;
    for l in segment(world, step, index).joints {
        let r = (world.joint_velocity(l) + world.blocks[l].bias) / step.h;
        let z = world.blocks[l].inverse * r;
        world.blocks[l].work = z;
        world.conjugate.residual[l] = r;
        sum += r.dot(z);
    }
    world.conjugate.sums[index] = [sum, sum, sum, 0.0];
}

pub fn conjugate_spread(world: &mut World, _: &Step, body: usize) {
    let directions: Vec<DVec3> = world.blocks.iter().map(|block| block.work).collect();
    let (force, torque) = pull_of(world, body, &directions);
    // pull_of gives −Jᵀ p
    world.conjugate.spread[body] =
        (-world.bodies[body].inverse_mass * force, -(world.mobility[body] * torque));
}

pub fn conjugate_image(world: &mut World, step: &Step, index: usize) {
    let mut sum = 0.0;
    for l in segment(world, step, index).joints {
        let (joint, arms) = (world.joints[l], world.arms[l]);
        let (ua, ub) = (world.conjugate.spread[joint.a], world.conjugate.spread[joint.b]);
        let image = (ua.0 - ub.0) + (ua.1.cross(arms.arm_a) - ub.1.cross(arms.arm_b));
        world.conjugate.image[l] = image;
        sum += world.blocks[l].work.dot(image);
    }
    world.conjugate.sums[index][3] = sum;
}

pub fn conjugate_update(world: &mut World, step: &Step, index: usize) {
    let segment = segment(world, step, index);
    let (old, new) = if step.iteration.is_multiple_of(2) { (1, 2) } else { (2, 1) };
    let total = |k: usize| world.conjugate.sums[segment.island.clone()].iter().map(|s| s[k]).sum::<f64>();
    let running = total(old) > END * total(0) && total(3) > 0.0;
    let alpha = if running { total(old) / total(3) } else { 0.0 };
    let mut sum = 0.0;
    for l in segment.joints {
        world.multipliers[l] += alpha * world.blocks[l].work;
        let r = world.conjugate.residual[l] - alpha * world.conjugate.image[l];
        world.conjugate.residual[l] = r;
        sum += r.dot(world.blocks[l].inverse * r);
    }
    world.conjugate.sums[index][new] = sum;
}

pub fn conjugate_direction(world: &mut World, step: &Step, index: usize) {
    let segment = segment(world, step, index);
    let (old, new) = if step.iteration.is_multiple_of(2) { (1, 2) } else { (2, 1) };
    let total = |k: usize| world.conjugate.sums[segment.island.clone()].iter().map(|s| s[k]).sum::<f64>();
    let beta = if total(old) > 0.0 { total(new) / total(old) } else { 0.0 };
    for l in segment.joints {
        world.blocks[l].work =
            world.blocks[l].inverse * world.conjugate.residual[l] + beta * world.blocks[l].work;
    }
}
