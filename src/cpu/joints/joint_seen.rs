use super::stays;
use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::ties::floors::short_way;
use crate::cpu::ties::halves::{NEAR, rounding_of};
use crate::cpu::ties::stair::GIVEN;
use crate::cpu::ties::wound::with_turns;
use crate::cpu::ties::{Rows, held};
use crate::cpu::world::{World, fit};
use crate::scene::each_row;

/// The gap that may be left: of the smaller radius, and in rad.
const SHUT: f64 = 1e-4;

/// Where the velocities lead a joint of a halved island. For hard rows it finds what the equation lacks, C(x')/h. For
/// the others it finds the mean speed ū = (C(x') − C)/h, as an offset to J V⁺. It also finds by how much driven and
/// bounded ones miss, over NEAR. The step is half a substep.
#[inline(never)]
pub fn joint_seen<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    fit(&mut world.ahead, world.ties.len());
    if stays(world, step, l) {
        return;
    }
    let (tie, frames) = (world.ties[l], &world.frames[l]);
    let (a, b) = (world.poses[tie.a], world.poses[tie.b]);
    let radius = a.radius.min(b.radius);
    let c = Rows::errors(frames, &tie, &a, &b);
    let errors = with_turns(frames, world.wound[l], c).to_array();
    let hard = frames.hard;
    // nothing of a joint that broke
    let open = if world.is_broken(l) { Pair::ZERO } else { held(hard, c) };
    let gap = (open.linear.length() / radius).max(open.angular.length());
    let rounding = rounding_of(&a, &b);
    // written so that NaN is open
    let shut = gap <= N::from_f64(SHUT) * rounding;
    world.open[l] = true;
    world.ahead[l] = if shut { N::ZERO } else { gap };

    let to_end = N::HALF * step.inverse_h;
    let (moving, q) = (world.opening(l).to_array(), (world.lambda(l) * step.h).to_array());
    let (gammas, live) = (world.rows[l].softness.to_array(), world.rows[l].live());
    let open = open.to_array();
    let mut biases = each_row(|k| {
        let so_far = if hard[k] { open[k] * to_end } else { gammas[k] * q[k] };
        so_far - moving[k]
    });
    let mut most = N::ZERO;
    for k in 0..6 {
        let bias = world.biases[l].to_array()[k];
        let stair = &mut world.stairs[l][k];
        let yields = live[k] && frames.soft[k];
        if !(yields || stair.is_there()) {
            continue;
        }
        let went = errors[k] - stair.start;
        stair.u = if k < 3 { went } else { short_way(went) } * to_end;
        let offset = stair.u - moving[k];
        let given = gammas[k] >= N::from_f64(GIVEN);
        biases[k] = if given { N::ZERO } else { bias + (offset - stair.offset) };
        stair.offset = offset;
        if step.iteration == 1 {
            stair.free = stair.u;
        }
        if !(yields || stair.is_straight()) {
            let miss = stair.miss(stair.u, q[k]);
            let size = N::from_f64(NEAR) * rounding * if k < 3 { radius } else { N::ONE };
            most = most.max(miss.max(-miss) * (N::from_f64(2.0) * step.h) / size);
        }
    }
    world.biases[l] = Pair::from_array(biases);
    world.misses[l] = most;
}
