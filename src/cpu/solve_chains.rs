//! Twin of shaders/solvers/solve_chains.wgsl, whose head has the formulas.

use glam::{DMat3, DVec3};

use super::compute_free_velocity::free;
use super::compute_inertia::guarded_inverse_inertia;
use super::compute_jacobian_and_delassus::delassus_block;
use super::compute_positions::compute_positions;
use super::rotation::{cross_matrix, turned_diagonal};
use super::{Arms, Block, Velocity, World};
use crate::solvers::plan::Step;

/// A joint turned so that it points from near to far.
#[derive(Clone, Copy)]
struct Link {
    joint: usize,
    sign: f64,
    near: usize,
    far: usize,
    near_anchor: DVec3,
    far_anchor: DVec3,
    /// λ_prev, turned.
    previous: DVec3,
}

fn load_link(world: &World, entry: u32) -> Link {
    let joint = entry as usize >> 1;
    let facts = world.joints[joint];
    let lambda = world.multipliers[joint];
    if entry & 1 == 1 {
        let (near, far) = (facts.b, facts.a);
        Link {
            joint,
            sign: -1.0,
            near,
            far,
            near_anchor: facts.anchor_b,
            far_anchor: facts.anchor_a,
            previous: -lambda,
        }
    } else {
        let (near, far) = (facts.a, facts.b);
        Link {
            joint,
            sign: 1.0,
            near,
            far,
            near_anchor: facts.anchor_a,
            far_anchor: facts.anchor_b,
            previous: lambda,
        }
    }
}

/// Puts V⁰ and W of one body in place; `before` and `after` are the joints on either side of it.
fn load_body(world: &mut World, step: &Step, body: usize, before: Option<Link>, after: Option<Link>) {
    let facts = world.bodies[body];
    let rotation = world.poses[body].rotation;
    let pull = before.map_or(0.0, |l| l.previous.length() * l.far_anchor.length())
        + after.map_or(0.0, |l| l.previous.length() * l.near_anchor.length());
    let w = turned_diagonal(rotation, guarded_inverse_inertia(step, &facts, pull));
    world.mobility[body] = w;
    if facts.inverse_mass == 0.0 {
        world.velocities[body] = Velocity::default();
        return;
    }
    let mut v = free(step, &facts, rotation, world.velocities[body]);
    let kick = step.h * step.warm_start;
    if let Some(l) = before {
        v.linear += kick * facts.inverse_mass * l.previous;
        v.angular += kick * (w * (rotation * l.far_anchor).cross(l.previous));
    }
    if let Some(l) = after {
        v.linear -= kick * facts.inverse_mass * l.previous;
        v.angular -= kick * (w * (rotation * l.near_anchor).cross(l.previous));
    }
    world.velocities[body] = v;
}

/// U on the body that two joints share: −(m⁻¹ 1 − [f]ₓ W [n]ₓ).
pub fn coupling(world: &World, body: usize, far_arm: DVec3, near_arm: DVec3) -> DMat3 {
    cross_matrix(far_arm) * world.mobility[body] * cross_matrix(near_arm)
        - DMat3::from_diagonal(DVec3::splat(world.bodies[body].inverse_mass))
}

pub fn solve_chains(world: &mut World, step: &Step, record: usize) {
    let at = step.first as usize + 2 * record;
    let (first, count) = (world.order[at] as usize, world.order[at + 1] as usize);
    let links: Vec<Link> = (0..count).map(|k| load_link(world, world.order[first + k])).collect();

    load_body(world, step, links[0].near, None, Some(links[0]));
    let mut turned = Vec::with_capacity(count); // near and far arm of each link
    for (k, link) in links.iter().enumerate() {
        load_body(world, step, link.far, Some(*link), links.get(k + 1).copied());
        let (near, far) = (world.poses[link.near], world.poses[link.far]);
        let near_arm = near.rotation * link.near_anchor;
        let far_arm = far.rotation * link.far_anchor;
        turned.push((near_arm, far_arm));

        let gap = (near.position - far.position) + (near_arm - far_arm);
        let bias = step.stabilisation / step.h * gap;
        let (vn, vf) = (world.velocities[link.near], world.velocities[link.far]);
        let relative = (vn.linear - vf.linear) + (vn.angular.cross(near_arm) - vf.angular.cross(far_arm));

        let (bn, bf) = (world.bodies[link.near], world.bodies[link.far]);
        let (wn, wf) = (world.mobility[link.near], world.mobility[link.far]);
        let mut d = delassus_block(bn.inverse_mass, wn, near_arm, bf.inverse_mass, wf, far_arm);
        let trace = d.x_axis.x + d.y_axis.y + d.z_axis.z;
        d += DMat3::from_diagonal(DVec3::splat(step.regularisation * trace / 3.0));
        let mut b = (relative + bias) / step.h;
        if k > 0 {
            let last = world.blocks[links[k - 1].joint];
            let u = coupling(world, link.near, turned[k - 1].1, near_arm);
            d -= u.transpose() * last.inverse * u;
            b -= u.transpose() * last.work;
        }
        let inverse = d.inverse();
        world.blocks[link.joint] = Block { inverse, bias: link.sign * bias, work: inverse * b };
        let (arm_a, arm_b) = if link.sign < 0.0 { (far_arm, near_arm) } else { (near_arm, far_arm) };
        world.arms[link.joint] = Arms { arm_a, arm_b };
    }

    let mut delta = vec![DVec3::ZERO; count];
    for k in (0..count).rev() {
        let block = world.blocks[links[k].joint];
        delta[k] = block.work;
        if k + 1 < count {
            let u = coupling(world, links[k].far, turned[k].1, turned[k + 1].0);
            let behind = delta[k + 1];
            delta[k] -= block.inverse * (u * behind);
        }
        world.multipliers[links[k].joint] =
            step.warm_start * world.multipliers[links[k].joint] + links[k].sign * delta[k];
    }
    for (k, link) in links.iter().enumerate() {
        let (near_arm, far_arm) = turned[k];
        for (body, arm, impulse) in [(link.near, near_arm, -delta[k]), (link.far, far_arm, delta[k])] {
            let turn = world.mobility[body] * arm.cross(impulse);
            let inverse_mass = world.bodies[body].inverse_mass;
            let v = &mut world.velocities[body];
            v.linear += step.h * inverse_mass * impulse;
            v.angular += step.h * turn;
        }
    }
    let ends = std::iter::once(links[0].near).chain(links.iter().map(|link| link.far));
    for body in ends {
        if world.bodies[body].inverse_mass > 0.0 {
            compute_positions(world, step, body);
        }
    }
}
