use super::joint_judge::members;
use super::joint_search::tolerance;
use crate::codes::joint_blow::{FOUND, TURNED};
use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;
use crate::cpu::records::{Pose, Step};
use crate::cpu::ties::Rows;
use crate::cpu::ties::floors::OUT_OF_REACH;
use crate::cpu::world::{World, fit};
use crate::scene::{By, each_row};

/// A blow within a symplectic substep, one island: what acts behind it must not act in it, so that the second half has three solves. The
/// shader's head has the formulas.
pub fn joint_blow<N: Number>(world: &mut World<N>, step: &Step<N>, record: usize) {
    let (_, joints) = members(world, step, record);
    if step.extra[0] == FOUND {
        fit(&mut world.blows, world.ties.len());
        let of_joint = |l: usize| world.stairs[l].iter().map(|stair| stair.blow.max(-stair.blow));
        let met = joints.iter().flat_map(|&l| of_joint(l)).filter(|&share| share > N::ZERO);
        let share = met.fold(N::ONE, N::min);
        return joints.iter().for_each(|&l| world.blows[l] = share);
    }
    let share = world.blows[joints[0]];
    // what did not land is taken back, and so is what was not calm
    let lands = |l: &usize| !world.frames[*l].has_courses() || world.misses[*l] <= tolerance();
    let calm = world.opening[joints[0]] < N::ONE;
    let goes_on = share < N::ONE && calm && joints.iter().all(lands);
    joints.iter().for_each(|&l| world.settled[l] = !goes_on);
    if goes_on {
        let put = if step.extra[0] == TURNED { turned } else { behind };
        joints.iter().for_each(|&l| put(world, l, N::ONE - share));
    }
}

/// Where a body was when the substep began. A body that stands has no draft.
fn began<N: Number>(world: &World<N>, body: usize) -> Pose<N> {
    let v = &world.velocities[body];
    let stands = v.linear.length_squared() + v.angular.length_squared() == N::ZERO;
    if world.bodies[body].is_fixed() && stands { world.poses[body] } else { world.drafts[body].pose }
}

fn turned<N: Number>(world: &mut World<N>, l: usize, rest: N) {
    let (tie, frames) = (world.ties[l], &world.frames[l]);
    // J' V of hard rows is zero, and that of the others is u
    let (was, _) = Rows::of(frames, &tie, &began(world, tie.a), &began(world, tie.b));
    let moving = was.relative(&world.velocities[tie.a], &world.velocities[tie.b]).to_array();
    let whole = if world.is_broken(l) { N::ZERO } else { rest };
    let (hard, biases) = (frames.hard, world.biases[l].to_array());
    world.biases[l] = Pair::from_array(each_row(|k| if hard[k] { whole * moving[k] } else { biases[k] }));
    for (stair, by_start) in world.stairs[l].iter_mut().zip(moving) {
        let u = rest * (stair.u - by_start);
        stair.move_stop(u);
    }
}

fn behind<N: Number>(world: &mut World<N>, l: usize, rest: N) {
    let far = N::from_f64(OUT_OF_REACH);
    let courses = &world.frames[l].hold.courses;
    for (stair, course) in world.stairs[l].iter_mut().zip(courses) {
        let Some(course) = course else {
            continue;
        };
        stair.move_stop(N::ZERO);
        // springs gave their share in the blow
        if course.drive.is_some_and(|drive| matches!(drive.by, By::Spring(_))) {
            stair.most = N::ZERO;
        } else if !stair.drives_without_end() {
            stair.most *= rest;
        }
        if course.stop_softness.is_some() {
            (stair.low, stair.high) = (-far, far);
        }
        stair.rub *= rest;
    }
    fit(&mut world.in_blows, world.ties.len());
    world.biases[l] = Pair::ZERO;
    world.in_blows[l] = world.lambda(l);
    // to begin with, what bore before the substep bears on
    let (stairs, hold) = (&world.stairs[l], &world.frames[l].hold);
    let before = (world.kept_lambdas[l] * rest).to_array();
    let fresh = |k: usize| stairs[k].blow != N::ZERO || hold.softness_of(k).is_some();
    world.put_lambda(l, Pair::from_array(each_row(|k| if fresh(k) { N::ZERO } else { before[k] })));
}
