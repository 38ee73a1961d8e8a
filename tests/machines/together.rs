//! Features together: names, bodies that come and go, rays, poses, sensors and events, on every machine.

use crate::common::*;
use beadwork::cpu::CpuMachine;
use beadwork::scene::read_bodies;
use beadwork::{Code, PoseChange, Ray, Scene, Simulation};
use glam::{DVec3, Vec3};
use serde_json::{Value, json};

const MACHINES: [&str; 2] = ["CPU", "GPU"];

fn made(machine: &str, value: &Value) -> Simulation {
    let scene = Scene::from_json(&value.to_string()).expect("a scene");
    match machine {
        "CPU" => {
            let machine = Box::new(CpuMachine::<f32>::default());
            pollster::block_on(Simulation::on(machine, scene, parameters(json!({})))).expect("a simulation")
        }
        _ => simulation(&scene, json!({})),
    }
}

fn room() -> Value {
    json!({
        "version": 2, "contacts": true,
        "bodies": [
            {"position": [0, 0, 0], "shape": {"type": "plane"}, "name": "ground"},
            {"position": [0, 3, 0], "radius": 0.2, "fixed": true, "name": "lamp"},
            {"position": [3, 1, 0], "shape": {"type": "box", "halfExtents": [0.5, 1, 0.5]}, "fixed": true, "sensor": true, "name": "gate"}
        ],
    })
}

fn below(x: f64) -> Ray {
    Ray::new(DVec3::new(x, 10.0, 0.0), DVec3::NEG_Y)
}

fn met(one: &mut Simulation, ray: Ray) -> Option<usize> {
    let hit = pollster::block_on(one.cast_ray(&ray).expect("a ray")).expect("a hit");
    hit.map(|hit| hit.body)
}

fn poses(one: &mut Simulation) -> Vec<f32> {
    pollster::block_on(one.read_poses().expect("poses")).expect("poses")
}

fn happened(one: &mut Simulation) -> Vec<String> {
    let events = pollster::block_on(one.read_events().expect("events")).expect("events");
    events.iter().map(|event| format!("{event:?}")).collect()
}

#[test]
fn names_go_with_bodies_that_come_and_go() {
    for machine in MACHINES {
        let mut one = made(machine, &room());
        let ball = |name: &str, x: f32| {
            read_bodies(&json!([{"position": [x, 5, 0], "radius": 0.25, "name": name}])).expect("a body")
        };
        assert_eq!(one.add_bodies(&ball("ball", 0.0)), Ok(vec![3]), "{machine}");
        assert_eq!(one.body("ball"), Ok(3), "{machine}");
        let twice = one.add_bodies(&ball("lamp", 1.0)).expect_err("there is a lamp");
        assert_eq!((twice.code, twice.path.as_deref()), (Code::Scene, Some("bodies[0].name")), "{machine}");
        let both = [ball("a", 1.0), ball("a", 2.0)].concat();
        let alike = one.add_bodies(&both).expect_err("two of one name");
        assert_eq!(alike.path.as_deref(), Some("bodies[1].name"), "{machine}");
        assert_eq!(one.bodies(), [0, 1, 2, 3], "{machine}: nothing came");
        let number = one.body("ball").expect("it is there");
        one.remove_bodies(&[number]).expect("it goes");
        assert_eq!(one.body("ball").map_err(|error| error.code), Err(Code::NotFound), "{machine}");
        assert_eq!(one.add_bodies(&ball("ball", 2.0)), Ok(vec![3]), "{machine}: the name is free again");
        let described = pollster::block_on(one.describe().expect("a scene")).expect("a scene");
        assert_eq!(described.bodies[3].name.as_deref(), Some("ball"), "{machine}");
        one.reset().expect("it goes back");
        assert_eq!(one.body("ball").map_err(|error| error.code), Err(Code::NotFound), "{machine}");
        assert_eq!(one.body("gate"), Ok(2), "{machine}");
    }
}

#[test]
fn rays_heed_groups_pass_sensors_and_meet_who_is_there_now() {
    for machine in MACHINES {
        let mut one = made(machine, &room());
        assert_eq!(met(&mut one, below(0.0)), Some(1), "{machine}: the lamp");
        assert_eq!(met(&mut one, below(3.0)), Some(0), "{machine}: through the gate");
        let shelf = json!([{"position": [3, 2.5, 0], "shape": {"type": "box", "halfExtents": [0.5, 0.1, 0.5]}, "fixed": true, "group": 4}]);
        assert_eq!(one.add_bodies(&read_bodies(&shelf).expect("a shelf")), Ok(vec![3]), "{machine}");
        assert_eq!(met(&mut one, below(3.0)), Some(3), "{machine}: the shelf");
        assert_eq!(
            met(&mut one, Ray { collides_with: 1, ..below(3.0) }),
            Some(0),
            "{machine}: not of its group"
        );
        let change = PoseChange { position: Some(Vec3::new(-3.0, 2.0, 0.0)), ..PoseChange::default() };
        one.set_pose(3, change).expect("elsewhere");
        assert_eq!(met(&mut one, below(3.0)), Some(0), "{machine}: it went");
        assert_eq!(met(&mut one, below(-3.0)), Some(3), "{machine}: it is there");
        one.remove_bodies(&[3]).expect("it goes");
        assert_eq!(met(&mut one, below(-3.0)), Some(0), "{machine}: it is gone");
    }
}

#[test]
fn poses_have_zeros_at_free_numbers_and_added_bodies_have_events() {
    for machine in MACHINES {
        let mut one = made(machine, &room());
        let falling = json!([
            {"position": [0, 8, 0], "radius": 0.25},
            {"position": [3, 2.6, 0], "radius": 0.25},
        ]);
        assert_eq!(one.add_bodies(&read_bodies(&falling).expect("balls")), Ok(vec![3, 4]), "{machine}");
        step(&mut one, 1);
        one.remove_bodies(&[3]).expect("it goes");
        let now = poses(&mut one);
        assert_eq!(now.len(), 7 * 5, "{machine}");
        assert!(now[21..28].iter().all(|x| *x == 0.0), "{machine}: {:?}", &now[21..28]);
        assert!((now[28] - 3.0).abs() < 1e-6 && now[29] < 2.6, "{machine}: {:?}", &now[28..35]);
        step(&mut one, 30);
        let told = happened(&mut one);
        assert!(told.iter().any(|event| event.contains("Began")), "{machine}: {told:?}");
        assert!(happened(&mut one).is_empty(), "{machine}: once");
        // a ball that is removed within the gate
        let inside = json!([{"position": [3, 1.2, 0], "radius": 0.2}]);
        let number = one.add_bodies(&read_bodies(&inside).expect("a ball")).expect("it comes")[0];
        step(&mut one, 2);
        one.remove_bodies(&[number]).expect("it goes");
        step(&mut one, 1);
        let told = happened(&mut one);
        let of = |kind: &str| {
            told.iter().any(|event| event.starts_with(kind) && event.contains(&format!("b: {number}")))
        };
        assert!(of("Began") && of("Ended"), "{machine}: {told:?}");
        // what waits stays where room grows
        let high = json!([{"position": [3, 1.5, 0], "radius": 0.2, "events": true}]);
        let many: Vec<Value> = (0..40).map(|k| json!({"position": [20 + k, 4, 0], "radius": 0.2})).collect();
        one.add_bodies(&read_bodies(&high).expect("a ball")).expect("it comes");
        step(&mut one, 3);
        one.add_bodies(&read_bodies(&json!(many)).expect("balls")).expect("they come");
        assert!(!happened(&mut one).is_empty(), "{machine}: it met the gate before they came");
    }
}
