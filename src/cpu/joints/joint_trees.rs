use crate::cpu::algebra::{Pair, Root, Six, Symmetric};
use crate::cpu::number::Number;
use crate::cpu::records::{Step, Velocity};
use crate::cpu::world::World;
use crate::lists::mixed::{HELD, joint_of};

use super::Solve;

/// A body and all that hangs on it.
#[derive(Clone, Copy, Default)]
struct Node<N> {
    /// M̂
    inertia: Six<N>,
    /// P, then V'
    v: Pair<N>,
    root: Root<N>,
}

/// Elimination from the leaves to the root in information form, one island: src of the formulas is the shader's head.
pub fn joint_trees<N: Number>(world: &mut World<N>, step: &Step<N>, record: usize) {
    let words = &world.lists[step.first + 4 * record..];
    let (first, count, root) = (words[0] as usize, words[1] as usize, words[2]);
    let solve = Solve::of(step);
    let rows_from = solve.first_rows(world);
    let entries: Vec<u32> = world.lists[first..first + count].to_vec();
    if !solve.concerns(world, words[3] as usize, entries.iter().map(|&entry| joint_of(entry).0)) {
        return;
    }
    // the body of every child, and the root's
    let mut nodes = std::collections::HashMap::new();
    let mut links = Vec::with_capacity(count);
    let fresh = |world: &World<N>, body: usize| Node { inertia: inertia_of(world, body), ..Node::default() };
    for &entry in &entries {
        let (l, flipped) = joint_of(entry);
        let (tie, rows) = (world.ties[l], world.rows[rows_from + l]);
        let (child, parent) = if flipped { (tie.b, tie.a) } else { (tie.a, tie.b) };
        let (own_arm, other_arm) = if flipped { (rows.arm_b, rows.arm_a) } else { (rows.arm_a, rows.arm_b) };
        let moves = |body: usize| !world.bodies[body].is_fixed();
        let mut s = Six::default();
        let mut r = world.lefts[l];
        if moves(child) {
            let mut node = *nodes.entry(child).or_insert_with(|| fresh(world, child));
            node.root = node.inertia.root();
            node.v = node.root.solve(node.v);
            // Y = L⁻¹ J_cᵀ
            let [n, x, g] = rows.columns(own_arm);
            let (one, two, three) = (node.root.l * n, node.root.x * n + node.root.a * x, node.root.a * g);
            s = Six {
                ll: one.transpose() * one + two.transpose() * two,
                la: two.transpose() * three,
                aa: three.transpose() * three,
            };
            r += turned(velocity_along(&rows, own_arm, node.v), flipped);
            nodes.insert(child, node);
        } else {
            let tie = world.ties[l];
            let own = rows.own_blocks(&world.mobility_at(tie.a), &world.mobility_at(tie.b)).diagonal();
            // a held leaf: several of them can ask for what cannot be
            s = s.raised(own * step.regularisation);
        }
        let s = rows.softened(s, || world.own_blocks(l)).raised(rows.dead());
        let root = s.root();
        if moves(parent) {
            let node = nodes.entry(parent).or_insert_with(|| fresh(world, parent));
            // Z = L_S⁻¹ J_p
            let [n, x, g] = rows.columns(other_arm);
            let (n, x, g) = (n.transpose(), x.transpose(), g.transpose());
            let (b1, b2, b3, b4) = (root.l * n, root.l * x, root.x * n, root.x * x + root.a * g);
            node.inertia = node.inertia.plus(&Six {
                ll: b1.transpose() * b1 + b3.transpose() * b3,
                la: b1.transpose() * b2 + b3.transpose() * b4,
                aa: b2.transpose() * b2 + b4.transpose() * b4,
            });
            let wrench = rows.wrench(other_arm, turned(root.solve(r), !flipped));
            node.v += Pair { linear: -wrench.force, angular: -wrench.torque };
        }
        links.push((root, r));
    }
    if root != HELD {
        let body = root as usize;
        let node = nodes.entry(body).or_insert_with(|| fresh(world, body));
        node.root = node.inertia.root();
        node.v = node.root.solve(node.v);
    }
    for (&entry, (root, mut r)) in entries.iter().zip(links).rev() {
        let (l, flipped) = joint_of(entry);
        let (tie, rows) = (world.ties[l], world.rows[rows_from + l]);
        let (child, parent) = if flipped { (tie.b, tie.a) } else { (tie.a, tie.b) };
        let (own_arm, other_arm) = if flipped { (rows.arm_b, rows.arm_a) } else { (rows.arm_a, rows.arm_b) };
        if let Some(node) = nodes.get(&parent) {
            r += turned(velocity_along(&rows, other_arm, node.v), !flipped);
        }
        let q = root.solve(r);
        if let Some(node) = nodes.get_mut(&child) {
            let wrench = rows.wrench(own_arm, turned(q, flipped));
            let pushed = node.root.solve(Pair { linear: wrench.force, angular: wrench.torque });
            node.v = node.v - pushed;
        }
        if !solve.of_places {
            world.put_lambda(l, world.lambda(l) + q * solve.force_of_impulse(step));
        }
    }
    for (body, node) in nodes {
        let v = &mut world.velocities[body];
        *v = Velocity { linear: v.linear + node.v.linear, angular: v.angular + node.v.angular };
    }
}

/// What a body has of J: as it is at a, minus at b.
fn turned<N: Number>(v: Pair<N>, at_b: bool) -> Pair<N> {
    if at_b { -v } else { v }
}

fn velocity_along<N: Number>(
    rows: &crate::cpu::ties::Rows<N>,
    arm: crate::cpu::algebra::Vec3<N>,
    v: Pair<N>,
) -> Pair<N> {
    let one = crate::cpu::ties::Rows { arm_a: arm, ..*rows };
    one.relative(&Velocity { linear: v.linear, angular: v.angular }, &Velocity::default())
}

/// M of one body, guarded as W is: in body axes W's diagonal is 1/I.
fn inertia_of<N: Number>(world: &World<N>, body: usize) -> Six<N> {
    let (m, q) = (world.mobility_at(body), world.poses[body].rotation);
    let axes = crate::cpu::ties::units::<N>().map(|unit| q.rotate(unit));
    let mut aa = Symmetric::ZERO;
    for axis in axes {
        aa = aa + crate::cpu::algebra::outer_square(N::ONE / axis.dot(m.turn(axis)), axis);
    }
    let mass = N::ONE / m.inverse_mass;
    Six {
        ll: crate::cpu::algebra::diagonal(crate::cpu::algebra::Vec3::splat(mass)),
        aa: aa.matrix(),
        ..Six::default()
    }
}
