use super::push_out::{SLOWEST, pushed_apart, slip};
use super::records::{BodyPair, Both};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

const ROUNDS: usize = 16;

/// Speed, and which point; none if nothing hits.
fn hit_of<N: Number>(world: &World<N>, step: &Step<N>, number: usize) -> Option<(N, usize)> {
    let contacts = &world.contacts;
    let BodyPair { a, b, normal, count, bounces, .. } = contacts.pairs[number];
    if !bounces {
        return None;
    }
    let both = Both { va: world.velocities[a], vb: world.velocities[b] };
    let mut hit = None;
    let mut fastest = N::from_f64(SLOWEST);
    for k in 0..count {
        let u = normal.dot(slip(&contacts.reaches[number][k], &both));
        if u > fastest && contacts.forces[number][k].depth + step.h * u > N::ZERO {
            (hit, fastest) = (Some((u, k)), u);
        }
    }
    hit
}

/// Both bodies, each with the body that hits it, or its part, and then its own part: no two pairs of a body are alike. A body has
/// sixteen parts at most.
fn sides<N: Number>(pair: &BodyPair<N>) -> [(usize, [usize; 2]); 2] {
    let [a, b] = pair.met_by;
    [(pair.a, [b, a & 15]), (pair.b, [a, b & 15])]
}

pub fn contact_reflect<N: Number>(world: &mut World<N>, step: &Step<N>, _: usize, _: usize) {
    for _ in 0..ROUNDS {
        // by body: the fastest that hits it, and of those as fast the lowest number of the other body
        let mut best: Vec<Option<(N, [usize; 2])>> = vec![None; world.bodies.len()];
        let hits: Vec<(usize, N, usize)> = (0..world.contacts.pairs.len())
            .filter_map(|number| hit_of(world, step, number).map(|(speed, point)| (number, speed, point)))
            .collect();
        if hits.is_empty() {
            return;
        }
        for &(number, speed, _) in &hits {
            for (body, other) in sides(&world.contacts.pairs[number]) {
                let better = best[body]
                    .is_none_or(|(fastest, lowest)| speed > fastest || speed == fastest && other < lowest);
                if better {
                    best[body] = Some((speed, other));
                }
            }
        }
        for (number, speed, point) in hits {
            let pair = world.contacts.pairs[number];
            let is_best = |(body, other): (usize, [usize; 2])| {
                world.bodies[body].is_fixed() || best[body] == Some((speed, other))
            };
            if !sides(&pair).into_iter().all(is_best) {
                continue;
            }
            world.contacts.pairs[number].touched = true;
            let surfaces = &world.contacts.surfaces;
            let [a, b] = pair.met_by;
            let bounce = surfaces[a].restitution.max(surfaces[b].restitution);
            let reach = world.contacts.reaches[number][point];
            let impulse = (N::ONE + bounce) * speed * reach.inverse_normal;
            let (ma, mb) = (world.mobility_at(pair.a), world.mobility_at(pair.b));
            let before = Both { va: world.velocities[pair.a], vb: world.velocities[pair.b] };
            let force = (step.inverse_h * impulse) * pair.normal;
            let after = pushed_apart(step, before, [&ma, &mb], &reach, force);
            for (body, v) in [(pair.a, after.va), (pair.b, after.vb)] {
                if !world.bodies[body].is_fixed() {
                    world.velocities[body] = v;
                }
            }
        }
    }
}
