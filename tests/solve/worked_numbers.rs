//! Numbers worked by hand in the literature, through the real joint code.

use crate::common::*;
use beadwork::cpu::{Twin, dense};
use beadwork::scene::{Body, Joint};
use beadwork::{Scene, State};
use glam::Vec3;
use serde_json::{Value, json};

/// Two bodies of unit mass and inertia, anchors half a metre out, A spinning at 2 rad/s about z, the anchors
/// 0.1 m apart in y.
fn ball_joint(b_fixed: bool) -> Scene {
    let body = |position: Vec3, spin: f32, fixed: bool| Body {
        position,
        angular_velocity: Vec3::new(0.0, 0.0, spin),
        mass: 1.0,
        inertia: Vec3::ONE,
        fixed,
        ..Body::of(beadwork::scene::Solid::Sphere, 0.1)
    };
    Scene {
        gravity: Some(Vec3::ZERO),
        bodies: vec![
            body(Vec3::new(0.0, 0.1, 0.0), 2.0, false),
            body(Vec3::new(1.0, 0.0, 0.0), 0.0, b_fixed),
        ],
        joints: vec![Joint::point((0, Vec3::new(0.5, 0.0, 0.0)), (1, Vec3::new(-0.5, 0.0, 0.0)))],
        ..Scene::default()
    }
}

/// The text takes dt = 1 and β = 0.2; our longest step is 0.1 s. Bias β C/h = 0.02 m/s, as there, with β = 0.02.
const H: f64 = 0.1;

/// One joint is one block, so every solver but one finds it in one pass at ω = 1. Chebyshev spreads its work over
/// a spectrum that is not there.
fn one_pass(way: &Value) -> Value {
    let iterations = if way["solver"] == "chebyshev" { 400 } else { 1 };
    merged(
        way,
        json!({"iterations": iterations, "relaxation": 1, "timestep": H, "stabilisation": 0.02,
            "stiffnessGuard": false, "gravity": [0, 0, 0]}),
    )
}

/// Velocities by body: linear y and angular z; all else is zero.
struct Worked {
    impulse: f64,
    linear: [f64; 2],
    angular: [f64; 2],
}

/// λ_y = 1.02/2.5 with both free: v ∓ 0.408, ω₀ = 2 − 0.204, ω₁ = −0.204.
const BOTH_FREE: Worked = Worked { impulse: 0.408, linear: [-0.408, 0.408], angular: [1.796, -0.204] };
/// With B pinned, A_ll loses its half: 1.02/1.25.
const PINNED: Worked = Worked { impulse: 0.816, linear: [-0.816, 0.0], angular: [1.592, 0.0] };

fn check(what: &str, state: &State, worked: &Worked, allowed: f64) {
    // λ is a force: the text's impulse over h, and of the other sign
    let wanted = [0.0, worked.impulse / H, 0.0].into_iter();
    assert_close(&format!("{what}: λ"), 3, worst(&state.multipliers, wanted), allowed / H);
    let [v0, v1] = worked.linear;
    let wanted = [0.0, v0, 0.0, 0.0, v1, 0.0].into_iter();
    assert_close(&format!("{what}: v"), 3, worst(&state.linear_velocities, wanted), allowed);
    let [w0, w1] = worked.angular;
    let wanted = [0.0, 0.0, w0, 0.0, 0.0, w1].into_iter();
    assert_close(&format!("{what}: ω"), 3, worst(&state.angular_velocities, wanted), allowed);
    // the anchors part at minus the bias: what is asked for is met
    let y = |i: usize| f64::from(state.linear_velocities[3 * i + 1]);
    let spin = |i: usize| f64::from(state.angular_velocities[3 * i + 2]);
    let relative = [(y(0) + 0.5 * spin(0)) - (y(1) - 0.5 * spin(1))];
    assert_close(&format!("{what}: C'"), 1, worst(&relative, [-0.02].into_iter()), allowed);
}

/// Exact solvers: γ is a millionth of A. All: 0.1 m is not quite 0.1 in f32, nor what comes out. Chebyshev's bound is
/// twice this joint's spectrum, so that 400 passes of f32 each leave some rounding.
fn allowed(way: &Value) -> f64 {
    if way["solver"] == "chebyshev" { 3e-5 } else { 3e-6 }
}

/// The article has no bias, and is not asked.
fn every_way(scene: &Scene, worked: &Worked) {
    for way in ways_by_velocities(scene).iter().filter(|way| way["solver"] != "article") {
        let allowed = allowed(way);
        let mut twin = Twin::new(scene, parameters(one_pass(way))).expect("a twin");
        twin.step(1);
        check(&format!("twin {way}"), &twin.state(), worked, allowed);
        let mut simulation = simulation(scene, one_pass(way));
        step(&mut simulation, 1);
        check(&format!("GPU {way}"), &state(&mut simulation), worked, allowed);
    }
}

#[test]
fn the_ball_joint() {
    every_way(&ball_joint(false), &BOTH_FREE);
}

#[test]
fn the_ball_joint_on_a_pinned_body() {
    every_way(&ball_joint(true), &PINNED);
}

#[test]
fn the_ball_joint_pinned_while_it_runs() {
    let scene = ball_joint(false);
    for way in ways_by_velocities(&scene).iter().filter(|way| way["solver"] != "article") {
        let mut simulation = simulation(&scene, one_pass(way));
        simulation.set_fixed(1, true).expect("a body to pin");
        step(&mut simulation, 1);
        check(&format!("{way}"), &state(&mut simulation), &PINNED, allowed(way));
    }
}

#[test]
fn the_matrices_of_the_ball_joint() {
    for (fixed, wanted) in [(false, [2.0, 2.5, 2.5]), (true, [1.0, 1.25, 1.25])] {
        let way = json!({"solver": "jacobi", "execution": "global"});
        let mut twin = Twin::new(&ball_joint(fixed), parameters(one_pass(&way))).expect("a twin");
        twin.step(1);
        let j = dense::jacobian(twin.world(), &[0]);
        #[rustfmt::skip]
        let printed = [
            1.0, 0.0, 0.0,  0.0,  0.0,  0.0,  -1.0,  0.0,  0.0,  0.0,  0.0,  0.0,
            0.0, 1.0, 0.0,  0.0,  0.0,  0.5,   0.0, -1.0,  0.0,  0.0,  0.0,  0.5,
            0.0, 0.0, 1.0,  0.0, -0.5,  0.0,   0.0,  0.0, -1.0,  0.0, -0.5,  0.0,
        ];
        let flat: Vec<f64> = j.iter().flatten().copied().collect();
        // halves and ones: exact
        assert_close("J", 12, worst(&flat, printed.into_iter()), 0.0);
        let a = dense::delassus(&j, &dense::inverse_mass(twin.world()));
        let flat: Vec<f64> = a.iter().flatten().copied().collect();
        let [x, y, z] = wanted;
        assert_close("A", 3, worst(&flat, [x, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, z].into_iter()), 0.0);
    }
}

/// Two blocks of mass 1 on the ground, both falling at 10 m/s: λ = (20, 10), and afterwards they rest.
#[test]
fn the_two_block_stack() {
    let j = vec![vec![1.0, 0.0], vec![-1.0, 1.0]];
    let inverse_mass = vec![vec![1.0, 0.0], vec![0.0, 1.0]];
    let a = dense::delassus(&j, &inverse_mass);
    assert_eq!(a, vec![vec![1.0, -1.0], vec![-1.0, 2.0]]);
    let free = [-10.0, -10.0];
    let b: Vec<f64> = dense::apply(&j, &free).iter().map(|x| -x).collect();
    assert_eq!(b, [10.0, 0.0]);
    let lambda = dense::solve(a, b);
    // a handful of whole numbers: rounding at most
    assert_close("λ", 1, worst(&lambda, [20.0, 10.0].into_iter()), 1e-14);
    let change = dense::apply(&dense::product(&inverse_mass, &dense::transpose(&j)), &lambda);
    let rest: Vec<f64> = free.iter().zip(&change).map(|(v, dv)| v + dv).collect();
    assert_close("v after", 1, worst(&rest, [0.0, 0.0].into_iter()), 1e-14);
}
