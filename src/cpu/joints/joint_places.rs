use super::stays;
use crate::cpu::algebra::{Pair, Vec3, exponential};
use crate::cpu::number::Number;
use crate::cpu::records::{Pose, Step};
use crate::cpu::ties::wound::with_turns;
use crate::cpu::ties::{Rows, beyond};
use crate::cpu::world::World;
use crate::scene::{Course, each_row};

/// Of the smaller radius, and in rad: from where on a joint is far open.
const FAR: f64 = 0.1;
/// What a projection may leave: of the smaller radius, and in rad.
const SHUT: f64 = 1e-4;
/// Four last digits of an f32 of size one.
const ROUNDING: f64 = 2.4e-7;
/// More than what rounding adds to a largest force.
const LEANS: f64 = 1.00001;
/// What a solve leaves of a force that is given as 0, N.
const NOTHING: f64 = 1e-18;

/// J in the present poses, and by how much rows are open. It covers hard rows, and stops that are overrun or bear a
/// load. `step.iteration` counts the rounds.
pub fn joint_places<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    if stays(world, step, l) {
        return;
    }
    let (tie, frames) = (world.ties[l], &world.frames[l]);
    let whole = !world.is_broken(l);
    // a stop counts while it is overrun, and where it bears something
    let lambda = world.lambda(l).to_array();
    let over = |k: usize, c: N| {
        let course = frames.course(k).filter(|course| whole && course.stop_softness.is_none())?;
        stopped(course, c, lambda[k])
    };
    let of = |a: &Pose<N>, b: &Pose<N>| {
        let (mut rows, c) = Rows::of(frames, &tie, a, b);
        if frames.is_point && whole {
            return (rows, c);
        }
        let c = with_turns(frames, world.wound[l], c);
        let errors = c.to_array();
        let over: [Option<N>; 6] = each_row(|k| over(k, errors[k]));
        let held = each_row(|k| whole && frames.hard[k] || over[k].is_some());
        let c = each_row(|k| over[k].unwrap_or(errors[k]));
        let c = rows.only(held, Pair::from_array(c));
        (rows, c)
    };
    let (a, b) = (world.poses[tie.a], world.poses[tie.b]);
    let (rows, c) = of(&a, &b);
    let radius = a.radius.min(b.radius);
    if step.iteration == 0 {
        let (far, mut target) = (N::from_f64(FAR), Pair::ZERO);
        // few are, and the others need not be asked where they were
        if c.linear.length() > far * radius || c.angular.length() > far {
            let (_, before) = of(&pose_before(world, step, tie.a), &pose_before(world, step, tie.b));
            target.linear = left_of(c.linear, before.linear, far * radius, step.h * frames.recovery[0]);
            target.angular = left_of(c.angular, before.angular, far, step.h * frames.recovery[1]);
        }
        world.targets[l] = target;
    }
    let open = c - world.targets[l];
    let distance = a.position.length().max(b.position.length());
    let enough = (N::from_f64(SHUT) * radius).max(N::from_f64(ROUNDING) * distance);
    world.open[l] = open.linear.length() > enough || open.angular.length() > N::from_f64(SHUT);
    // behind those of the velocities, which a measurement asks for
    let behind = world.ties.len() + l;
    world.rows[behind] = rows;
    world.lefts[l] = open * step.inverse_h;
}

/// How far a row is beyond a stop, or off the stop that it leans on with more than drive and friction have. None where
/// it does neither.
fn stopped<N: Number>(course: &Course, c: N, lambda: N) -> Option<N> {
    let over = beyond(course, c);
    let [least, most] = course.stops?.map(|stop| N::from_f64(f64::from(stop)));
    let bears = N::from_f64(LEANS * course.most() + NOTHING);
    if over != N::ZERO {
        Some(over)
    } else if lambda > bears {
        Some(c + least)
    } else if lambda < -bears {
        Some(c + most)
    } else {
        None
    }
}

/// The part of C that stays: none, unless the joint was far open before this substep and still is.
fn left_of<N: Number>(now: Vec3<N>, before: Vec3<N>, far: N, way: N) -> Vec3<N> {
    let size = before.length();
    if now.length() > far && size > far { before * (N::ONE - way / size).max(N::ZERO) } else { Vec3::ZERO }
}

/// Where a body was when the substep began.
fn pose_before<N: Number>(world: &World<N>, step: &Step<N>, body: usize) -> Pose<N> {
    let (pose, v) = (world.poses[body], world.velocities[body]);
    let back = exponential(v.angular * -step.h);
    Pose { position: pose.position - step.h * v.linear, rotation: back * pose.rotation, ..pose }
}
