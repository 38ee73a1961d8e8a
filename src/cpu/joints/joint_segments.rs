use super::joint_agree::{BY_SPEED, KEEP};
use super::joint_search::tolerance;
use super::stays;
use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

const FIRST: u32 = 2;
const LAST: u32 = 1;
pub const AFTERWARDS: u32 = 4;
const SEEN: u32 = 8;

/// Puts the rows of a joint that are driven or bounded on a part of their staircases: before the first round on that of
/// λ. Between two rounds of Newton's method λ first moves as far as the line search went, and the part is that of u
/// there. After the last round only λ moves. In the first half of a symplectic substep `joint_agree` says what is to be
/// done (SEEN). Where rows are still off their staircases, λ is then put where u says: the places, and the next
/// substep, use that λ.
pub fn joint_segments<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    if step.extra[1] == AFTERWARDS {
        return put_back(world, step, l);
    }
    if stays(world, step, l) {
        return;
    }
    if step.extra[1] == FIRST {
        let q = (world.lambda(l) * step.h).to_array();
        return world.settle_on(step, l, |k, stair| stair.segment_of_force(q[k]));
    }
    if step.extra[1] == SEEN {
        return as_agreed(world, step, l);
    }
    if world.shares[l] < N::ONE {
        let (now, before) = (world.lambda(l), world.befores[l]);
        world.put_lambda(l, before + (now - before) * world.shares[l]);
    }
    world.befores[l] = world.lambda(l);
    if step.extra[1] != LAST {
        world.settle_on(step, l, |_, stair| stair.segment(stair.u));
    }
}

/// After the first round, stops that turned out to pull are released. All other rows stay, since these stops distorted
/// their speeds. From then on rows go where their mean speed says.
fn as_agreed<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let what = world.shares[l].to_f64();
    if what == KEEP {
        return;
    }
    let lambda = world.lambda(l);
    let (now, before) = ((world.lambda(l) * step.h).to_array(), (world.befores[l] * step.h).to_array());
    world.settle_on(step, l, |k, stair| {
        if what == BY_SPEED {
            return stair.segment(stair.u);
        }
        let pull = stair.pulls(before[k], now[k]);
        stair.segment_of_force(if pull != N::ZERO { now[k] - pull } else { before[k] })
    });
    world.befores[l] = lambda;
}

fn put_back<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    if world.settled[l] && world.misses[l] <= tolerance() {
        return;
    }
    let mut lambda = world.lambda(l).to_array();
    for (lambda, stair) in lambda.iter_mut().zip(&world.stairs[l]) {
        if stair.is_there() && !stair.is_straight() {
            *lambda = step.inverse_h * stair.nearest(stair.u, step.h * *lambda);
        }
    }
    world.put_lambda(l, Pair::from_array(lambda));
}
