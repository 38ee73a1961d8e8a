//! Twenty cases of mechanics with a closed form, of the kind that other engines' suites ask for: on the twin and on the GPU.
#![cfg(not(target_arch = "wasm32"))]

#[path = "common/mod.rs"]
mod common;
#[allow(dead_code)]
#[path = "../examples/stands/parts.rs"]
mod parts;
#[path = "../examples/joints/scenes.rs"]
mod scenes;

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use beadwork::scene::{Body, JointKind, Solid};
use beadwork::simulation::VelocityChange;
use beadwork::{Push, Scene};
use common::either::{Either, Moving, close};
use glam::{DQuat, DVec3, Quat, Vec3};
use parts::{plane, touching, weighing};
use scenes::{Build, along};
use serde_json::{Value, json};

const G: f64 = 9.81;
const DOWN: DVec3 = DVec3::new(0.0, -G, 0.0);
/// A frame where nothing touches, s.
const H: f64 = 1.0 / 240.0;
/// A substep where bodies touch, s: 8 of them in 1/60 s.
const SUBSTEP: f64 = 1.0 / 480.0;
const MU: f64 = 0.5;

fn near(what: &str, part: &str, found: f64, truth: f64, allowed: f64) {
    close(&format!("{what}: {part}"), found, truth, allowed);
}

/// With what the scene recommends, and these.
fn on_both(scene: &Scene, changes: &Value, mut look: impl FnMut(&str, &mut Either)) {
    let recommended = Value::Object(scene.recommendations());
    for mut machine in Either::both(scene, &common::merged(&recommended, changes.clone())) {
        let name = machine.name();
        look(name, &mut machine);
    }
}

/// The defaults, so symplectic, but for the frame.
fn fine() -> Value {
    json!({"timestep": H})
}

/// In each of so many frames.
fn pushed(machine: &mut Either, frames: u32, body: usize, push: Push) -> Moving {
    for _ in 0..frames {
        machine.simulation().push(body, push).expect("a push");
        machine.step(1);
    }
    machine.body(body)
}

/// The force with which a joint along z, at a wall, pushes b, N.
fn held(machine: &mut Either) -> DVec3 {
    let [x, y, z, ..] = machine.readings()[0].forces;
    along(DVec3::Z) * DVec3::new(x, y, z)
}

/// All that a pushes b with where they touch, N.
fn borne(machine: &mut Either, a: u32, b: u32) -> DVec3 {
    let readings = machine.simulation().read_contacts().expect("contacts");
    let readings = pollster::block_on(readings).expect("contacts");
    let all = readings.iter().map(|reading| {
        let sign = f64::from((reading.a, reading.b) == (a, b)) - f64::from((reading.b, reading.a) == (a, b));
        sign * (reading.force * DVec3::from(reading.normal) + DVec3::from(reading.friction))
    });
    all.sum()
}

/// Rounds are not seen.
fn turned(angle: f64) -> f64 {
    (angle + PI).rem_euclid(TAU) - PI
}

fn ball(mass: f64, radius: f64, position: DVec3) -> Body {
    let ball = weighing(Body::of(Solid::Sphere, radius), mass as f32);
    Body { position: position.as_vec3(), rolling_resistance: 0.0, ..ball }
}

/// Along x, at m/s.
fn flying(body: Body, speed: f64, e: f64) -> Body {
    Body { linear_velocity: Vec3::X * speed as f32, restitution: e as f32, ..body }
}

fn block(mass: f64, half: DVec3, position: DVec3) -> Body {
    let solid = Solid::Box { half_extents: half.as_vec3() };
    weighing(Body { position: position.as_vec3(), ..Body::of(solid, 1.0) }, mass as f32)
}

/// Turns about the origin with all that is in it, rad/s.
fn whirl(body: &mut Body, omega: DVec3) {
    body.angular_velocity = omega.as_vec3();
    body.linear_velocity = omega.cross(body.position.as_dvec3()).as_vec3();
}

/// A box that hangs on a wall at the origin, by an axis along z if it has one; it is body 1.
fn hung(kind: JointKind, gravity: DVec3, mass: f64, half: DVec3, (centre, turn): (DVec3, DQuat)) -> Scene {
    let mut build = Build::new(gravity);
    let wall = build.wall(DVec3::ZERO);
    let body = build.brick(mass, half, centre, turn);
    build.join(kind, wall, body, DVec3::ZERO, along(DVec3::Z));
    build.scene
}

/// A rod as thin as a line, its foot on the hinge, turned from the upright by so much.
fn hinged_rod(gravity: DVec3, mass: f64, length: f64, angle: f64) -> Scene {
    let turn = DQuat::from_rotation_z(angle);
    let half = DVec3::new(0.01, 0.5 * length, 0.01);
    let mut scene = hung(JointKind::Hinge, gravity, mass, half, (turn * DVec3::Y * half.y, turn));
    scene.bodies[1].inertia = (mass * length * length / 12.0 * DVec3::new(1.0, 1e-3, 1.0)).as_vec3();
    scene
}

/// a = g sin θ/(1 + I/(m r²)): 5/7 g sin θ of a ball, 3/5 g sin θ of a shell; and v = r ω.
#[test]
fn a_ball_rolls_down_a_ramp_without_slipping() {
    let (theta, radius) = (0.4f64, 0.3);
    let turn = DQuat::from_rotation_z(theta);
    let half_extents = Vec3::new(6.0, 0.5, 1.5);
    let ramp = Body { rotation: turn.as_quat(), fixed: true, ..Body::of(Solid::Box { half_extents }, 1.0) };
    let on = |z: f64| turn * DVec3::new(4.0, 0.5 + radius, z);
    let mut shell = ball(2.0, radius, on(0.6));
    shell.inertia *= 5.0 / 3.0;
    let scene = touching(vec![ramp, ball(2.0, radius, on(-0.6)), shell]);
    on_both(&scene, &json!({}), |what, machine| {
        machine.step(120);
        for (i, name, share) in [(1, "ball", 5.0 / 7.0), (2, "shell", 3.0 / 5.0)] {
            let what = &format!("{what}, {name}");
            let Moving { x, v, omega, .. } = machine.body(i);
            // it sinks within its slop, a fiftieth of r, and arms end in the middle of that
            let depth = -(turn.inverse() * (x - scene.bodies[i].position.as_dvec3())).y;
            near(what, "depth", depth, 0.01 * radius, 0.0101 * radius);
            let speed = v.dot(turn * DVec3::NEG_X);
            let rolled = omega.z * (radius - 0.5 * depth);
            near(what, "slip", rolled / speed, 1.0, 1e-6);
            // an arm short by d/2 leaves I/a² too large by d/r
            let allowed = (1.0 - share) * depth / radius + 1e-5;
            near(what, "speed after 2 s", speed / (share * G * theta.sin() * 2.0), 1.0, allowed);
        }
    });
}

/// A ball put on level ground with a speed along x and a spin about z skids, v' = ∓ μ g, until v = −r ω at 2 |v + r ω|/(7 μ g).
/// Then it keeps (5 v − 2 r ω)/7, by its angular momentum about the ground.
fn skids(name: &str, speed: f64, spin: f64) {
    let (radius, mu) = (0.25, 0.2);
    let mut skidding = ball(3.0, radius, radius * DVec3::Y);
    (skidding.linear_velocity.x, skidding.angular_velocity.z) = (speed as f32, spin as f32);
    let mut scene = touching(vec![plane(), skidding]);
    scene.bodies.iter_mut().for_each(|body| body.friction = mu as f32);
    let slip = speed + radius * spin;
    let frames = (2.0 * slip.abs() / (7.0 * mu * G) * 60.0) as u32;
    on_both(&scene, &json!({}), |what, machine| {
        let what = &format!("{what}, {name}");
        // sums of some 200 substeps, each rounded by 1.2e-7 in f32; μ and I are f32 numbers on both
        let allowed = machine.allowed(1e-7, 3e-5);
        machine.step(frames);
        let Moving { v, omega, .. } = machine.body(1);
        near(what, "skids", v.x, speed - slip.signum() * mu * G * f64::from(frames) / 60.0, allowed);
        assert!((v.x + radius * omega.z) / slip > 0.0, "{what}: it rolls too early");
        for more in [1, 60] {
            machine.step(more);
            let Moving { v, omega, .. } = machine.body(1);
            near(what, "rolls", v.x, (5.0 * speed - 2.0 * radius * spin) / 7.0, allowed);
            near(what, "slip", v.x + radius * omega.z, 0.0, allowed);
        }
    });
}

/// 5/7 v, whatever the friction; with backspin it comes back, at (5 v − 2 r ω)/7.
#[test]
fn a_ball_that_slides_ends_rolling() {
    skids("without spin", 3.0, 0.0);
    skids("with backspin", 1.5, 20.0);
}

/// 2/7 r ω.
#[test]
fn a_spinning_ball_put_down_rolls_off() {
    skids("spinning", 0.0, -12.0);
}

/// A flat box of 10 kg on the ground, as deep as it will lie.
fn slab() -> Scene {
    touching(vec![plane(), block(10.0, DVec3::new(0.5, 0.1, 0.5), (0.1 - 0.00103) * DVec3::Y)])
}

/// v²/(2 μ g), less ½ v h: the scheme brakes and then moves.
#[test]
fn a_sliding_box_comes_to_rest() {
    on_both(&slab(), &json!({}), |what, machine| {
        machine.step(60);
        for speed in [1.0, 3.0] {
            let what = &format!("{what}, {speed} m/s");
            let start = machine.body(1).x;
            let change = VelocityChange { linear: Some(Vec3::X * speed as f32), angular: None };
            machine.simulation().set_velocity(1, change).expect("a velocity");
            // and a third of a second in which it swings out
            machine.step((speed / (MU * G) * 60.0) as u32 + 20);
            let Moving { x, v, omega, .. } = machine.body(1);
            let way = speed * speed / (2.0 * MU * G) - 0.5 * speed * SUBSTEP;
            // it takes a frame or two until the front bears what friction takes from the back
            near(what, "way", (x - start).x / way, 1.0, 1e-4);
            // one of its corners is put right before the other
            near(what, "aside", (x - start).z, 0.0, 5e-6);
            near(what, "speed", v.length() + omega.length(), 0.0, machine.allowed(1e-9, 1e-5));
        }
    });
}

/// It stays at 0.9 μ m g, and goes with F/m − μ g = μ g/2 at 1.5 μ m g.
#[test]
fn a_pushed_box_stays_until_friction_is_overcome() {
    on_both(&slab(), &json!({}), |what, machine| {
        machine.step(60);
        for (share, a) in [(0.9, 0.0), (1.5, 0.5 * MU * G)] {
            let what = &format!("{what}, {share}");
            let force = (share * MU * 10.0 * G * DVec3::X).as_vec3();
            let push = Push { force, ..Push::default() };
            let [before, after] = [(); 2].map(|()| pushed(machine, 30, 1, push));
            // of the first frames, until the front bears what friction takes from the back
            near(what, "speed", before.v.x, 0.5 * a, 1e-4);
            // the push is an f32 number; f32 rounds 240 substeps by 1.2e-7
            let allowed = machine.allowed(1e-6, 3e-5);
            near(what, "acceleration", (after.v.x - before.v.x) / 0.5, a, allowed);
            let way = before.v.x * 0.5 + 0.5 * a * 0.5 * (0.5 + SUBSTEP);
            near(what, "way", after.x.x - before.x.x, way, allowed);
        }
    });
}

/// v_a' = (m_a v_a + m_b v_b − e m_b (v_a − v_b))/(m_a + m_b), and so for b.
#[test]
fn spheres_that_meet_head_on_share_their_momentum() {
    let (m_a, m_b, v_a, v_b) = (1.0, 3.0, 2.0, -1.0);
    for e in [1.0, 0.5, 0.0] {
        let a = flying(ball(m_a, 0.3, -DVec3::X), v_a, e);
        let scene = touching(vec![a, flying(ball(m_b, 0.5, DVec3::X), v_b, e)]);
        on_both(&scene, &json!({"gravity": [0, 0, 0]}), |what, machine| {
            machine.step(60);
            for (i, other) in [(0, m_b), (1, -m_a)] {
                let truth = (m_a * v_a + m_b * v_b - e * other * (v_a - v_b)) / (m_a + m_b);
                let Moving { v, omega, .. } = machine.body(i);
                let off = v.distance(truth * DVec3::X) + omega.length();
                near(what, &format!("sphere {i}, e = {e}"), off, 0.0, machine.allowed(1e-12, 1e-6));
            }
        });
    }
}

/// Along the line of centres n: v_a' = v_a − (1 + e) m_b/(m_a + m_b) (v_a · n) n, and b takes the rest. Spins stay.
#[test]
fn an_oblique_hit_without_friction_changes_speeds_along_the_line_of_centres() {
    // 0.5 m beside the line of flight, and 0.8 m apart as they touch
    let (apart, beside, speed, frame) = (0.8, 0.5, 2.0, 1.0 / 480.0);
    let spin = Vec3::new(0.3, -0.4, 0.5);
    for (m_a, e) in [(1.0, 1.0), (3.0, 1.0), (1.0, 0.5)] {
        let a = flying(ball(m_a, 0.3, DVec3::new(-1.0, -beside, 0.0)), speed, e);
        let mut scene = touching(vec![a, flying(ball(1.0, 0.5, DVec3::ZERO), 0.0, e)]);
        scene.bodies.iter_mut().for_each(|body| (body.friction, body.angular_velocity) = (0.0, spin));
        on_both(&scene, &json!({"gravity": [0, 0, 0], "timestep": frame}), |what, machine| {
            let what = &format!("{what}, {m_a} kg, e = {e}");
            machine.step(240);
            let [a, b] = [0, 1].map(|i| machine.body(i));
            // n is that of the frame's beginning: by so much the centres turn about one another in a frame
            let turns = speed * beside / apart * frame / apart;
            near(what, "line of centres", b.v.y.atan2(b.v.x), (beside / apart).asin(), turns);
            let n = b.v.normalize();
            let taken = (1.0 + e) * m_a / (m_a + 1.0) * speed * n.x * n;
            let off = a.v.distance(speed * DVec3::X - taken / m_a) + b.v.distance(taken);
            let allowed = machine.allowed(1e-12, 2e-6);
            near(what, "speeds", off, 0.0, allowed);
            let off = [a, b].map(|body| body.omega.distance(spin.as_dvec3()));
            near(what, "spins", off[0] + off[1], 0.0, allowed);
            if (m_a, e) == (1.0, 1.0) {
                near(what, "at right angles, as billiard balls part", a.v.dot(b.v), 0.0, allowed);
            }
        });
    }
}

/// e² H. The scheme moves by the speed of a substep's end, and reflects at a height δ of up to h u, u the speed:
/// e² H − ½ e (1 + e) h u + (1 − e²) δ.
#[test]
fn a_ball_bounces_to_the_square_of_its_restitution() {
    let (height, radius) = (1.0, 0.1);
    for (e, substeps) in [(0.5, 8), (0.8, 8), (1.0, 8), (0.8, 32)] {
        let bouncing = ball(1.0, radius, (radius + height) * DVec3::Y);
        let scene = touching(vec![plane(), flying(bouncing, 0.0, e)]);
        on_both(&scene, &json!({"substeps": substeps}), |what, machine| {
            let (h, u) = (1.0 / 60.0 / f64::from(substeps), (2.0 * G * height).sqrt());
            // half way up again
            machine.step(((1.0 + 0.5 * e) * u / G * 60.0) as u32);
            let Moving { x, v, .. } = machine.body(1);
            // kept by v ← v − g h, x ← x + h v
            let top = x.y - radius + v.y * (v.y - G * h) / (2.0 * G);
            let (early, late) = ((1.0 - e * e) * h * u, 0.5 * e * (1.0 + e) * h * u);
            let what = &format!("{what}, e = {e}, {substeps} substeps");
            near(what, "height", top, e * e * height - late + 0.5 * early, 0.5 * early + G * h * h);
        });
    }
}

/// The arithmetic-geometric mean.
fn agm(a: f64, b: f64) -> f64 {
    (0..8).fold((a, b), |(a, b), _| (0.5 * (a + b), (a * b).sqrt())).0
}

/// From rest at θ: T = 2π √((I + m d²)/(m g d))/AGM(1, cos θ/2).
#[test]
fn a_pendulum_let_go_far_up_takes_its_elliptic_time() {
    let (half, d, theta) = (DVec3::new(0.1, 0.3, 0.05), 0.4, TAU / 3.0);
    let turn = DQuat::from_rotation_z(theta);
    let moment = (half.x * half.x + half.y * half.y) / 3.0 + d * d;
    let truth = TAU * (moment / (G * d)).sqrt() / agm(1.0, (0.5 * theta).cos());
    let scene = hung(JointKind::Hinge, DOWN, 2.0, half, (turn * DVec3::NEG_Y * d, turn));
    on_both(&scene, &fine(), |what, machine| {
        let (mut crossings, mut before, mut frame) = (Vec::new(), theta, 0.0);
        while crossings.len() < 5 {
            machine.step(1);
            let x = machine.body(1).x;
            let angle = x.x.atan2(-x.y);
            // at the lowest point the angle is straight in time
            if angle * before < 0.0 {
                crossings.push((frame + before / (before - angle)) * H);
            }
            (before, frame) = (angle, frame + 1.0);
        }
        // of second order: (ω h)² = 1e-3 at the lowest point
        near(what, "first quarter", crossings[0] / (0.25 * truth), 1.0, 1e-4);
        near(what, "two swings", (crossings[4] - crossings[0]) / (2.0 * truth), 1.0, 1e-4);
    });
}

/// As if from rest upright: ω² = (3 g/L)(1 − cos θ). The hinge bears m (L/2)(α t − ω² r) + m g, with α = (3 g/2L) sin θ.
#[test]
fn a_rod_falls_about_its_hinge() {
    let (mass, length, start) = (2.0, 1.0, 0.1f64);
    let squared = |angle: f64| 3.0 * G / length * (1.0 - angle.cos());
    let mut scene = hinged_rod(DOWN, mass, length, start);
    whirl(&mut scene.bodies[1], squared(start).sqrt() * DVec3::Z);
    on_both(&scene, &fine(), |what, machine| {
        for _ in 0..25 {
            machine.step(12);
            let Moving { x, omega, .. } = machine.body(1);
            let angle = (-x.x).atan2(x.y);
            // of second order: (ω h)² = 1e-3 at the lowest point
            near(what, "ω²", (omega.z * omega.z - squared(angle)) / squared(PI), 0.0, 2e-4);
            // a reading is the mean of a substep
            let middle = angle - 0.5 * omega.z * H;
            let r = 0.5 * length * (DQuat::from_rotation_z(middle) * DVec3::Y);
            let alpha = 1.5 * G / length * middle.sin();
            let truth = mass * (alpha * DVec3::Z.cross(r) - squared(middle) * r - DOWN);
            near(what, "hinge", held(machine).distance(truth) / (4.0 * mass * G), 0.0, 2e-4);
        }
    });
}

/// m_a r_a = m_b r_b; the rod bears m_a ω² r_a. A step of this scheme turns it by asin ω h.
#[test]
fn two_masses_on_a_rod_spin_about_their_centre() {
    let (m_a, m_b, length, spin) = (1.0, 3.0, 1.0, 5.0);
    let r_a = length * m_b / (m_a + m_b);
    let mut build = Build::new(DVec3::ZERO);
    let a = build.ball(m_a, 0.1, r_a * DVec3::X);
    let b = build.ball(m_b, 0.1, (r_a - length) * DVec3::X);
    let joint = build.join(JointKind::rod(length as f32), a, b, DVec3::ZERO, DQuat::IDENTITY);
    (joint.anchor_a, joint.anchor_b) = (Vec3::ZERO, Vec3::ZERO);
    build.scene.bodies.iter_mut().for_each(|body| whirl(body, spin * DVec3::Z));
    on_both(&build.scene, &fine(), |what, machine| {
        machine.step(300);
        let tension = -machine.readings()[0].forces[0] / (m_a * spin * spin * r_a);
        // of second order; f32 counts the last digit of a place h⁻² times
        let share = machine.allowed(0.3, 0.5);
        near(what, "tension", tension, 1.0, share * (spin * H).powi(2));
        let [a, b] = [0, 1].map(|i| machine.body(i).x);
        // sums of hundreds of substeps, each rounded by 3e-8 m in f32
        let centre = ((m_a * a + m_b * b) / (m_a + m_b)).length();
        near(what, "centre", centre, 0.0, machine.allowed(1e-12, 1e-5));
        let off = turned(a.y.atan2(a.x) - 300.0 * (spin * H).asin());
        near(what, "turned", off, 0.0, machine.allowed(1e-6, 2e-5));
    });
}

/// cos θ = g/(ω² L); the rod bears m ω² L.
#[test]
fn a_conical_pendulum_keeps_its_angle() {
    let (mass, length, theta, frames) = (2.0, 1.0, 1.0f64, 960);
    let omega = (G / (length * theta.cos())).sqrt();
    let mut scene = scenes::rods(1, length, mass, theta);
    whirl(&mut scene.bodies[1], omega * DVec3::Y);
    on_both(&scene, &fine(), |what, machine| {
        machine.step(frames);
        let x = machine.body(1).x;
        // of second order: (ω h)² = 3e-4, in most of three rounds
        near(what, "angle", x.x.hypot(x.z).atan2(-x.y), theta, 1e-4);
        let tension = -machine.readings()[0].forces[0] / (mass * omega * omega * length);
        near(what, "tension", tension, 1.0, 1e-4);
        let turns = omega * f64::from(frames) * H;
        near(what, "turned", turned((-x.z).atan2(x.x) - turns) / turns, 0.0, 1e-4);
    });
}

/// I ω Ω − (I_t + m d²) Ω² cos θ = m g d. So Ω is m g d/(I ω) times 1 + (I_t + m d²) m g d cos θ/(I ω)² + …, 2.2 % more here.
#[test]
fn a_fast_top_precesses() {
    let (mass, d, theta, spin) = (2.0, 0.3, PI / 3.0, 100.0);
    let turn = DQuat::from_rotation_z(-theta);
    let axis = turn * DVec3::Y;
    let mut scene = hung(JointKind::Point, DOWN, mass, DVec3::new(0.2, 0.02, 0.2), (d * axis, turn));
    let moments = scene.bodies[1].inertia.as_dvec3();
    let (own, across, weight) = (moments.y * spin, (moments.x + mass * d * d) * theta.cos(), mass * G * d);
    // the slow root: begun so, it does not nod
    let rate = 2.0 * weight / (own + (own * own - 4.0 * across * weight).sqrt());
    whirl(&mut scene.bodies[1], spin * axis + rate * (DVec3::Y - theta.cos() * axis));
    on_both(&scene, &json!({"timestep": H, "substeps": 8}), |what, machine| {
        for seconds in [0.5, 1.0, 1.5, 2.0] {
            machine.step(120);
            let x = machine.body(1).x;
            // of second order: a seventh of (ω h)², which is 2.7e-3
            near(what, "precession", (-x.z).atan2(x.x) / (seconds * rate), 1.0, 5e-4);
            near(what, "nodding", x.x.hypot(x.z).atan2(x.y), theta, 5e-5);
        }
        let Moving { q, omega, .. } = machine.body(1);
        // 3840 substeps, each rounded by 4e-8 of it in f32
        near(what, "spin", omega.dot(q * DVec3::Y) / spin, 1.0, machine.allowed(1e-7, 1e-5));
    });
}

/// J at x from the hinge of a rod: ω = J x/(m L²/3), and the hinge gives (3x/(2L) − 1) J: nothing at 2/3 L.
#[test]
fn a_blow_at_the_centre_of_percussion_is_not_felt_in_the_hinge() {
    let (mass, length, blow) = (2.0, 0.9, 0.05);
    for share in [2.0 / 3.0, 1.0, 1.0 / 3.0] {
        on_both(&hinged_rod(DVec3::ZERO, mass, length, 0.0), &fine(), |what, machine| {
            let what = &format!("{what}, at {share} of it");
            let at = Some((share * length * DVec3::Y).as_vec3());
            let impulse = (blow * DVec3::X).as_vec3();
            let Moving { v, omega, .. } = pushed(machine, 1, 1, Push { impulse, at, ..Push::default() });
            // anchors are f32 numbers, and a solve keeps back a millionth of what is left to it
            let allowed = 1e-6;
            let hinge = held(machine).x * H / blow;
            near(what, "hinge", hinge, 1.5 * share - 1.0, allowed);
            near(what, "momentum", mass * v.x / blow, 1.5 * share, allowed);
            near(what, "spin", -omega.z * mass * length / (3.0 * blow), share, allowed);
        });
    }
}

/// v = F t/m and ω = R I⁻¹ Rᵀ (r × F) t, about no axis of its own.
#[test]
fn a_push_off_centre_moves_and_turns_a_free_box() {
    let mut build = Build::new(DVec3::ZERO);
    let turn = DQuat::from_scaled_axis(DVec3::new(0.5, -0.8, 0.3));
    let (mass, centre) = (3.0, DVec3::new(0.2, 0.5, -0.4));
    build.brick(mass, DVec3::new(0.3, 0.2, 0.1), centre, turn);
    let inertia = build.scene.bodies[0].inertia.as_dvec3();
    // so light a push that what the spin does to itself is not seen
    let (force, arm) = (1e-3 * DVec3::new(0.4, -0.7, 0.5), turn * DVec3::new(0.3, -0.2, 0.1));
    let speed = force / mass / 60.0;
    let spin = turn * (turn.inverse() * arm.cross(force) / inertia) / 60.0;
    let push = Push { force: force.as_vec3(), at: Some((centre + arm).as_vec3()), ..Push::default() };
    on_both(&build.scene, &json!({"substeps": 4}), |what, machine| {
        let found = pushed(machine, 1, 0, push);
        // the arm is a difference of f32 numbers
        near(what, "speed", found.v.distance(speed) / speed.length(), 0.0, 1e-6);
        near(what, "spin", found.omega.distance(spin) / spin.length(), 0.0, 1e-6);
    });
}

/// m ω² r towards the axis, m g upwards, and a torque of m g times the load's arm.
#[test]
fn a_weld_on_a_turntable_bears_what_whirls() {
    let (mass, radius, rim, spin) = (2.0, 1.0, 0.8, 3.0);
    let mut build = Build::new(DOWN);
    let table = build.brick(10.0, DVec3::new(rim, 0.1, rim), DVec3::ZERO, DQuat::IDENTITY);
    let load = build.brick(mass, DVec3::new(radius - rim, 0.1, 0.1), radius * DVec3::X, DQuat::IDENTITY);
    build.join(JointKind::Fixed, table, load, rim * DVec3::X, DQuat::IDENTITY);
    build.scene.bodies.iter_mut().for_each(|body| whirl(body, spin * DVec3::Y));
    build.scene.bodies[table as usize].kinematic = true;
    on_both(&build.scene, &fine(), |what, machine| {
        machine.step(480);
        let [x, y, z, rx, ry, rz] = machine.readings()[0].forces;
        let weight = mass * G;
        // of second order: (ω h)² = 1.6e-4
        near(what, "inward", x.hypot(z) / (mass * spin * spin * radius), 1.0, 2e-5);
        // beside a driven body joints are projected, of first order: along the arm of a step and a half before
        near(what, "late", z.atan2(-x), 0.0, 1.6 * spin * H);
        near(what, "upwards", y / weight, 1.0, 1e-6);
        let torque = DVec3::new(rx, ry, rz).length() / (weight * (radius - rim));
        near(what, "torque", torque, 1.0, 3e-5);
    });
}

/// A plank of 10 kg on an axle through its middle; boxes of 4 kg and 8 kg stand on it, at these places.
fn seesaw(places: [f64; 2]) -> Scene {
    let mut scene =
        hung(JointKind::Hinge, DOWN, 10.0, DVec3::new(1.5, 0.05, 0.3), (DVec3::ZERO, DQuat::IDENTITY));
    scene.contacts = true;
    let boxes = [4.0, 8.0].into_iter().zip(places);
    scene.bodies.extend(boxes.map(|(mass, x)| block(mass, DVec3::splat(0.1), DVec3::new(x, 0.1495, 0.0))));
    scene
}

/// m_1 d_1 = m_2 d_2: it stays level, and the axle bears all. With one box farther out ω' = g (m_1 d_1 − m_2 d_2)/Σ (I + m d²).
#[test]
fn a_seesaw_in_balance_stays_level() {
    on_both(&seesaw([-1.0, 0.5]), &json!({}), |what, machine| {
        machine.step(180);
        // boxes above their axle fall to one side in the end: what they began with grows threefold in a second
        near(what, "tilt", machine.body(1).q.to_scaled_axis().length(), 0.0, 1e-4);
        let axle = held(machine).distance(-22.0 * DOWN) / (22.0 * G);
        near(what, "axle", axle, 0.0, machine.allowed(1e-6, 1e-5));
    });
    let tipping = seesaw([-1.2, 0.5]);
    on_both(&tipping, &json!({}), |what, machine| {
        machine.step(12);
        let moment = |body: &Body| {
            f64::from(body.inertia.z) + f64::from(body.mass) * body.position.as_dvec3().length_squared()
        };
        let all: f64 = tipping.bodies[1..].iter().map(moment).sum();
        let truth = G * (4.0 * 1.2 - 8.0 * 0.5) / all * 12.0 / 60.0;
        // as it tilts, the boxes above its axle move aside and weigh more
        near(what, "tips", machine.body(1).omega.z / truth, 1.0, 0.01);
    });
}

/// Of a load m at x between supports at ±1: m g (1 ± x)/2 each, and half of the plank.
#[test]
fn two_supports_bear_a_load_by_the_lever_rule() {
    let (mass, load, x) = (10.0, 20.0, 0.4);
    let support = |x: f32| Body {
        position: Vec3::new(x, -0.15, 0.0),
        rotation: Quat::from_rotation_x(FRAC_PI_2 as f32),
        fixed: true,
        ..Body::of(Solid::Capsule { radius: 0.1, half_height: 0.3 }, 1.0)
    };
    let plank = block(mass, DVec3::new(1.5, 0.05, 0.3), DVec3::ZERO);
    let weight = block(load, DVec3::splat(0.1), DVec3::new(x, 0.15, 0.0));
    let scene = touching(vec![support(-1.0), support(1.0), plank, weight]);
    on_both(&scene, &json!({}), |what, machine| {
        machine.step(240);
        let [left, right] = [0, 1].map(|i| borne(machine, i, 2));
        for (name, found, share) in [("left", left, 1.0 - x), ("right", right, 1.0 + x)] {
            // load and plank have settled some micrometres aside
            near(what, name, found.y / (0.5 * G * (mass + load * share)), 1.0, 2e-5);
        }
        // friction that was there as they met stays, and holds against itself
        near(what, "aside, N", left.x + right.x, 0.0, machine.allowed(1e-9, 5e-3));
        near(what, "load", borne(machine, 2, 3).y / (load * G), 1.0, machine.allowed(1e-9, 2e-5));
    });
}

/// v ← (v − g h)(1 − c h): v_n = −v_∞ (1 − (1 − c h)ⁿ), v_∞ = g/c − g h; on its way symplectic has half a kick more, ½ g h.
#[test]
fn damping_bounds_the_speed_of_what_falls() {
    let (damping, h) = (2.0, 1.0 / 60.0);
    let scene = Scene { contacts: false, ..touching(vec![block(2.0, DVec3::splat(0.1), 82.0 * DVec3::Y)]) };
    for (positions, kick) in [("pulled", 0.0), ("symplectic", 0.5 * G * h)] {
        on_both(&scene, &json!({"damping": damping, "positions": positions}), |what, machine| {
            let what = &format!("{what}, {positions}");
            let last = G / damping - G * h;
            // a speed that f32 rounds twice, by 2.4e-7 each, is off by that over c h in the end
            let allowed = machine.allowed(1e-12, 2.4e-5);
            machine.step(20);
            let truth = -last * (1.0 - (1.0 - damping * h).powi(20));
            near(what, "speed on the way", machine.body(0).v.y, truth, allowed);
            machine.step(1000);
            let before = machine.body(0);
            near(what, "speed", before.v.y, -last, allowed);
            machine.step(60);
            // in one second, near y = 0, where f32 has places as truly as speeds
            let way = before.x.y - machine.body(0).x.y;
            near(what, "way", way, last + kick, machine.allowed(1e-9, 2.4e-5));
        });
    }
}

/// Two balls hang below one another: the upper joint bears both, the lower one its own. They hold 0.99 of what breaks them; 1.01, by a
/// push, breaks the upper one in that substep.
#[test]
fn a_joint_breaks_just_above_its_force() {
    let (upper, lower) = (1.0, 2.0);
    for kind in [JointKind::rod(0.5), JointKind::Universal, JointKind::Cone] {
        let mut build = Build::new(DOWN);
        let mut above = build.wall(DVec3::ZERO);
        for (mass, hung, y) in [(upper, upper + lower, -0.5), (lower, lower, -1.0)] {
            let ball = build.ball(mass, 0.1, y * DVec3::Y);
            let joint = build.join(kind.clone(), above, ball, (y + 0.5) * DVec3::Y, along(DVec3::Y));
            // a rod is as long as its anchors are apart
            joint.anchor_b = if kind.has_frames() { joint.anchor_b } else { Vec3::ZERO };
            joint.break_force = Some((hung * G / 0.99) as f32);
            above = ball;
        }
        on_both(&build.scene, &json!({}), |what, machine| {
            let what = &format!("{what}, {}", kind.name());
            let broken = |machine: &mut Either| common::state(machine.simulation()).broken;
            machine.step(240);
            assert_eq!(broken(machine), [0u32; 0], "{what}: at 0.99 of it");
            let more = (1.01 / 0.99 - 1.0) * (upper + lower) * G;
            let force = (more * DVec3::NEG_Y).as_vec3();
            pushed(machine, 1, 1, Push { force, ..Push::default() });
            assert_eq!(broken(machine), [0], "{what}: at 1.01 of it");
            // it held through that substep, and leaves both free in the next thirty
            machine.step(30);
            for (i, name) in [(1, "upper"), (2, "lower")] {
                near(what, name, machine.body(i).v.y, -0.5 * G, machine.allowed(1e-12, 1e-5));
            }
        });
    }
}
