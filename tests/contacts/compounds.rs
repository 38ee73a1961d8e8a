//! Compounds: their mass by closed forms; that they stand, roll, bounce, are met and have events as one body, on every
//! machine.

use beadwork::scene::{Body, Compound, Part, Scene, Solid};
use beadwork::simulation::{Push, Ray};
use beadwork::{Simulation, State};
use glam::{DMat3, DQuat, DVec3, Quat, Vec3};
use pollster::block_on;
use serde_json::{Value, json};

use crate::common::every_machine::{MACHINES, Made, on_cpu};
use crate::common::{measure, merged, state, step};
use crate::{contacts, wishes};

const G: f64 = 9.81;

fn scene(document: &Value) -> Scene {
    Scene::from_value(document).unwrap_or_else(|error| panic!("{document}: {error}"))
}

fn poses(simulation: &mut Simulation) -> Vec<(DVec3, DQuat)> {
    let poses = block_on(simulation.read_poses().expect("poses")).expect("poses");
    let pose = |p: &[f32]| (Vec3::from_slice(p).as_dvec3(), Quat::from_slice(&p[3..]).as_dquat());
    poses.chunks_exact(7).map(pose).collect()
}

fn cuboid(half: [f64; 3], at: [f64; 3]) -> Value {
    json!({"shape": {"type": "box", "halfExtents": half}, "position": at})
}

fn compound(parts: Vec<Value>) -> Value {
    json!({"type": "compound", "parts": parts})
}

/// 1.2 m by 0.8 m, 0.7 m high; its origin is in the middle of the top.
fn table() -> Value {
    let mut parts = vec![cuboid([0.6, 0.03, 0.4], [0.0, 0.0, 0.0])];
    for (x, z) in [(-0.55, -0.35), (0.55, -0.35), (-0.55, 0.35), (0.55, 0.35)] {
        parts.push(cuboid([0.03, 0.32, 0.03], [x, -0.35, z]));
    }
    compound(parts)
}

fn ground() -> Value {
    json!({"position": [0, 0, 0], "shape": {"type": "plane"}})
}

#[test]
fn an_l_of_two_boxes_weighs_what_its_boxes_weigh_together() {
    // of 8 kg and 4 kg: halves of 1, 1, 1 by 1,000 kg/m³ and so on
    let l = scene(&json!({"version": 2, "bodies": [{"position": [0, 0, 0], "shape": compound(vec![
        cuboid([0.1, 0.1, 0.1], [0.0, 0.0, 0.0]), cuboid([0.1, 0.05, 0.1], [0.2, -0.05, 0.0])])}]}));
    let body = &l.bodies[0];
    assert!((body.mass - 12.0).abs() < 1e-5, "{}", body.mass);
    let c = DVec3::new(4.0 * 0.2 / 12.0, -4.0 * 0.05 / 12.0, 0.0);
    assert!(body.centre.as_dvec3().distance(c) < 1e-7, "{} and {c}", body.centre);
    // by hand: m/3 (b² + c²) of each, and m (|d|² − d dᵀ) of its distance d
    let mut tensor = DMat3::ZERO;
    for (m, half, at) in [
        (8.0, DVec3::splat(0.1), DVec3::ZERO),
        (4.0, DVec3::new(0.1, 0.05, 0.1), DVec3::new(0.2, -0.05, 0.0)),
    ] {
        let s = half * half;
        let d: DVec3 = at - c;
        tensor += DMat3::from_diagonal(DVec3::new(s.y + s.z, s.z + s.x, s.x + s.y) * (m / 3.0));
        tensor += (DMat3::from_diagonal(DVec3::splat(d.length_squared()))
            - DMat3::from_cols(d * d.x, d * d.y, d * d.z))
            * m;
    }
    let p = DMat3::from_quat(body.axes.as_dquat());
    let made = p * DMat3::from_diagonal(body.inertia.as_dvec3()) * p.transpose();
    for k in 0..3 {
        assert!((made.col(k) - tensor.col(k)).length() < 1e-6 * tensor.x_axis.x, "{made} and {tensor}");
    }
    assert!(body.is_turned(), "it has a product of inertia");
    // the corner that is farthest from the origin
    let farthest = (0.3f64 * 0.3 + 0.1 * 0.1 + 0.1 * 0.1).sqrt();
    assert!((f64::from(body.radius) - farthest).abs() < 1e-6, "{}", body.radius);
    // densities count, and so does the mass of the whole
    let part = |density: f64, x: f64| json!({"shape": {"type": "sphere", "radius": 0.1}, "position": [x, 0, 0], "density": density});
    let unlike = scene(
        &json!({"version": 2, "bodies": [{"position": [0, 0, 0], "shape": compound(vec![part(3000.0, -1.0), part(1000.0, 1.0)]), "mass": 4}]}),
    );
    let body = &unlike.bodies[0];
    assert!((body.centre.x + 0.5).abs() < 1e-6 && body.mass == 4.0, "{body:?}");
    // 3 kg at 0.5 m and 1 kg at 1.5 m
    let across = 0.4 * 4.0 * 0.01 + 3.0 * 0.25 + 2.25;
    assert!((f64::from(body.inertia.y) - across).abs() < 1e-5, "{}", body.inertia);
}

#[test]
fn compounds_are_written_and_read_to_the_same_bits_and_wrong_ones_refused() {
    let parts = vec![
        json!({"shape": {"type": "sphere", "radius": 0.2}, "position": [0.5, 0, 0]}),
        json!({"shape": {"type": "capsule", "radius": 0.1, "halfHeight": 0.3}, "rotation": [0, 0, 0.6, 0.8]}),
        json!({"shape": {"type": "cylinder", "radius": 0.1, "halfHeight": 0.3}, "density": 700}),
        json!({"shape": {"type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}, "position": [0, 0.3, 0]}),
        cuboid([0.1, 0.2, 0.3], [0.0, 0.0, 0.4]),
    ];
    let whole = scene(
        &json!({"version": 2, "contacts": true, "bodies": [{"position": [0.1, 0.2, 0.3], "rotation": [0.1, 0.2, 0.3, 0.9],
        "shape": compound(parts.clone()), "density": 500}, {"position": [0, 3, 0], "shape": compound(parts), "inertia": [1, 1, 1], "centre": [0, 0, 0]}]}),
    );
    assert_eq!(Scene::from_json(&whole.to_json()).expect("it reads back"), whole);
    assert!(!whole.bodies[1].is_turned(), "given moments are about body axes");
    let refused = |shape: Value, path: &str| {
        let document = json!({"version": 2, "bodies": [{"position": [0, 0, 0], "shape": shape}]});
        let error = Scene::from_value(&document).expect_err("refused");
        assert_eq!(error.path.as_deref(), Some(path), "{error}");
    };
    let ball = json!({"shape": {"type": "sphere", "radius": 0.2}});
    refused(compound(vec![]), "bodies[0].shape.parts");
    refused(compound(vec![ball.clone(); 17]), "bodies[0].shape.parts");
    refused(compound(vec![json!({"shape": {"type": "plane"}})]), "bodies[0].shape.parts[0].shape");
    refused(compound(vec![json!({"shape": compound(vec![ball.clone()])})]), "bodies[0].shape.parts[0].shape");
    refused(compound(vec![json!({"shape": {"type": "sphere"}})]), "bodies[0].shape.parts[0].shape.radius");
    refused(
        compound(vec![json!({"shape": {"type": "sphere", "radius": 0}})]),
        "bodies[0].shape.parts[0].shape.radius",
    );
    refused(
        compound(vec![ball.clone(), json!({"shape": {"type": "box", "halfExtents": [1, 1, 0]}})]),
        "bodies[0].shape.parts[1].shape.halfExtents",
    );
    refused(
        compound(vec![json!({"shape": {"type": "sphere", "radius": 0.2}, "position": [0, 2000, 0]})]),
        "bodies[0].shape.parts[0].position",
    );
    refused(
        compound(vec![json!({"shape": {"type": "sphere", "radius": 0.2}, "mass": 1})]),
        "bodies[0].shape.parts[0].mass",
    );
    refused(json!({"type": "compound"}), "bodies[0].shape.parts");
    // in Rust alike
    let part = Part::of(Solid::Sphere, 0.2, Vec3::ZERO, Quat::IDENTITY);
    assert!(Compound::of(&[]).is_err() && Compound::of(&[part; 17]).is_err());
    assert!(Compound::of(&[Part { solid: Solid::Plane, ..part }]).is_err());
    let one = Body::of(Solid::Compound(Compound::of(&[part]).expect("a compound")), 1.0);
    assert!((one.mass / Body::of(Solid::Sphere, 0.2).mass - 1.0).abs() < 1e-6);
}

/// A table with six things on it.
fn laid_table() -> Scene {
    let mut bodies =
        vec![ground(), json!({"name": "table", "position": [0, 0.671, 0], "shape": table(), "mass": 20})];
    for i in 0..6 {
        let (x, z) = (f64::from(i % 3) * 0.35 - 0.35, f64::from(i / 3) * 0.36 - 0.18);
        let at = [x, 0.79, z];
        bodies.push(match i % 3 {
            0 => json!({"position": at, "shape": {"type": "box", "halfExtents": [0.08, 0.08, 0.08]}, "mass": 2}),
            1 => json!({"position": at, "radius": 0.08, "mass": 1}),
            _ => json!({"position": at, "shape": compound(vec![cuboid([0.1, 0.03, 0.1], [0.0, -0.05, 0.0]), cuboid([0.03, 0.05, 0.03], [0.0, 0.03, 0.0])]), "mass": 2}),
        });
    }
    scene(&json!({"version": 2, "contacts": true, "gravity": [0, -G, 0], "bodies": bodies}))
}

#[test]
fn a_table_stands_on_its_legs_and_holds_what_is_laid_on_it() {
    let scene = laid_table();
    for (name, made) in MACHINES {
        let mut simulation = made(&scene, &wishes(&scene, json!({})));
        step(&mut simulation, 180);
        let at = poses(&mut simulation);
        let (place, q) = at[1];
        assert!((place.y - 0.67).abs() < 2e-3 && place.x.hypot(place.z) < 2e-3, "{name}: {place}");
        assert!((q * DVec3::Y).y > 0.99999, "{name}: {q}");
        for (i, (place, _)) in at.iter().enumerate().skip(2) {
            assert!((0.7..0.8).contains(&place.y), "{name}: body {i} at {place}");
        }
        // all weighs on the ground by the table
        let found = contacts(&mut simulation);
        let force = |a: u32, b: u32| -> f64 {
            found.iter().filter(|x| (x.a, x.b) == (a, b) || (x.b, x.a) == (a, b)).map(|x| x.force).sum()
        };
        let weight = G * scene.bodies.iter().skip(1).map(|body| f64::from(body.mass)).sum::<f64>();
        assert!((force(1, 0) / weight - 1.0).abs() < 0.03, "{name}: {} N of {weight} N", force(1, 0));
        assert!(found.iter().all(|x| x.a < 8 && x.b < 8), "{name}: parts are not told");
        assert_eq!(measure(&mut simulation).contacts_dropped, 0, "{name}");
        assert!(
            measure(&mut simulation).kinetic_energy < 0.02,
            "{name}: {} J",
            measure(&mut simulation).kinetic_energy
        );
    }
}

#[test]
fn two_boxes_that_are_one_move_as_that_box() {
    let box_of = |shape: Value| {
        scene(&json!({"version": 2, "contacts": true, "gravity": [0, -G, 0], "bodies": [ground(),
            {"position": [0, 0.8, 0], "rotation": [0.1, 0.05, 0.2, 0.97], "shape": shape, "linearVelocity": [1, 0, 0.3], "angularVelocity": [0, 1, 2]}]}))
    };
    let whole = box_of(json!({"type": "box", "halfExtents": [0.4, 0.2, 0.3]}));
    let halves = box_of(compound(vec![
        cuboid([0.2, 0.2, 0.3], [-0.2, 0.0, 0.0]),
        cuboid([0.2, 0.2, 0.3], [0.2, 0.0, 0.0]),
    ]));
    assert!((whole.bodies[1].inertia - halves.bodies[1].inertia).length() < 1e-5 * whole.bodies[1].inertia.x);
    for (name, made) in MACHINES {
        // in the air they are the same body
        let [mut one, mut other] = [&whole, &halves].map(|scene| made(scene, &wishes(scene, json!({}))));
        step(&mut one, 10);
        step(&mut other, 10);
        let (a, b) = (poses(&mut one)[1], poses(&mut other)[1]);
        assert!(a.0.distance(b.0) < 1e-5 && a.1.dot(b.1).abs() > 1.0 - 1e-6, "{name}: {a:?} and {b:?}");
        // and they come to rest on the same side, near where the other does: corners are hit in another order
        step(&mut one, 290);
        step(&mut other, 290);
        let (a, b) = (poses(&mut one)[1], poses(&mut other)[1]);
        let up = |q: DQuat| (q.inverse() * DVec3::Y).abs().max_element();
        assert!(up(a.1) > 0.9999 && up(b.1) > 0.9999, "{name}: {a:?} and {b:?}");
        println!("{name}: {} m apart", a.0.distance(b.0));
        assert!((a.0.y - b.0.y).abs() < 2e-3, "{name}: {a:?} and {b:?}");
        assert!(a.0.distance(b.0) < 0.1, "{name}: {a:?} and {b:?}");
    }
}

#[test]
fn a_dumb_bell_rolls_with_the_inertia_that_it_has() {
    // two balls of r and m at ±d on x: I about x is 2 · 2/5 m r², so on a slope it rolls with g sin θ · 5/7
    let (r, d, slope) = (0.2, 0.5, 0.1f64);
    let ball = |x: f64| json!({"shape": {"type": "sphere", "radius": r}, "position": [x, 0, 0]});
    let q = DQuat::from_rotation_x(slope);
    let bell = scene(&json!({"version": 2, "contacts": true, "gravity": [0, -G, 0], "bodies": [
        {"position": [0, 0, 0], "rotation": q.to_array(), "shape": {"type": "plane"}, "friction": 1},
        {"position": (q * DVec3::Y * r).to_array(), "shape": compound(vec![ball(-d), ball(d)]), "friction": 1}]}));
    for (name, made) in MACHINES {
        let mut simulation = made(&bell, &wishes(&bell, json!({})));
        step(&mut simulation, 60);
        let before = poses(&mut simulation)[1].0;
        let v =
            state(&mut simulation).linear_velocities[3..6].iter().map(|&x| f64::from(x)).collect::<Vec<_>>();
        let speed = DVec3::from_slice(&v).length();
        let truth = G * slope.sin() * 5.0 / 7.0;
        assert!((speed / truth - 1.0).abs() < 0.01, "{name}: {speed} m/s, should be {truth}");
        assert!(before.x.abs() < 1e-4, "{name}: it goes straight, {before}");
        assert!((before.dot(q * DVec3::Y) - r).abs() < 0.03 * r, "{name}: {before}");
    }
}

#[test]
fn what_flies_at_legs_goes_between_them_and_rays_meet_the_part_that_is_there() {
    let scene = laid_table();
    for (name, made) in MACHINES {
        let mut simulation = made(&scene, &wishes(&scene, json!({})));
        let cast = |simulation: &mut Simulation, o: [f64; 3], d: [f64; 3]| {
            block_on(
                simulation.cast_ray(&Ray::new(DVec3::from_array(o), DVec3::from_array(d))).expect("a ray"),
            )
            .expect("a ray")
        };
        // onto a leg, between legs, and up at the top from below
        let hit = cast(&mut simulation, [-0.55, 0.3, 5.0], [0.0, 0.0, -1.0]).expect("a leg");
        assert_eq!(hit.body, 1, "{name}");
        assert!((hit.distance - (5.0 - 0.38)).abs() < 1e-4 && hit.normal.z > 0.999, "{name}: {hit:?}");
        assert!(cast(&mut simulation, [0.0, 0.3, 5.0], [0.0, 0.0, -1.0]).is_none(), "{name}");
        let hit = cast(&mut simulation, [0.0, 0.3, 0.0], [0.0, 1.0, 0.0]).expect("the top");
        assert!(hit.body == 1 && (hit.distance - (0.671 - 0.03 - 0.3)).abs() < 1e-4, "{name}: {hit:?}");
        // once it has moved, it is met where it is
        simulation
            .set_pose(
                "table",
                beadwork::PoseChange { position: Some(Vec3::new(10.0, 0.671, 0.0)), ..Default::default() },
            )
            .expect("moved");
        let hit = cast(&mut simulation, [10.0, 0.3, 0.0], [0.0, 1.0, 0.0]).expect("the top");
        assert!(hit.body == 1 && (hit.distance - 0.341).abs() < 1e-4, "{name}: {hit:?}");
    }
}

#[test]
fn resuming_goes_on_with_the_same_bits() {
    let scene = laid_table();
    for (name, made) in MACHINES {
        let changes = wishes(&scene, json!({}));
        let mut simulation = made(&scene, &changes);
        step(&mut simulation, 25);
        let text = block_on(simulation.describe().expect("described")).expect("a scene").to_json();
        assert!(!text.contains("\"part\""));
        let again = Scene::from_json(&text).expect("it reads back");
        assert_eq!(again.bodies.len(), scene.bodies.len(), "{name}: parts are no bodies");
        let mut resumed = made(&again, &changes);
        let other: State = state(&mut simulation);
        if name == "CPU, f64" {
            continue;
        }
        step(&mut simulation, 15);
        step(&mut resumed, 15);
        assert_eq!(state(&mut simulation).positions, state(&mut resumed).positions, "{name}");
        assert_eq!(state(&mut simulation).rotations, state(&mut resumed).rotations, "{name}");
        // a state that is put goes on alike
        simulation.write_state(&other).expect("written");
        step(&mut simulation, 15);
        assert_eq!(state(&mut simulation).positions, state(&mut resumed).positions, "{name}");
        simulation.reset().expect("reset");
        step(&mut simulation, 25);
        assert_eq!(state(&mut simulation).positions, other.positions, "{name}");
    }
}

#[test]
fn compounds_come_and_go_among_others() {
    let scene = laid_table();
    for (name, made) in MACHINES {
        let mut simulation = made(&scene, &wishes(&scene, json!({})));
        step(&mut simulation, 30);
        let stool = Scene::from_value(
            &json!({"version": 2, "bodies": [{"position": [3, 0.68, 0], "shape": table(), "mass": 10}]}),
        )
        .expect("a stool");
        let ball =
            Scene::from_value(&json!({"version": 2, "bodies": [{"position": [3, 0.85, 0], "radius": 0.1}]}))
                .expect("a ball");
        let added = simulation.add_bodies(&stool.bodies).expect("added");
        assert_eq!(added, [8], "{name}");
        let balls = simulation.add_bodies(&ball.bodies).expect("added");
        step(&mut simulation, 60);
        let at = poses(&mut simulation);
        assert!((at[8].0.y - 0.67).abs() < 3e-3, "{name}: {:?}", at[8]);
        assert!((at[balls[0]].0.y - 0.8).abs() < 5e-3, "{name}: {:?}", at[balls[0]]);
        assert!((at[1].0.y - 0.67).abs() < 3e-3, "{name}: {:?}", at[1]);
        // what lay on it falls to the ground
        simulation.remove_bodies(&[8]).expect("removed");
        step(&mut simulation, 60);
        let at = poses(&mut simulation);
        assert!((at[balls[0]].0.y - 0.1).abs() < 5e-3, "{name}: {:?}", at[balls[0]]);
        assert!((at[1].0.y - 0.67).abs() < 3e-3, "{name}: {:?}", at[1]);
        // pinned it stays, let go it falls
        simulation.set_fixed(1usize, true).expect("pinned");
        simulation.remove_bodies(&[0]).expect("removed");
        step(&mut simulation, 30);
        assert!((poses(&mut simulation)[1].0.y - 0.67).abs() < 3e-3, "{name}");
        simulation.set_fixed(1usize, false).expect("let go");
        step(&mut simulation, 30);
        assert!(poses(&mut simulation)[1].0.y < 0.0, "{name}");
    }
}

#[test]
fn a_joint_a_group_and_a_mask_hold_for_all_parts() {
    // a lid that lies in a box of five, joined to it, and a ghost that falls through both
    let wall =
        |x: f64, z: f64| cuboid(if x != 0.0 { [0.02, 0.2, 0.3] } else { [0.3, 0.2, 0.02] }, [x, 0.2, z]);
    let chest = compound(vec![
        cuboid([0.3, 0.02, 0.3], [0.0, 0.02, 0.0]),
        wall(0.3, 0.0),
        wall(-0.3, 0.0),
        wall(0.0, 0.3),
        wall(0.0, -0.3),
    ]);
    let joined = |collide: bool| {
        scene(&json!({"version": 2, "contacts": true, "gravity": [0, -G, 0], "bodies": [ground(),
            {"name": "chest", "position": [0, 0.0, 0], "shape": chest, "fixed": true},
            {"name": "ball", "position": [0, 0.3, 0], "radius": 0.1},
            {"name": "ghost", "position": [0, 1, 0], "radius": 0.1, "group": 2, "collidesWith": 2}],
            "joints": [{"type": "six-dof", "a": "chest", "b": "ball", "anchorA": [0, 0, 0], "anchorB": [0, 0, 0], "collide": collide,
                "axes": {"x": "fixed", "y": "free", "z": "fixed", "rx": "free", "ry": "free", "rz": "free"}}]}))
    };
    for (name, made) in MACHINES {
        for (collide, rests) in [(true, 0.14), (false, 0.1)] {
            let chest = joined(collide);
            let mut simulation = made(&chest, &wishes(&chest, json!({})));
            step(&mut simulation, 60);
            let at = poses(&mut simulation);
            assert!((at[2].0.y - rests).abs() < 5e-3, "{name}, {collide}: {:?}", at[2]);
            assert!(at[3].0.y < -0.1, "{name}: {:?}", at[3]);
        }
    }
}

#[test]
fn what_bounces_does_so_once_however_many_parts_hit() {
    let legs: Vec<Value> = [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)]
        .iter()
        .map(|(x, z)| json!({"shape": {"type": "sphere", "radius": 0.1}, "position": [x, 0, z]}))
        .collect();
    let dropped = |shape: Value| {
        scene(&json!({"version": 2, "contacts": true, "gravity": [0, -G, 0], "bodies": [ground(),
        {"position": [0, 1.1, 0], "shape": shape, "restitution": 0.5, "friction": 0}]}))
    };
    let table = dropped(compound(legs));
    let block = dropped(json!({"type": "box", "halfExtents": [0.5, 0.1, 0.5]}));
    for (name, made) in MACHINES {
        let highest = |scene: &Scene| {
            let mut simulation = made(scene, &wishes(scene, json!({})));
            let heights = (0..50).map(|_| {
                step(&mut simulation, 1);
                poses(&mut simulation)[1].0.y
            });
            heights.skip(30).fold(0.0, f64::max)
        };
        let (legs, block) = (highest(&table), highest(&block));
        println!("{name}: {legs} m, a box {block} m");
        // e² of 1 m at most: blows come one after another, and some of each goes into rocking, of a box's corners more
        assert!(legs < 0.36 && legs > 0.2 && block < legs, "{name}: {legs} m, a box {block} m");
    }
}

#[test]
fn the_gpu_does_with_compounds_what_its_twin_does() {
    let scene = laid_table();
    let changes = wishes(&scene, json!({}));
    for solver in ["gauss-seidel", "mass-splitting"] {
        let changes = crate::common::merged(&changes, json!({"contactSolver": solver}));
        let mut twin = on_cpu::<f64>(&scene, &changes);
        let mut gpu = crate::common::simulation(&scene, changes.clone());
        step(&mut twin, 20);
        step(&mut gpu, 20);
        let (ours, theirs) = (state(&mut gpu).positions, state(&mut twin).positions);
        let off = ours.iter().zip(&theirs).map(|(x, y)| (x - y).abs()).fold(0.0, f32::max);
        println!("{solver}: {off} m");
        assert!(off < 2e-4, "{solver}: {off} m apart");
        let mut second = crate::common::simulation(&scene, changes);
        step(&mut second, 20);
        assert_eq!(state(&mut gpu), state(&mut second), "{solver}: the same bits");
    }
}

#[test]
fn a_compound_without_contacts_flies_as_one_and_its_parts_are_where_it_is() {
    let flying = scene(&json!({"version": 2, "gravity": [0, -G, 0], "bodies": [
        {"position": [0, 5, 0], "shape": table(), "linearVelocity": [1, 2, 0], "angularVelocity": [0, 3, 1], "mass": 10}]}));
    for (name, made) in MACHINES {
        let mut simulation = made(&flying, &json!({"substeps": 4}));
        simulation.push(0usize, Push { force: Vec3::X * 10.0, ..Push::default() }).expect("pushed");
        step(&mut simulation, 20);
        let (place, q) = poses(&mut simulation)[0];
        // down onto the top from above it, along its own y
        let (from, along) = (place + q * DVec3::Y * 2.0, -(q * DVec3::Y));
        let hit = block_on(simulation.cast_ray(&Ray::new(from, along)).expect("a ray"))
            .expect("a ray")
            .expect("the top");
        assert!((hit.distance - 1.97).abs() < 1e-4, "{name}: {hit:?}");
        assert_eq!(state(&mut simulation).positions.len(), 3, "{name}");
        let found = measure(&mut simulation);
        let momentum = DVec3::from_array(found.momentum);
        let truth = 10.0 * DVec3::new(1.0, 2.0 - G / 3.0, 0.0) + DVec3::X * (10.0 / 60.0);
        assert!(momentum.distance(truth) < 1e-3, "{name}: {momentum}, should be {truth}");
    }
}

#[test]
fn events_and_sensors_name_the_compound() {
    // a table with events falls on its four legs; a gate of two posts senses passing bodies.
    // One dumb-bell flies through a sensor, another leaves the ground
    let gate =
        compound(vec![cuboid([0.05, 0.5, 0.5], [-0.3, 0.0, 0.0]), cuboid([0.05, 0.5, 0.5], [0.3, 0.0, 0.0])]);
    let ball = |x: f64| json!({"shape": {"type": "sphere", "radius": 0.2}, "position": [x, 0, 0]});
    let bell = compound(vec![ball(-0.3), ball(0.3)]);
    let scene = scene(&json!({"version": 2, "contacts": true, "gravity": [0, -G, 0], "bodies": [ground(),
        {"position": [0, 0.9, 0], "shape": table(), "mass": 20, "events": true},
        {"position": [4, 0.5, 0], "shape": gate, "fixed": true, "sensor": true},
        {"position": [4, 0.3, 2], "radius": 0.2, "linearVelocity": [0, 0, -6], "gravityScale": 0},
        {"position": [4.3, 0.3, 2], "radius": 0.2, "linearVelocity": [0, 0, -6], "gravityScale": 0, "collides": true},
        {"position": [8, 0.5, 0], "shape": {"type": "box", "halfExtents": [0.5, 0.4, 0.2]}, "fixed": true, "sensor": true},
        {"position": [8, 0.5, 2], "shape": bell, "linearVelocity": [0, 0, -6], "gravityScale": 0},
        {"position": [12, 0.19, 0], "shape": bell, "linearVelocity": [0, 3, 0], "gravityScale": 0, "events": true}]}));
    let mut told = Vec::new();
    for (name, made) in MACHINES {
        let mut simulation = made(&scene, &wishes(&scene, json!({})));
        step(&mut simulation, 60);
        let events = block_on(simulation.read_events().expect("asked")).expect("events");
        println!("{name}: {events:?}");
        use beadwork::simulation::Event;
        let began = |a: u32, b: u32| {
            events
                .iter()
                .filter(|e| matches!(**e, Event::Began { a: x, b: y, .. } if (x, y) == (a, b)))
                .count()
        };
        let ended = |a: u32, b: u32| {
            events
                .iter()
                .filter(|e| matches!(**e, Event::Ended { a: x, b: y, .. } if (x, y) == (a, b)))
                .count()
        };
        assert_eq!((began(0, 1), ended(0, 1)), (1, 0), "{name}: the table and the ground, once");
        // one ball goes between the posts, the other through one of them
        assert_eq!((began(2, 3), began(2, 4), ended(2, 4)), (0, 1, 1), "{name}");
        assert_eq!((began(5, 6), ended(5, 6)), (1, 1), "{name}: through the sensor");
        assert_eq!((began(0, 7), ended(0, 7)), (1, 1), "{name}: off the ground");
        told.push(events);
    }
    assert_eq!(told[1], told[2], "twin and GPU");
}

#[test]
fn parts_that_get_other_numbers_leave_events_and_recordings_right() {
    use beadwork::simulation::Event;
    let ball = |x: f64| json!({"shape": {"type": "sphere", "radius": 0.2}, "position": [x, 0, 0]});
    let bell = compound(vec![ball(-0.3), ball(0.3)]);
    let scene = scene(&json!({"version": 2, "contacts": true, "gravity": [0, -G, 0], "bodies": [ground(),
        {"position": [0, 0.2, 0], "shape": bell, "events": true}]}));
    let bodies = |x: usize| {
        beadwork::scene::read_bodies(&json!([{"position": [x, 9, 0], "radius": 0.2, "events": true}]))
            .expect("bodies")
    };
    for (name, made) in MACHINES {
        let mut one = made(&scene, &wishes(&scene, json!({})));
        let told = |one: &mut Simulation| block_on(one.read_events().expect("asked")).expect("events");
        step(&mut one, 1);
        // room is made, and parts have other numbers: what came before is of the dumb-bell all the same
        one.add_bodies(&bodies(1)).expect("a body");
        step(&mut one, 3);
        let events = told(&mut one);
        let is_bell = |event: &Event| matches!(event, Event::Began { a: 0, b: 1, .. });
        assert!(!events.is_empty() && events.iter().all(is_bell), "{name}: {events:?}");
        one.add_bodies(&bodies(2)).expect("a body");
        one.add_bodies(&bodies(3)).expect("a body");
        step(&mut one, 3);
        let events = told(&mut one);
        assert!(events.iter().all(is_bell), "{name}: {events:?}");
        resumes_alike(name, &scene, one, made);
    }
}

#[test]
fn events_go_on_where_the_first_compound_comes() {
    let brick = |x: usize| json!({"position": [x, 0.2, 0], "shape": {"type": "box", "halfExtents": [0.2, 0.2, 0.2]}, "events": true});
    let scene = scene(
        &json!({"version": 2, "contacts": true, "gravity": [0, -G, 0], "bodies": [ground(), brick(1), brick(3)]}),
    );
    let bell = compound(vec![cuboid([0.1, 0.1, 0.1], [0.0; 3]), cuboid([0.1, 0.1, 0.1], [0.3, 0.0, 0.0])]);
    for (name, made) in MACHINES {
        let mut one = made(&scene, &wishes(&scene, json!({})));
        let told = |one: &mut Simulation| block_on(one.read_events().expect("asked")).expect("events").len();
        step(&mut one, 2);
        assert_eq!(told(&mut one), 2, "{name}");
        let bodies = json!([{"position": [8, 4, 0], "shape": bell}]);
        one.add_bodies(&beadwork::scene::read_bodies(&bodies).expect("bodies")).expect("a compound");
        step(&mut one, 3);
        assert_eq!(told(&mut one), 0, "{name}: bricks lie as before");
    }
}

/// Where the last compound goes, or the last body that is no ball.
#[test]
fn what_lies_goes_on_touching_where_others_go() {
    let cube = json!({"shape": {"type": "box", "halfExtents": [0.2, 0.2, 0.2]}});
    let ball = json!({"radius": 0.2});
    let bell = compound(vec![cuboid([0.1, 0.1, 0.1], [0.0; 3]), cuboid([0.1, 0.1, 0.1], [0.3, 0.0, 0.0])]);
    let bell = json!({ "shape": bell });
    for (lies, goes) in [(&cube, &bell), (&ball, &bell), (&ball, &cube)] {
        let at =
            |what: &Value, x: usize, y: f64| merged(what, json!({"position": [x, y, 0], "events": y < 1.0}));
        let bodies = [ground(), at(lies, 1, 0.2), at(lies, 3, 0.2), at(goes, 8, 4.0), at(goes, 9, 4.0)];
        let scene = scene(&json!({"version": 2, "contacts": true, "gravity": [0, -G, 0], "bodies": bodies}));
        for (name, made) in MACHINES {
            stays_in_touch(name, &scene, made(&scene, &wishes(&scene, json!({}))), made);
        }
    }
}

/// Bodies 3 and 4 go, and a ball comes that falls on the ground.
fn stays_in_touch(name: &str, scene: &Scene, mut one: Simulation, made: Made) {
    let told = |one: &mut Simulation| block_on(one.read_events().expect("asked")).expect("events").len();
    step(&mut one, 20);
    assert_eq!(told(&mut one), 2, "{name}");
    let forces = |one: &mut Simulation| {
        let contacts = block_on(one.read_contacts().expect("asked")).expect("contacts");
        contacts.iter().map(|contact| contact.force).sum::<f64>()
    };
    let before = forces(&mut one);
    assert!(before > 1.0, "{name}");
    for body in [3, 4] {
        one.remove_bodies(&[body]).expect("removed");
        let now = forces(&mut one);
        assert!((now / before - 1.0).abs() < 1e-3, "{name}: {before} N, then {now} N");
        step(&mut one, 3);
        assert_eq!(told(&mut one), 0, "{name}: they lie as before");
    }
    let ball = json!([{"position": [5, 0.25, 0], "radius": 0.2, "events": true}]);
    let ball = beadwork::scene::read_bodies(&ball).expect("a ball");
    assert_eq!(one.add_bodies(&ball).expect("added"), [3], "{name}");
    step(&mut one, 60);
    assert_eq!(told(&mut one), 1, "{name}");
    assert!((poses(&mut one)[3].0.y - 0.2).abs() < 5e-3, "{name}: {:?}", poses(&mut one)[3]);
    resumes_alike(name, scene, one, made);
}

/// Another simulation that gets the same bodies, and the same state, goes on to the same bits.
fn resumes_alike(name: &str, scene: &Scene, mut one: Simulation, made: Made) {
    let written = one.written_members().expect("some came or went");
    let mut other = made(&one.loaded_scene(), &wishes(scene, json!({})));
    other.restore_members(&written).expect("as they were");
    let now = state(&mut one);
    for simulation in [&mut one, &mut other] {
        simulation.write_state(&now).expect("a state");
        step(simulation, 2);
    }
    assert_eq!(state(&mut other), state(&mut one), "{name}: contacts too");
}

#[test]
fn no_compound_passes_a_thin_wall() {
    // dumb-bells and crosses of 10 cm at a wall of 2 cm, as tests/contacts/fast.rs has them
    let ball = |x: f64| json!({"shape": {"type": "sphere", "radius": 0.05}, "position": [x, 0, 0]});
    let bell = compound(vec![ball(-0.1), ball(0.1)]);
    let cross = compound(vec![cuboid([0.1, 0.03, 0.03], [0.0; 3]), cuboid([0.03, 0.1, 0.03], [0.0; 3])]);
    for (name, made) in MACHINES {
        let mut shots = 0;
        for substeps in [1, 4] {
            let mut bodies = vec![
                json!({"position": [0, 0, 0], "shape": {"type": "box", "halfExtents": [0.01, 20, 20]}, "fixed": true}),
            ];
            for k in 0..30 {
                let speed = 20.0 * 50f64.powf(f64::from(k) / 29.0);
                let angle = 0.7 * f64::from(k);
                let (y, z) = (f64::from(k % 6) * 3.0 - 7.5, f64::from(k / 6) * 3.0 - 6.0);
                bodies.push(json!({"position": [-2.0 - 0.01 * f64::from(k), y, z], "rotation": [angle.sin(), 0.3, 0.2, angle.cos()],
                    "shape": if k % 2 == 0 { &bell } else { &cross }, "linearVelocity": [speed, 0, 0], "angularVelocity": [3, 5, 7]}));
            }
            let scene =
                scene(&json!({"version": 2, "contacts": true, "gravity": [0, 0, 0], "bodies": bodies}));
            let mut simulation = made(&scene, &wishes(&scene, json!({"substeps": substeps})));
            step(&mut simulation, 15);
            for (i, (place, _)) in poses(&mut simulation).iter().enumerate().skip(1) {
                shots += 1;
                assert!(place.x < 0.0, "{name}, {substeps}: body {i} is at {place}");
            }
        }
        assert_eq!(shots, 60);
    }
}

#[test]
fn what_lies_on_a_raft_pushes_it_as_it_is_pushed_where_compounds_are_too() {
    // their own rows hold numbers of parts, which pairs of the raft have as well
    const BALLS: usize = 49;
    let bell =
        compound(vec![cuboid([0.05, 0.05, 0.05], [0.0; 3]), cuboid([0.05, 0.05, 0.05], [0.1, 0.0, 0.0])]);
    let mut bodies = vec![json!({"position": [0, 0, 0], "mass": 60,
        "shape": {"type": "box", "halfExtents": [0.5, 0.02, 0.5]}})];
    for i in 0..BALLS {
        let (x, z) = ((i % 7) as f64 * 0.041 - 0.123, (i / 7) as f64 * 0.041 - 0.123);
        bodies.push(
            json!({"position": [x, 0.039, z], "radius": 0.02, "mass": 1, "linearVelocity": [0, -1, 0]}),
        );
    }
    for i in 0..12 {
        bodies.push(json!({"position": [2 + i, 3, 0], "shape": bell, "mass": 0.1}));
    }
    let scene = scene(&json!({"version": 2, "contacts": true, "gravity": [0, 0, 0], "bodies": bodies}));
    for (name, made) in MACHINES {
        for solver in ["gauss-seidel", "mass-splitting"] {
            let mut simulation = made(&scene, &wishes(&scene, json!({"contactSolver": solver})));
            for frame in 1..=5 {
                step(&mut simulation, 1);
                let momentum = DVec3::from_array(measure(&mut simulation).momentum);
                let off = momentum.distance(DVec3::NEG_Y * BALLS as f64);
                assert!(off < 1e-3, "{name}, {solver}, frame {frame}: {momentum}");
            }
        }
    }
}

#[test]
fn of_parts_that_hit_alike_the_same_is_the_first_on_every_machine() {
    // numbers of its parts are 15 and 16
    let ball = |x: f64| json!({"shape": {"type": "sphere", "radius": 0.2}, "position": [x, 0, 0]});
    let bell = compound(vec![ball(-0.3), ball(0.3)]);
    let mut bodies = vec![
        ground(),
        json!({"position": [0, 0.5, 0], "shape": bell, "restitution": 1, "linearVelocity": [0, -5, 0]}),
    ];
    for i in 0..13 {
        bodies.push(json!({"position": [5 + i, 0.5, 0], "radius": 0.2, "fixed": true}));
    }
    let scene = scene(&json!({"version": 2, "contacts": true, "gravity": [0, 0, 0], "bodies": bodies}));
    let turned = MACHINES.map(|(name, made)| {
        let mut simulation = made(&scene, &wishes(&scene, json!({})));
        step(&mut simulation, 10);
        let state = state(&mut simulation);
        println!("{name}: {:?} {:?}", &state.linear_velocities[3..6], &state.angular_velocities[3..6]);
        DVec3::new(0.0, state.linear_velocities[4].into(), state.angular_velocities[5].into())
    });
    assert!(turned.iter().all(|one| one.distance(turned[0]) < 1e-3), "{turned:?}");
}

#[test]
fn a_tray_too_large_for_any_cell_does_with_what_is_small_what_a_box_does() {
    // it stands in no cell and moves: what lies on it is summed over all rows, and side by side no order matters
    let laid = |shape: Value| {
        let mut bodies = vec![ground(), json!({"position": [0, 0.0201, 0], "shape": shape, "mass": 60})];
        for i in 0..49 {
            let (x, z) = (f64::from(i % 7) * 0.12 - 0.36, f64::from(i / 7) * 0.12 - 0.36);
            bodies.push(json!({"position": [x, 0.061, z], "radius": 0.02, "mass": 0.1}));
        }
        scene(&json!({"version": 2, "contacts": true, "gravity": [0, -G, 0], "bodies": bodies}))
    };
    let plain = laid(json!({"type": "box", "halfExtents": [0.5, 0.02, 0.5]}));
    let whole = laid(compound(vec![cuboid([0.5, 0.02, 0.5], [0.0; 3])]));
    for (name, made) in MACHINES {
        let [one, other] = [&plain, &whole].map(|scene| {
            let mut simulation = made(scene, &wishes(scene, json!({"contactSolver": "mass-splitting"})));
            step(&mut simulation, 20);
            poses(&mut simulation)
        });
        let apart = one.iter().zip(&other).map(|(a, b)| a.0.distance(b.0)).fold(0.0, f64::max);
        println!("{name}: {apart} m");
        // poses are read in f32, and what trembles makes its rounding larger
        assert!(apart < if name == "CPU, f64" { 1e-6 } else { 1e-4 }, "{name}: {apart} m apart");
    }
}

#[test]
fn a_kinematic_compound_carries_and_a_fixed_one_holds() {
    let shelf = compound(vec![cuboid([0.5, 0.02, 0.2], [0.0; 3]), cuboid([0.02, 0.2, 0.2], [0.5, 0.2, 0.0])]);
    let scene = scene(&json!({"version": 2, "contacts": true, "gravity": [0, -G, 0], "bodies": [
        {"position": [0, 0.5, 0], "shape": shelf, "kinematic": true, "linearVelocity": [0, 0.5, 0]},
        {"position": [0, 0.62, 0], "shape": {"type": "box", "halfExtents": [0.1, 0.1, 0.1]}},
        {"position": [3, 0.5, 0], "shape": shelf, "fixed": true},
        {"position": [3, 0.62, 0], "shape": {"type": "box", "halfExtents": [0.1, 0.1, 0.1]}}]}));
    for (name, made) in MACHINES {
        let mut simulation = made(&scene, &wishes(&scene, json!({})));
        step(&mut simulation, 60);
        let at = poses(&mut simulation);
        assert!((at[0].0.y - 1.0).abs() < 1e-4 && (at[1].0.y - 1.12).abs() < 3e-3, "{name}: {at:?}");
        assert!((at[2].0.y - 0.5).abs() < 1e-6 && (at[3].0.y - 0.62).abs() < 3e-3, "{name}: {at:?}");
    }
}
