//! Twin of shaders/solvers/solve_trees.wgsl, whose head has the formulas; 𝓜 as one 6 × 6 matrix.

use glam::{DMat3, DVec3};

use super::World;
use super::compute_jacobian_and_delassus::delassus_block;
use super::rotation::cross_matrix;
use crate::solvers::plan::Step;

/// Linear and angular part, of a velocity or an impulse.
type Six = [DVec3; 2];

#[derive(Clone, Copy)]
struct Node {
    /// 𝓜 in blocks: [linear or angular answer][linear or angular impulse].
    mobility: [[DMat3; 2]; 2],
    velocity: [Six; 4],
    impulse: [Six; 4],
}

#[derive(Clone, Copy, Default)]
struct TreeLink {
    inverse: DMat3,
    /// H_p 𝓜_p in two blocks.
    pull: [DMat3; 2],
    column: [DVec3; 4],
}

/// H V
fn end_of(v: Six, arm: DVec3) -> DVec3 {
    v[0] + v[1].cross(arm)
}

/// Hᵀ q
fn spread(q: DVec3, arm: DVec3) -> Six {
    [q, arm.cross(q)]
}

fn apply(m: &[[DMat3; 2]; 2], f: Six) -> Six {
    [m[0][0] * f[0] + m[0][1] * f[1], m[1][0] * f[0] + m[1][1] * f[1]]
}

/// H 𝓜 = [𝓜_ll − [a]ₓ 𝓜_al, 𝓜_la − [a]ₓ 𝓜_aa]
fn pull_of(m: &[[DMat3; 2]; 2], arm: DVec3) -> [DMat3; 2] {
    let a = cross_matrix(arm);
    [m[0][0] - a * m[1][0], m[0][1] - a * m[1][1]]
}

fn trace_of(world: &World, l: usize) -> f64 {
    let (joint, arms) = (world.joints[l], world.arms[l]);
    let (a, b) = (joint.a, joint.b);
    let inverse_mass = |body: usize| world.bodies[body].inverse_mass;
    let (wa, wb) = (world.mobility[a], world.mobility[b]);
    let d = delassus_block(inverse_mass(a), wa, arms.arm_a, inverse_mass(b), wb, arms.arm_b);
    d.x_axis.x + d.y_axis.y + d.z_axis.z
}

pub fn solve_trees(world: &mut World, step: &Step, record: usize) {
    let at = step.first as usize + 3 * record;
    let [first, all, loops] = [0, 1, 2].map(|k| world.order[at + k] as usize);
    let count = all - loops;
    let columns = if loops == 1 { 4 } else { 1 };
    let entries: Vec<u32> = world.order[first..first + all].to_vec();
    let free = |world: &World, body: usize| world.bodies[body].inverse_mass > 0.0;
    let own = |world: &World, body: usize| {
        let linear = DMat3::from_diagonal(DVec3::splat(world.bodies[body].inverse_mass));
        [[linear, DMat3::ZERO], [DMat3::ZERO, world.mobility[body]]]
    };

    let mut nodes: std::collections::BTreeMap<usize, Node> = Default::default();
    for entry in &entries {
        let joint = world.joints[(entry >> 1) as usize];
        for body in [joint.a, joint.b] {
            let v = world.velocities[body];
            let mut velocity = [[DVec3::ZERO; 2]; 4];
            velocity[0] = [v.linear, v.angular];
            nodes.insert(body, Node { mobility: own(world, body), velocity, impulse: [[DVec3::ZERO; 2]; 4] });
        }
    }

    // the cut joint's ends, and what unit impulses at them do
    let cut = (entries[all - 1] >> 1) as usize;
    let (cut_joint, cut_arms) = (world.joints[cut], world.arms[cut]);
    let ends = [(cut_joint.a, cut_arms.arm_a, -1.0), (cut_joint.b, cut_arms.arm_b, 1.0)];
    let unit = |sign: f64, c: usize| sign * [DVec3::X, DVec3::Y, DVec3::Z][c - 1];
    if loops == 1 {
        for (body, arm, sign) in ends.into_iter().filter(|end| free(world, end.0)) {
            for c in 1..4 {
                let answer = apply(&own(world, body), spread(unit(sign, c), arm));
                let node = nodes.get_mut(&body).expect("a body of this island");
                node.velocity[c][0] += answer[0];
                node.velocity[c][1] += answer[1];
            }
        }
    }

    // (joint, sign, child, child's arm, parent, parent's arm)
    let turned = |world: &World, entry: u32| {
        let l = (entry >> 1) as usize;
        let (joint, arms) = (world.joints[l], world.arms[l]);
        if entry & 1 == 1 {
            (l, 1.0, joint.b, arms.arm_b, joint.a, arms.arm_a)
        } else {
            (l, -1.0, joint.a, arms.arm_a, joint.b, arms.arm_b)
        }
    };

    let mut links = vec![TreeLink::default(); count];
    for (k, link) in links.iter_mut().enumerate() {
        let (l, sign, child, child_arm, parent, parent_arm) = turned(world, entries[k]);
        let c_node = nodes[&child];
        let child_pull = pull_of(&c_node.mobility, child_arm);
        let p_node = nodes.get_mut(&parent).expect("a body of this island");
        link.pull = pull_of(&p_node.mobility, parent_arm);
        let s = DMat3::from_diagonal(DVec3::splat(step.regularisation * trace_of(world, l) / 3.0))
            + child_pull[0]
            + child_pull[1] * cross_matrix(child_arm)
            + link.pull[0]
            + link.pull[1] * cross_matrix(parent_arm);
        link.inverse = s.inverse();
        for c in 0..columns {
            let bias = if c == 0 { sign * world.blocks[l].bias } else { DVec3::ZERO };
            let r = end_of(p_node.velocity[c], parent_arm) - end_of(c_node.velocity[c], child_arm) + bias;
            link.column[c] = r;
            let q = link.inverse * r;
            p_node.velocity[c][0] -= link.pull[0].transpose() * q;
            p_node.velocity[c][1] -= link.pull[1].transpose() * q;
        }
        for row in 0..2 {
            for column in 0..2 {
                p_node.mobility[row][column] -= link.pull[row].transpose() * link.inverse * link.pull[column];
            }
        }
    }

    for (k, link) in links.iter_mut().enumerate().rev() {
        let (_, _, child, child_arm, parent, parent_arm) = turned(world, entries[k]);
        for c in 0..columns {
            let above = nodes[&parent].impulse[c];
            let q = link.inverse * (link.column[c] + link.pull[0] * above[0] + link.pull[1] * above[1]);
            link.column[c] = q;
            // a fixed body is a leaf at each of its joints and passes nothing on
            if free(world, parent) {
                let down = spread(q, parent_arm);
                let impulse = &mut nodes.get_mut(&parent).expect("a body of this island").impulse[c];
                impulse[0] -= down[0];
                impulse[1] -= down[1];
            }
            if free(world, child) {
                nodes.get_mut(&child).expect("a body of this island").impulse[c] = spread(q, child_arm);
            }
        }
    }

    let mut mu = DVec3::ZERO;
    if loops == 1 {
        let finished = |(body, arm, sign): (usize, DVec3, f64), c: usize| {
            let v = world.velocities[body];
            let mut f = nodes[&body].impulse[c];
            let mut start = [DVec3::ZERO; 2];
            if c == 0 {
                start = [v.linear, v.angular];
            } else {
                let kick = spread(unit(sign, c), arm);
                f = [f[0] + kick[0], f[1] + kick[1]];
            }
            let answer = apply(&own(world, body), f);
            end_of([start[0] + answer[0], start[1] + answer[1]], arm)
        };
        let open = finished(ends[0], 0) - finished(ends[1], 0) + world.blocks[cut].bias;
        let mut k = DMat3::from_diagonal(DVec3::splat(step.regularisation * trace_of(world, cut) / 3.0));
        for c in 1..4 {
            *k.col_mut(c - 1) -= finished(ends[0], c) - finished(ends[1], c);
        }
        mu = k.inverse() * open;
        world.multipliers[cut] += mu / step.h;
    }
    for (k, link) in links.iter().enumerate() {
        let (l, sign, ..) = turned(world, entries[k]);
        let q = link.column[0] + mu.x * link.column[1] + mu.y * link.column[2] + mu.z * link.column[3];
        world.multipliers[l] += sign * q / step.h;
    }
}
