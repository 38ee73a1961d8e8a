//! How near a solver comes: the largest gap of a run, and its distance from the truth, which is a fine exact run.

use crate::common::*;
use beadwork::cpu::{CpuMachine, Number, Twin};
use beadwork::{Scene, Simulation};
use serde_json::{Value, json};

pub type Places = Vec<[f64; 3]>;

/// 40 beads of radius .25, 30° off the vertical.
pub fn necklace() -> Scene {
    scene("necklaces", json!({"chains": 1, "beads": 40}))
}

pub fn pendant(ratio: u32) -> Scene {
    scene("pendant", json!({"beads": 40, "radius": 0.25, "tilt": 0.5, "massRatio": ratio}))
}

pub fn twin(scene: &Scene, changes: Value) -> Twin {
    Twin::new(scene, parameters(changes)).expect("a twin")
}

pub fn places<N: Number>(twin: &Twin<N>) -> Places {
    twin.world().poses.iter().map(|pose| pose.position.to_array().map(|x| x.to_f64())).collect()
}

pub fn farthest(ours: &Places, truth: &Places) -> f64 {
    let distance = |(a, b): (&[f64; 3], &[f64; 3])| (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt();
    ours.iter().zip(truth).map(distance).fold(0.0, f64::max)
}

pub fn truth(scene: &Scene, frames: u32, substeps: u32) -> Places {
    let mut twin = twin(scene, json!({"solver": "direct", "positions": "symplectic", "substeps": substeps}));
    twin.step(frames);
    places(&twin)
}

/// The largest gap of `frames`, and how far from `truth` after its frames.
pub fn gap_and_error(
    scene: &Scene,
    changes: &Value,
    frames: u32,
    (after, truth): (u32, &Places),
) -> [f64; 2] {
    let mut twin = twin(scene, changes.clone());
    let (mut gap, mut error) = (0.0f64, f64::NAN);
    for frame in 1..=frames {
        twin.step(1);
        gap = gap.max(twin.measure().max_gap_radii);
        if frame == after {
            error = farthest(&places(&twin), truth);
        }
    }
    [gap, error]
}

pub fn near(what: &str, found: [f64; 2], wanted: [f64; 2], allowed: f64) {
    println!("{what}: {found:.5?}");
    for (found, wanted) in found.into_iter().zip(wanted) {
        let off = (found / wanted - 1.0).abs();
        assert!(
            off <= allowed,
            "{what}: {found:.5}, should be {wanted}: off by {off:.2} of it, allowed {allowed}"
        );
    }
}

/// Each of these ways is as near as known: by the largest gap of ten seconds and the distance from the truth after two.
pub fn is_as_near_as_known(scene: &Scene, ways: &[(Value, [f64; 2])], allowed: f64) {
    let truth = truth(scene, 120, 16);
    for (changes, wanted) in ways {
        near(&changes.to_string(), gap_and_error(scene, changes, 600, (120, &truth)), *wanted, allowed);
    }
}

/// The same on the device and on the CPU.
pub fn machines(scene: &Scene, changes: &Value) -> Vec<(&'static str, Simulation)> {
    let on_cpu =
        Simulation::on(Box::new(CpuMachine::<f32>::default()), scene.clone(), parameters(changes.clone()));
    vec![
        ("CPU", pollster::block_on(on_cpu).expect("a simulation")),
        ("GPU", simulation(scene, changes.clone())),
    ]
}

/// λ is all that a solver keeps, and a state has it: drives and stops with friction go on from there to the same bits.
pub fn goes_on_from_a_state(changes: &Value) {
    for (name, options) in [("arm", json!({})), ("necklaces", json!({"chains": 1, "beads": 9}))] {
        let scene = scene(name, options);
        let pairs = machines(&scene, changes).into_iter().zip(machines(&scene, changes));
        for ((machine, mut first), (_, mut second)) in pairs {
            step(&mut first, 20);
            let kept = state(&mut first);
            second.write_state(&kept).expect("its state");
            step(&mut first, 20);
            step(&mut second, 20);
            let [first, second] = [state(&mut first), state(&mut second)];
            assert_eq!(first.positions, second.positions, "{name} {changes} on the {machine}");
            assert_eq!(first.multipliers, second.multipliers, "{name} {changes} on the {machine}");
        }
    }
}

/// A slider of 2 kg from rest, whose motor has 3 N and whose way ends at 0.7 m.
pub fn driven() -> Scene {
    Scene::from_value(&json!({"version": 2, "gravity": [0, 0, 0],
        "bodies": [{"position": [0, 0, 0], "radius": 0.1, "mass": 1, "fixed": true}, {"position": [0, 0, 0], "radius": 0.1, "mass": 2}],
        "joints": [{"type": "slider", "a": 0, "b": 1, "anchorA": [0, 0, 0], "anchorB": [0, 0, 0], "axisA": [1, 0, 0], "axisB": [1, 0, 0],
            "motor": {"speed": 4, "maxForce": 3}, "limit": [-1, 0.7]}]}))
    .expect("a scene")
}

/// After half a second of that its speed is F t/m to `slack`, and its way is `way` to 2 mm. Then `later` frames on it
/// stands at the stop to `stop`.
pub fn keeps_to_its_bound(changes: &Value, (way, slack): (f64, f64), (later, stop): (u32, f64)) {
    for (name, mut simulation) in machines(&driven(), changes) {
        step(&mut simulation, 30);
        let found = state(&mut simulation);
        let (v, x) = (f64::from(found.linear_velocities[3]), f64::from(found.positions[3]));
        assert!((v - 0.75).abs() < slack, "{name}, {changes}: {v} m/s");
        assert!((x - way).abs() < 2e-3, "{name}, {changes}: {x} m");
        step(&mut simulation, later);
        let x = f64::from(state(&mut simulation).positions[3]);
        assert!((x - 0.7).abs() < stop, "{name}, {changes}: {x} m, the stop is at 0.7");
    }
}

/// The poured chains stay whole, to so many radii, and come to rest, no deeper than so many m.
pub fn stays_whole_in_a_heap(changes: &Value, open: f64, deep: f64) {
    let pour = scene("pour", json!({"chains": 2}));
    for (name, mut simulation) in machines(&pour, changes) {
        let mut gap = 0.0f64;
        for _ in 0..20 {
            step(&mut simulation, 15);
            let found = measure(&mut simulation);
            gap = gap.max(found.max_gap_radii);
            assert!(found.finite, "{name}");
        }
        let found = measure(&mut simulation);
        println!("{name}: gap {gap}, depth {}", found.max_depth);
        assert!(
            gap < open && found.contacts > 0 && found.max_depth < deep,
            "{name}, {changes}: {gap} radii open, {} m deep",
            found.max_depth
        );
    }
}

/// Scenes with joints of every kind, with springs, stops, motors and servos, and how near the exact solver is to be come with many substeps, m.
pub fn joints_of_every_kind() -> [(&'static str, Value, f64); 5] {
    [
        ("linkage", json!({}), 2e-3),
        ("springs", json!({}), 5e-3),
        ("arm", json!({}), 2e-2),
        ("rope", json!({"rods": 6, "slack": 0}), 5e-3),
        ("track", json!({"plates": 10}), 2e-2),
    ]
}

/// By 80 substeps a solver comes to where the exact one does; `few` are printed beside them.
pub fn goes_where_the_exact_solver_does(changes: &Value, few: u32) {
    for (name, options, allowed) in joints_of_every_kind() {
        let scene = scene(name, options);
        let run = |changes: Value| {
            let mut twin = twin(&scene, changes);
            twin.step(30);
            places(&twin)
        };
        let truth = run(json!({"solver": "direct", "substeps": 64}));
        let [few, many] =
            [few, 80].map(|substeps| farthest(&run(merged(changes, json!({"substeps": substeps}))), &truth));
        println!("{name}: {few:.5} {many:.5}");
        assert!(many < allowed, "{name}: {many} m at 80 substeps, {few} at fewer");
    }
}
