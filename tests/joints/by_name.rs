//! Bodies and joints by their names, in Rust: the calls that take a number take them, and a simulation that is made anew knows them.

use crate::common::*;
use beadwork::cpu::CpuMachine;
use beadwork::simulation::{Push, VelocityChange};
use beadwork::{Code, Scene, Simulation};
use glam::Vec3;
use serde_json::{Map, Value, json};

fn pair() -> Scene {
    let scene = json!({
        "version": 2,
        "bodies": [
            {"name": "post", "position": [0, 2, 0], "radius": 0.1, "fixed": true},
            {"name": "bob", "position": [0, 1, 0], "radius": 0.1},
        ],
        "joints": [
            {"name": "rope", "type": "distance", "a": "post", "b": "bob", "anchorA": [0, 0, 0], "anchorB": [0, 0, 0]},
        ],
    });
    Scene::from_value(&scene).expect("a scene")
}

fn soft() -> Map<String, Value> {
    json!({"softness": {"hertz": 2.0}}).as_object().expect("an object").clone()
}

#[test]
fn calls_take_names_and_numbers_alike_on_both_machines() {
    let push = Push { force: Vec3::X, ..Push::default() };
    let velocity = VelocityChange { linear: Some(Vec3::Z), angular: None };
    let twin = || {
        let machine = Box::new(CpuMachine::<f64>::default());
        pollster::block_on(Simulation::on(machine, pair(), parameters(json!({})))).expect("a simulation")
    };
    let on_gpu = || simulation(&pair(), json!({}));
    let machines: [&dyn Fn() -> Simulation; 2] = [&twin, &on_gpu];
    for make in machines {
        let [mut named, mut numbered, mut alone] = [make(), make(), make()];
        assert_eq!((named.body("bob"), named.joint("rope")), (Ok(1), Ok(0)));
        named.set_joint("rope", &soft()).expect("a change");
        named.set_velocity("bob", velocity).expect("a velocity");
        named.push("bob", push).expect("a push");
        numbered.set_joint(0, &soft()).expect("a change");
        numbered.set_velocity(1, velocity).expect("a velocity");
        numbered.push(1, push).expect("a push");
        for simulation in [&mut named, &mut numbered, &mut alone] {
            step(simulation, 3);
        }
        named.cut("rope").expect("a cut");
        named.set_fixed("bob", true).expect("a pin");
        numbered.cut(0).expect("a cut");
        numbered.set_fixed(1, true).expect("a pin");
        let ends = [&mut named, &mut numbered, &mut alone].map(|simulation| {
            step(simulation, 3);
            state(simulation)
        });
        assert_eq!(ends[0], ends[1]);
        assert_ne!(ends[0].positions, ends[2].positions);
    }
}

#[test]
fn an_unknown_name_is_not_found_and_a_rebuilt_simulation_knows_all() {
    let made = |scene| {
        let machine = Box::new(CpuMachine::<f32>::default());
        pollster::block_on(Simulation::on(machine, scene, parameters(json!({})))).expect("a simulation")
    };
    let mut simulation = made(pair());
    let before = state(&mut simulation);
    for refused in [
        simulation.body("rope").map(drop),
        simulation.push("rope", Push::default()),
        simulation.set_fixed("rope", true),
        simulation.set_velocity("rope", VelocityChange::default()),
    ] {
        let refused = refused.expect_err("no such body");
        assert_eq!((refused.code, refused.path.as_deref()), (Code::NotFound, Some("rope")));
    }
    for refused in
        [simulation.joint("bob").map(drop), simulation.cut("bob"), simulation.set_joint("bob", &soft())]
    {
        let refused = refused.expect_err("no such joint");
        assert_eq!((refused.code, refused.path.as_deref()), (Code::NotFound, Some("bob")));
    }
    assert_eq!(state(&mut simulation), before);
    let seed = simulation.seed();
    let rebuilt =
        pollster::block_on(seed.rebuild_on(Box::new(CpuMachine::<f32>::default()))).expect("a simulation");
    assert_eq!((rebuilt.body("bob"), rebuilt.joint("rope")), (Ok(1), Ok(0)));
    pollster::block_on(simulation.load(Scene { bodies: pair().bodies, ..Scene::default() }))
        .expect("a scene");
    assert_eq!(simulation.body("bob"), Ok(1));
    assert_eq!(simulation.joint("rope").expect_err("gone").code, Code::NotFound);
}
