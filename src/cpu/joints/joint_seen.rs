use super::joint_ahead::ROUNDING;
use super::stays;
use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::ties::floors::short_way;
use crate::cpu::ties::stair::GIVEN;
use crate::cpu::ties::wound::with_turns;
use crate::cpu::ties::{Rows, held};
use crate::cpu::world::{World, fit};
use crate::scene::each_row;

/// The gap that may be left: of the smaller radius, and in rad.
const SHUT: f64 = 1e-4;
/// By how much a row may miss its staircase in place: of the smaller radius, and in rad.
const NEAR: f64 = 1e-5;

/// Where the velocities lead a joint with driven or bounded rows. For hard rows it finds what the equation lacks,
/// C(x')/h. For the others it finds the mean speed ū = (C(x') − C)/h, as an offset to J V⁺. It also finds by how much
/// it misses, over NEAR.
pub fn joint_seen<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    if stays(world, step, l) {
        return;
    }
    fit(&mut world.ahead, world.ties.len());
    let (tie, frames) = (world.ties[l], &world.frames[l]);
    let (a, b) = (world.poses[tie.a], world.poses[tie.b]);
    let radius = a.radius.min(b.radius);
    let c = Rows::errors(frames, &tie, &a, &b);
    let errors = with_turns(frames, world.wound[l], c).to_array();
    let hard = frames.hold.hard();
    let open = held(hard, c);
    let gap = (open.linear.length() / radius).max(open.angular.length());
    let distance = a.position.length().max(b.position.length());
    let rounding = N::from_f64(ROUNDING / SHUT) * distance / radius;
    // written so that NaN is open
    let shut = gap <= N::from_f64(SHUT) * rounding.max(N::ONE);
    world.open[l] = true;
    world.ahead[l] = if shut { N::ZERO } else { gap };

    let half = N::HALF * step.h;
    let (moving, q) = (world.opening(l).to_array(), (world.lambda(l) * half).to_array());
    let gammas = world.rows[l].softness.to_array();
    let open = open.to_array();
    let mut biases = each_row(|k| {
        let so_far = if hard[k] { open[k] * step.inverse_h } else { gammas[k] * q[k] };
        so_far - moving[k]
    });
    let before = (world.befores[l] * half).to_array();
    let (mut most, mut pulls) = (N::ZERO, false);
    for k in 0..6 {
        let bias = world.biases[l].to_array()[k];
        let stair = &mut world.stairs[l][k];
        if !stair.is_there() {
            continue;
        }
        let went = errors[k] - stair.start;
        stair.u = if k < 3 { went } else { short_way(went) } * step.inverse_h;
        let offset = stair.u - moving[k];
        let given = gammas[k] >= N::from_f64(GIVEN);
        biases[k] = if given { N::ZERO } else { bias + (offset - stair.offset) };
        stair.offset = offset;
        if !stair.is_straight() {
            let miss = stair.miss(stair.u, q[k]);
            let size = N::from_f64(NEAR) * rounding.max(N::ONE) * if k < 3 { radius } else { N::ONE };
            most = most.max(miss.max(-miss) * step.h / size);
            pulls |= step.iteration == 1 && stair.pulls(before[k], q[k]) != N::ZERO;
        }
    }
    world.biases[l] = Pair::from_array(biases);
    world.misses[l] = most;
    world.pulls[l] = pulls;
    if step.iteration == 0 {
        world.befores[l] = world.lambda(l);
    }
}
