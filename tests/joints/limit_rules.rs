//! What can be done with limits and motors while they are at work: set, saved, resumed, recorded; the same bits each time.

use crate::bounded;
use crate::common::*;
use crate::scenes;
use beadwork::scene::Motor;
use beadwork::{Scene, Simulation, State};
use serde_json::{Value, json};

/// Chains, loops and a mesh, all against their stops; the name, and a joint that a motor may have.
fn at_work() -> Vec<(&'static str, Scene, usize)> {
    let mut chain = bounded::stopped(scenes::Chain { bend: 0.1, ..hinges(8) }.scene(), 5.0);
    chain.joints[3].travel.motor = Some(Motor::at(0.5).at_most(20.0));
    vec![
        ("chain", chain, 3),
        ("ragdoll", bounded::thrown_ragdoll(8.0, 3), 3),
        ("folded", bounded::folded_ragdoll(), 3),
        ("ring", bounded::ring(), 2),
        ("tree", mixed::bounded(31, 12, 3.0, 0), 0),
    ]
}

fn hinges(bars: usize) -> scenes::Chain {
    scenes::Chain::of(beadwork::scene::JointKind::Hinge, scenes::Axes::Alternating, bars)
}

fn ways() -> [Value; 3] {
    [json!({"positions": "pulled"}), json!({"positions": "projected"}), json!({"solver": "gauss-seidel"})]
}

fn same(what: &str, one: &State, other: &State) {
    let bits = |state: &State| {
        let arrays =
            [&state.positions, &state.rotations, &state.linear_velocities, &state.angular_velocities];
        let rest = [&state.multipliers, &state.torques];
        arrays.into_iter().chain(rest).flatten().map(|x| x.to_bits()).collect::<Vec<u32>>()
    };
    assert!(bits(one) == bits(other), "{what}: other bits");
}

fn set(simulation: &mut Simulation, joint: usize, changes: &Value) {
    simulation.set_joint(joint, changes.as_object().expect("an object")).expect("a change");
}

fn described(simulation: &mut Simulation) -> Scene {
    let scene = pollster::block_on(simulation.describe().expect("a readback")).expect("a scene");
    Scene::from_json(&scene.to_json()).expect("a valid scene")
}

#[test]
fn two_runs_with_limits_are_the_same_to_the_bit() {
    for (name, scene, _) in at_work() {
        for way in ways() {
            let run = || {
                let mut simulation = simulation(&scene, way.clone());
                step(&mut simulation, 40);
                (measure(&mut simulation).rounds, state(&mut simulation))
            };
            let ((rounds, first), (again, second)) = (run(), run());
            assert_eq!(rounds, again, "{name}, {way}");
            same(&format!("{name}, {way}"), &first, &second);
        }
    }
}

/// Saved in the middle and resumed, as a state and as a scene; looked at and recorded on the way or not.
#[test]
fn what_is_saved_with_limits_at_work_resumes_to_the_same_bits() {
    for (name, scene, _) in at_work() {
        for way in ways() {
            let what = format!("{name}, {way}");
            let mut first = simulation(&scene, way.clone());
            step(&mut first, 15);
            let middle = state(&mut first);
            let saved = described(&mut first);
            step(&mut first, 15);
            let end = state(&mut first);

            let mut elsewhere = simulation(&scene, way.clone());
            step(&mut elsewhere, 4);
            elsewhere.write_state(&middle).expect("a state");
            step(&mut elsewhere, 15);
            same(&format!("{what}, written"), &state(&mut elsewhere), &end);

            let mut loaded = simulation(&saved, way.clone());
            step(&mut loaded, 15);
            same(&format!("{what}, described"), &state(&mut loaded), &end);

            let mut watched = simulation(&scene, way.clone());
            for _ in 0..30 {
                pollster::block_on(watched.measure(Some(true)).expect("a measurement")).expect("measures");
                step(&mut watched, 1);
                state(&mut watched);
            }
            let one_by_one = state(&mut watched);
            same(&format!("{what}, recorded"), &one_by_one, &end);
        }
    }
}

/// A motor is given another speed while it runs, as if the scene had been loaded so. The same calls made once more come
/// to the same.
#[test]
fn a_motor_may_be_set_while_it_runs() {
    let scenes = at_work().into_iter().filter(|(name, ..)| ["chain", "ring", "ragdoll"].contains(name));
    for (name, scene, joint) in scenes {
        for way in ways() {
            let what = format!("{name}, {way}");
            let turn = |speed: f64| json!({"motor": {"speed": speed, "maxForce": 30}});
            let mut first = simulation(&scene, way.clone());
            step(&mut first, 6);
            set(&mut first, joint, &turn(2.0));
            step(&mut first, 6);
            set(&mut first, joint, &turn(-3.0));
            let middle = state(&mut first);
            let saved = described(&mut first);
            step(&mut first, 12);
            let end = state(&mut first);

            let mut loaded = simulation(&saved, way.clone());
            step(&mut loaded, 12);
            same(&format!("{what}, described"), &state(&mut loaded), &end);

            // as a recording does
            let mut again = simulation(&first.loaded_scene(), way.clone());
            for (joint, fields) in first.joint_changes() {
                again.set_joint(joint, &fields).expect("a change");
            }
            again.write_state(&middle).expect("a state");
            step(&mut again, 12);
            same(&format!("{what}, by its calls"), &state(&mut again), &end);

            // and the motor does something
            let mut alone = simulation(&scene, way.clone());
            step(&mut alone, 24);
            let (with, without) = (state(&mut first), state(&mut alone));
            let off = worst(&with.positions, without.positions.iter().map(|&x| f64::from(x)));
            assert!(off.difference > 1e-3, "{what}: {off:?}");
        }
    }
}
