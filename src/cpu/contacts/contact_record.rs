use super::push_out::{Surfaces, axes_of, pressed, settled, softness_of};
use super::records::Both;
use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::step::record_residual::add_to_partial;
use crate::cpu::world::World;

/// Σ |h (A_nn (z_n − λ_n)/s, a_t (z_t − λ_t))|² over the points of each workgroup's pairs.
pub fn contact_record<N: Number>(world: &mut World<N>, step: &Step<N>, group: usize, groups: usize) {
    let pairs = world.contacts.pairs.len();
    add_to_partial(world, step, group, groups, pairs, |world, number| squares_left(world, step, number));
}

fn squares_left<N: Number>(world: &World<N>, step: &Step<N>, number: usize) -> N {
    let contacts = &world.contacts;
    let pair = contacts.pairs[number];
    let slop = contacts.twists[number].slop;
    let surface = Surfaces { friction: pair.friction, slop, bounces: pair.bounces };
    let axes = axes_of(pair.normal);
    let m = [&world.mobility_at(pair.a), &world.mobility_at(pair.b)];
    let both = Both { va: world.velocities[pair.a], vb: world.velocities[pair.b] };
    let softness = softness_of(step.firmness, step.yielding, slop);
    let mut sum = N::ZERO;
    for k in 0..pair.count {
        let (reach, push) = (contacts.reaches[number][k], contacts.forces[number][k]);
        let lambda = if pair.flat {
            let (_, normal) = pressed(step, &surface, axes[0], &reach, &push, softness, both, m);
            Vec3::new(normal, push.lambda.y, push.lambda.z)
        } else {
            settled(step, &surface, axes, &reach, &push, softness, both, m).1
        };
        let change = (lambda - push.lambda) * step.h;
        let firmness = if push.depth > N::ZERO { step.firmness } else { N::ONE };
        let across = N::ONE / reach.inverse_tangent;
        let left =
            Vec3::new(change.x / (firmness * reach.inverse_normal), change.y * across, change.z * across);
        sum += left.length_squared();
    }
    sum
}
