//! Stages of contacts over packed pairs, each of which ends in the bits of a pair alone. No two pairs of one colour move one body,
//! so their order does not matter.

use super::contact_prepare::{FIRST, Found, Prepared, contact_prepare, prepared};
use super::contact_warm::{kick_free, pushed};
use super::gather::{big_wrench, row_wrench, wrench_of};
use super::packed::{Packed, carried_of};
use super::push_out::{picked, sweep_pair, swept};
use super::records::{Both, Push};
use crate::cpu::algebra::{Quat, Vec3};
use crate::cpu::four::{Four, number, two_apart, two_vectors, vector};
use crate::cpu::number::Number;
use crate::cpu::records::{Pose, Step, Velocity};
use crate::cpu::tie::Wrench;
use crate::cpu::world::World;

/// Lends the packed pairs out, as they are now.
fn with_packed(world: &mut World<f32>, act: impl FnOnce(&mut World<f32>, &mut Packed)) {
    let mut packed = std::mem::take(&mut world.by_four.pairs);
    packed.fit(world);
    act(world, &mut packed);
    world.by_four.pairs = packed;
}

/// Before a kernel runs that reads or writes the world's own arrays of contacts.
pub fn unpack(world: &mut World<f32>) {
    let mut packed = std::mem::take(&mut world.by_four.pairs);
    packed.unpack(world);
    world.by_four.pairs = packed;
}

/// All pairs of a colour.
pub fn sweep(world: &mut World<f32>, step: &Step<f32>, colour: usize) {
    let step_of_four = step_of_four(step);
    with_packed(world, |world, packed| {
        packed.alone[colour].iter().for_each(|&number| sweep_pair(world, step, number));
        let fours = packed.fours[colour].clone();
        for (four, places) in packed.swept[fours.clone()].iter_mut().zip(&packed.places[fours]) {
            let [va, vb] = places.bodies.map(|bodies| velocity(world, bodies));
            let Both { va, vb } = swept(&step_of_four, four, Both { va, vb });
            for (side, v) in [va, vb].into_iter().enumerate() {
                for (lane, [linear, angular]) in two_apart(v.linear, v.angular).into_iter().enumerate() {
                    if places.moves[side][lane] {
                        world.velocities[places.bodies[side][lane]] = Velocity { linear, angular };
                    }
                }
            }
        }
    });
}

/// All pairs as the substep finds them.
pub fn prepare(world: &mut World<f32>, step: &Step<f32>) {
    let first = step.extra[0] == FIRST;
    with_packed(world, |world, packed| {
        packed.loose.iter().for_each(|&number| contact_prepare(world, step, number));
        for (four, places) in packed.swept.iter_mut().zip(&packed.places) {
            let found = Found {
                normal: four.axes[0],
                m: four.m,
                poses: places.met_by.map(|bodies| pose(world, bodies)),
                carried: carried_of(world, places),
                roundness: places.roundness,
                rolls: places.rolls,
                share: places.share,
                // arms of a manifold that was just found are still to be worked out
                stays: if first { places.stays * places.kept } else { places.stays },
                ahead: places.ahead,
                rubs_at_once: four.flat && packed.coloured,
            };
            for k in 0..four.count {
                let Prepared { reach, depth, aside } =
                    prepared(&found, four.axes, &places.touches[k], &four.reaches[k]);
                four.reaches[k] = reach;
                let slid = aside.above(places.farthest, Four::ONE, Four::ZERO);
                let push = &mut four.forces[k];
                *push = Push {
                    lambda: picked(slid, Vec3::ZERO, push.lambda),
                    depth: slid.above(Four::HALF, places.gone, depth),
                };
            }
        }
    });
}

/// λ of before into V*.
pub fn warm(world: &mut World<f32>, step: &Step<f32>) {
    with_packed(world, |world, packed| {
        for &number in &packed.loose {
            packed.wrenches[number] = [false, true].map(|on_b| pushed(world, number, on_b));
        }
        for (four, places) in packed.swept.iter().zip(&packed.places) {
            let wrenches = [false, true].map(|on_b| {
                let points = 0..four.count;
                let points = points.map(|k| (four.there[k], &four.reaches[k], four.forces[k].lambda));
                let Wrench { force, torque } = wrench_of(four.axes, on_b, four.torque, points);
                two_apart(force, torque).map(|[force, torque]| Wrench { force, torque })
            });
            for (lane, &number) in places.pairs().iter().enumerate() {
                packed.wrenches[number] = wrenches.map(|lanes| lanes[lane]);
            }
        }
        for body in 0..step.count {
            if !world.bodies[body].is_fixed() {
                let sum = row_wrench(&world.contacts, body, |number| packed.wrench(number, body));
                kick_free(world, step, body, sum);
            }
        }
    });
}

/// The same into a moving big body, in whose row small ones do not stand.
pub fn warm_big(world: &mut World<f32>, step: &Step<f32>) {
    with_packed(world, |world, packed| {
        for at in step.first..step.first + step.count {
            let body = world.lists[at] as usize;
            let sum = big_wrench(&world.contacts, body, |number| packed.wrench(number, body));
            kick_free(world, step, body, sum);
        }
    });
}

fn velocity(world: &World<f32>, bodies: [usize; 4]) -> Velocity<Four> {
    let [linear, angular] =
        two_vectors(bodies.map(|body| &world.velocities[body]), |v| [v.linear, v.angular]);
    Velocity { linear, angular }
}

fn pose(world: &World<f32>, bodies: [usize; 4]) -> Pose<Four> {
    let poses = bodies.map(|body| &world.poses[body]);
    let rotation =
        Quat { xyz: vector(poses, |pose| pose.rotation.xyz), w: number(poses, |pose| pose.rotation.w) };
    let (position, radius) = (vector(poses, |pose| pose.position), number(poses, |pose| pose.radius));
    Pose { position, radius, rotation }
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
        let arms: Vec<_> =
            contacts.reaches.iter().flatten().map(|reach| (reach.arm_a, reach.arm_b)).collect();
        format!("{poses:?}{velocities:?}{:?}{:?}{arms:?}", contacts.forces, contacts.twists)
    }

    /// Boxes that land flat, spheres and wheels that roll, balls that bounce, chains and limbs among bodies that touch.
    #[test]
    fn pairs_by_four_end_in_the_bits_of_pairs_one_by_one() {
        for (name, options, changes) in [
            ("large-pyramid", json!({"base": 5}), json!({})),
            ("large-pyramid", json!({"base": 5}), json!({"solver": "avbd"})),
            ("large-pyramid", json!({"base": 5}), json!({"contactSolver": "mass-splitting"})),
            ("heap", json!({"count": 60}), json!({})),
            ("cradle", json!({}), json!({})),
            ("dominoes", json!({}), json!({})),
            ("wrecking", json!({}), json!({})),
            ("pour", json!({"chains": 4}), json!({})),
            ("ragdoll-drop", json!({}), json!({})),
            ("car", json!({}), json!({})),
            ("chutes", json!({}), json!({})),
        ] {
            let scene = built_in::build(name, options.as_object().expect("an object")).expect("a scene");
            let parameters = Parameters::default().with(&scene.recommendations()).expect("valid");
            let parameters = parameters.with(changes.as_object().expect("an object")).expect("valid");
            let twin = Twin::<f32>::of(&scene, parameters).expect("a twin");
            let plan = solvers::plan(twin.parameters(), twin.lists(), Facts::default(), false);
            let mut one_by_one = twin.world().clone();
            let mut by_four = one_by_one.clone();
            let mut fours = 0;
            for frame in 0..40 {
                let substeps = std::iter::repeat_n(&plan.substep, twin.parameters().substeps as usize);
                for dispatch in plan.frame.iter().chain(substeps.flatten()) {
                    one_by_one.run_one_by_one(dispatch);
                    by_four.run(dispatch);
                }
                unpack(&mut by_four);
                assert!(all(&one_by_one) == all(&by_four), "{name}, {changes}, frame {frame}");
                fours += by_four.by_four.pairs.swept.len();
            }
            assert!(fours > 0 || name == "cradle", "{name}: no four pairs of one colour");
        }
    }
}
