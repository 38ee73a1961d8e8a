//! Chapter 3: one ball joint, taken one step by the twin; J and A from the dense code in the same pose.

use beadwork::Scene;
use beadwork::cpu::dense;
use beadwork::scene::{Body, Joint};
use glam::Vec3;
use serde_json::{Value, json};

#[derive(Clone, Copy)]
struct Side {
    mass: f32,
    inertia: f32,
    arm: Vec3,
    linear: Vec3,
    angular: Vec3,
}

#[derive(Clone, Copy)]
struct Case {
    a: Side,
    b: Side,
    gap: Vec3,
    dt: f64,
    stabilisation: f64,
    pinned: bool,
}

const UNIT: Side = Side { mass: 1.0, inertia: 1.0, arm: Vec3::ZERO, linear: Vec3::ZERO, angular: Vec3::ZERO };
const WORKED: Case = Case {
    a: Side { arm: Vec3::new(0.5, 0.0, 0.0), angular: Vec3::new(0.0, 0.0, 2.0), ..UNIT },
    b: Side { arm: Vec3::new(-0.5, 0.0, 0.0), ..UNIT },
    gap: Vec3::new(0.0, 0.1, 0.0),
    dt: 0.1,
    stabilisation: 0.02,
    pinned: false,
};

pub fn cases() -> Vec<Value> {
    let general = Case {
        a: Side {
            mass: 2.0,
            inertia: 0.5,
            arm: Vec3::new(0.25, -0.5, 0.125),
            linear: Vec3::new(1.0, -2.0, 0.5),
            angular: Vec3::new(-1.0, 3.0, 2.0),
        },
        b: Side {
            mass: 0.5,
            inertia: 1.5,
            arm: Vec3::new(-0.5, 0.25, 0.75),
            linear: Vec3::new(-3.0, 0.5, 1.0),
            angular: Vec3::new(2.0, 0.0, -4.0),
        },
        gap: Vec3::new(0.25, -0.125, 0.5),
        dt: 0.05,
        stabilisation: 0.2,
        pinned: false,
    };
    [WORKED, Case { pinned: true, ..WORKED }, general, Case { pinned: true, ..general }].map(solved).to_vec()
}

fn scene(case: Case) -> Scene {
    let body = |side: Side, position: Vec3, fixed: bool| Body {
        position,
        linear_velocity: side.linear,
        angular_velocity: side.angular,
        mass: side.mass,
        inertia: Vec3::splat(side.inertia),
        fixed,
        ..Body::of(beadwork::scene::Solid::Sphere, 0.1)
    };
    Scene {
        gravity: Some(Vec3::ZERO),
        bodies: vec![body(case.a, case.gap - case.a.arm, false), body(case.b, -case.b.arm, case.pinned)],
        joints: vec![Joint::point((0, case.a.arm), (1, case.b.arm))],
        ..Scene::default()
    }
}

fn solved(case: Case) -> Value {
    let changes = json!({"solver": "jacobi", "iterations": 1, "relaxation": 1, "warmStart": 0,
        "timestep": case.dt, "stabilisation": case.stabilisation, "stiffnessGuard": false, "gravity": [0, 0, 0]});
    let mut twin = super::twin(&scene(case), changes);
    twin.step(1);
    let world = twin.world();
    let j = dense::jacobian(world, &[0]);
    let a = dense::delassus(&j, &dense::inverse_mass(world));
    let before = dense::stacked(&world.free_velocities);
    let after = dense::stacked(&world.velocities);
    let bias = world.blocks[0].bias.to_array();
    let b: Vec<f64> = dense::apply(&j, &before)
        .iter()
        .zip(bias)
        .map(|(parting, bias)| (parting + bias) / case.dt)
        .collect();
    let lambda = world.multipliers[0].lambda;
    let change: Vec<f64> = after.iter().zip(&before).map(|(new, old)| new - old).collect();
    let side = |side: Side| {
        json!({ "mass": side.mass, "inertia": side.inertia, "arm": side.arm.to_array(),
            "linear": side.linear.to_array(), "angular": side.angular.to_array() })
    };
    json!({
        "input": { "A": side(case.a), "B": side(case.b), "gap": case.gap.to_array(), "dt": case.dt,
            "stabilisation": case.stabilisation, "pinned": case.pinned },
        "J": j, "A": a, "V": [before], "b": b, "lambda": lambda.to_array(),
        "impulse": (case.dt * lambda).to_array(), "parting": dense::apply(&j, &after),
        "dV": [change],
    })
}
