use super::joint_search::tolerance;
use super::stays;
use crate::codes::on_stairs::{AFTERWARDS, BY_FORCE, LAST, SEEN};
use crate::codes::rows::LOOK;
use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// Puts the rows of a joint that are driven or bounded on a part of their staircases: before the first round on that
/// of λ. So does a measurement, which leaves λ. Between two rounds of Newton's method λ first moves as far as the
/// line search went, and the part is that of u there. After the last round only λ moves. In the first half of a
/// symplectic substep `joint_agree` says whether rows move to where their staircase meets the line u + A_rr q (SEEN).
/// Where rows are still off their staircases, λ is then put where u says: the places, and the next substep, use that
/// λ.
#[inline(never)]
pub fn joint_segments<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    if step.extra[1] == AFTERWARDS {
        return put_back(world, step, l);
    }
    if stays(world, step, l) {
        return;
    }
    let q = (world.lambda(l) * step.h).to_array();
    if step.extra[1] == BY_FORCE {
        return world.settle_on(step, l, |k, stair| stair.segment_of_force(q[k]));
    }
    if step.extra[1] == LOOK {
        let lambda = world.lambda(l);
        world.settle_on(step, l, |k, stair| stair.segment_of_force(q[k]));
        return world.put_lambda(l, lambda);
    }
    if step.extra[1] == SEEN {
        if world.shares[l] > N::ZERO {
            world.settle_on(step, l, |k, stair| stair.segment(stair.where_it_meets(q[k])));
        }
        return;
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
