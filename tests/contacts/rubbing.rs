//! Friction and rolling, against the formulas of a body on an incline.

use beadwork::Scene;
use beadwork::scene::Body;
use glam::{DVec3, Quat, Vec3};

use crate::common::either::{Either, close};
use crate::{ball, cube, no_changes, plane, touching, wishes};

const G: f64 = 9.81;
const MU: f64 = 0.5;

/// A body on a plane that rises by θ, or on a level one under gravity that leans as much; and the way down.
fn inclines(theta: f64, body: impl Fn(Vec3, Quat) -> Body) -> [(&'static str, Scene, DVec3); 2] {
    let turn = Quat::from_rotation_z(theta as f32);
    let (sin, cos) = theta.sin_cos();
    let steep = Body { rotation: turn, ..plane() };
    let steep = touching(vec![steep, body(turn * Vec3::Y, turn)]);
    let leaning = touching(vec![plane(), body(Vec3::Y, Quat::IDENTITY)]);
    let gravity = DVec3::new(-G * sin, -G * cos, 0.0).as_vec3();
    [
        ("an incline", steep, DVec3::new(-cos, -sin, 0.0)),
        ("leaning gravity", Scene { gravity: Some(gravity), ..leaning }, DVec3::NEG_X),
    ]
}

/// As deep as it will lie, a slop of 5 mm and what a soft contact yields: it would else sink there for many seconds.
fn box_on(up: Vec3, rotation: Quat) -> Body {
    cube(0.4949 * up, rotation)
}

/// By how much the speed down grows in the last of three seconds, m/s².
fn acceleration(machine: &mut Either, down: DVec3) -> f64 {
    machine.step(120);
    let before = machine.body(1).v.dot(down);
    machine.step(60);
    machine.body(1).v.dot(down) - before
}

#[test]
fn a_cube_stays_where_friction_holds_it() {
    for (what, scene, down) in inclines((0.95 * MU).atan(), box_on) {
        for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
            let what = format!("{} on {what}", machine.name());
            let start = machine.body(1).x;
            machine.step(300);
            let end = machine.body(1);
            // nothing but rounding, with λ warm
            close(
                &format!("{what}: speed at the end, m/s"),
                end.v.length(),
                0.0,
                machine.allowed(1e-6, 1e-5),
            );
            // of the first frames, before λ is warm
            let creep = (end.x - start).dot(down);
            assert!((-1e-4..1e-3).contains(&creep), "{what}: crept {creep} m");
        }
    }
}

/// a = g (sin θ − μ cos θ)
#[test]
fn a_cube_slides_where_friction_is_too_weak() {
    let theta = (1.05 * MU).atan();
    let truth = G * (theta.sin() - MU * theta.cos());
    for (what, scene, down) in inclines(theta, box_on) {
        for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
            let what = format!("{} on {what}: a, m/s²", machine.name());
            let found = acceleration(&mut machine, down);
            // a is a twentieth of either term; f32 has the normal to 1e-7 and the speed to 1e-6
            close(&what, found, truth, machine.allowed(0.005, 0.01) * truth);
        }
    }
}

/// It rolls with a = 5/7 g sin θ while friction can make it turn, and slides with g (sin θ − μ cos θ) beyond tan θ = 7/2 μ.
#[test]
fn a_sphere_rolls_or_slides_down() {
    const RADIUS: f64 = 0.5;
    let (gentle, steep): (f64, f64) = (0.2, (4.2 * 0.1f64).atan());
    for (theta, mu, slides) in [(gentle, 0.5, false), (0.6, 0.5, false), (steep, 0.1, true)] {
        let truth = if slides { G * (theta.sin() - mu * theta.cos()) } else { 5.0 / 7.0 * G * theta.sin() };
        let round = |up: Vec3, _| ball(RADIUS as f32 * up, RADIUS);
        for (what, mut scene, down) in inclines(theta, round) {
            scene.bodies.iter_mut().for_each(|body| body.friction = mu as f32);
            for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
                let what = format!("{} on {what}, θ = {theta}", machine.name());
                let found = acceleration(&mut machine, down);
                // On a level plane it stands 0 deep: f64 leaves its rounding, f32 that of 10 m/s taken twice.
                // On an incline it starts some 1e-8 m within and sinks by up to a slop, 2 % of its radius. Arms end in the middle,
                // 1 % short: 2/5 · 2 · 1 % / (7/5) = 0.57 % of what rolls.
                let sinks = what.contains("incline") && !slides;
                let allowed = if sinks { 0.0058 } else { machine.allowed(1e-6, 1e-4) };
                close(&format!("{what}: a, m/s²"), found, truth, allowed * truth);
                let end = machine.body(1);
                let slip = end.v.dot(down) - RADIUS * end.omega.length();
                let allowed = if sinks { 0.0102 } else { 1e-6 } * end.v.length();
                match slides {
                    true => assert!(slip > 0.1, "{what}: slips with {slip} m/s only"),
                    false => close(&format!("{what}: slip, m/s"), slip, 0.0, allowed),
                }
            }
        }
    }
}

/// Of a torque ρ N about the contact, (2/5 + 1) m r² α = −ρ m g, so that a = r α = −5/7 g ρ/r, until it lies.
#[test]
fn rolling_resistance_brakes_and_stops() {
    const RADIUS: f64 = 0.5;
    const RHO: f64 = 0.05;
    const SPEED: f64 = 1.0;
    let rolling = Body {
        linear_velocity: Vec3::X * SPEED as f32,
        angular_velocity: Vec3::Z * (-SPEED / RADIUS) as f32,
        rolling_resistance: RHO as f32,
        ..ball(Vec3::Y * RADIUS as f32, RADIUS)
    };
    let scene = touching(vec![plane(), rolling]);
    let truth = 5.0 / 7.0 * G * RHO / RADIUS;
    for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
        let name = machine.name();
        machine.step(12);
        let before = machine.body(1).v.x;
        machine.step(48);
        let found = (before - machine.body(1).v.x) / 0.8;
        // it stands 0 deep; f32: of 1 m/s, over 0.8 s
        close(&format!("{name}: braked, m/s²"), found, truth, machine.allowed(1e-6, 1e-4) * truth);
        machine.step(60);
        let end = machine.body(1);
        close(&format!("{name}: speed, m/s"), end.v.length(), 0.0, machine.allowed(1e-6, 1e-5));
        close(&format!("{name}: spin, rad/s"), end.omega.length(), 0.0, machine.allowed(1e-6, 1e-5));
        // v²/(2 a), and less than half a percent of it in the first frames, before λ is warm
        let way = SPEED * SPEED / (2.0 * truth);
        close(&format!("{name}: way, m"), end.x.x, way, 0.005 * way);
    }
}

/// A torque of at most ρ N: it holds while tan θ < ρ/r.
#[test]
fn rolling_resistance_holds_a_sphere_on_a_slight_incline() {
    const RADIUS: f64 = 0.5;
    const RHO: f64 = 0.05;
    for (theta, rolls) in [((0.95 * RHO / RADIUS).atan(), false), ((1.05 * RHO / RADIUS).atan(), true)] {
        let round = |up: Vec3, _| Body { rolling_resistance: RHO as f32, ..ball(RADIUS as f32 * up, RADIUS) };
        // m g (r sin θ − ρ cos θ) about the contact, over 7/5 m r²
        let truth = 5.0 / 7.0 * G * (theta.sin() - RHO / RADIUS * theta.cos()) * f64::from(u8::from(rolls));
        for (what, scene, down) in inclines(theta, round) {
            for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
                let found = acceleration(&mut machine, down);
                let what = format!("{} on {what}, tan θ = {}: a, m/s²", machine.name(), theta.tan());
                let sinks = what.contains("incline");
                // a difference of two numbers twenty times as large, of which one has the arm: up to 1 % short where it
                // sinks, see above. A body that sinks 1 cm in minutes turns by that
                let allowed = match (sinks, rolls) {
                    (true, true) => 0.2 * truth,
                    (true, false) => 1e-5,
                    (false, true) => machine.allowed(1e-5, 1e-3) * truth,
                    (false, false) => 1e-8,
                };
                close(&what, found, truth, allowed);
            }
        }
    }
}
