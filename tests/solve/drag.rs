//! Damping and a body's own gravity, where the answer is known: on the CPU in f32 and f64 and on the GPU, by every kind
//! of solver.

use beadwork::cpu::CpuMachine;
use beadwork::{Scene, Simulation};
use serde_json::{Value, json};

use crate::common::*;

/// 1/60 s in four substeps.
const H: f64 = 1.0 / 240.0;
const G: f64 = 9.81;

/// Of ways to solve the smallest list that has every kernel that moves bodies on their own, and every one that moves chains.
fn ways() -> Vec<Value> {
    vec![
        json!({"positions": "symplectic"}),
        json!({"positions": "projected"}),
        json!({"positions": "pulled"}),
        json!({"solver": "jacobi", "iterations": 60}),
        json!({"solver": "gauss-seidel", "iterations": 40}),
        json!({"solver": "conjugate-gradient", "iterations": 10}),
    ]
}

/// With what a scene should be that says nothing of substeps.
fn settled(way: &Value) -> Value {
    let mut way = way.clone();
    let fields = way.as_object_mut().expect("an object");
    fields.extend([("substeps".into(), json!(4)), ("timestep".into(), json!(1.0 / 60.0))]);
    way
}

/// Every machine, every way that takes the scene.
pub fn each(scene: &Value, ways: &[Value], mut look: impl FnMut(&str, &mut Simulation)) {
    let scene = Scene::from_value(scene).expect("a scene");
    for way in ways {
        let way = settled(way);
        let single =
            Simulation::on(Box::new(CpuMachine::<f32>::default()), scene.clone(), parameters(way.clone()));
        let double =
            Simulation::on(Box::new(CpuMachine::<f64>::default()), scene.clone(), parameters(way.clone()));
        let [single, double] = [pollster::block_on(single), pollster::block_on(double)];
        for (name, made) in [("f32", single), ("f64", double)] {
            look(&format!("{way} in {name}"), &mut made.expect("a simulation"));
        }
        look(&format!("{way} on the GPU"), &mut simulation(&scene, way));
    }
}

fn close(what: &str, found: f64, truth: f64, allowed: f64) {
    let off = (found - truth).abs();
    assert!(off <= allowed, "{what}: {found}, should be {truth}: off by {off:e}, allowed {allowed:e}");
}

fn speed(simulation: &mut Simulation, body: usize, axis: usize) -> f64 {
    f64::from(state(simulation).linear_velocities[3 * body + axis])
}

fn spin(simulation: &mut Simulation, body: usize, axis: usize) -> f64 {
    f64::from(state(simulation).angular_velocities[3 * body + axis])
}

/// v_{n+1} = e^{−ch} v_n + h s g, which in n substeps is e^{−nch} v_0 + h s g (1 − e^{−nch})/(1 − e^{−ch}); in the end s g/c, but for ½ c h of it.
#[test]
fn what_falls_with_damping_follows_the_exponential_to_its_last_speed() {
    let (c, s, v0) = (2.5, -0.5, 4.0);
    let ball = |more: Value| {
        let mut ball = json!({"position": [0, 0, 0], "radius": 0.1, "linearVelocity": [v0, v0, 0]});
        ball.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        ball
    };
    for touching in [false, true] {
        let mut own = [
            ball(json!({"linearDamping": c})),
            ball(json!({"linearDamping": c, "gravityScale": s})),
            ball(json!({"gravityScale": 0})),
            ball(json!({"gravityScale": -1})),
            ball(json!({"gravityScale": 0.5})),
            ball(json!({"linearDamping": 3000})),
            ball(json!({})),
        ];
        own.iter_mut().enumerate().for_each(|(i, ball)| ball["position"] = json!([0, 0, 3 * i]));
        let scene = json!({"version": 2, "contacts": touching, "bodies": own});
        let ways =
            if touching { vec![json!({}), json!({"contactSolver": "mass-splitting"})] } else { ways() };
        each(&scene, &ways, |what, simulation| {
            for seconds in [1, 3] {
                step(simulation, if seconds == 1 { 60 } else { 120 });
                let t = f64::from(seconds);
                let gone = (-c * t).exp();
                let fall = H * G * (1.0 - gone) / (1.0 - (-c * H).exp());
                // rounding of 240 to 720 sums
                let what = &format!("{what}, after {t} s");
                close(what, speed(simulation, 0, 0), v0 * gone, 2e-5);
                close(what, speed(simulation, 0, 1), v0 * gone - fall, 2e-4);
                close(what, speed(simulation, 1, 1), v0 * gone - s * fall, 2e-4);
                let last = G / c;
                close(what, speed(simulation, 0, 1) + last, (v0 + last) * gone, (0.5 * c * H + 1e-4) * last);
                for (body, scale) in [(2, 0.0), (3, -1.0), (4, 0.5), (6, 1.0)] {
                    close(what, speed(simulation, body, 0), v0, 1e-4);
                    close(what, speed(simulation, body, 1), v0 - scale * G * t, 2e-4 * (1.0 + t * G));
                }
                // a body with such a damping keeps the speed of one substep
                close(what, speed(simulation, 5, 0), 0.0, 1e-4);
                close(what, speed(simulation, 5, 1), -H * G, 1e-4);
            }
        });
    }
}

/// ω = ω_0 e^{−ct}, of a ball and of a box about an axis of its own; nothing else of what they do is less.
#[test]
fn a_spin_decays() {
    let (c, spin_at_first) = (1.5, 6.0);
    let scene = json!({"version": 2, "gravity": [0, 0, 0], "bodies": [
        {"position": [0, 0, 0], "radius": 0.1, "angularVelocity": [0, spin_at_first, 0], "angularDamping": c, "linearVelocity": [1, 0, 0]},
        {"position": [0, 5, 0], "shape": {"type": "box", "halfExtents": [0.1, 0.2, 0.3]}, "angularVelocity": [0, spin_at_first, 0],
            "angularDamping": c, "linearVelocity": [1, 0, 0]},
        {"position": [0, 9, 0], "radius": 0.1, "angularVelocity": [0, spin_at_first, 0], "linearDamping": c},
    ]});
    each(&scene, &ways(), |what, simulation| {
        step(simulation, 90);
        let left = spin_at_first * (-1.5f64 * c).exp();
        close(what, spin(simulation, 0, 1), left, 1e-4);
        close(what, spin(simulation, 1, 1), left, 1e-4);
        close(what, spin(simulation, 2, 1), spin_at_first, 1e-4);
        close(what, speed(simulation, 0, 0), 1.0, 1e-5);
    });
}

/// A bead of mass m and inertia I on an arm of length L, both of whose dampings are c:
///     (m L² + I)(θ̈ + c θ̇) = −s m g L θ,   θ = A e^{−ct/2} (cos ω t + c/2ω sin ω t),   ω² = s m g L/(m L² + I) − ¼ c².
fn pendulum(kind: &str, length: f64, c: f64, s: f64, more: Value) -> (Value, impl Fn(f64) -> f64 + use<>) {
    let (amplitude, radius, mass) = (0.05f64, 0.1, 2.0);
    let inertia = 0.4 * mass * radius * radius;
    let square = s * mass * G * length / (mass * length * length + inertia) - 0.25 * c * c;
    let omega = square.sqrt();
    let theta = move |t: f64| {
        amplitude * (-0.5 * c * t).exp() * ((omega * t).cos() + 0.5 * c / omega * (omega * t).sin())
    };
    let (sin, cos) = amplitude.sin_cos();
    let mut joint = json!({"type": kind, "a": 0, "b": 1, "anchorA": [0, 0, 0], "anchorB": [0, length, 0]});
    joint.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    let scene = json!({"version": 2, "bodies": [
        {"position": [0, 0, 0], "radius": radius, "fixed": true},
        {"position": [length * sin, -length * cos, 0], "rotation": [0, 0, (0.5 * amplitude).sin(), (0.5 * amplitude).cos()],
            "radius": radius, "mass": mass, "linearDamping": c, "angularDamping": c, "gravityScale": s},
    ], "joints": [joint]});
    (scene, theta)
}

fn swings(what: &str, simulation: &mut Simulation, theta: &impl Fn(f64) -> f64, allowed: f64) {
    for quarter in 1..=8 {
        step(simulation, 15);
        let at = &state(simulation).positions[3..6];
        let angle = f64::from(at[0]).atan2(f64::from(-at[1]));
        let t = 0.25 * f64::from(quarter);
        close(&format!("{what}, after {t} s"), angle, theta(t), allowed);
    }
}

#[test]
fn pendulums_swing_as_their_damping_and_their_gravity_say() {
    let hinge = json!({"axisA": [0, 0, 1], "axisB": [0, 0, 1]});
    for (c, s) in [(0.8, 1.0), (0.0, 0.5), (0.8, 2.0)] {
        // of the amplitude, 0.05: a phase that is off by a substep, half of c h, and what a solver that pulls loses of a swing
        let allowed = 1.5e-3;
        let (scene, theta) = pendulum("point", 0.8, c, s, json!({}));
        each(&scene, &ways(), |what, simulation| {
            swings(&format!("c {c}, s {s}: {what}"), simulation, &theta, allowed)
        });
        let (mut scene, theta) = pendulum("hinge", 0.8, c, s, hinge.clone());
        let general = [&ways()[..5], &[json!({"recoverySpeed": [1, 5]})]].concat();
        each(&scene, &general, |what, simulation| {
            swings(&format!("hinge, c {c}, s {s}: {what}"), simulation, &theta, allowed)
        });
        scene["contacts"] = json!(true);
        each(&scene, &[json!({})], |what, simulation| {
            swings(&format!("among contacts, c {c}, s {s}: {what}"), simulation, &theta, allowed)
        });
    }
}

/// What hangs and what rests bears s m g, whatever its damping.
#[test]
fn a_load_is_its_share_of_its_weight() {
    let (s, mass) = (0.25, 3.0);
    let chain = |joint: Value| {
        json!({"version": 2, "bodies": [
        {"position": [0, 0, 0], "radius": 0.1, "fixed": true},
        {"position": [0, -0.5, 0], "radius": 0.1, "mass": mass, "gravityScale": s, "linearDamping": 20, "angularDamping": 20},
    ], "joints": [joint]})
    };
    let point = json!({"type": "point", "a": 0, "b": 1, "anchorA": [0, 0, 0], "anchorB": [0, 0.5, 0]});
    let fixed = json!({"type": "fixed", "a": 0, "b": 1, "anchorA": [0, 0, 0], "anchorB": [0, 0.5, 0]});
    for (joint, ways) in [(point, ways()), (fixed, ways()[..5].to_vec())] {
        each(&chain(joint), &ways, |what, simulation| {
            step(simulation, 120);
            let [x, y, z, ..] = readings(simulation)[0].forces;
            let force = (x * x + y * y + z * z).sqrt();
            // passes that stop before their end, and rounding
            close(what, force, s * mass * G, 2e-3 * mass * G);
        });
    }
    let resting = json!({"version": 2, "contacts": true, "bodies": [
        {"position": [0, 0, 0], "shape": {"type": "plane"}},
        {"position": [0, 0.1, 0], "radius": 0.1, "mass": mass, "gravityScale": s, "linearDamping": 20, "angularDamping": 20},
    ]});
    each(&resting, &[json!({}), json!({"contactSolver": "mass-splitting"})], |what, simulation| {
        step(simulation, 120);
        let contacts = pollster::block_on(simulation.read_contacts().expect("a reading")).expect("contacts");
        let force: f64 = contacts.iter().map(|contact| contact.force).sum();
        close(what, force, s * mass * G, 1e-2 * mass * G);
    });
}

/// A box that slides is braked by μ s g, and by nothing where it weighs nothing.
#[test]
fn friction_goes_by_the_weight_there_is() {
    let brick = |z: f64, s: f64| {
        json!({"position": [0, 0.1, z], "shape": {"type": "box", "halfExtents": [0.3, 0.1, 0.3]},
        "linearVelocity": [4, 0, 0], "gravityScale": s})
    };
    let scene = json!({"version": 2, "contacts": true, "bodies": [
        {"position": [0, 0, 0], "shape": {"type": "plane"}}, brick(0.0, 1.0), brick(3.0, 0.5), brick(6.0, 0.0),
    ]});
    each(&scene, &[json!({})], |what, simulation| {
        step(simulation, 30);
        for (body, s) in [(1, 1.0), (2, 0.5), (3, 0.0)] {
            // it tips a little as it begins to slide
            close(what, speed(simulation, body, 0), 4.0 - 0.5 * s * G * 0.5, 0.05);
        }
    });
}

/// Kinetic energy goes one way and potential energy the other: with its own gravity a body falls without a loss.
#[test]
fn energy_goes_by_the_gravity_that_a_body_feels() {
    let scene = json!({"version": 2, "bodies": [
        {"position": [0, 3, 0], "radius": 0.1, "mass": 2, "gravityScale": -0.5},
        {"position": [2, 5, 0], "radius": 0.1, "mass": 2},
    ]});
    each(&scene, &ways(), |what, simulation| {
        let before = measure(simulation);
        close(what, before.potential_energy, G * 2.0 * (5.0 - 1.5), 1e-4);
        step(simulation, 60);
        let after = measure(simulation);
        // pulled, a falling body is ½ h g t ahead
        let early = 0.5 * H * G * 2.0 * G * 1.3;
        close(
            what,
            after.kinetic_energy + after.potential_energy,
            before.kinetic_energy + before.potential_energy,
            early,
        );
    });
}

/// A scene that says what every body has anyway takes the same path to the same bits.
#[test]
fn what_is_usual_changes_no_bit() {
    let (plain, _) = pendulum("point", 0.8, 0.0, 1.0, json!({}));
    let mut bare = plain.clone();
    for field in ["linearDamping", "angularDamping", "gravityScale"] {
        bare["bodies"][1].as_object_mut().expect("an object").remove(field);
    }
    let mut states = Vec::new();
    for scene in [&plain, &bare] {
        let mut of_scene = Vec::new();
        each(scene, &ways(), |_, simulation| {
            assert!(!simulation.kernels().contains(&"apply_drag"));
            step(simulation, 20);
            of_scene.push(state(simulation));
        });
        states.push(of_scene);
    }
    assert_eq!(states[0], states[1]);
}
