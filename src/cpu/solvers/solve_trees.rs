//! Twin of shaders/solvers/solve_trees.wgsl, whose head has the formulas.

use crate::cpu::algebra::{Mat3, Symmetric, Vec3, cross_matrix, diagonal};
use crate::cpu::number::Number;
use crate::cpu::records::{Arms, Step, Velocity};
use crate::cpu::tie::{Wrench, end_rows, end_velocity};
use crate::cpu::world::{World, fit};

/// 𝓜 in blocks (linear-linear, linear-angular, angular-angular), and V and f in up to four columns.
#[derive(Clone, Copy, Debug, Default)]
pub struct Node<N> {
    mobility: [Mat3<N>; 3],
    velocity: [Velocity<N>; 4],
    impulse: [Wrench<N>; 4],
}

/// S⁻¹, H_p 𝓜_p in two blocks, and r by column, later q.
#[derive(Clone, Copy, Debug, Default)]
pub struct TreeLink<N> {
    inverse: Symmetric<N>,
    rows: [Mat3<N>; 2],
    column: [Vec3<N>; 4],
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
    let mut node = Node {
        mobility: [diagonal(Vec3::splat(m.inverse_mass)), Mat3::ZERO, m.tensor.matrix()],
        ..Node::default()
    };
    node.velocity[0] = world.velocities[body];
    world.tree_nodes[body] = node;
}

/// The impulse that is 1 along one axis, with a sign.
fn unit<N: Number>(sign: N, column: usize) -> Vec3<N> {
    let mut e = [N::ZERO; 3];
    e[column - 1] = sign;
    Vec3::new(e[0], e[1], e[2])
}

/// M⁻¹ f
fn answer<N: Number>(world: &World<N>, body: usize, f: Wrench<N>) -> Velocity<N> {
    let m = world.mobility_at(body);
    Velocity { linear: m.inverse_mass * f.force, angular: m.turn(f.torque) }
}

/// An end of the joint at which a loop is cut open. V = V₀ − M⁻¹ J_cᵀ μ: minus on a, plus on b.
#[derive(Clone, Copy)]
struct CutEnd<N> {
    body: usize,
    arm: Vec3<N>,
    sign: N,
}

impl<N: Number> CutEnd<N> {
    fn kick(&self, world: &World<N>, cut: usize, column: usize) -> Wrench<N> {
        world.ties[cut].wrench(self.arm, unit(self.sign, column))
    }

    /// What three unit impulses at the cut do to this body: columns 1 to 3 of V.
    fn open(&self, world: &mut World<N>, cut: usize) {
        for column in 1..4 {
            let change = answer(world, self.body, self.kick(world, cut, column));
            let v = &mut world.tree_nodes[self.body].velocity[column];
            v.linear += change.linear;
            v.angular += change.angular;
        }
    }

    /// H V once all impulses are known, V = V_start + M⁻¹ f. Column 0 starts from V⁰, the others from the unit
    /// impulse at the cut.
    fn finished(&self, world: &World<N>, cut: usize, column: usize) -> Vec3<N> {
        if world.bodies[self.body].is_fixed() {
            return Vec3::ZERO;
        }
        let mut f = world.tree_nodes[self.body].impulse[column];
        let mut v = Velocity::default();
        if column == 0 {
            v = world.velocities[self.body];
        } else {
            let kick = self.kick(world, cut, column);
            f = Wrench { force: f.force + kick.force, torque: f.torque + kick.torque };
        }
        let change = answer(world, self.body, f);
        v.linear += change.linear;
        v.angular += change.angular;
        end_velocity(&v, self.arm)
    }
}

fn regularisation<N: Number>(world: &World<N>, step: &Step<N>, l: usize) -> N {
    step.regularisation * world.own_block(l).trace() / N::from_f64(3.0)
}

pub fn solve_trees<N: Number>(world: &mut World<N>, step: &Step<N>, record: usize) {
    fit(&mut world.tree_nodes, world.bodies.len());
    fit(&mut world.tree_links, world.ties.len());
    let at = step.first + 3 * record;
    let [first, all, loops] = [0, 1, 2].map(|k| world.lists[at + k] as usize);
    let count = all - loops;
    let columns = if loops == 1 { 4 } else { 1 };

    for k in first..first + all {
        let tie = world.ties[world.lists[k] as usize >> 1];
        start_node(world, tie.a);
        start_node(world, tie.b);
    }
    let cut = world.lists[first + all - 1] as usize >> 1;
    let ends = [
        CutEnd { body: world.ties[cut].a, arm: world.arms[cut].arm_a, sign: -N::ONE },
        CutEnd { body: world.ties[cut].b, arm: world.arms[cut].arm_b, sign: N::ONE },
    ];
    if loops == 1 {
        ends.iter().for_each(|end| end.open(world, cut));
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
        let mut link = TreeLink { inverse, rows, ..TreeLink::default() };
        let [from_linear, from_angular] = rows.map(Mat3::transpose);
        for column in 0..columns {
            let bias = if column == 0 { sign * world.blocks[joint].bias } else { Vec3::ZERO };
            let below = end_velocity(&world.tree_nodes[child].velocity[column], child_arm);
            let above = &mut world.tree_nodes[parent].velocity[column];
            let r = bias - below + end_velocity(above, parent_arm);
            link.column[column] = r;
            let q = inverse * r;
            above.linear -= from_linear * q;
            above.angular -= from_angular * q;
        }
        let w = inverse.matrix();
        let [ll, la, aa] = &mut world.tree_nodes[parent].mobility;
        *ll -= from_linear * w * rows[0];
        *la -= from_linear * w * rows[1];
        *aa -= from_angular * w * rows[1];
        world.tree_links[joint] = link;
    }

    // root to leaves
    for k in (first..first + count).rev() {
        let Turned { joint, child, child_arm, parent, parent_arm, .. } = turned(world, world.lists[k]);
        let tie = world.ties[joint];
        for column in 0..columns {
            let link = &mut world.tree_links[joint];
            let above = world.tree_nodes[parent].impulse[column];
            let r = link.column[column] + (link.rows[0] * above.force + link.rows[1] * above.torque);
            let q = link.inverse * r;
            link.column[column] = q;
            // a fixed body is a leaf at each of its joints and passes nothing on
            if !world.bodies[parent].is_fixed() {
                let given = tie.wrench(parent_arm, q);
                let impulse = &mut world.tree_nodes[parent].impulse[column];
                impulse.force -= given.force;
                impulse.torque -= given.torque;
            }
            if !world.bodies[child].is_fixed() {
                world.tree_nodes[child].impulse[column] = tie.wrench(child_arm, q);
            }
        }
    }

    // μ closes the loop: J_c (V₀ + Σ μ_k V_k) + β C/h = γ μ
    let mut mu = Vec3::ZERO;
    if loops == 1 {
        let opening = |world: &World<N>, column: usize| {
            ends[0].finished(world, cut, column) - ends[1].finished(world, cut, column)
        };
        let open = opening(world, 0) + world.blocks[cut].bias;
        let mut k = diagonal(Vec3::splat(regularisation(world, step, cut)));
        for column in 1..4 {
            k[column - 1] -= opening(world, column);
        }
        mu = k.symmetric_part().inverse() * open;
        world.blocks[cut].work = step.inverse_h * mu;
    }
    for k in first..first + count {
        let Turned { joint, sign, .. } = turned(world, world.lists[k]);
        let [q, x, y, z] = world.tree_links[joint].column;
        let q = q + mu.x * x + mu.y * y + mu.z * z;
        world.blocks[joint].work = sign * step.inverse_h * q;
    }
}
