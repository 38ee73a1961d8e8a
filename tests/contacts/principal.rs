//! Principal axes that are no body axes: how a hull turns by its products of inertia. The truth is a solve of Euler's
//! equations with the whole tensor.

use beadwork::PoseChange;
use beadwork::scene::{Body, Hull, Joint, Scene, Solid, WORLD, principal_axes};
use beadwork::simulation::Ray;
use glam::{DMat3, DQuat, DVec3, Quat, Vec3};
use pollster::block_on;
use serde_json::json;

use crate::common::every_machine::MACHINES;
use crate::common::mixed::Random;
use crate::common::{measure, state, step};

/// Of no symmetry, 0.3 m or so across.
fn points(random: &mut Random) -> Vec<Vec3> {
    (0..12).map(|_| (random.vector(0.3) * DVec3::new(1.0, 0.6, 0.35) + 0.1).as_vec3()).map(turned).collect()
}

fn turned(p: Vec3) -> Vec3 {
    Quat::from_scaled_axis(Vec3::new(0.4, 0.9, -0.5)) * p
}

fn matrix(q: Quat) -> DMat3 {
    DMat3::from_quat(q.as_dquat().normalize())
}

#[test]
fn principal_axes_and_moments_make_the_tensor_again() {
    let mut random = Random::new(71);
    let mut worst: f64 = 0.0;
    for _ in 0..500 {
        let hull = Hull::of(&points(&mut random)).expect("a hull").data();
        let p = matrix(hull.axes);
        let made = p * DMat3::from_diagonal(hull.moments) * p.transpose();
        let off = (0..3).map(|k| (made.col(k) - hull.inertia.col(k)).length()).fold(0.0, f64::max);
        worst = worst.max(off / hull.moments.max_element());
        let again = p.transpose() * hull.inertia * p;
        assert!(again.x_axis.y.abs() < 1e-6 * hull.moments.max_element(), "{again}");
    }
    // axes are kept in f32
    assert!(worst < 1e-6, "{worst}");
    // a diagonal tensor stays as it is
    let diagonal = DMat3::from_diagonal(DVec3::new(3.0, 1.0, 2.0));
    assert_eq!(principal_axes(diagonal), (DVec3::new(3.0, 1.0, 2.0), Quat::IDENTITY));
}

/// The angular momentum, in world axes, and how the body is turned, after `seconds` of free motion from this spin. It
/// is found by Runge and Kutta's fourth order, with the tensor in body axes.
fn exact(tensor: DMat3, spin: DVec3, mut q: DQuat, seconds: f64) -> (DVec3, DQuat) {
    let world = |q: DQuat| DMat3::from_quat(q) * tensor * DMat3::from_quat(q).transpose();
    let l = world(q) * spin;
    let steps = (seconds * 2000.0) as usize;
    let h = seconds / steps as f64;
    let rate = |q: DQuat| {
        let w = world(q.normalize()).inverse() * l;
        DQuat::from_xyzw(w.x, w.y, w.z, 0.0) * q * 0.5
    };
    for _ in 0..steps {
        let a = rate(q);
        let b = rate(q + a * (0.5 * h));
        let c = rate(q + b * (0.5 * h));
        let d = rate(q + c * h);
        q = (q + (a + b * 2.0 + c * 2.0 + d) * (h / 6.0)).normalize();
    }
    (l, q)
}

fn free(points: &[Vec3], spin: DVec3) -> Scene {
    let points: Vec<[f32; 3]> = points.iter().map(|p| p.to_array()).collect();
    Scene::from_value(&json!({"version": 2, "gravity": [0, 0, 0], "bodies": [{"position": [0.2, 0.1, -0.3],
        "rotation": [0.1, 0.5, -0.3, 0.8], "shape": {"type": "hull", "points": points}, "angularVelocity": spin.to_array()}]}))
    .expect("a scene")
}

#[test]
fn a_free_hull_turns_as_its_whole_tensor_says() {
    let points = points(&mut Random::new(72));
    let hull = Hull::of(&points).expect("a hull").data();
    let spin = DVec3::new(1.0, 2.0, 0.5);
    let scene = free(&points, spin);
    let body = &scene.bodies[0];
    assert!(body.is_turned(), "{:?}", body.axes);
    let tensor = hull.inertia * f64::from(body.mass);
    let q = body.rotation.as_dquat().normalize();
    let seconds = 10.0;
    let (l, turned) = exact(tensor, spin, q, seconds);
    let energy = 0.5 * spin.dot(DMat3::from_quat(q) * tensor * DMat3::from_quat(q).transpose() * spin);
    for (name, made) in MACHINES {
        let mut simulation = made(&scene, &json!({"substeps": 8}));
        step(&mut simulation, 600);
        let found = measure(&mut simulation);
        let pose = block_on(simulation.read_poses().expect("poses")).expect("poses");
        let r = Quat::from_slice(&pose[3..]).as_dquat().normalize();
        // v is none, so L is of spin alone; roundings of 4,800 substeps in f32
        let spun = DVec3::from_array(found.angular_momentum);
        assert!(spun.distance(l) < 3e-5 * l.length(), "{name}: L = {spun}, should be {l}");
        assert!(
            (found.kinetic_energy / energy - 1.0).abs() < 1e-3,
            "{name}: {} and {energy} J",
            found.kinetic_energy
        );
        let angle = 2.0 * (r * turned.inverse()).w.abs().min(1.0).acos();
        // substeps of 2 ms turn by their own midpoint
        assert!(angle < 0.02, "{name}: turned by {angle} rad more or less than it should be");
        // without products it would be somewhere else altogether
        let diagonal = DMat3::from_diagonal(DVec3::new(tensor.x_axis.x, tensor.y_axis.y, tensor.z_axis.z));
        let (_, without) = exact(diagonal, spin, q, seconds);
        let apart = 2.0 * (without * turned.inverse()).w.abs().min(1.0).acos();
        assert!(apart > 0.5, "products of inertia that matter: {apart} rad");
        println!(
            "{name}: {angle} rad off, L {}, E {}",
            spun.distance(l) / l.length(),
            found.kinetic_energy / energy - 1.0
        );
    }
}

#[test]
fn the_same_body_given_in_its_principal_axes_moves_alike() {
    let points = points(&mut Random::new(73));
    let one = Body {
        rotation: Quat::from_xyzw(0.1, 0.5, -0.3, 0.8).normalize(),
        angular_velocity: Vec3::new(0.4, 2.0, 1.0),
        ..Body::of(Solid::Hull(Hull::of(&points).expect("a hull")), 1.0)
    };
    let p = one.axes.as_dquat().normalize();
    let back: Vec<Vec3> = points.iter().map(|v| (p.inverse() * v.as_dvec3()).as_vec3()).collect();
    let other = Body {
        rotation: (one.rotation.as_dquat() * p).as_quat(),
        angular_velocity: one.angular_velocity,
        ..Body::of(Solid::Hull(Hull::of(&back).expect("a hull")), 1.0)
    };
    let scene = Scene { bodies: vec![one, other], gravity: Some(Vec3::ZERO), ..Scene::default() };
    for (name, made) in MACHINES {
        let mut simulation = made(&scene, &json!({"substeps": 4}));
        step(&mut simulation, 120);
        let poses = block_on(simulation.read_poses().expect("poses")).expect("poses");
        let q = |i: usize| Quat::from_slice(&poses[7 * i + 3..]).as_dquat().normalize();
        let angle = 2.0 * ((q(0) * p) * q(1).inverse()).w.abs().min(1.0).acos();
        assert!(angle < 1e-3, "{name}: {angle} rad apart");
    }
}

#[test]
fn what_is_written_of_a_turned_hull_goes_on_with_the_same_bits() {
    let scene = free(&points(&mut Random::new(74)), DVec3::new(3.0, 1.0, -2.0));
    assert_eq!(Scene::from_json(&scene.to_json()).expect("it reads back"), scene);
    for (name, made) in MACHINES {
        let mut simulation = made(&scene, &json!({}));
        step(&mut simulation, 37);
        let text = block_on(simulation.describe().expect("it is described")).expect("a scene").to_json();
        let mut resumed = made(&Scene::from_json(&text).expect("it reads back"), &json!({}));
        if name != "CPU, f64" {
            step(&mut simulation, 20);
            step(&mut resumed, 20);
        }
        let (one, other) = (state(&mut simulation), state(&mut resumed));
        assert_eq!((one.rotations, one.positions), (other.rotations, other.positions), "{name}");
    }
}

#[test]
fn principal_axes_are_said_beside_moments_and_of_hulls_alone() {
    let hull = json!({"type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]]});
    let scene = |body: serde_json::Value| Scene::from_value(&json!({"version": 2, "bodies": [body]}));
    let given = scene(
        json!({"position": [0, 0, 0], "shape": hull, "inertia": [2, 3, 4], "principalAxes": [0, 0, 0.6, 0.8]}),
    );
    let body = &given.expect("a scene").bodies[0];
    assert_eq!((body.inertia, body.axes), (Vec3::new(2.0, 3.0, 4.0), Quat::from_xyzw(0.0, 0.0, 0.6, 0.8)));
    // moments alone are about body axes
    let given = scene(json!({"position": [0, 0, 0], "shape": hull, "inertia": [2, 3, 4]})).expect("a scene");
    assert!(!given.bodies[0].is_turned());
    for (body, path) in [
        (
            json!({"position": [0, 0, 0], "shape": hull, "principalAxes": [0, 0, 0.6, 0.8]}),
            "bodies[0].principalAxes",
        ),
        (
            json!({"position": [0, 0, 0], "radius": 1, "inertia": [2, 3, 4], "principalAxes": [0, 0, 0.6, 0.8]}),
            "bodies[0].principalAxes",
        ),
    ] {
        assert_eq!(scene(body).expect_err("refused").path.as_deref(), Some(path));
    }
}

#[test]
fn a_turned_hull_is_met_where_its_points_say() {
    let points = points(&mut Random::new(75));
    let scene = free(&points, DVec3::ZERO);
    let data = Hull::of(&points).expect("a hull").data();
    let (place, q) = (scene.bodies[0].position.as_dvec3(), scene.bodies[0].rotation.as_dquat().normalize());
    for (name, made) in MACHINES {
        let mut simulation = made(&scene, &json!({}));
        for face in &data.faces {
            // straight at the middle of a face from a metre above it
            let corners = face.corners.iter().map(|&k| data.corners[k as usize].as_dvec3());
            let middle = corners.sum::<DVec3>() / face.corners.len() as f64;
            let n = q * face.normal.as_dvec3();
            let ray = Ray::new(place + q * middle + n, -n);
            let hit = block_on(simulation.cast_ray(&ray).expect("a ray")).expect("a ray").expect("the hull");
            assert!(
                (hit.distance - 1.0).abs() < 1e-5 && hit.normal.distance(n) < 1e-4,
                "{name}: {hit:?}, {n}"
            );
        }
    }
}

#[test]
fn joints_and_poses_of_a_turned_hull_are_in_its_body_axes() {
    let points = points(&mut Random::new(76));
    let mut scene = free(&points, DVec3::ZERO);
    assert!(scene.bodies[0].is_turned());
    scene.gravity = Some(Vec3::new(0.0, -9.81, 0.0));
    let at = scene.bodies[0].position.as_dvec3() + DVec3::new(0.1, 0.3, 0.0);
    scene.joints.push(Joint::at(&scene.bodies, [WORLD, 0], at).axis(DVec3::new(0.3, 0.2, 1.0)).hinge());
    scene.check().expect("a scene");
    for (name, made) in MACHINES {
        let mut simulation = made(&scene, &json!({"substeps": 8}));
        let found = measure(&mut simulation);
        assert!(found.max_gap < 1e-6 && found.max_angle < 1e-5, "{name}: it is shut as it begins, {found:?}");
        step(&mut simulation, 60);
        let found = measure(&mut simulation);
        assert!(found.max_gap < 1e-4 && found.max_angle < 1e-3, "{name}: {found:?}");
        let reading = block_on(simulation.read_joints(Some(&[0])).expect("asked")).expect("a joint");
        assert_eq!(reading.len(), 1, "{name}");

        let mut free = made(&free(&points, DVec3::ZERO), &json!({}));
        let q = Quat::from_xyzw(0.5, -0.1, 0.3, 0.7).normalize();
        for change in [
            PoseChange {
                position: Some(Vec3::new(1.0, 2.0, 3.0)),
                rotation: Some(q),
                ..PoseChange::default()
            },
            PoseChange { position: Some(Vec3::new(1.0, 2.0, 3.0)), ..PoseChange::default() },
            PoseChange { rotation: Some(q), ..PoseChange::default() },
        ] {
            free.set_pose(0usize, change).expect("put");
            let pose = block_on(free.read_poses().expect("poses")).expect("poses");
            assert!(Vec3::from_slice(&pose).distance(Vec3::new(1.0, 2.0, 3.0)) < 1e-6, "{name}: {pose:?}");
            assert!(Quat::from_slice(&pose[3..]).dot(q).abs() > 1.0 - 1e-6, "{name}: {pose:?}");
        }
    }
}
