//! Twin of shaders/solvers/solve_chains.wgsl, whose head has the formulas. W, V* and arms stay in the arrays that the
//! other solvers use, for the way back and for readers after the step.

use super::symplectic_chains::verdict_of;
use super::ways::Verdict;
use crate::cpu::algebra::{Symmetric, Vec3};
use crate::cpu::body::{Mobility, free_angular, free_linear, guarded_inverse_inertia, world_inverse_inertia};
use crate::cpu::number::Number;
use crate::cpu::records::{Arms, Multiplier, Step, Velocity};
use crate::cpu::step::compute_positions::compute_positions;
use crate::cpu::tie::end_velocity;
use crate::cpu::world::World;

/// A joint turned so that it points from near to far.
#[derive(Clone, Copy, Default)]
struct Link<N> {
    joint: usize,
    /// True where the joint's b is the near body.
    flip: bool,
    near: usize,
    far: usize,
    near_anchor: Vec3<N>,
    far_anchor: Vec3<N>,
    /// λ_prev, turned.
    previous: Vec3<N>,
    /// |λ_prev||a| at the near and the far end, for the guard.
    tension: [N; 2],
}

fn load_link<N: Number>(world: &World<N>, entry: u32) -> Link<N> {
    let joint = entry as usize >> 1;
    let flip = entry & 1 == 1;
    let (tie, lambda) = (&world.ties[joint], world.multipliers[joint].lambda);
    let (near, near_anchor, far, far_anchor) = if flip {
        (tie.b, tie.anchor_b, tie.a, tie.anchor_a)
    } else {
        (tie.a, tie.anchor_a, tie.b, tie.anchor_b)
    };
    let length = lambda.length();
    let tension = [length * near_anchor.length(), length * far_anchor.length()];
    Link { joint, flip, near, far, near_anchor, far_anchor, previous: turned(flip, lambda), tension }
}

fn turned<N: Number>(flip: bool, lambda: Vec3<N>) -> Vec3<N> {
    if flip { -lambda } else { lambda }
}

/// A body as the elimination needs it: V*, later V⁰, and M⁻¹.
#[derive(Clone, Copy)]
struct Loaded<N> {
    position: Vec3<N>,
    v: Velocity<N>,
    mobility: Mobility<N>,
    /// Towards the joint before.
    far_arm: Vec3<N>,
    /// Towards the joint after.
    near_arm: Vec3<N>,
}

/// The anchors are those of the joints before and after it, zero where there is none; `tension` is theirs together.
fn load_body<N: Number>(
    world: &mut World<N>,
    step: &Step<N>,
    body: usize,
    far_anchor: Vec3<N>,
    near_anchor: Vec3<N>,
    tension: N,
) -> Loaded<N> {
    let (facts, rotation, v) = (&world.bodies[body], world.poses[body].rotation, world.velocities[body]);
    world.mobility[body] = world_inverse_inertia(rotation, guarded_inverse_inertia(step, facts, tension));
    // a body that is held keeps the velocity that it has: none if it is fixed
    world.free_velocities[body] = if facts.is_fixed() {
        v
    } else {
        Velocity {
            linear: free_linear(step, v.linear),
            angular: free_angular(step, v.angular, rotation, facts),
        }
    };
    loaded(world, body, rotation.rotate(far_anchor), rotation.rotate(near_anchor))
}

/// The same once more, from the kept numbers.
fn loaded<N: Number>(world: &World<N>, body: usize, far_arm: Vec3<N>, near_arm: Vec3<N>) -> Loaded<N> {
    let (position, v) = (world.poses[body].position, world.free_velocities[body]);
    Loaded { position, v, mobility: world.mobility_at(body), far_arm, near_arm }
}

impl<N: Number> Loaded<N> {
    /// V* − h M⁻¹ Jᵀ λ for the turned multipliers of the joints on either side.
    fn pulled(&self, step: &Step<N>, before: Vec3<N>, after: Vec3<N>) -> Velocity<N> {
        let torque = self.far_arm.cross(before) - self.near_arm.cross(after);
        Velocity {
            linear: self.v.linear + step.h * self.mobility.inverse_mass * (before - after),
            angular: self.v.angular + step.h * self.mobility.turn(torque),
        }
    }
}

/// U x = −(m⁻¹ x − f × W (n × x))
pub fn couple<N: Number>(m: &Mobility<N>, f: Vec3<N>, n: Vec3<N>, x: Vec3<N>) -> Vec3<N> {
    f.cross(m.turn(n.cross(x))) - m.inverse_mass * x
}

/// Uᵀ S⁻¹ U
pub fn eliminated<N: Number>(m: &Mobility<N>, f: Vec3<N>, n: Vec3<N>, s: Symmetric<N>) -> Symmetric<N> {
    let (o, one) = (N::ZERO, N::ONE);
    let x = couple(m, f, n, Vec3::new(one, o, o));
    let y = couple(m, f, n, Vec3::new(o, one, o));
    let z = couple(m, f, n, Vec3::new(o, o, one));
    let (sx, sy, sz) = (s * x, s * y, s * z);
    Symmetric {
        diagonal: Vec3::new(x.dot(sx), y.dot(sy), z.dot(sz)),
        off: Vec3::new(x.dot(sy), x.dot(sz), y.dot(sz)),
    }
}

/// The velocity that was found, and the pose that follows.
fn finish<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize, found: Velocity<N>) {
    if !world.bodies[body].is_fixed() {
        world.velocities[body] = found;
        compute_positions(world, step, body);
    }
}

/// Position, arm and velocity of an end of a turned joint.
#[derive(Clone, Copy, Default)]
struct End<N> {
    position: Vec3<N>,
    arm: Vec3<N>,
    velocity: Vec3<N>,
}

/// J V + β C/h of a turned joint.
fn left_over<N: Number>(step: &Step<N>, near: End<N>, far: End<N>) -> Vec3<N> {
    let gap = (near.position - far.position) + (near.arm - far.arm);
    (near.velocity - far.velocity) + step.stabilisation * step.inverse_h * gap
}

/// λ, turned back, and |J V + β C/h|².
fn publish<N: Number>(world: &mut World<N>, link: &Link<N>, lambda: Vec3<N>, left: Vec3<N>) {
    world.multipliers[link.joint] =
        Multiplier { lambda: turned(link.flip, lambda), left: left.length_squared() };
}

pub fn solve_chains<N: Number>(world: &mut World<N>, step: &Step<N>, record: usize) {
    let at = step.first + 2 * record;
    let (first, count) = (world.lists[at] as usize, world.lists[at + 1] as usize);
    if step.extra[0] == 1 && verdict_of(world, step, record) != Verdict::TakenBack {
        return;
    }
    let none = Vec3::ZERO;
    let w = step.warm_start;

    let mut link = load_link(world, world.lists[first]);
    let mut near = load_body(world, step, link.near, none, link.near_anchor, link.tension[0]);
    near.v = near.pulled(step, none, w * link.previous);
    let mut s = Symmetric::ZERO; // S_{k−1}⁻¹
    let mut z = none; // z_{k−1}
    for k in 0..count {
        let next = if k + 1 < count { load_link(world, world.lists[first + k + 1]) } else { Link::default() };
        let tension = link.tension[1] + next.tension[0];
        let mut far = load_body(world, step, link.far, link.far_anchor, next.near_anchor, tension);
        far.v = far.pulled(step, w * link.previous, w * next.previous);

        let ends = Arms { arm_a: near.near_arm, arm_b: far.far_arm };
        let d = world.ties[link.joint].own_block(&near.mobility, &far.mobility, &ends);
        let d = d.raised(step.regularisation * d.trace() / N::from_f64(3.0));
        let end = |body: &Loaded<N>, arm: Vec3<N>| End {
            position: body.position,
            arm,
            velocity: end_velocity(&body.v, arm),
        };
        let left = left_over(step, end(&near, near.near_arm), end(&far, far.far_arm));
        // nothing comes before the first joint: S⁻¹ and z are zero there; Uᵀ z is U z with the arms exchanged
        let b = step.inverse_h * left - couple(&near.mobility, near.near_arm, near.far_arm, z);
        let e = eliminated(&near.mobility, near.far_arm, near.near_arm, s);
        s = (d - e).inverse();
        z = s * b;
        world.blocks[link.joint].inverse = s;
        world.blocks[link.joint].work = z;
        let (arm_a, arm_b) =
            if link.flip { (far.far_arm, near.near_arm) } else { (near.near_arm, far.far_arm) };
        world.arms[link.joint] = Arms { arm_a, arm_b };
        near = far;
        link = next;
    }

    // Back: `behind` is the joint after this one, δ its change, λ its multiplier (turned), `end` its far end.
    let mut behind = Link::default();
    let mut behind_arm = none;
    let (mut delta, mut lambda) = (none, none);
    let mut end = End::default();
    for k in (0..count).rev() {
        let link = load_link(world, world.lists[first + k]);
        let Arms { arm_a, arm_b } = world.arms[link.joint];
        let (near_arm, far_arm) = if link.flip { (arm_b, arm_a) } else { (arm_a, arm_b) };
        let body = loaded(world, link.far, far_arm, behind_arm);
        let block = world.blocks[link.joint];
        delta = block.work - block.inverse * couple(&body.mobility, body.far_arm, body.near_arm, delta);
        let found = w * link.previous + delta;

        let v = body.pulled(step, found, lambda);
        if k + 1 < count {
            let near =
                End { position: body.position, arm: behind_arm, velocity: end_velocity(&v, behind_arm) };
            publish(world, &behind, lambda, left_over(step, near, end));
        }
        finish(world, step, link.far, v);
        lambda = found;
        behind = link;
        behind_arm = near_arm;
        end = End { position: body.position, arm: far_arm, velocity: end_velocity(&v, far_arm) };
    }
    let start = loaded(world, behind.near, none, behind_arm);
    let v = start.pulled(step, none, lambda);
    let near = End { position: start.position, arm: behind_arm, velocity: end_velocity(&v, behind_arm) };
    publish(world, &behind, lambda, left_over(step, near, end));
    finish(world, step, behind.near, v);
}
