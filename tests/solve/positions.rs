//! Joints shut in place: the three ways of `positions` on chains, trees, rings and nets, on the twin and on the GPU.

use crate::common::*;
use beadwork::cpu::{Twin, World};
use beadwork::error::Code;
use beadwork::{Parameters, Scene, Simulation};
use serde_json::{Value, json};

const WAYS: [&str; 3] = ["pulled", "projected", "symplectic"];

fn exactly(positions: &str, substeps: u32) -> Value {
    json!({"solver": "direct", "positions": positions, "substeps": substeps})
}

/// Largest gap of any frame, radii, and the twin at the end.
fn gaps(scene: &Scene, parameters: Parameters, frames: u32) -> (f64, Twin) {
    let mut twin = Twin::new(scene, parameters).expect("a twin");
    let mut most = 0f64;
    for _ in 0..frames {
        twin.step(1);
        most = most.max(twin.measure().max_gap_radii);
    }
    (most, twin)
}

/// Largest distance of a bead from where it is in another world.
fn apart(ours: &World, truth: &World) -> f64 {
    let pairs = ours.poses.iter().zip(&truth.poses);
    pairs.map(|(a, b)| (a.position - b.position).length()).fold(0.0, f64::max)
}

/// Kinetic and potential, J.
fn energy(twin: &mut Twin) -> f64 {
    let measures = twin.measure();
    measures.kinetic_energy + measures.potential_energy
}

fn places(world: &World) -> impl Iterator<Item = f64> {
    world.poses.iter().flat_map(|pose| pose.position.to_array())
}

#[test]
fn joints_are_shut_where_the_step_alone_would_open_them() {
    for (name, options, frames, most) in [
        ("necklaces", json!({"chains": 1}), 120, [1e-2, 1e-4, 2e-4]),
        ("necklaces", json!({"chains": 1, "beads": 12, "tilt": 1.05}), 120, [0.2, 1e-4, 1e-3]),
        // a whip crack
        ("necklaces", json!({"chains": 1, "tilt": 1.396, "radius": 0.1}), 300, [3.0, 2e-3, 4.1e-4]),
        ("pendant", json!({"massRatio": 1000, "radius": 0.1}), 300, [2e-3, 1e-4, 4.1e-4]),
        ("tree", json!({}), 200, [0.6, 1e-4, 4.1e-4]),
        ("ring", json!({"pins": 1}), 200, [1.5, 1e-4, 4.1e-4]),
        ("net", json!({"rows": 6, "columns": 6}), 120, [0.2, 1e-4, 4.1e-4]),
    ] {
        let scene = scene(name, options.clone());
        for (way, most) in WAYS.into_iter().zip(most) {
            let (found, _) = gaps(&scene, parameters(exactly(way, 1)), frames);
            assert!(found < most, "{name} {options} {way}: {found} radii, allowed {most}");
        }
    }
}

#[test]
fn symplectic_is_of_second_order() {
    let scene = scene("necklaces", json!({"chains": 1}));
    let after = |way: &str, substeps: u32| gaps(&scene, parameters(exactly(way, substeps)), 120).1;
    let truth = after("symplectic", 32);
    let error = |way: &str, substeps: u32| apart(after(way, substeps).world(), truth.world());
    let errors = [1, 2, 4, 8].map(|substeps| error("symplectic", substeps));
    for pair in errors.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!(order > 1.8, "errors {errors:?}");
    }
    let pulled = error("pulled", 1);
    assert!(pulled > 20.0 * errors[0], "pulled is off by {pulled}, symplectic by {}", errors[0]);
}

/// Over a minute, in m g L/2 of the chain; damping would hide it.
#[test]
fn symplectic_keeps_the_energy_of_a_chain() {
    let scene = scene("necklaces", json!({"chains": 1, "beads": 20}));
    let mut twin = Twin::new(&scene, parameters(exactly("symplectic", 1))).expect("a twin");
    let start = energy(&mut twin);
    twin.step(3600);
    let moving = scene.bodies.iter().filter(|body| !body.fixed);
    let mass: f64 = moving.map(|body| f64::from(body.mass)).sum();
    let [first, last] = [&scene.bodies[0], &scene.bodies[scene.bodies.len() - 1]].map(|body| body.position);
    let unit = mass * 9.81 * f64::from(first.distance(last)) / 2.0;
    let drift = (energy(&mut twin) - start) / unit;
    assert!(drift.abs() < 1e-3, "{drift:e}");
}

#[test]
fn the_gpu_goes_with_the_twin() {
    for (name, options, frames, allowed) in [
        // where a projection ends is decided by f32's own digits: up to 1e-4 radii
        ("necklaces", json!({"chains": 3}), 60, 1e-4),
        ("pendant", json!({"massRatio": 100}), 60, 1e-4),
        ("bridge", json!({}), 60, 1e-4),
        ("tree", json!({}), 20, 1e-4),
        ("ring", json!({"pins": 1}), 40, 1e-4),
        ("net", json!({"rows": 6, "columns": 6}), 20, 1e-4),
    ] {
        let scene = scene(name, options);
        for way in WAYS {
            let changes = merged(&exactly(way, 1), json!({"execution": "global"}));
            let mut gpu = simulation(&scene, changes.clone());
            let mut twin = Twin::new(&scene, parameters(changes)).expect("a twin");
            step(&mut gpu, frames);
            twin.step(frames);
            let found = worst(&state(&mut gpu).positions, places(twin.world()));
            assert_close(&format!("{name} {way}"), 3, found, allowed);
        }
    }
}

/// Bodies whose inertia differs from axis to axis, in every shape: where the kernels take another branch.
#[test]
fn bricks_go_with_the_twin() {
    use proptest::strategy::{Strategy, ValueTree};
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    for _ in 0..12 {
        let made = recipe().new_tree(&mut runner).expect("a recipe").current();
        let scene = Recipe { spheres: false, ..made }.scene();
        for way in ["projected", "symplectic"] {
            let changes = exactly(way, 4);
            let mut gpu = simulation(&scene, changes.clone());
            let mut twin = Twin::new(&scene, parameters(changes)).expect("a twin");
            step(&mut gpu, 2);
            twin.step(2);
            let found = worst(&state(&mut gpu).positions, places(twin.world()));
            assert_close(&format!("{way} of {} bodies", scene.bodies.len()), 3, found, 1e-4);
        }
    }
}

#[test]
fn the_same_bits_go_on_from_a_scene_that_was_described() {
    for (name, options) in [
        ("pendant", json!({"massRatio": 1000, "radius": 0.1})),
        ("ring", json!({"pins": 1})),
        ("net", json!({"rows": 5, "columns": 5})),
    ] {
        for way in WAYS {
            let scene = scene(name, options.clone());
            let mut first = simulation(&scene, exactly(way, 1));
            step(&mut first, 40);
            let described = pollster::block_on(first.describe().expect("a reading")).expect("a scene");
            let mut second = simulation(&described, exactly(way, 1));
            for substeps in [1, 2] {
                for one in [&mut first, &mut second] {
                    let changes = json!({"substeps": substeps});
                    one.set_parameters(changes.as_object().expect("an object")).expect("set");
                    step(one, 40);
                }
                assert!(state(&mut first) == state(&mut second), "{name} {way}, {substeps} substeps");
            }
        }
    }
}

/// A whip falls back now and then; what is asked is forgotten once it was said.
#[test]
fn what_was_taken_back_is_counted() {
    for scene in [
        scene("necklaces", json!({"chains": 2, "tilt": 1.396, "radius": 0.1})),
        scene("ring", json!({"pins": 1})),
    ] {
        let mut gpu = simulation(&scene, exactly("symplectic", 1));
        let mut twin = Twin::new(&scene, parameters(exactly("symplectic", 1))).expect("a twin");
        step(&mut gpu, 200);
        twin.step(200);
        let (said, truth) = (measure(&mut gpu).fell_back, twin.measure().fell_back);
        assert!(
            said > 0 && truth > 0 && said < 2 * truth + 4 && truth < 2 * said + 4,
            "{said}, twin {truth}"
        );
        assert_eq!(measure(&mut gpu).fell_back, 0);
        let mut pulled = simulation(&scene, exactly("pulled", 1));
        step(&mut pulled, 200);
        assert_eq!(measure(&mut pulled).fell_back, 0);
    }
}

/// A hand holds a bead: its island is projected, and no substep counts as fallen back.
#[test]
fn an_island_in_a_hand_stays_shut() {
    for (name, options) in [("pendant", json!({})), ("ring", json!({"pins": 1}))] {
        let scene = scene(name, options);
        let mut gpu = simulation(&scene, exactly("symplectic", 1));
        let body = scene.bodies.len() - 1;
        let goal = scene.bodies[body].position + glam::Vec3::new(0.6, 0.2, 0.0);
        let pull = gpu.gentle_pull(body, glam::Vec3::ZERO, goal);
        gpu.set_pull(Some(pull)).expect("a hand");
        for _ in 0..30 {
            step(&mut gpu, 2);
            let measures = measure(&mut gpu);
            assert!(measures.max_gap_radii < 5e-4, "{name}: {} radii", measures.max_gap_radii);
            assert_eq!(measures.fell_back, 0, "{name}");
        }
    }
}

#[test]
fn the_way_is_changed_while_it_runs() {
    let mut gpu = simulation(&scene("ring", json!({"pins": 1})), exactly("pulled", 1));
    step(&mut gpu, 60);
    assert!(measure(&mut gpu).max_gap_radii > 1e-3);
    for (way, most) in [("projected", 1.1e-4), ("symplectic", 1.1e-3), ("projected", 1.1e-4)] {
        let changes = json!({"positions": way});
        gpu.set_parameters(changes.as_object().expect("an object")).expect("set");
        step(&mut gpu, 10);
        let found = measure(&mut gpu).max_gap_radii;
        assert!(found < most, "{way}: {found} radii");
    }
}

/// Two bodies tied a metre apart are drawn together, not thrown.
#[test]
fn a_joint_that_was_never_shut_closes_at_its_own_pace() {
    for (name, options) in [("pendant", json!({"beads": 6})), ("ring", json!({"pins": 1, "beads": 12}))] {
        let mut far = scene(name, options);
        far.gravity = Some(glam::Vec3::ZERO);
        far.bodies
            .iter_mut()
            .for_each(|body| (body.linear_velocity, body.angular_velocity) = Default::default());
        far.bodies[5].position.z += 1.0;
        for way in ["projected", "symplectic"] {
            let mut gpu = simulation(&far, exactly(way, 1));
            let start = measure(&mut gpu).max_gap;
            step(&mut gpu, 6);
            let closed = start - measure(&mut gpu).max_gap;
            assert!(closed > 0.05 && closed < 0.2, "{name} {way}: {closed} m in a tenth of a second");
            step(&mut gpu, 120);
            let rest = measure(&mut gpu).max_gap_radii;
            assert!(rest < 2e-3, "{name} {way}: {rest} radii in the end");
        }
    }
}

#[test]
fn a_net_that_is_too_large_is_refused() {
    let net = scene("net", json!({"rows": 80, "columns": 80}));
    let direct = parameters(json!({"solver": "direct"}));
    let error = pollster::block_on(Simulation::create(gpu(), net, direct)).err().expect("a refusal");
    assert_eq!((error.code, error.path.as_deref()), (Code::NotApplicable, Some("solver")));
    assert!(error.message.contains("64"), "{}", error.message);
}
