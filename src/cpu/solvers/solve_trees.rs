//! Twin of shaders/solvers/solve_trees.wgsl, whose head has the formulas.

use crate::cpu::algebra::{Mat3, Symmetric, Vec3, cross_matrix, diagonal};
use crate::cpu::number::Number;
use crate::cpu::records::{Arms, Step, Velocity};
use crate::cpu::tie::{Wrench, end_rows, end_velocity};
use crate::cpu::world::{World, fit};

/// 𝓜 in blocks (linear-linear, linear-angular, angular-angular), V, and f.
#[derive(Clone, Copy, Debug, Default)]
pub struct Node<N> {
    mobility: [Mat3<N>; 3],
    velocity: Velocity<N>,
    impulse: Wrench<N>,
}

/// S⁻¹, H_p 𝓜_p in two blocks, and r, later q.
#[derive(Clone, Copy, Debug, Default)]
pub struct TreeLink<N> {
    inverse: Symmetric<N>,
    rows: [Mat3<N>; 2],
    answer: Vec3<N>,
}

/// A joint seen from its child: `sign` is + where the joint's own J has + on the parent.
struct Turned<N> {
    joint: usize,
    sign: N,
    child: usize,
    child_arm: Vec3<N>,
    parent: usize,
    parent_arm: Vec3<N>,
}

fn turned<N: Number>(world: &World<N>, entry: u32) -> Turned<N> {
    let joint = entry as usize >> 1;
    let (tie, Arms { arm_a, arm_b }) = (&world.ties[joint], world.arms[joint]);
    if entry & 1 == 1 {
        Turned { joint, sign: N::ONE, child: tie.b, child_arm: arm_b, parent: tie.a, parent_arm: arm_a }
    } else {
        Turned { joint, sign: -N::ONE, child: tie.a, child_arm: arm_a, parent: tie.b, parent_arm: arm_b }
    }
}

/// V⁰ and M⁻¹ of a body before anything hangs on it.
fn start_node<N: Number>(world: &mut World<N>, body: usize) {
    let m = world.mobility_at(body);
    world.tree_nodes[body] = Node {
        mobility: [diagonal(Vec3::splat(m.inverse_mass)), Mat3::ZERO, m.tensor.matrix()],
        velocity: world.velocities[body],
        impulse: Wrench::default(),
    };
}

fn regularisation<N: Number>(world: &World<N>, step: &Step<N>, l: usize) -> N {
    step.regularisation * world.own_block(l).trace() / N::from_f64(3.0)
}

pub fn solve_trees<N: Number>(world: &mut World<N>, step: &Step<N>, record: usize) {
    fit(&mut world.tree_nodes, world.bodies.len());
    fit(&mut world.tree_links, world.ties.len());
    let at = step.first + 2 * record;
    let [first, count] = [0, 1].map(|k| world.lists[at + k] as usize);

    for k in first..first + count {
        let tie = world.ties[world.lists[k] as usize >> 1];
        start_node(world, tie.a);
        start_node(world, tie.b);
    }

    // leaves to root; a fixed body has M⁻¹ = 0 and V = 0, and stays so
    for k in first..first + count {
        let Turned { joint, sign, child, child_arm, parent, parent_arm } = turned(world, world.lists[k]);
        let child_rows = end_rows(world.tree_nodes[child].mobility, child_arm);
        let rows = end_rows(world.tree_nodes[parent].mobility, parent_arm);
        let s = diagonal(Vec3::splat(regularisation(world, step, joint)))
            + (child_rows[0] + child_rows[1] * cross_matrix(child_arm))
            + (rows[0] + rows[1] * cross_matrix(parent_arm));
        let inverse = s.symmetric_part().inverse();
        let [from_linear, from_angular] = rows.map(Mat3::transpose);
        let below = end_velocity(&world.tree_nodes[child].velocity, child_arm);
        let above = &mut world.tree_nodes[parent];
        let r = sign * world.blocks[joint].bias - below + end_velocity(&above.velocity, parent_arm);
        let q = inverse * r;
        above.velocity.linear -= from_linear * q;
        above.velocity.angular -= from_angular * q;
        let w = inverse.matrix();
        let [ll, la, aa] = &mut above.mobility;
        *ll -= from_linear * w * rows[0];
        *la -= from_linear * w * rows[1];
        *aa -= from_angular * w * rows[1];
        world.tree_links[joint] = TreeLink { inverse, rows, answer: r };
    }

    // root to leaves
    for k in (first..first + count).rev() {
        let Turned { joint, sign, child, child_arm, parent, parent_arm } = turned(world, world.lists[k]);
        let tie = world.ties[joint];
        let link = &world.tree_links[joint];
        let above = world.tree_nodes[parent].impulse;
        let q = link.inverse * (link.answer + (link.rows[0] * above.force + link.rows[1] * above.torque));
        // a fixed body is a leaf at each of its joints and passes nothing on
        if !world.bodies[parent].is_fixed() {
            let given = tie.wrench(parent_arm, q);
            let impulse = &mut world.tree_nodes[parent].impulse;
            impulse.force -= given.force;
            impulse.torque -= given.torque;
        }
        if !world.bodies[child].is_fixed() {
            world.tree_nodes[child].impulse = tie.wrench(child_arm, q);
        }
        world.blocks[joint].work = sign * step.inverse_h * q;
    }
}
