//! Bodies and joints that come and go. The numbers are theirs, all else goes on to the same bits, and nothing is lost
//! on the way.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::every_machine::{MACHINES, Made, on_cpu};
use crate::common::*;
use beadwork::cpu::CpuMachine;
use beadwork::scene::{Body, Joint, JointKind, Solid, read_bodies};
use beadwork::{BeadworkError, Code, Push, Scene, Simulation, State};
use glam::Vec3;
use serde_json::{Value, json};

fn document(value: Value) -> Scene {
    Scene::from_json(&value.to_string()).expect("a scene")
}

fn bodies(value: Value) -> Vec<Body> {
    read_bodies(&value).expect("bodies")
}

fn ball(x: f32, y: f32, z: f32) -> Body {
    Body { position: Vec3::new(x, y, z), ..Body::of(Solid::Sphere, 0.1) }
}

fn brick(x: f32, y: f32, z: f32) -> Body {
    let half_extents = Vec3::new(0.1, 0.05, 0.15);
    Body { position: Vec3::new(x, y, z), ..Body::of(Solid::Box { half_extents }, 0.0) }
}

fn link(a: usize, b: usize, length: f32) -> Joint {
    let anchor = Vec3::X * 0.5 * length;
    Joint::new(JointKind::Point, (a as u32, anchor), (b as u32, -anchor))
}

fn described(simulation: &mut Simulation) -> beadwork::Result<Scene> {
    pollster::block_on(simulation.describe()?)
}

/// Numbers of some bodies and joints, bit by bit.
fn bits(state: &State, bodies: &[usize], joints: &[usize]) -> Vec<u32> {
    let of = |array: &[f32], width: usize, items: &[usize]| -> Vec<u32> {
        items.iter().flat_map(|&i| array[width * i..width * (i + 1)].iter().map(|x| x.to_bits())).collect()
    };
    let mut out = of(&state.positions, 3, bodies);
    out.extend(of(&state.rotations, 4, bodies));
    out.extend(of(&state.linear_velocities, 3, bodies));
    out.extend(of(&state.angular_velocities, 3, bodies));
    out.extend(of(&state.multipliers, 3, joints));
    if !state.torques.is_empty() {
        out.extend(of(&state.torques, 3, joints));
    }
    out
}

#[test]
fn an_added_body_takes_the_lowest_free_number() {
    let scene = scene("pendant", json!({"beads": 4, "massRatio": 1}));
    for (name, made) in MACHINES {
        let mut one = made(&scene, &json!({}));
        let (first, joints) = (one.body_count(), one.joint_count());
        assert_eq!(
            one.add_bodies(&[ball(5.0, 0.0, 0.0), ball(5.2, 0.0, 0.0)]),
            Ok(vec![first, first + 1]),
            "{name}"
        );
        assert_eq!(one.add_joints(&[link(first, first + 1, 0.2)]), Ok(vec![joints]), "{name}");
        step(&mut one, 2);
        one.remove_bodies(&[1]).expect("a body");
        let there: Vec<usize> = (0..first + 2).filter(|&i| i != 1).collect();
        assert_eq!(one.bodies(), there, "{name}");
        // with the two joints that held it
        assert_eq!(one.joints(), (2..joints + 1).collect::<Vec<_>>(), "{name}");
        step(&mut one, 2);
        assert_eq!(
            one.add_bodies(&[ball(7.0, 0.0, 0.0), ball(8.0, 0.0, 0.0)]),
            Ok(vec![1, first + 2]),
            "{name}"
        );
        one.remove_joints(&[joints]).expect("a joint");
        assert_eq!(one.add_joints(&[link(first, first + 1, 0.2), link(1, 2, 0.2)]), Ok(vec![0, 1]), "{name}");
        let now = state(&mut one);
        assert_eq!(now.positions.len(), 3 * (first + 3), "{name}");
        assert_eq!(now.positions[3..6], [7.0, 0.0, 0.0], "{name}: where it came");
        step(&mut one, 2);
        assert!(measure(&mut one).finite, "{name}");
        one.remove_bodies(&[1]).expect("a body");
        let now = state(&mut one);
        assert_eq!(
            (&now.positions[3..6], &now.rotations[4..8]),
            (&[0.0; 3][..], &[0.0; 4][..]),
            "{name}: nobody"
        );
    }
    no_gpu_errors();
}

/// A chain, a net, a door with stops and a tower of balls and boxes on a plane, far apart.
fn apart() -> Scene {
    document(json!({
        "version": 2, "contacts": true,
        "bodies": [
            {"position": [0, 0, 0], "shape": {"type": "plane"}},
            {"position": [0, 3, 0], "radius": 0.1, "fixed": true},
            {"position": [0.2, 3, 0], "radius": 0.1}, {"position": [0.4, 3, 0], "radius": 0.1}, {"position": [0.6, 3, 0], "radius": 0.1},
            {"position": [3, 2, 0], "radius": 0.1, "fixed": true},
            {"position": [3.5, 2, 0], "shape": {"type": "box", "halfExtents": [0.4, 0.5, 0.05]}},
            {"position": [6, 0.1, 0], "radius": 0.1}, {"position": [6.02, 0.3, 0], "radius": 0.1}, {"position": [6.03, 0.5, 0.01], "radius": 0.1},
            {"position": [8, 0.1, 0], "shape": {"type": "box", "halfExtents": [0.2, 0.1, 0.2]}},
            {"position": [8.05, 0.3, 0], "shape": {"type": "box", "halfExtents": [0.2, 0.1, 0.2]}},
        ],
        "joints": [
            {"type": "point", "a": 1, "b": 2, "anchorA": [0.1, 0, 0], "anchorB": [-0.1, 0, 0]},
            {"type": "point", "a": 2, "b": 3, "anchorA": [0.1, 0, 0], "anchorB": [-0.1, 0, 0]},
            {"type": "point", "a": 3, "b": 4, "anchorA": [0.1, 0, 0], "anchorB": [-0.1, 0, 0]},
            {"type": "hinge", "a": 5, "b": 6, "anchorA": [0.1, 0, 0], "anchorB": [-0.4, 0, 0], "axisA": [0, 1, 0], "limit": [-0.4, 0.6],
             "motor": {"speed": 1.0, "maxForce": 3.0}},
        ],
    }))
}

/// The same bits for all that was there, whether others come and go or not.
fn undisturbed(what: &str, scene: &Scene, changes: &Value, made: Made) {
    // where all were balls, a device takes other kernels with the first body that is none, which round otherwise
    let bricks = scene.bodies.iter().any(|body| body.solid != Solid::Sphere) || !what.starts_with("GPU");
    let other_kind = if bricks { brick } else { ball };
    let (mut one, mut other) = (made(scene, changes), made(scene, changes));
    let (there, joints): (Vec<usize>, Vec<usize>) = (one.bodies(), one.joints());
    let mut come = Vec::new();
    for round in 0..6 {
        step(&mut one, 5);
        step(&mut other, 5);
        let x = 20.0 + 2.0 * round as f32;
        match round {
            0 => come
                .extend(one.add_bodies(&[ball(x, 0.1, 0.0), other_kind(x + 0.1, 0.5, 0.0)]).expect("bodies")),
            // beyond what there was room for
            1 => come.extend(
                one.add_bodies(&(0..40).map(|i| ball(x, 0.1, 0.3 * i as f32)).collect::<Vec<_>>())
                    .expect("bodies"),
            ),
            2 => drop(
                one.add_joints(&[link(come[2], come[3], 0.2), link(come[4], come[5], 0.2)]).expect("joints"),
            ),
            3 => one.remove_bodies(&[come[0], come[2], come[7]]).expect("bodies"),
            4 => drop(one.add_bodies(&[other_kind(x, 1.0, 0.0)]).expect("a body")),
            _ => drop(one.add_joints(&[link(come[10], come[11], 0.2)]).expect("a joint")),
        }
        let (ours, theirs) = (state(&mut one), state(&mut other));
        assert_eq!(
            bits(&ours, &there, &joints),
            bits(&theirs, &there, &joints),
            "{what}, round {round}, at once"
        );
    }
    step(&mut one, 5);
    step(&mut other, 5);
    let (ours, theirs) = (state(&mut one), state(&mut other));
    assert_eq!(bits(&ours, &there, &joints), bits(&theirs, &there, &joints), "{what}, in the end");
    assert!(measure(&mut one).finite, "{what}");
}

#[test]
fn everything_else_goes_on_to_the_same_bits() {
    for (name, made) in MACHINES {
        undisturbed(&format!("{name}: touching"), &apart(), &json!({}), made);
        undisturbed(&format!("{name}: joints alone"), &apart(), &json!({"contacts": false}), made);
        let net = scene("net", json!({"rows": 4, "columns": 5}));
        undisturbed(&format!("{name}: a net"), &net, &json!({}), made);
    }
    no_gpu_errors();
}

/// The bodies by number, and which of them are tied.
#[derive(Default)]
struct Model {
    bodies: BTreeMap<usize, [f32; 3]>,
    joints: BTreeMap<usize, [usize; 2]>,
    counts: [usize; 2],
}

fn lowest<T>(there: &BTreeMap<usize, T>) -> usize {
    (0..).find(|number| !there.contains_key(number)).expect("a number")
}

impl Model {
    fn of(simulation: &Simulation) -> Self {
        let scene = simulation.scene();
        let bodies = scene.bodies.iter().map(|body| body.position.to_array()).enumerate().collect();
        let joints =
            scene.joints.iter().map(|joint| [joint.a as usize, joint.b as usize]).enumerate().collect();
        Self { bodies, joints, counts: [scene.bodies.len(), scene.joints.len()] }
    }

    fn check(&self, what: &str, simulation: &Simulation) {
        assert_eq!(simulation.bodies(), self.bodies.keys().copied().collect::<Vec<_>>(), "{what}: bodies");
        assert_eq!(simulation.joints(), self.joints.keys().copied().collect::<Vec<_>>(), "{what}: joints");
        assert_eq!([simulation.body_count(), simulation.joint_count()], self.counts, "{what}: counts");
        for (&l, ends) in &self.joints {
            let joint = &simulation.scene().joints[l];
            assert_eq!([joint.a as usize, joint.b as usize], *ends, "{what}: joint {l}");
        }
    }
}

/// So many calls in a random order.
fn program(name: &str, made: Made, seed: u64, calls: usize) {
    let scene = apart();
    let mut simulation = made(&scene, &json!({}));
    let mut model = Model::of(&simulation);
    let mut dice = mixed::Random::new(seed);
    let mut most = 0;
    for call in 0..calls {
        let what = format!("{name}, seed {seed}, call {call}");
        let there: Vec<usize> = model.bodies.keys().copied().collect();
        let any = |dice: &mut mixed::Random| there[dice.below(there.len())];
        match dice.below(11) {
            0 | 1 => {
                let many = 1 + dice.below(3);
                let new: Vec<Body> = (0..many)
                    .map(|_| {
                        let [x, y, z] =
                            [dice.signed(4.0), 1.0 + 2.0 * dice.unit(), dice.signed(4.0)].map(|x| x as f32);
                        if dice.below(2) == 0 { ball(20.0 + x, y, z) } else { brick(20.0 + x, y, z) }
                    })
                    .collect();
                let numbers = simulation.add_bodies(&new).expect(&what);
                for (number, body) in numbers.into_iter().zip(&new) {
                    assert_eq!(number, lowest(&model.bodies), "{what}");
                    model.bodies.insert(number, body.position.to_array());
                    model.counts[0] = model.counts[0].max(number + 1);
                    let position = state(&mut simulation).positions[3 * number..3 * number + 3].to_vec();
                    assert_eq!(position, body.position.to_array(), "{what}: where it came");
                }
            }
            2 => {
                let [a, b] = [any(&mut dice), any(&mut dice)];
                let found = simulation.add_joints(&[link(a, b, 0.3)]);
                let held = |body: usize| simulation.is_fixed(body);
                if a == b || held(a) && held(b) {
                    assert_eq!(found.expect_err(&what).code, Code::Scene, "{what}");
                } else {
                    let number = lowest(&model.joints);
                    assert_eq!(found, Ok(vec![number]), "{what}");
                    model.joints.insert(number, [a, b]);
                    model.counts[1] = model.counts[1].max(number + 1);
                }
            }
            3 | 4 if there.len() > 6 => {
                let gone = BTreeSet::from([any(&mut dice), any(&mut dice)]);
                simulation.remove_bodies(&gone.iter().copied().collect::<Vec<_>>()).expect(&what);
                model.bodies.retain(|number, _| !gone.contains(number));
                model.joints.retain(|_, ends| !ends.iter().any(|end| gone.contains(end)));
            }
            5 => {
                let Some(&joint) = model.joints.keys().nth(dice.below(6)) else { continue };
                simulation.remove_joints(&[joint]).expect(&what);
                model.joints.remove(&joint);
                assert_eq!(simulation.cut(joint).expect_err(&what).code, Code::NotFound, "{what}");
            }
            6 => {
                let body = any(&mut dice);
                if simulation.scene().bodies[body].solid != Solid::Plane {
                    let fixed = simulation.is_fixed(body);
                    simulation.set_fixed(body, !fixed).expect(&what);
                }
            }
            7 => {
                let body = any(&mut dice);
                let push = Push { impulse: Vec3::Y, ..Default::default() };
                let _ = simulation.push(body, push);
                let nobody = lowest(&model.bodies);
                assert!(simulation.push(nobody, push).is_err(), "{what}");
                if dice.below(3) == 0 {
                    let pull = simulation.gentle_pull(body, Vec3::ZERO, Vec3::ONE);
                    simulation.set_pull(Some(pull)).expect(&what);
                }
            }
            8 => {
                let scene = described(&mut simulation).expect(&what);
                assert_eq!(scene.bodies.len(), model.bodies.len(), "{what}");
                let again = pollster::block_on(simulation.load(scene));
                again.expect(&what);
                model = Model::of(&simulation);
            }
            9 if dice.below(4) == 0 => {
                simulation.reset().expect(&what);
                let scene = simulation.scene();
                model = Model::of(&simulation);
                assert_eq!(model.counts, [scene.bodies.len(), scene.joints.len()], "{what}");
            }
            _ => step(&mut simulation, 1),
        }
        model.check(&what, &simulation);
        most = most.max(model.bodies.len());
        if call % 16 == 0 {
            let now = state(&mut simulation);
            assert_eq!([now.positions.len() / 3, now.multipliers.len() / 3], model.counts, "{what}");
            assert!(measure(&mut simulation).finite, "{what}");
        }
    }
    assert!(most > 14, "{name}: bodies came");
}

#[test]
fn random_calls_leave_who_a_plain_model_says() {
    for seed in 0..u64::from(part(3, 30)) {
        program("CPU, f32", on_cpu::<f32>, seed, part(300, 1000) as usize);
    }
    program("GPU", |scene, changes| simulation(scene, changes.clone()), 7, part(120, 1000) as usize);
    no_gpu_errors();
}

fn fault(error: &BeadworkError) -> (Code, Option<&str>) {
    (error.code, error.path.as_deref())
}

#[test]
fn what_is_wrong_is_refused_with_its_path_and_nothing_changes() {
    for (name, made) in MACHINES {
        let mut one = made(&apart(), &json!({}));
        step(&mut one, 3);
        one.remove_bodies(&[3]).expect("a body");
        let before = state(&mut one);
        let count = one.body_count();
        let heavy = Body { mass: -1.0, ..ball(9.0, 1.0, 0.0) };
        let refused = one.add_bodies(&[ball(9.0, 1.0, 0.0), ball(9.5, 1.0, 0.0), heavy]).expect_err("a mass");
        assert_eq!(fault(&refused), (Code::Scene, Some("bodies[2].mass")), "{name}");
        let read =
            read_bodies(&json!([{"position": [0, 0, 0], "radius": 0.1}, {"position": [0, 0], "radius": 1}]));
        assert_eq!(
            fault(&read.expect_err("two numbers")),
            (Code::Scene, Some("bodies[1].position")),
            "{name}"
        );
        for (list, code, path) in [
            (vec![link(2, 4, 0.2), link(2, 3, 0.2)], Code::NotFound, "joints[1].b"),
            (vec![link(2, 999, 0.2)], Code::NotFound, "joints[0].b"),
            (vec![link(2, 2, 0.2)], Code::Scene, "joints[0].b"),
            (vec![link(0, 1, 0.2)], Code::Scene, "joints[0]"),
        ] {
            let refused = one.add_joints(&list).expect_err(path);
            assert_eq!(fault(&refused), (code, Some(path)), "{name}");
        }
        for (list, path) in [(vec![2, 3], "bodies[1]"), (vec![count], "bodies[0]")] {
            assert_eq!(
                fault(&one.remove_bodies(&list).expect_err(path)),
                (Code::NotFound, Some(path)),
                "{name}"
            );
        }
        assert_eq!(
            fault(&one.remove_joints(&[0, 99]).expect_err("99")),
            (Code::NotFound, Some("joints[1]")),
            "{name}"
        );
        assert_eq!(
            fault(&one.set_fixed(3, true).expect_err("gone")),
            (Code::NotFound, Some("body")),
            "{name}"
        );
        assert_eq!(fault(&one.cut(2).expect_err("gone")), (Code::NotFound, Some("joint")), "{name}");
        let tiles =
            made(&scene("pendant", json!({"beads": 4, "massRatio": 1})), &json!({"solver": "article"}));
        let mut tiles = tiles;
        let hinge = json!([{"type": "hinge", "a": 1, "b": 3, "anchorA": [0, 0, 0], "anchorB": [0, 0, 0], "axisA": [1, 0, 0]}]);
        let list = tiles.read_joint_list(&hinge).expect("a hinge");
        assert_eq!(tiles.add_joints(&list).expect_err("a hinge").code, Code::NotApplicable, "{name}");
        assert_eq!(tiles.joints(), (0..tiles.joint_count()).collect::<Vec<_>>(), "{name}");
        step(&mut tiles, 1);
        assert_eq!(one.body_count(), count, "{name}");
        assert_eq!(state(&mut one), before, "{name}");
    }
    no_gpu_errors();
}

#[test]
fn reset_goes_back_to_the_scene_as_it_was_loaded() {
    for (name, made) in MACHINES {
        let mut one = made(&apart(), &json!({}));
        let mut other = made(&apart(), &json!({}));
        step(&mut one, 4);
        one.set_joint(3, json!({"limit": [-0.1, 0.1]}).as_object().expect("an object")).expect("a change");
        one.remove_bodies(&[0, 7, 6]).expect("bodies");
        one.add_bodies(&[
            brick(6.0, 3.0, 0.0),
            ball(2.0, 3.0, 0.0),
            ball(2.0, 4.0, 0.0),
            ball(2.0, 5.0, 0.0),
        ])
        .expect("bodies");
        step(&mut one, 4);
        one.reset().expect("a reset");
        assert_eq!(one.bodies(), other.bodies(), "{name}");
        assert_eq!(one.scene(), other.scene(), "{name}");
        assert_eq!(state(&mut one), state(&mut other), "{name}: at once");
        step(&mut one, 8);
        step(&mut other, 8);
        assert_eq!(state(&mut one), state(&mut other), "{name}: eight frames on");
    }
    no_gpu_errors();
}

#[test]
fn what_is_described_goes_on_alike() {
    // a scene has the numbers of f32
    for (name, made) in MACHINES.into_iter().filter(|(name, _)| *name != "CPU, f64") {
        let mut one = made(&apart(), &json!({}));
        step(&mut one, 4);
        one.remove_bodies(&[3]).expect("a body");
        let balls: Vec<Body> = (0..5).map(|i| ball(12.0, 0.1 + 0.2 * i as f32, 0.0)).collect();
        let new = one.add_bodies(&balls).expect("balls");
        assert_eq!(new[0], 3, "{name}");
        one.add_joints(&[link(new[1], new[2], 0.2)]).expect("a joint");
        step(&mut one, 4);
        let scene = described(&mut one).expect("a scene");
        let text = scene.to_json();
        let again = Scene::from_json(&text).expect("a scene");
        assert_eq!(
            (again.bodies.len(), again.joints.len()),
            (one.bodies().len(), one.joints().len()),
            "{name}"
        );
        let mut other = made(&again, &json!({}));
        let joints = one.joints();
        for frames in [0, 5] {
            step(&mut one, frames);
            step(&mut other, frames);
            let (ours, theirs) = (state(&mut one), state(&mut other));
            // all numbers are in use, so bodies have the same ones there
            let bodies = one.bodies();
            assert_eq!(
                bits(&ours, &bodies, &[]),
                bits(&theirs, &bodies, &[]),
                "{name}: bodies after {frames}"
            );
            let lambdas: Vec<f32> =
                joints.iter().flat_map(|&l| ours.multipliers[3 * l..3 * l + 3].to_vec()).collect();
            assert_eq!(lambdas, theirs.multipliers, "{name}: λ after {frames}");
        }
        one.remove_bodies(&one.bodies()).expect("all");
        let refused = described(&mut one).expect_err("nobody");
        assert_eq!(fault(&refused), (Code::Scene, Some("bodies")), "{name}");
        step(&mut one, 2);
        assert_eq!(one.add_bodies(&[ball(0.0, 1.0, 0.0)]), Ok(vec![0]), "{name}");
        step(&mut one, 2);
    }
    no_gpu_errors();
}

#[test]
fn the_last_good_state_and_another_device_know_who_is_there() {
    for (name, made) in MACHINES {
        let mut one = made(&apart(), &json!({}));
        step(&mut one, 4);
        let before = pollster::block_on(one.snapshot().expect("a reading")).expect("a state");
        one.keep(before);
        let late = pollster::block_on(one.snapshot().expect("a reading")).expect("a state");
        let new = one.add_bodies(&[ball(12.0, 2.0, 0.0), ball(12.2, 2.0, 0.0)]).expect("balls");
        one.remove_bodies(&[3]).expect("a body");
        one.add_joints(&[link(new[0], new[1], 0.2)]).expect("a joint");
        // of others: it is not kept
        one.keep(late);
        step(&mut one, 4);
        let mut again = match name {
            "GPU" => pollster::block_on(one.seed().rebuild(gpu())).expect("a simulation"),
            "CPU, f32" => {
                let machine = Box::new(CpuMachine::<f32>::default());
                pollster::block_on(one.seed().rebuild_on(machine)).expect("a simulation")
            }
            _ => {
                let machine = Box::new(CpuMachine::<f64>::default());
                pollster::block_on(one.seed().rebuild_on(machine)).expect("a simulation")
            }
        };
        one.go_back().expect("back");
        assert_eq!((again.bodies(), again.joints()), (one.bodies(), one.joints()), "{name}");
        let found = state(&mut one);
        assert_eq!(found.positions[3 * new[0]..3 * new[0] + 3], [12.0, 2.0, 0.0], "{name}: as it came");
        for _ in 0..2 {
            assert_eq!(state(&mut again), state(&mut one), "{name}");
            step(&mut one, 3);
            step(&mut again, 3);
        }
        again.reset().expect("a reset");
        assert_eq!(again.bodies(), (0..apart().bodies.len()).collect::<Vec<_>>(), "{name}");
    }
    no_gpu_errors();
}

#[test]
fn who_goes_is_not_held_pushed_or_driven_any_more() {
    for (name, made) in MACHINES {
        let mut one = made(&apart(), &json!({}));
        let pull = one.gentle_pull(9, Vec3::ZERO, Vec3::ONE);
        one.set_pull(Some(pull)).expect("a hand");
        one.push(9, Push { impulse: Vec3::Y * 9.0, ..Default::default() }).expect("a push");
        step(&mut one, 1);
        one.push(9, Push { impulse: Vec3::Y * 9.0, ..Default::default() }).expect("a push");
        one.remove_bodies(&[9]).expect("a body");
        assert!(one.pull().is_none() && one.pushes().is_empty(), "{name}");
        assert_eq!(one.add_bodies(&[ball(30.0, 0.5, 0.0)]), Ok(vec![9]), "{name}");
        step(&mut one, 1);
        let v = &state(&mut one).linear_velocities[27..30];
        assert!(v[1] < 0.0 && v[0] == 0.0 && v[2] == 0.0, "{name}: it only falls, at {v:?} m/s");
    }
    no_gpu_errors();
}

#[test]
fn a_body_at_a_freed_number_has_no_contacts_yet() {
    for (name, made) in MACHINES {
        let mut one = made(&apart(), &json!({}));
        step(&mut one, 20);
        let touching = pollster::block_on(one.read_contacts().expect("a reading")).expect("contacts");
        assert!(touching.iter().any(|contact| contact.a == 7 || contact.b == 7), "{name}: a ball lies");
        one.remove_bodies(&[7]).expect("a ball");
        let count = touching.iter().filter(|contact| contact.a != 7 && contact.b != 7).count();
        let left = pollster::block_on(one.read_contacts().expect("a reading")).expect("contacts");
        assert_eq!(left.len(), count, "{name}");
        one.add_bodies(&[brick(6.0, 0.05, 0.0)]).expect("a brick");
        let remembered = beadwork::Scene::clone(&described(&mut one).expect("a scene")).contact_memory;
        let pairs = beadwork::state::read(&remembered, one.body_count()).expect("pairs");
        assert!(pairs.iter().all(|pair| pair.a != 7 && pair.b != 7), "{name}: nothing is remembered of it");
        step(&mut one, 20);
        let found = pollster::block_on(one.read_contacts().expect("a reading")).expect("contacts");
        assert!(found.iter().any(|contact| contact.a == 7 || contact.b == 7), "{name}: the brick lies there");
    }
    no_gpu_errors();
}

#[test]
fn what_a_joint_leaves_out_goes_by_where_its_bodies_are_now() {
    let scene = apart();
    let door = json!([{"type": "fixed", "a": 8, "b": 9, "anchorA": [0, 0.1, 0], "anchorB": [0, -0.1, 0]}]);
    for (name, made) in MACHINES {
        let mut one = made(&scene, &json!({}));
        one.push(9, Push { impulse: Vec3::Z, torque: Vec3::X, ..Default::default() }).expect("a push");
        step(&mut one, 10);
        let list = one.read_joint_list(&door);
        if name == "GPU" {
            let refused = list.expect_err("where they stand is not known");
            assert_eq!(fault(&refused), (Code::NotApplicable, Some("joints[0]")), "{name}");
            continue;
        }
        one.add_joints(&list.expect("a joint")).expect("a joint");
        let reading = readings(&mut one).pop().expect("of the new joint");
        let most = reading.coordinates[3..].iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        assert!(most < 1e-5, "{name}: it turns them by {most} rad");
    }
    // of bodies that came just now it is known
    for (name, made) in MACHINES {
        let mut one = made(&scene, &json!({}));
        step(&mut one, 10);
        let new = one.add_bodies(&bodies(json!([
            {"position": [30, 2, 0], "radius": 0.1, "rotation": [0, 0, 0.6, 0.8]}, {"position": [30.2, 2, 0], "radius": 0.1},
        ])));
        let new = new.expect("bodies");
        let list = json!([{"type": "fixed", "a": new[0], "b": new[1], "anchorA": [0.1, 0, 0], "anchorB": [-0.1, 0, 0]}]);
        let list = one.read_joint_list(&list).expect("a joint");
        assert!(one.add_joints(&list).is_ok(), "{name}");
    }
    no_gpu_errors();
}

#[test]
fn who_has_which_number_can_be_written_and_restored() {
    for (name, made) in MACHINES {
        let mut one = made(&apart(), &json!({}));
        assert_eq!(one.written_members(), None, "{name}: nothing was added or removed");
        step(&mut one, 3);
        one.remove_bodies(&[3, 8]).expect("bodies");
        one.add_bodies(&[brick(20.0, 0.5, 0.0), ball(20.0, 1.0, 0.0), ball(20.3, 1.0, 0.0)]).expect("bodies");
        one.add_joints(&[link(8, 12, 0.3)]).expect("a joint");
        one.set_joint(3, json!({"motor": null}).as_object().expect("an object")).expect("a change");
        one.add_bodies(&[ball(21.0, 1.0, 0.0), ball(22.0, 1.0, 0.0)]).expect("bodies");
        one.remove_bodies(&[13, 14]).expect("the last ones");
        one.set_fixed(12, true).expect("a pin");
        step(&mut one, 3);
        let written = one.written_members().expect("some were added");
        let written: Value = serde_json::from_str(&written.to_string()).expect("JSON");
        let mut other = made(&one.loaded_scene(), &json!({}));
        other.restore_members(&written).expect("as they were");
        other.set_fixed(12, true).expect("a pin");
        assert_eq!((other.bodies(), other.joints()), (one.bodies(), one.joints()), "{name}");
        let now = state(&mut one);
        other.write_state(&now).expect("a state");
        one.write_state(&now).expect("a state");
        for _ in 0..2 {
            assert_eq!(state(&mut other), state(&mut one), "{name}");
            let ours = one.add_bodies(&[ball(23.0, 1.0, 0.0)]);
            assert_eq!(other.add_bodies(&[ball(23.0, 1.0, 0.0)]), ours, "{name}: the same number");
            step(&mut one, 4);
            step(&mut other, 4);
        }
        other.reset().expect("a reset");
        one.reset().expect("a reset");
        assert_eq!(state(&mut other), state(&mut one), "{name}: as loaded");
        for wrong in [json!({"bodies": [{}]}), json!({"bodies": 3, "joints": [7]})] {
            assert!(other.restore_members(&wrong).is_err(), "{name}: {wrong}");
        }
    }
    no_gpu_errors();
}

/// Balls in heaps on a plane.
fn balls() -> Scene {
    let place = |i: usize| ball(0.3 * (i % 5) as f32, 0.1 + 0.19 * (i / 5) as f32, 0.01 * i as f32);
    let bodies = std::iter::once(Body::of(Solid::Plane, 0.0)).chain((0..15).map(place)).collect();
    Scene { bodies, contacts: true, ..Scene::default() }
}

#[test]
fn contacts_are_kept_where_pairs_come_to_have_more_points() {
    for (name, made) in MACHINES {
        let (mut one, mut other) = (made(&balls(), &json!({})), made(&balls(), &json!({})));
        step(&mut one, 20);
        let before = state(&mut one);
        assert!(before.contacts.len() > 100, "{name}: they touch");
        // the first box among balls, and more than there was room for
        let boxes: Vec<Body> = (0..20).map(|i| brick(9.0, 0.05, i as f32)).collect();
        let new = one.add_bodies(&boxes).expect("boxes");
        let after = state(&mut one);
        assert_eq!(after.contacts, before.contacts, "{name}");
        let there: Vec<usize> = (0..before.positions.len() / 3).collect();
        assert_eq!(bits(&after, &there, &[]), bits(&before, &there, &[]), "{name}");
        step(&mut other, 20);
        step(&mut one, 1);
        step(&mut other, 1);
        // rounding of one frame: a person without support would be falling
        let (v, w) = (state(&mut one).linear_velocities, state(&mut other).linear_velocities);
        let off = v.iter().zip(&w).fold(0.0, |most: f32, (ours, theirs)| most.max((ours - theirs).abs()));
        assert!(off < 1e-3, "{name}: off by {off} m/s");
        other.reset().expect("a reset");
        one.remove_bodies(&new).expect("boxes");
        step(&mut one, 2);
        one.reset().expect("a reset");
        step(&mut one, 5);
        step(&mut other, 5);
        assert_eq!(state(&mut one), state(&mut other), "{name}: as it was loaded");
    }
    no_gpu_errors();
}

#[test]
fn who_stands_beside_the_cells_stays_there() {
    for (name, made) in MACHINES {
        let (mut one, mut other) = (made(&balls(), &json!({})), made(&balls(), &json!({})));
        let there: Vec<usize> = one.bodies();
        // larger and larger, smaller and smaller: a new scene of them would have other cells
        for round in 0..8 {
            let size = [0.3, 0.5, 2.0, 0.02, 0.03, 4.0, 0.01, 1.0][round];
            let mut new = ball(30.0 + 10.0 * round as f32, size, 0.0);
            new = Body { position: new.position, ..Body::of(Solid::Sphere, f64::from(size)) };
            one.add_bodies(&[new]).expect("a ball");
            step(&mut one, 3);
            step(&mut other, 3);
            let (ours, theirs) = (state(&mut one), state(&mut other));
            assert_eq!(bits(&ours, &there, &[]), bits(&theirs, &there, &[]), "{name}, round {round}");
        }
        // a new machine of the scene as it is goes on alike
        let state_now = state(&mut one);
        let mut again = match name {
            "GPU" => pollster::block_on(one.seed().rebuild(gpu())),
            "CPU, f32" => pollster::block_on(one.seed().rebuild_on(Box::new(CpuMachine::<f32>::default()))),
            _ => pollster::block_on(one.seed().rebuild_on(Box::new(CpuMachine::<f64>::default()))),
        }
        .expect("a simulation");
        one.write_state(&state_now).expect("a state");
        again.write_state(&state_now).expect("a state");
        step(&mut one, 4);
        step(&mut again, 4);
        assert_eq!(state(&mut again), state(&mut one), "{name}: on another machine");
    }
    no_gpu_errors();
}

#[test]
fn a_state_from_before_a_number_was_given_anew_is_refused() {
    for (name, made) in MACHINES {
        let mut one = made(&apart(), &json!({}));
        one.remove_bodies(&[3]).expect("a body");
        let old = state(&mut one);
        assert!(one.write_state(&old).is_ok(), "{name}: nobody has that number");
        one.add_bodies(&[ball(20.0, 0.5, 0.0)]).expect("a body");
        let before = state(&mut one);
        let error = one.write_state(&old).expect_err("a body without a rotation");
        assert_eq!(fault(&error), (Code::Parameter, Some("rotations")), "{name}: {error}");
        assert_eq!(state(&mut one), before, "{name}: nothing changed");
    }
    no_gpu_errors();
}

#[test]
fn a_fixed_body_that_was_let_go_has_joints_as_any_other() {
    let scene = document(json!({"version": 2, "bodies": [
        {"position": [0, 2, 0], "radius": 0.2, "fixed": true}, {"position": [1, 2, 0], "radius": 0.2}]}));
    let hinge = json!([{"type": "hinge", "a": "world", "b": 0, "anchorA": [0, 2.5, 0], "anchorB": [0, 0.5, 0],
        "frameA": [0, 0, 0, 1], "frameB": [0, 0, 0, 1]}]);
    let limit = json!({"limit": [-1, 1]});
    for (name, made) in MACHINES {
        let mut one = made(&scene, &json!({}));
        one.set_fixed(0, false).expect("let go");
        let joints = one.read_joint_list(&hinge).expect("joints");
        one.add_joints(&joints).expect("a joint");
        one.set_joint(0, limit.as_object().expect("an object")).expect("a limit");
        step(&mut one, 2);
        // a recording restores who is there first, and lets go then
        let written = one.written_members().expect("some were added");
        let mut other = made(&one.loaded_scene(), &json!({}));
        other.restore_members(&written).expect("as they were");
        other.set_fixed(0, false).expect("let go");
        let now = state(&mut one);
        for simulation in [&mut one, &mut other] {
            simulation.write_state(&now).expect("a state");
            step(simulation, 2);
        }
        assert_eq!(state(&mut other), state(&mut one), "{name}");
    }
    no_gpu_errors();
}
