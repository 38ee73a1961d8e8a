//! Hulls: what they weigh, by closed forms and by counting; and that they stand as what they are.

use beadwork::Scene;
use beadwork::scene::{Body, Hull, HullData, Solid};
use glam::{DMat3, DVec3, Quat, Vec3};

use crate::common::either::{Either, Moving, close};
use crate::common::mixed::Random;
use crate::{contacts, no_changes, plane, solid, touching, wishes};

fn hull(points: &[Vec3]) -> Solid {
    Solid::Hull(Hull::of(points).expect("a hull"))
}

fn data(points: &[Vec3]) -> &'static HullData {
    Hull::of(points).expect("a hull").data()
}

fn cuboid(half: Vec3) -> Vec<Vec3> {
    let side = |bit: usize| if bit == 0 { -1.0 } else { 1.0 };
    (0..8).map(|k| half * Vec3::new(side(k & 1), side(k & 2), side(k & 4))).collect()
}

/// Edge 2√2.
fn tetrahedron() -> Vec<Vec3> {
    vec![Vec3::ONE, Vec3::new(1.0, -1.0, -1.0), Vec3::new(-1.0, 1.0, -1.0), Vec3::new(-1.0, -1.0, 1.0)]
}

fn dodecahedron() -> Vec<Vec3> {
    let phi = 0.5 * (1.0 + 5f32.sqrt());
    let mut points = cuboid(Vec3::ONE);
    for (a, b) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
        points.push(Vec3::new(0.0, a / phi, b * phi));
        points.push(Vec3::new(a / phi, b * phi, 0.0));
        points.push(Vec3::new(b * phi, 0.0, a / phi));
    }
    points
}

/// All points are below all faces, each edge has a face to either side, and V − E + F = 2.
fn check_faces(what: &str, hull: &HullData) {
    let mut edges = Vec::new();
    for face in &hull.faces {
        for point in &hull.points {
            let above = face.normal.dot(*point) - face.offset;
            assert!(above <= 1e-5 * hull.bounding_radius, "{what}: a point {above} m above a face");
        }
        for (k, &corner) in face.corners.iter().enumerate() {
            let at = hull.corners[corner as usize];
            assert!((face.normal.dot(at) - face.offset).abs() <= 1e-5 * hull.bounding_radius, "{what}");
            edges.push((corner, face.corners[(k + 1) % face.corners.len()]));
        }
    }
    let count = edges.len();
    assert!(edges.iter().all(|&(a, b)| edges.iter().filter(|&&edge| edge == (b, a)).count() == 1), "{what}");
    assert_eq!(hull.corners.len() + hull.faces.len(), count / 2 + 2, "{what}");
}

#[test]
fn faces_are_whole_and_what_is_inside_is_dropped() {
    let cube = cuboid(Vec3::splat(0.5));
    for (what, points, corners, faces) in [
        ("a cube", cube.clone(), 8, 6),
        ("a cube and its middle", [cube.clone(), vec![Vec3::ZERO]].concat(), 8, 6),
        ("a cube, twice", [cube.clone(), cube.clone()].concat(), 8, 6),
        (
            "a cube with points on a face and an edge",
            [cube, vec![Vec3::X * 0.5, Vec3::new(0.5, 0.5, 0.1)]].concat(),
            8,
            6,
        ),
        ("a tetrahedron", tetrahedron(), 4, 4),
        ("a dodecahedron", dodecahedron(), 20, 12),
    ] {
        let turns = [Quat::IDENTITY, Quat::from_scaled_axis(Vec3::new(0.3, -0.8, 1.1))];
        for turn in turns {
            let points: Vec<Vec3> =
                points.iter().map(|point| turn * *point + Vec3::new(0.2, 0.1, -0.3)).collect();
            let hull = data(&points);
            check_faces(what, hull);
            assert_eq!((hull.corners.len(), hull.faces.len()), (corners, faces), "{what}");
        }
    }
    let mut random = Random::new(31);
    for k in 0..2000 {
        let count = 4 + random.below(29);
        let points: Vec<Vec3> = (0..count).map(|_| random.vector(1.0).as_vec3()).collect();
        check_faces(&format!("random hull {k}"), data(&points));
        // all on a ball: each is a corner
        let points: Vec<Vec3> =
            (0..count).map(|_| random.vector(1.0).normalize_or(DVec3::X).as_vec3()).collect();
        check_faces(&format!("random ball {k}"), data(&points));
        // a grid: many lie on edges and faces
        let points: Vec<Vec3> =
            (0..32).map(|_| Vec3::from_array([(); 3].map(|()| random.below(4) as f32 - 1.5))).collect();
        if let Ok(hull) = Hull::of(&points) {
            check_faces(&format!("random grid {k}"), hull.data());
        }
    }
}

#[test]
fn what_a_hull_weighs_is_what_its_shape_weighs() {
    // a box, somewhere else
    let half = Vec3::new(0.5, 0.25, 1.0);
    let off = Vec3::new(3.0, -1.0, 0.5);
    let moved: Vec<Vec3> = cuboid(half).iter().map(|point| *point + off).collect();
    let (one, other) = (Body::of(hull(&moved), 1.0), Body::of(Solid::Box { half_extents: half }, 1.0));
    close("mass", one.mass.into(), other.mass.into(), 1e-3 * f64::from(other.mass) * 1e-3);
    assert!((one.inertia - other.inertia).length() < 1e-5 * other.inertia.length(), "{one:?}");
    assert!((one.centre - off).length() < 1e-6, "{:?}", one.centre);
    // a regular tetrahedron of edge a: V = a³/(6√2), I = m a²/20
    let (hull_of, edge) = (data(&tetrahedron()), 8f64.sqrt());
    close("volume", hull_of.volume, edge.powi(3) / (6.0 * 2f64.sqrt()), 1e-9);
    for axis in 0..3 {
        close("moment", hull_of.inertia.col(axis)[axis], edge * edge / 20.0, 1e-9);
    }
    assert!(hull_of.centre.length() < 1e-9);
    // the inscribed radius is a/√24
    close("thinnest", hull_of.thinnest.into(), edge / 24f64.sqrt(), 1e-6);
    // by counting places of a grid
    let mut random = Random::new(32);
    for _ in 0..6 {
        let points: Vec<Vec3> = (0..14).map(|_| (random.vector(1.0) + 0.3).as_vec3()).collect();
        let hull = data(&points);
        const STEPS: i32 = 60;
        let (low, high) = (hull.corners.iter())
            .fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(a, b), p| (a.min(*p), b.max(*p)));
        let (low, step) = (low.as_dvec3(), (high - low).as_dvec3() / f64::from(STEPS));
        let (mut count, mut sum, mut square) = (0.0, DVec3::ZERO, DMat3::ZERO);
        for k in 0..STEPS * STEPS * STEPS {
            let [x, y, z] = [k % STEPS, k / STEPS % STEPS, k / STEPS / STEPS].map(|i| f64::from(i) + 0.5);
            let p = low + step * DVec3::new(x, y, z);
            if hull.faces.iter().all(|face| face.normal.as_dvec3().dot(p) <= face.offset.into()) {
                count += 1.0;
                sum += p;
                square += DMat3::from_cols(p * p.x, p * p.y, p * p.z);
            }
        }
        let c = sum / count;
        let spread = square * (1.0 / count) - DMat3::from_cols(c * c.x, c * c.y, c * c.z);
        let trace = spread.x_axis.x + spread.y_axis.y + spread.z_axis.z;
        let inertia = DMat3::from_diagonal(DVec3::splat(trace)) - spread;
        close("volume", hull.volume, count * step.element_product(), 0.01 * hull.volume);
        assert!(hull.centre.distance(c) < 0.005, "{} and {c}", hull.centre);
        for axis in 0..3 {
            let most = 0.015 * hull.inertia.col(axis)[axis];
            assert!(
                (hull.inertia.col(axis) - inertia.col(axis)).length() < most,
                "{} and {inertia}",
                hull.inertia
            );
        }
    }
}

/// Turned so that the face that looks along `down` lies.
fn lying(points: &[Vec3]) -> Quat {
    Quat::from_rotation_arc(data(points).faces[0].normal, Vec3::NEG_Y)
}

/// Each stands as high as its middle is from its face, less the depth that stays, and does not move.
#[test]
fn what_lies_on_a_face_is_as_high_as_that_and_stays() {
    let shapes = [cuboid(Vec3::splat(0.5)), tetrahedron(), dodecahedron()];
    let mut bodies = vec![plane()];
    for (k, points) in shapes.iter().enumerate() {
        let (turn, thin) = (lying(points), data(points).thinnest);
        bodies.push(solid(hull(points), Vec3::new(4.0 * k as f32, 1.05 * thin, 0.0), turn));
    }
    let scene = touching(bodies);
    for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
        let what = machine.name();
        machine.step(machine.allowed(180.0, 90.0) as u32);
        for (k, points) in shapes.iter().enumerate() {
            let (thin, body) = (f64::from(data(points).thinnest), machine.body(k + 1));
            let deep = thin - body.x.y;
            println!("{what}: shape {k} lies {:.4} of its thickness deep", deep / thin);
            assert!((-1e-4..0.02).contains(&(deep / thin)), "{what}: shape {k} lies {deep} m deep");
            close(&format!("{what}: shape {k}, m/s"), body.v.length(), 0.0, 2e-3);
            close(&format!("{what}: shape {k}, rad/s"), body.omega.length(), 0.0, 2e-3);
        }
    }
}

/// Five cubes, one on another, on the same points from frame to frame, and as high as five boxes.
#[test]
fn a_stack_of_five_cubes_stands_as_boxes_do() {
    let stack = |cube: Solid| {
        let level = |k: usize| {
            solid(cube, Vec3::Y * (0.499 + 0.999 * k as f32), Quat::from_rotation_y(0.1 * k as f32))
        };
        touching([plane()].into_iter().chain((0..5).map(level)).collect::<Vec<Body>>())
    };
    let ends = [hull(&cuboid(Vec3::splat(0.5))), Solid::Box { half_extents: Vec3::splat(0.5) }].map(|cube| {
        let scene = stack(cube);
        let machines = Either::twin_and_in_long_runs_the_gpu(&scene, &wishes(&scene, no_changes()));
        let ends = machines.into_iter().map(|mut machine| {
            let what = machine.name();
            machine.step(machine.allowed(120.0, 60.0) as u32);
            let points = contacts(machine.simulation()).len();
            assert_eq!(points, 20, "{what}");
            for _ in 0..machine.allowed(120.0, 30.0) as u32 {
                machine.step(1);
                assert_eq!(contacts(machine.simulation()).len(), points, "{what}: points come and go");
            }
            machine.bodies()
        });
        ends.collect::<Vec<_>>()
    });
    for (hulls, boxes) in ends[0].iter().zip(&ends[1]) {
        for (one, other) in hulls.iter().zip(boxes).skip(1) {
            // each level lies somewhere in its slop of 5 mm
            close("height, m", one.x.y, other.x.y, 5e-3);
            close("aside, m", one.x.with_y(0.0).length(), 0.0, 3e-3);
            close("m/s", one.v.length(), 0.0, 1e-2);
        }
    }
}

/// In a heap without friction or ground momentum stays what it was, and nothing is left overlapping.
#[test]
fn hulls_that_meet_keep_their_momentum() {
    let mut random = Random::new(33);
    let mut bodies = Vec::new();
    for k in 0..12 {
        let points: Vec<Vec3> = (0..12).map(|_| random.vector(0.4).as_vec3()).collect();
        let place = Vec3::new((k % 3) as f32, (k / 3 % 2) as f32, (k / 6) as f32);
        let body = solid(hull(&points), place, Quat::IDENTITY);
        bodies.push(Body { linear_velocity: 0.8 * (Vec3::new(1.0, 0.5, 0.5) - place), ..body });
    }
    let scene = Scene { gravity: Some(Vec3::ZERO), ..touching(bodies) };
    for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
        let what = machine.name();
        let momentum = |machine: &mut Either| {
            let of = |(body, moving): (&Body, Moving)| f64::from(body.mass) * moving.v;
            scene.bodies.iter().zip(machine.bodies()).map(of).sum::<DVec3>()
        };
        let before = momentum(&mut machine);
        let mut met = 0;
        for _ in 0..120 {
            machine.step(1);
            met = met.max(contacts(machine.simulation()).len());
        }
        let off = momentum(&mut machine).distance(before);
        println!("{what}: {met} points at most, momentum off by {off:e} of {}", before.length());
        assert!(met > 10, "{what}: {met} points");
        let whole: f64 = scene.bodies.iter().map(|body| f64::from(body.mass)).sum();
        assert!(off < whole * machine.allowed(1e-9, 1e-5), "{what}: {off}");
    }
}
