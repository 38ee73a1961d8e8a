//! One body put elsewhere between two steps: what it bore begins anew, and all else goes on as if nothing had happened. And poses,
//! read alone and at once.

use beadwork::cpu::CpuMachine;
use beadwork::simulation::PoseChange;
use beadwork::{Code, Scene, Simulation, State};
use glam::{Quat, Vec3};
use serde_json::{Value, json};

use crate::common::either::Either;
use crate::common::{measure, parameters, simulation, state, step};
use crate::{contacts, wishes};

/// Two stacks of three boxes and a chain on a post, far apart over one ground. The chain's last joint breaks under its load.
fn yard() -> Scene {
    let cube = |x: f64, k: i32| json!({"position": [x, 0.5 + 1.0 * f64::from(k), 0], "shape": {"type": "box", "halfExtents": [0.5, 0.5, 0.5]}});
    let bead = |y: f64| json!({"position": [20, y, 0], "radius": 0.2});
    let mut bodies = vec![json!({"position": [0, 0, 0], "shape": {"type": "plane"}})];
    bodies.extend((0..3).map(|k| cube(0.0, k)).chain((0..3).map(|k| cube(10.0, k))));
    bodies.push(json!({"position": [20, 6, 0], "radius": 0.2, "fixed": true}));
    bodies.extend([bead(5.0), bead(4.0), bead(3.0)]);
    let joint = |a: u32, rest: Value| {
        let mut joint = json!({"a": a, "b": a + 1, "anchorA": [0, -0.5, 0], "anchorB": [0, 0.5, 0]});
        joint.as_object_mut().expect("an object").extend(rest.as_object().expect("an object").clone());
        joint
    };
    let joints = [
        joint(7, json!({"type": "hinge", "axisA": [0, 0, 1]})),
        joint(8, json!({"type": "point"})),
        joint(9, json!({"type": "point", "breakForce": 1.0})),
    ];
    let scene = json!({"version": 2, "contacts": true, "bodies": bodies, "joints": joints});
    Scene::from_value(&scene).expect("a scene")
}

const STACKED: usize = 5;
const HUNG: usize = 8;

fn aside(position: Vec3) -> PoseChange {
    PoseChange {
        position: Some(position),
        rotation: Some(Quat::from_rotation_y(0.3)),
        linear_velocity: Some(Vec3::new(0.0, -0.5, 0.25)),
        angular_velocity: Some(Vec3::new(0.0, 1.0, 0.0)),
    }
}

/// What `set_pose` is to make of a state.
fn edited(scene: &Scene, mut state: State, body: usize, change: PoseChange) -> State {
    state.positions[3 * body..3 * body + 3].copy_from_slice(&change.position.expect("one").to_array());
    state.rotations[4 * body..4 * body + 4].copy_from_slice(&change.rotation.expect("one").to_array());
    let velocities = [
        (&mut state.linear_velocities, change.linear_velocity),
        (&mut state.angular_velocities, change.angular_velocity),
    ];
    for (array, velocity) in velocities {
        array[3 * body..3 * body + 3].copy_from_slice(&velocity.expect("one").to_array());
    }
    let of_body = |l: &usize| [scene.joints[*l].a, scene.joints[*l].b].contains(&(body as u32));
    for l in (0..scene.joints.len()).filter(of_body) {
        state.multipliers[3 * l..3 * l + 3].fill(0.0);
        state.torques[3 * l..3 * l + 3].fill(0.0);
    }
    let mut pairs = beadwork::state::read(&state.contacts, scene.bodies.len()).expect("pairs");
    pairs.retain(|pair| pair.a as usize != body && pair.b as usize != body);
    state.contacts = beadwork::state::flat(pairs);
    state
}

fn wished(scene: &Scene) -> Value {
    wishes(scene, json!({}))
}

/// On machines that keep the numbers that a state has: the CPU in f32, and the GPU.
fn in_f32(scene: &Scene) -> [(&'static str, Simulation); 2] {
    let machine = Box::new(CpuMachine::<f32>::default());
    let cpu = Simulation::on(machine, scene.clone(), parameters(wished(scene)));
    [("cpu", pollster::block_on(cpu).expect("a simulation")), ("gpu", simulation(scene, wished(scene)))]
}

#[test]
fn it_goes_on_like_a_state_that_was_written_so_to_the_same_bits() {
    let scene = yard();
    for (body, position) in [(STACKED, Vec3::new(13.0, 2.0, 0.5)), (HUNG, Vec3::new(20.1, 4.9, 0.1))] {
        for ((what, mut put), (_, mut written)) in in_f32(&scene).into_iter().zip(in_f32(&scene)) {
            step(&mut put, 30);
            step(&mut written, 30);
            let change = aside(position);
            let before = state(&mut written);
            assert!(before.contacts.len() > 100, "{what}: the stacks rest on contacts");
            assert_eq!(before.broken, [2], "{what}");
            let after = edited(&scene, before.clone(), body, change);
            assert_eq!(after.multipliers == before.multipliers, body == STACKED, "{what}");
            assert_eq!(after.contacts.len() == before.contacts.len(), body == HUNG, "{what}");
            written.write_state(&after).expect("a state");
            put.set_pose(body, change).expect("a pose");
            assert_eq!(state(&mut put), after, "{what} {body}: the state");
            let gaps = [&mut put, &mut written].map(|one| measure(one).max_gap);
            assert_eq!(gaps[0], gaps[1], "{what} {body}: measured at once");
            assert!(body == STACKED || gaps[0] > 0.05, "{what}: the joint stands open by {} m", gaps[0]);
            let near = contacts(&mut put);
            assert!(near.iter().all(|reading| reading.a as usize != body && reading.b as usize != body));
            step(&mut put, 20);
            step(&mut written, 20);
            let [put, written] = [put, written].map(|mut one| state(&mut one));
            assert_eq!(put, written, "{what} {body}: later");
        }
    }
}

#[test]
fn bodies_that_have_nothing_to_do_with_it_keep_their_bits() {
    let scene = yard();
    for (mut put, mut alone) in
        Either::both(&scene, &wished(&scene)).into_iter().zip(Either::both(&scene, &wished(&scene)))
    {
        let what = put.name();
        put.step(30);
        alone.step(30);
        put.simulation().set_pose(STACKED, aside(Vec3::new(13.0, 2.0, 0.5))).expect("a pose");
        put.step(20);
        alone.step(20);
        let [put, alone] = [put, alone].map(|mut either| state(either.simulation()));
        let bits = |state: &State, body: usize| -> Vec<u32> {
            let three = [&state.positions, &state.linear_velocities, &state.angular_velocities];
            let three = three.into_iter().flat_map(|array| &array[3 * body..3 * body + 3]);
            three.chain(&state.rotations[4 * body..4 * body + 4]).map(|x| x.to_bits()).collect()
        };
        for body in [1, 2, 3, 8, 9, 10] {
            assert_eq!(bits(&put, body), bits(&alone, body), "{what}: body {body}");
        }
        for body in [4, 5, 6] {
            assert_ne!(bits(&put, body), bits(&alone, body), "{what}: body {body}");
        }
        assert_eq!(put.multipliers, alone.multipliers, "{what}");
    }
}

#[test]
fn what_is_left_out_stays_and_what_makes_no_sense_changes_nothing() {
    let scene = yard();
    for mut either in Either::both(&scene, &wished(&scene)) {
        either.step(10);
        let simulation = either.simulation();
        let before = state(simulation);
        let nothing = PoseChange::default();
        for (body, change, path) in [
            (11, nothing, "body"),
            (1, PoseChange { position: Some(Vec3::new(0.0, 2e6, 0.0)), ..nothing }, "position"),
            (1, PoseChange { position: Some(Vec3::NAN), ..nothing }, "position"),
            (1, PoseChange { rotation: Some(Quat::from_xyzw(0.0, 0.0, 0.0, 2.0)), ..nothing }, "rotation"),
            (1, PoseChange { linear_velocity: Some(Vec3::splat(2e6)), ..nothing }, "linearVelocity"),
            (1, PoseChange { angular_velocity: Some(Vec3::INFINITY), ..nothing }, "angularVelocity"),
            (7, PoseChange { linear_velocity: Some(Vec3::X), ..nothing }, "linearVelocity"),
            (0, PoseChange { angular_velocity: Some(Vec3::X), ..nothing }, "angularVelocity"),
        ] {
            let refused = simulation.set_pose(body, change).expect_err("no pose");
            let code = if path == "body" { Code::NotFound } else { Code::Parameter };
            assert_eq!((refused.code, refused.path.as_deref()), (code, Some(path)), "{refused}");
        }
        assert_eq!(state(simulation), before);
        let up = PoseChange { position: Some(Vec3::new(20.0, 6.5, 0.0)), ..nothing };
        simulation.set_pose(7, up).expect("a fixed body may be put elsewhere");
        let mut wanted = before.positions.clone();
        wanted[22] = 6.5;
        let after = state(simulation);
        assert_eq!(after.positions, wanted);
        assert_eq!((after.rotations, after.linear_velocities), (before.rotations, before.linear_velocities));
        // what hangs on it follows
        either.step(60);
        let hung = either.body(HUNG).x;
        assert!((hung.y - 5.5).abs() < 0.1, "it hangs at {hung}");
    }
}

#[test]
fn poses_are_those_of_the_state() {
    let scene = yard();
    for mut either in Either::both(&scene, &wished(&scene)) {
        either.step(7);
        let poses = pollster::block_on(either.simulation().read_poses().expect("a reading")).expect("poses");
        let state = state(either.simulation());
        let bodies = state.positions.chunks(3).zip(state.rotations.chunks(4));
        let wanted: Vec<f32> = bodies.flat_map(|(x, q)| [x, q].concat()).collect();
        assert_eq!(poses, wanted, "{}", either.name());
        assert_eq!(poses.len(), 7 * scene.bodies.len());
    }
}

#[test]
fn the_cpu_steps_at_once_and_the_gpu_says_that_it_does_not() {
    let scene = yard();
    let [mut waited, mut at_once] = [0, 1].map(|_| Either::twin(&scene, &wished(&scene)));
    waited.step(9);
    let simulation_at_once = at_once.simulation();
    simulation_at_once.step_now(4).expect("steps");
    simulation_at_once.step_now(5).expect("steps");
    assert_eq!(simulation_at_once.time(), waited.simulation().time());
    assert_eq!(state(at_once.simulation()), state(waited.simulation()));
    let poses = pollster::block_on(waited.simulation().read_poses().expect("a reading")).expect("poses");
    assert_eq!(at_once.simulation().poses_now().expect("poses"), poses);
    let mut gpu: Simulation = simulation(&scene, wished(&scene));
    step(&mut gpu, 1);
    let time = gpu.time();
    for refused in [gpu.step_now(1), gpu.poses_now().map(drop)] {
        assert_eq!(refused.expect_err("it takes its time").code, Code::NotApplicable);
    }
    assert_eq!(gpu.time(), time);
}
