//! Stages over bodies in the lanes of `Four`, four as they come in a list. Each ends in the bits that it would end in alone.

use super::compute_free_velocity::compute_free_velocity;
use super::compute_inertia::{compute_inertia, tension};
use super::compute_positions::{compute_positions, moved};
use crate::cpu::algebra::Symmetric;
use crate::cpu::body::{free_angular, free_linear, guarded_inverse_inertia, is_round, world_inverse_inertia};
use crate::cpu::four::{Four, asked_apart, number, two_apart, two_vectors, vector};
use crate::cpu::four_records::{pose, poses, rotation, velocities, velocity};
use crate::cpu::joints::joint_reach::{joint_reach, reached};
use crate::cpu::records::{Body, Motion, Pose, Step, Velocity};
use crate::cpu::world::World;
use crate::plan::Dispatch;

/// A stage of four bodies. False where they do not go one way: then nothing is written.
type ByFour = fn(&mut World<f32>, &Step<Four>, [usize; 4]) -> bool;
/// The same of one.
type Alone = fn(&mut World<f32>, &Step<f32>, usize);

/// Runs a stage over these bodies of the dispatch; false where it is none of these.
pub fn run(world: &mut World<f32>, dispatch: &Dispatch, mut threads: impl Iterator<Item = usize>) -> bool {
    let (by_four, alone): (ByFour, Alone) = match dispatch.kernel {
        "compute_inertia" => (inertia, compute_inertia),
        "compute_free_velocity" => (free_velocity, compute_free_velocity),
        "compute_positions" => (positions, compute_positions),
        "joint_reach" => (reach, joint_reach),
        _ => return false,
    };
    let (step, step_of_four) = (Step::from(&dispatch.step), Step::from(&dispatch.step));
    loop {
        let mut bodies = [0; 4];
        let mut count = 0;
        while count < 4
            && let Some(thread) = threads.next()
        {
            bodies[count] = world.lists[step.first + thread] as usize;
            count += 1;
        }
        if count < 4 || !by_four(world, &step_of_four, bodies) {
            bodies[..count].iter().for_each(|&body| alone(world, &step, body));
        }
        if count < 4 {
            return true;
        }
    }
}

fn inertia(world: &mut World<f32>, step: &Step<Four>, bodies: [usize; 4]) -> bool {
    let facts = bodies.map(|body| &world.bodies[body]);
    let [inertia, inverse_inertia] = two_vectors(facts, |body| [body.inertia, body.inverse_inertia]);
    let body = Body { inertia, inverse_inertia, ..Body::default() };
    let guarded = step.guard_cap.0.x > 1.0;
    let tensions = bodies.map(|body| if guarded { tension(world, step.extra[0], body) } else { 0.0 });
    let tension = number(tensions.each_ref(), |tension| *tension);
    let inverse = guarded_inverse_inertia(step, &body, tension);
    let w = world_inverse_inertia(rotation(bodies.map(|body| &world.poses[body])), inverse);
    for (body, [diagonal, off]) in bodies.into_iter().zip(two_apart(w.diagonal, w.off)) {
        world.mobility[body] = Symmetric { diagonal, off };
    }
    true
}

fn free_velocity(world: &mut World<f32>, step: &Step<Four>, bodies: [usize; 4]) -> bool {
    // a round one only falls, which is done sooner than gathered
    if bodies.into_iter().any(|body| is_round(world.bodies[body].inertia)) {
        return false;
    }
    let v = velocity(bodies.map(|body| &world.velocities[body]));
    let q = rotation(bodies.map(|body| &world.poses[body]));
    let inertia = vector(bodies.map(|body| &world.bodies[body]), |body| body.inertia);
    asked_apart();
    let angular = free_angular(step, v.angular, q, &Body { inertia, ..Body::default() });
    if asked_apart() {
        return false;
    }
    let free = Velocity { linear: free_linear(step, v.linear), angular };
    for (body, v) in bodies.into_iter().zip(velocities(&free)) {
        world.free_velocities[body] = v;
    }
    true
}

fn positions(world: &mut World<f32>, step: &Step<Four>, bodies: [usize; 4]) -> bool {
    let was = pose(bodies.map(|body| &world.poses[body]));
    let v = velocity(bodies.map(|body| &world.velocities[body]));
    asked_apart();
    let now = moved(step, &was, &v);
    if asked_apart() {
        return false;
    }
    put_poses(world, bodies, &now);
    true
}

fn reach(world: &mut World<f32>, step: &Step<Four>, bodies: [usize; 4]) -> bool {
    let inertias = bodies.map(|body| world.bodies[body].inertia);
    // round ones go another way
    if inertias.iter().any(|&inertia| is_round(inertia) != is_round(inertias[0])) {
        return false;
    }
    let was = Motion {
        pose: pose(bodies.map(|body| &world.drafts[body].pose)),
        v: velocity(bodies.map(|body| &world.velocities[body])),
    };
    let body = Body { inertia: vector(inertias.each_ref(), |i| *i), ..Body::default() };
    asked_apart();
    let now = reached(step, &was, &body);
    if asked_apart() {
        return false;
    }
    put_poses(world, bodies, &now.pose);
    if step.extra[0] == 1 {
        for (body, v) in bodies.into_iter().zip(velocities(&now.v)) {
            world.velocities[body] = v;
        }
    }
    true
}

fn put_poses(world: &mut World<f32>, bodies: [usize; 4], now: &Pose<Four>) {
    for (body, pose) in bodies.into_iter().zip(poses(now)) {
        world.poses[body] = pose;
    }
}
