//! Pairs by four, in the lanes of `Four`, each of which ends in the bits of a pair alone. No two pairs of one colour move one body, so
//! their order does not matter. Lanes that have fewer points than others keep what they have. A pair that bounces goes another way
//! and goes alone, and so does one that has just met and is pushed.

use super::contact_prepare::{
    Found, Prepared, arms_stay, carried, contact_prepare, prepared, put_prepared, share_of,
};
use super::push_out::{Swept, axes_of, sweep_pair, swept, turns_of};
use super::records::{BodyPair, Both, Push, Reach, SLOTS, Touch};
use crate::cpu::algebra::{Quat, Symmetric, Vec3};
use crate::cpu::body::Mobility;
use crate::cpu::four::{Four, apart, number, vector};
use crate::cpu::records::{Pose, Step, Velocity};
use crate::cpu::world::World;

/// All pairs of a colour.
pub fn sweep(world: &mut World<f32>, step: &Step<f32>, colour: usize) {
    let pairs = std::mem::take(&mut world.contacts.order[colour]);
    let step_of_four = step_of_four(step);
    let bundles = pairs.chunks_exact(4);
    bundles.remainder().iter().for_each(|&number| sweep_pair(world, step, number));
    for bundle in bundles {
        let numbers = [bundle[0], bundle[1], bundle[2], bundle[3]];
        let pairs = numbers.map(|number| &world.contacts.pairs[number]);
        if pairs.iter().any(|pair| pair.bounces || pair.flat != pairs[0].flat) {
            numbers.iter().for_each(|&number| sweep_pair(world, step, number));
        } else {
            let mut four = take(world, numbers);
            swept(&step_of_four, &mut four);
            put(world, step, numbers, &four);
        }
    }
    world.contacts.order[colour] = pairs;
}

/// All pairs as the substep finds them.
pub fn prepare(world: &mut World<f32>, step: &Step<f32>) {
    let count = world.contacts.pairs.len();
    for bundle in 0..count / 4 {
        let numbers = [0, 1, 2, 3].map(|lane| 4 * bundle + lane);
        let alike = |number: usize| {
            let pair = &world.contacts.pairs[number];
            (arms_stay(step, pair), pair.ahead)
        };
        let rolls = |number: usize| world.contacts.pairs[number].rolls != [false; 2];
        if numbers.iter().any(|&number| alike(number) != alike(numbers[0]) || rolls(number)) {
            numbers.iter().for_each(|&number| contact_prepare(world, step, number));
        } else {
            prepare_four(world, step, numbers);
        }
    }
    (count - count % 4..count).for_each(|number| contact_prepare(world, step, number));
}

fn prepare_four(world: &mut World<f32>, step: &Step<f32>, numbers: [usize; 4]) {
    let contacts = &world.contacts;
    let pairs = numbers.map(|number| &contacts.pairs[number]);
    let ends = [pairs.map(|pair| pair.a), pairs.map(|pair| pair.b)];
    let met_by = [0, 1].map(|side| pairs.map(|pair| pair.met_by[side]));
    let poses = met_by.map(|bodies| {
        let poses = bodies.map(|body| &world.poses[body]);
        let rotation =
            Quat { xyz: vector(poses, |pose| pose.rotation.xyz), w: number(poses, |pose| pose.rotation.w) };
        let (position, radius) = (vector(poses, |pose| pose.position), number(poses, |pose| pose.radius));
        Pose { position, radius, rotation }
    });
    let roundness = met_by
        .map(|bodies| number(bodies.map(|body| &contacts.surfaces[body]), |surface| surface.roundness()));
    let off = pairs.map(|pair| carried(world, pair).unwrap_or_default());
    let found = Found {
        normal: vector(pairs, |pair| pair.normal),
        m: ends.map(|bodies| mobility(world, bodies)),
        poses,
        carried: (!contacts.parts.is_empty())
            .then(|| [0, 1].map(|side| vector(off.each_ref(), |off| off[side]))),
        roundness,
        rolls: [false; 2],
        share: number(pairs, |pair| share_of(world, pair)),
        stays: arms_stay(step, pairs[0]),
        ahead: pairs[0].ahead,
    };
    let counts = pairs.map(|pair| pair.count);
    let axes = axes_of(found.normal);
    for k in 0..counts.into_iter().fold(0, usize::max) {
        let touches = numbers.map(|number| &world.contacts.touches[number][k]);
        let touch = Touch {
            core_a: vector(touches, |touch| touch.core_a),
            depth: number(touches, |touch| touch.depth),
            core_b: vector(touches, |touch| touch.core_b),
            feature: 0,
        };
        let reaches = numbers.map(|number| &world.contacts.reaches[number][k]);
        let before = Reach {
            arm_a: vector(reaches, |reach| reach.arm_a),
            arm_b: vector(reaches, |reach| reach.arm_b),
            ..Reach::default()
        };
        let Prepared { reach, depth, aside } = prepared(&found, axes, &touch, &before);
        let (arms_a, arms_b) = (apart(reach.arm_a), apart(reach.arm_b));
        let (normals, tangents) = (reach.inverse_normal.0.to_array(), reach.inverse_tangent.0.to_array());
        let (depths, asides) = (depth.0.to_array(), aside.0.to_array());
        for lane in (0..4).filter(|&lane| k < counts[lane]) {
            let reach = Reach {
                arm_a: arms_a[lane],
                inverse_normal: normals[lane],
                arm_b: arms_b[lane],
                inverse_tangent: tangents[lane],
            };
            put_prepared(
                world,
                numbers[lane],
                k,
                Prepared { reach, depth: depths[lane], aside: asides[lane] },
            );
        }
    }
}

fn mobility(world: &World<f32>, bodies: [usize; 4]) -> Mobility<Four> {
    let tensors = bodies.map(|body| &world.mobility[body]);
    let tensor = Symmetric { diagonal: vector(tensors, |w| w.diagonal), off: vector(tensors, |w| w.off) };
    let inverse_mass = number(bodies.map(|body| &world.bodies[body]), |body| body.inverse_mass);
    Mobility { inverse_mass, tensor }
}

/// The numbers of a step that a sweep reads.
fn step_of_four(step: &Step<f32>) -> Step<Four> {
    let all = |x: f32| number([&x; 4], |x| *x);
    Step {
        h: all(step.h),
        inverse_h: all(step.inverse_h),
        closing: all(step.closing),
        firmness: all(step.firmness),
        yielding: all(step.yielding),
        ..Step::default()
    }
}

fn take(world: &World<f32>, numbers: [usize; 4]) -> Swept<Four> {
    let contacts = &world.contacts;
    let pairs = numbers.map(|number| &contacts.pairs[number]);
    let behind = numbers.map(|number| &contacts.twists[number]);
    let velocity = |bodies: [usize; 4]| {
        let v = bodies.map(|body| &world.velocities[body]);
        Velocity { linear: vector(v, |v| v.linear), angular: vector(v, |v| v.angular) }
    };
    let (a, b) = (pairs.map(|pair| pair.a), pairs.map(|pair| pair.b));
    let mut four = Swept {
        normal: vector(pairs, |pair| pair.normal),
        friction: number(pairs, |pair| pair.friction),
        rolling: number(pairs, |pair| pair.rolling),
        slop: number(behind, |behind| behind.slop),
        m: [mobility(world, a), mobility(world, b)],
        both: Both { va: velocity(a), vb: velocity(b) },
        torque: vector(behind, |behind| behind.torque),
        reaches: [Reach::default(); SLOTS],
        forces: [Push::default(); SLOTS],
        there: [Four::default(); SLOTS],
        count: pairs.iter().map(|pair| pair.count).fold(0, usize::max),
        turns: 1,
        bounces: false,
        flat: pairs[0].flat,
    };
    for k in 0..four.count {
        let reaches = numbers.map(|number| &contacts.reaches[number][k]);
        four.reaches[k] = Reach {
            arm_a: vector(reaches, |reach| reach.arm_a),
            inverse_normal: number(reaches, |reach| reach.inverse_normal),
            arm_b: vector(reaches, |reach| reach.arm_b),
            inverse_tangent: number(reaches, |reach| reach.inverse_tangent),
        };
        let forces = numbers.map(|number| &contacts.forces[number][k]);
        let (lambda, depth) = (vector(forces, |push| push.lambda), number(forces, |push| push.depth));
        four.forces[k] = Push { lambda, depth };
        four.there[k] = number(pairs, |pair| if k < pair.count { 1.0 } else { 0.0 });
    }
    four
}

/// A pair takes one turn, unless it has just met and the turn changed something. Then it is put back and takes all of
/// them.
fn put(world: &mut World<f32>, step: &Step<f32>, numbers: [usize; 4], four: &Swept<Four>) {
    let torques = apart(four.torque);
    let mut lambdas = [[Vec3::ZERO; 4]; SLOTS];
    for (lambdas, push) in lambdas.iter_mut().zip(&four.forces[..four.count]) {
        *lambdas = apart(push.lambda);
    }
    let ends = [&four.both.va, &four.both.vb].map(|v| (apart(v.linear), apart(v.angular)));
    for (lane, number) in numbers.into_iter().enumerate() {
        let pair = &world.contacts.pairs[number];
        let BodyPair { a, b, count, .. } = *pair;
        let changed = |(push, lambdas): (&Push<f32>, &[Vec3<f32>; 4])| push.lambda != lambdas[lane];
        if turns_of(pair) > 1 && world.contacts.forces[number][..count].iter().zip(&lambdas).any(changed) {
            sweep_pair(world, step, number);
            continue;
        }
        for (push, lambdas) in world.contacts.forces[number][..count].iter_mut().zip(&lambdas) {
            push.lambda = lambdas[lane];
        }
        world.contacts.twists[number].torque = torques[lane];
        for (body, (linear, angular)) in [a, b].into_iter().zip(&ends) {
            if world.bodies[body].inverse_mass > 0.0 {
                world.velocities[body] = Velocity { linear: linear[lane], angular: angular[lane] };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Twin;
    use crate::parameters::Parameters;
    use crate::plan::Facts;
    use crate::scene::built_in;
    use crate::solvers;
    use serde_json::json;

    /// All that touching writes, to the last bit: f32 prints as many digits as tell it apart.
    fn all(world: &World<f32>) -> String {
        let World { poses, velocities, contacts, .. } = world;
        format!("{poses:?}{velocities:?}{:?}{:?}{:?}", contacts.forces, contacts.twists, contacts.reaches)
    }

    /// Boxes that land flat, spheres that roll, balls that bounce, chains among bodies that touch.
    #[test]
    fn pairs_by_four_end_in_the_bits_of_pairs_one_by_one() {
        for (name, options) in [
            ("large-pyramid", json!({"base": 5})),
            ("heap", json!({"count": 60})),
            ("cradle", json!({})),
            ("dominoes", json!({})),
            ("wrecking", json!({})),
        ] {
            let scene = built_in::build(name, options.as_object().expect("an object")).expect("a scene");
            let parameters = Parameters::default().with(&scene.recommendations()).expect("valid");
            let twin = Twin::<f32>::of(&scene, parameters).expect("a twin");
            let plan = solvers::plan(twin.parameters(), twin.lists(), Facts::default(), false);
            let mut one_by_one = twin.world().clone();
            let mut by_four = one_by_one.clone();
            let mut bundles = 0;
            for frame in 0..40 {
                let substeps = std::iter::repeat_n(&plan.substep, twin.parameters().substeps as usize);
                for dispatch in plan.frame.iter().chain(substeps.flatten()) {
                    one_by_one.run_one_by_one(dispatch);
                    by_four.run(dispatch);
                }
                assert!(all(&one_by_one) == all(&by_four), "{name}, frame {frame}");
                bundles += by_four.contacts.order.iter().map(|pairs| pairs.len() / 4).sum::<usize>();
            }
            assert!(bundles > 0 || name == "cradle", "{name}: no four pairs of one colour");
        }
    }
}
