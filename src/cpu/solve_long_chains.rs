//! Twin of shaders/solvers/solve_long_chains.wgsl: the same system, by block Thomas from end to end.

use glam::{DMat3, DVec3};

use super::World;
use super::compute_jacobian_and_delassus::delassus_block;
use super::solve_chains::coupling;
use crate::solvers::plan::Step;

/// A joint turned so that it points along the chain.
struct Link {
    joint: usize,
    sign: f64,
    far: usize,
    near_arm: DVec3,
    far_arm: DVec3,
}

fn load_link(world: &World, entry: u32) -> Link {
    let l = entry as usize >> 1;
    let (joint, arms) = (world.joints[l], world.arms[l]);
    if entry & 1 == 1 {
        Link { joint: l, sign: -1.0, far: joint.a, near_arm: arms.arm_b, far_arm: arms.arm_a }
    } else {
        Link { joint: l, sign: 1.0, far: joint.b, near_arm: arms.arm_a, far_arm: arms.arm_b }
    }
}

pub fn solve_long_chains(world: &mut World, step: &Step, record: usize) {
    let at = step.first as usize + 2 * record;
    let (first, count) = (world.order[at] as usize, world.order[at + 1] as usize);
    let links: Vec<Link> = (0..count).map(|k| load_link(world, world.order[first + k])).collect();
    // U between joint k and the one after it
    let couple =
        |world: &World, k: usize| coupling(world, links[k].far, links[k].far_arm, links[k + 1].near_arm);

    let mut inverses = vec![DMat3::ZERO; count];
    let mut work = vec![DVec3::ZERO; count];
    for (k, link) in links.iter().enumerate() {
        let (joint, arms) = (world.joints[link.joint], world.arms[link.joint]);
        let mass = |body: usize| world.bodies[body].inverse_mass;
        let turning = |body: usize| world.mobility[body];
        let mut d = delassus_block(
            mass(joint.a),
            turning(joint.a),
            arms.arm_a,
            mass(joint.b),
            turning(joint.b),
            arms.arm_b,
        );
        let trace = d.x_axis.x + d.y_axis.y + d.z_axis.z;
        d += DMat3::from_diagonal(DVec3::splat(step.regularisation * trace / 3.0));
        let relative = world.joint_velocity(link.joint) + world.blocks[link.joint].bias;
        let mut b = link.sign / step.h * relative;
        if k > 0 {
            let u = couple(world, k - 1);
            d -= u.transpose() * inverses[k - 1] * u;
            b -= u.transpose() * work[k - 1];
        }
        inverses[k] = d.inverse();
        work[k] = inverses[k] * b;
    }
    let mut delta = DVec3::ZERO;
    for k in (0..count).rev() {
        let ahead = if k + 1 < count { couple(world, k) * delta } else { DVec3::ZERO };
        delta = work[k] - inverses[k] * ahead;
        world.multipliers[links[k].joint] += links[k].sign * delta;
    }
}
