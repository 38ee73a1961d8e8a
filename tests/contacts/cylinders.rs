//! Cylinders that stand on a face and roll on their side, by formulas and as they are left for seconds.

use beadwork::Scene;
use beadwork::scene::{Body, Solid};
use glam::{DVec3, Quat, Vec3};

use crate::common::either::{Either, close};
use crate::{contacts, no_changes, plane, solid, touching, wishes};

const G: f64 = 9.81;

fn drum(radius: f32, half_height: f32, position: Vec3, rotation: Quat) -> Body {
    solid(Solid::Cylinder { radius, half_height }, position, rotation)
}

/// a = g sin θ / (1 + I/(m s²)), I = ½ m r²: 2/3 g sin θ, or 3/2 of its inertia, where s = r. Arms end in the middle between two
/// surfaces, so of a cylinder that lies a slop of r/100 deep s = r − depth/2, and a is less by 0.34 %.
#[test]
fn a_cylinder_rolls_straight_with_three_halves_of_its_inertia() {
    const RADIUS: f64 = 0.25;
    let theta = 0.2_f64;
    let gravity = Some(DVec3::new(-G * theta.sin(), -G * theta.cos(), 0.0).as_vec3());
    let along_z = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
    let slab = Solid::Box { half_extents: Vec3::new(30.0, 0.5, 3.0) };
    let slab = Body { fixed: true, ..solid(slab, Vec3::Y * -0.5, Quat::IDENTITY) };
    for (what, ground) in [("a plane", plane()), ("a box", slab)] {
        // as deep as it will lie
        let rolling = drum(RADIUS as f32, 0.4, Vec3::Y * (0.9899 * RADIUS) as f32, along_z);
        let scene = Scene { gravity, ..touching(vec![ground, rolling]) };
        for mut machine in Either::twin_and_in_long_runs_the_gpu(&scene, &wishes(&scene, no_changes())) {
            let what = format!("{} on {what}", machine.name());
            machine.step(60);
            let before = machine.body(1);
            machine.step(60);
            let after = machine.body(1);
            let found = before.v.x - after.v.x;
            let arm = 0.5 * (RADIUS + after.x.y);
            let truth = G * theta.sin() / (1.0 + 0.5 * (RADIUS / arm).powi(2));
            let firm = 2.0 / 3.0 * G * theta.sin();
            println!("{what}: a = {found}, {truth} by its arm, {firm} by its radius, aside {:e}", after.x.z);
            close(&format!("{what}: a, m/s²"), found, truth, 1e-3 * truth);
            close(&format!("{what}: a, m/s²"), found, firm, 4e-3 * firm);
            let slip = after.omega.z * arm + after.v.x;
            close(&format!("{what}: slip, m/s"), slip, 0.0, 1e-3 * after.v.length());
            // straight: neither aside nor turned about the way up
            close(&format!("{what}: aside, m"), after.x.z, 0.0, machine.allowed(1e-6, 1e-3));
            let turns = after.omega.y;
            close(&format!("{what}: turns about the way up, rad/s"), turns, 0.0, machine.allowed(1e-6, 1e-3));
        }
    }
}

/// A coin that leans and runs in a circle keeps to it. Let α be the lean of its plane from upright, and R the radius of
/// the circle of its centre. Then Ω² = g tan α / (3/2 R + ¼ r sin α) for a thin one.
#[test]
fn a_coin_that_leans_runs_in_a_circle() {
    let (r, alpha, big) = (0.25_f64, 0.25_f64, 1.5_f64);
    let turning = (G * alpha.tan() / (1.5 * big + 0.25 * r * alpha.sin())).sqrt();
    // its axle along x, leaning; it runs along z about the middle, towards which it leans
    let rotation = Quat::from_rotation_z((alpha - std::f64::consts::FRAC_PI_2) as f32);
    let axle = (rotation * Vec3::Y).as_dvec3();
    let centre = DVec3::new(big, r * alpha.cos() + 0.002 * alpha.sin(), 0.0);
    // v = −Ω × R, and it does not slip where it touches
    let spin_up = DVec3::Y * turning;
    let v = spin_up.cross(DVec3::X * big);
    // ω = Ω ŷ + s axle, v + ω × (−r towards') = 0 for the lowest point of the rim
    let lowest = -DVec3::new(-alpha.sin(), alpha.cos(), 0.0) * r;
    let need = -(v + spin_up.cross(lowest));
    let across = axle.cross(lowest);
    let s = need.dot(across) / across.length_squared();
    let omega = spin_up + s * axle;
    let coin = Body {
        linear_velocity: v.as_vec3(),
        angular_velocity: omega.as_vec3(),
        friction: 2.0,
        ..drum(r as f32, 0.002, centre.as_vec3(), rotation)
    };
    let scene = touching(vec![Body { friction: 2.0, ..plane() }, coin]);
    for mut machine in Either::twin_and_in_long_runs_the_gpu(&scene, &wishes(&scene, no_changes())) {
        let what = machine.name();
        let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
        for _ in 0..120 {
            machine.step(1);
            let height = machine.body(1).x.y;
            (least, most) = (least.min(height), most.max(height));
        }
        let end = machine.body(1);
        println!("{what}: {least} to {most} m up, {} m/s, began with {}", end.v.length(), v.length());
        // it neither falls over nor rises, and loses little
        assert!(
            least > 0.9 * centre.y && most < 1.1 * centre.y,
            "{what}: {least} to {most}, began at {}",
            centre.y
        );
        assert!(end.v.length() > 0.9 * v.length(), "{what}: {} m/s", end.v.length());
    }
}

/// Five, one on another: each stays where it is, on the same points, and hardly moves.
#[test]
fn a_stack_of_five_stands_and_keeps_its_points() {
    let level = |k: usize| {
        drum(0.5, 0.25, Vec3::Y * (0.249 + 0.499 * k as f32), Quat::from_rotation_y(0.3 * k as f32))
    };
    let scene = touching([plane()].into_iter().chain((0..5).map(level)).collect());
    for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
        let what = machine.name();
        machine.step(machine.allowed(120.0, 60.0) as u32);
        let start = machine.bodies();
        let count = |machine: &mut Either| contacts(machine.simulation()).len();
        let points = count(&mut machine);
        assert_eq!(points, 20, "{what}");
        for _ in 0..machine.allowed(180.0, 30.0) as u32 {
            machine.step(1);
            assert_eq!(count(&mut machine), points, "{what}: points come and go");
        }
        for (body, (start, end)) in start.iter().zip(machine.bodies()).enumerate().skip(1) {
            let (aside, sunk) = ((end.x - start.x).with_y(0.0).length(), start.x.y - end.x.y);
            close(&format!("{what}: body {body}, aside, m"), aside, 0.0, 4e-3);
            assert!((-1e-3..0.02).contains(&sunk), "{what}: body {body} sank {sunk} m");
            close(&format!("{what}: body {body}, m/s"), end.v.length(), 0.0, 5e-3);
            close(&format!("{what}: body {body}, rad/s"), end.omega.length(), 0.0, 5e-3);
        }
    }
}

/// One thrown among boxes, spheres and capsules on a plane: nothing is lost and all come to rest in the end.
#[test]
fn a_heap_with_cylinders_comes_to_rest() {
    let mut bodies = vec![plane()];
    for k in 0..12 {
        let place = Vec3::new((k % 3) as f32 * 0.9 - 0.9, 0.6 + 0.8 * (k / 3) as f32, 0.2 * (k % 2) as f32);
        let rotation = Quat::from_scaled_axis(Vec3::new(0.4 * k as f32, 0.9, 0.3 * (k % 5) as f32));
        bodies.push(match k % 4 {
            0 => solid(Solid::Box { half_extents: Vec3::new(0.3, 0.2, 0.25) }, place, rotation),
            1 => solid(Solid::Capsule { radius: 0.2, half_height: 0.2 }, place, rotation),
            _ => drum(0.3, 0.2, place, rotation),
        });
    }
    let scene = touching(bodies.into_iter().map(|body| Body { rolling_resistance: 0.02, ..body }).collect());
    for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
        let what = machine.name();
        machine.step(machine.allowed(480.0, 120.0) as u32);
        let deepest = contacts(machine.simulation()).iter().map(|reading| reading.depth).fold(0.0, f64::max);
        let fastest = machine.bodies().iter().map(|body| body.v.length()).fold(0.0, f64::max);
        println!("{what}: {deepest} m deep, {fastest} m/s");
        assert!(machine.bodies().iter().all(|body| body.x.y > -0.05), "{what}: one fell through");
        assert!(deepest < 0.01, "{what}: {deepest} m deep");
        assert!(fastest < machine.allowed(0.1, 2.0), "{what}: {fastest} m/s at the end");
    }
}
