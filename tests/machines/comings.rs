//! Bodies of every shape and joints of every kind come, go and are changed in a random order. Machines agree on where
//! everything is. Nothing begins to touch twice, and a simulation that is resumed goes on to the same bits.

use std::collections::BTreeSet;

use crate::common::every_machine::{MACHINES, Made};
use crate::common::*;
use beadwork::scene::{BodyChange, PoseChange, read_bodies};
use beadwork::simulation::Event;
use beadwork::{Push, Scene, Simulation, State};
use glam::Vec3;
use serde_json::{Value, json};

const PLACES: usize = 8;
const FRAMES: u32 = 4;

fn cuboid(half: [f64; 3], at: [f64; 3]) -> Value {
    json!({"shape": {"type": "box", "halfExtents": half}, "position": at})
}

/// Bodies about x, and joints between them by their places in this list.
fn group(kind: usize, x: f64) -> (Vec<Value>, Vec<Value>) {
    let brick = |half: [f64; 3], y: f64| merged(&cuboid(half, [x, y, 0.0]), json!({"density": 500}));
    let ball = |dx: f64, y: f64| json!({"position": [x + dx, y, 0], "radius": 0.1, "mass": 1});
    let bell = json!({"type": "compound", "parts": [
        cuboid([0.2, 0.1, 0.2], [0.0; 3]), cuboid([0.1, 0.1, 0.1], [0.3, 0.0, 0.0])]});
    let world = |y: f64| json!({"a": "world", "b": 0, "anchorA": [x, y, 0]});
    let z = json!({"axisA": [0, 0, 1], "axisB": [0, 0, 1]});
    match kind {
        0 => (vec![json!({"position": [x, 0.31, 0], "radius": 0.3, "friction": 0.7})], vec![]),
        1 => (vec![brick([0.3, 0.2, 0.25], 0.21)], vec![]),
        2 => (
            vec![json!({"position": [x, 0.16, 0], "rotation": [0, 0, 0.6, 0.8], "friction": 0.6,
                "shape": {"type": "capsule", "radius": 0.15, "halfHeight": 0.0001}})],
            vec![],
        ),
        3 => (
            vec![
                json!({"position": [x, 0.16, 0], "shape": {"type": "cylinder", "radius": 0.2, "halfHeight": 0.15}}),
            ],
            vec![],
        ),
        4 => (
            vec![json!({"position": [x, 0.11, 0], "shape": {"type": "hull", "points":
                [[-0.3, -0.1, -0.2], [0.3, -0.1, -0.2], [-0.3, -0.1, 0.2], [0.3, -0.1, 0.2], [0.1, 0.3, 0.0]]}})],
            vec![],
        ),
        5 => (vec![json!({"position": [x, 0.11, 0], "shape": bell, "mass": 3})], vec![]),
        6 => (vec![brick([0.3, 0.2, 0.25], 0.21), brick([0.2, 0.1, 0.2], 0.52)], vec![]),
        7 => (
            vec![ball(0.3, 1.1)],
            vec![merged(&world(1.5), json!({"type": "point", "anchorB": [-0.3, 0.4, 0]}))],
        ),
        8 => (
            vec![cuboid([0.3, 0.05, 0.05], [x + 0.3, 1.2, 0.0])],
            vec![merged(
                &merged(&world(1.2), z),
                json!({"type": "hinge", "anchorB": [-0.3, 0, 0], "limit": [-0.4, 0.5]}),
            )],
        ),
        9 => (
            vec![ball(0.3, 1.4)],
            vec![merged(
                &world(1.5),
                json!({"type": "distance", "anchorB": [0, 0, 0], "min": 0, "max": 0.5}),
            )],
        ),
        10 => (
            vec![brick([0.1, 0.1, 0.1], 1.2)],
            vec![merged(
                &merged(&world(1.2), json!({"axisA": [1, 0, 0], "axisB": [1, 0, 0]})),
                json!({"type": "slider", "anchorB": [0, 0, 0], "servo": {"target": 0.3, "hertz": 2, "dampingRatio": 1}}),
            )],
        ),
        11 => {
            let mut far = brick([0.2, 0.2, 0.2], 0.21);
            far["position"] = json!([x + 0.41, 0.21, 0]);
            (
                vec![brick([0.2, 0.2, 0.2], 0.21), far],
                vec![
                    json!({"type": "fixed", "a": 0, "b": 1, "anchorA": [0.205, 0, 0], "anchorB": [-0.205, 0, 0],
                    "frameA": [0, 0, 0, 1], "frameB": [0, 0, 0, 1]}),
                ],
            )
        }
        12 => (
            vec![json!({"position": [x + 0.2, 1.2, 0], "shape": bell, "mass": 2})],
            vec![merged(&merged(&world(1.2), z), json!({"type": "hinge", "anchorB": [-0.2, 0, 0]}))],
        ),
        13 => {
            let bodies = (0..5).map(|i| ball(0.1 + 0.2 * f64::from(i), 1.6)).collect();
            let mut joints = vec![merged(&world(1.6), json!({"type": "point", "anchorB": [-0.1, 0, 0]}))];
            joints.extend((0..4).map(|i| {
                json!({"type": "point", "a": i, "b": i + 1, "anchorA": [0.1, 0, 0], "anchorB": [-0.1, 0, 0]})
            }));
            (bodies, joints)
        }
        14 => (
            vec![
                json!({"position": [x, 0.3, 0], "shape": {"type": "box", "halfExtents": [0.4, 0.3, 0.4]}, "fixed": true, "sensor": true}),
                ball(0.0, 0.4),
            ],
            vec![],
        ),
        15 => (vec![merged(&brick([0.3, 0.2, 0.25], 0.2), json!({"fixed": true})), ball(0.0, 0.51)], vec![]),
        16 => (
            vec![
                merged(
                    &brick([0.3, 0.1, 0.3], 0.3),
                    json!({"kinematic": true, "linearVelocity": [0, 0.2, 0]}),
                ),
                brick([0.1, 0.1, 0.1], 0.51),
            ],
            vec![],
        ),
        17 => (
            vec![json!({"position": [x, 0.31, 0], "radius": 0.3, "mass": 2, "centre": [0.05, -0.1, 0]})],
            vec![],
        ),
        18 => (
            vec![ball(0.0, 1.0)],
            vec![merged(
                &world(1.5),
                json!({"type": "distance", "anchorB": [0, 0, 0], "min": 0.5, "max": 0.5,
                "softness": {"hertz": 3, "dampingRatio": 0.2}}),
            )],
        ),
        _ => (
            vec![cuboid([0.05, 0.2, 0.05], [x, 1.2, 0.0])],
            vec![merged(
                &world(1.4),
                json!({"type": "cone", "anchorB": [0, 0.2, 0], "axisA": [0, -1, 0],
                "axisB": [0, -1, 0], "swing": 0.4, "twist": [-0.3, 0.3]}),
            )],
        ),
    }
}

const KINDS: usize = 20;

#[derive(Clone, Debug, Default, PartialEq)]
struct Group {
    kind: usize,
    bodies: Vec<usize>,
    joints: Vec<usize>,
}

struct One {
    name: &'static str,
    made: Made,
    changes: Value,
    simulation: Simulation,
    touching: BTreeSet<(u32, u32)>,
}

fn come(one: &mut Simulation, kind: usize, x: f64) -> Group {
    let (bodies, joints) = group(kind, x);
    let bodies: Vec<Value> = bodies.iter().map(|body| merged(body, json!({"events": true}))).collect();
    let bodies = one.add_bodies(&read_bodies(&json!(bodies)).expect("bodies")).expect("added");
    let joints: Vec<Value> = joints
        .into_iter()
        .map(|mut joint| {
            for end in ["a", "b"] {
                if let Some(i) = joint[end].as_u64() {
                    joint[end] = json!(bodies[i as usize]);
                }
            }
            joint
        })
        .collect();
    let joints = one.read_joint_list(&json!(joints)).expect("joints");
    let joints = if joints.is_empty() { vec![] } else { one.add_joints(&joints).expect("added") };
    Group { kind, bodies, joints }
}

impl One {
    fn hear(&mut self, what: &str) {
        let events = pollster::block_on(self.simulation.read_events().expect("asked")).expect("events");
        for event in events {
            match event {
                Event::Began { a, b, .. } => {
                    assert!(self.touching.insert((a, b)), "{what}, {}: {event:?} twice", self.name)
                }
                // pairs of bodies that were removed are forgotten already
                Event::Ended { a, b, .. } => drop(self.touching.remove(&(a, b))),
                Event::Broke { .. } => {}
            }
        }
    }

    /// Another simulation gets the same bodies and joints, and goes on from this state too.
    fn resumes(&mut self, what: &str, now: &State, fixed: &[(usize, bool)]) {
        let mut other = (self.made)(&self.simulation.loaded_scene(), &self.changes);
        if let Some(written) = self.simulation.written_members() {
            other.restore_members(&written).expect("as they were");
        }
        for &(body, fixed) in fixed {
            other.set_fixed(body, fixed).expect("a pin");
        }
        for (body, change) in self.simulation.body_changes() {
            let change = BodyChange::read(change.as_object().expect("an object")).expect("a change");
            other.set_body(body, change).expect("a change");
        }
        for (joint, change) in self.simulation.joint_changes() {
            other.set_joint(joint, &change).expect("a change");
        }
        for one in [&mut self.simulation, &mut other] {
            one.write_state(now).expect("a state");
            step(one, 2);
        }
        // whatever touches begins anew
        self.touching.clear();
        let [ours, theirs] = [&mut self.simulation, &mut other].map(state);
        assert!(ours == theirs, "{what}, {}: resumed with other bits", self.name);
        self.hear(what);
    }
}

/// Simulations of one scene, and who stands where in all of them.
struct Field {
    all: Vec<One>,
    places: Vec<Option<Group>>,
    dice: mixed::Random,
}

impl Field {
    fn new(seed: u64) -> Self {
        let scene = json!({"version": 2, "contacts": true,
            "bodies": [{"position": [0, 0, 0], "shape": {"type": "plane"}}]});
        let scene = Scene::from_value(&scene).expect("a scene");
        let solver =
            ["direct", "avbd", "xpbd", "soft-step", "gauss-seidel", "direct", "jacobi"][seed as usize % 7];
        let contact_solver = ["gauss-seidel", "mass-splitting", "jacobi", "chebyshev"][seed as usize / 2 % 4];
        let substeps = if seed.is_multiple_of(3) { 3 } else { 8 };
        let changes = json!({"solver": solver, "contactSolver": contact_solver, "substeps": substeps});
        let one = |(name, made): (&'static str, Made)| One {
            name,
            made,
            changes: changes.clone(),
            simulation: made(&scene, &changes),
            touching: BTreeSet::new(),
        };
        Self {
            all: MACHINES.into_iter().map(one).collect(),
            places: vec![None; PLACES],
            dice: mixed::Random::new(seed),
        }
    }

    fn each<T>(&mut self, mut call: impl FnMut(&mut Simulation) -> T) -> Vec<T> {
        self.all.iter_mut().map(|one| call(&mut one.simulation)).collect()
    }

    fn forget_touch_of(&mut self, bodies: &[usize]) {
        let is_of = |body: u32| bodies.contains(&(body as usize));
        self.all.iter_mut().for_each(|one| one.touching.retain(|&(a, b)| !is_of(a) && !is_of(b)));
    }

    /// Parts of compounds get other numbers as bodies come and go, and their contacts begin anew.
    fn forget_touch_of_compounds(&mut self) {
        let scene = self.all[0].simulation.scene();
        let compounds: Vec<usize> =
            self.all[0].simulation.bodies().into_iter().filter(|&i| scene.bodies[i].is_compound()).collect();
        self.forget_touch_of(&compounds);
    }

    /// One call at some place, in words.
    fn call(&mut self) -> String {
        let place = self.dice.below(PLACES);
        let x = 3.0 * place as f64 - 10.0;
        let what = match self.places[place].take() {
            None => {
                let kind = self.dice.below(KINDS);
                let groups = self.each(|simulation| come(simulation, kind, x));
                assert!(groups.iter().all(|group| *group == groups[0]), "{groups:?}");
                self.forget_touch_of_compounds();
                self.places[place] = groups.into_iter().next();
                format!("group {kind} comes")
            }
            Some(group) => {
                let kind = group.kind;
                let (group, what) = self.change(group, x);
                self.places[place] = group;
                format!("group {kind}: {what}")
            }
        };
        format!("at {x}, {what}")
    }

    fn change(&mut self, mut group: Group, x: f64) -> (Option<Group>, String) {
        let first = group.bodies[0];
        let what = match self.dice.below(12) {
            0..4 => {
                self.each(|simulation| simulation.remove_bodies(&group.bodies).expect("removed"));
                self.forget_touch_of(&group.bodies);
                self.forget_touch_of_compounds();
                return (None, "all go".into());
            }
            4 if group.bodies.len() > 1 => {
                let gone = group.bodies.pop().expect("a body");
                self.each(|simulation| simulation.remove_bodies(&[gone]).expect("removed"));
                self.forget_touch_of(&[gone]);
                let joints = self.all[0].simulation.joints();
                group.joints.retain(|joint| joints.contains(joint));
                format!("{gone} goes")
            }
            5 if !group.joints.is_empty() => {
                let gone = group.joints.pop().expect("a joint");
                self.each(|simulation| simulation.remove_joints(&[gone]).expect("removed"));
                format!("joint {gone} goes")
            }
            6 => {
                let body = &self.all[0].simulation.scene().bodies[first];
                if body.kinematic || body.sensor {
                    return (Some(group), "nothing".into());
                }
                let fixed = !self.all[0].simulation.is_fixed(first);
                self.each(|simulation| simulation.set_fixed(first, fixed).expect("a pin"));
                format!("{first} is {}", if fixed { "pinned" } else { "let go" })
            }
            7 => {
                let y = if group.joints.is_empty() { 1.0 } else { 1.2 };
                let position = Some(Vec3::new(x as f32, y, 0.0));
                let change = PoseChange { position, ..Default::default() };
                self.each(|simulation| simulation.set_pose(first, change).expect("a pose"));
                format!("{first} is put elsewhere")
            }
            8 => {
                let push = Push { impulse: Vec3::Y, ..Default::default() };
                // held bodies refuse it
                self.each(|simulation| simulation.push(first, push).is_ok());
                format!("{first} is pushed")
            }
            9 if !group.joints.is_empty() => {
                let joint = group.joints[0];
                let change = match self.all[0].simulation.scene().joints[joint].kind.name() {
                    "hinge" => json!({"limit": [-0.2, 0.2]}),
                    "slider" => json!({"servo": null, "friction": 0.2}),
                    "cone" => json!({"swing": 0.2}),
                    "distance" => json!({"max": 0.6}),
                    _ => json!({"maxForce": 50}),
                };
                let change = change.as_object().expect("an object");
                self.each(|simulation| simulation.set_joint(joint, change).expect("a change"));
                format!("joint {joint} is changed")
            }
            10 => {
                let collides_with = Some(u32::from(self.dice.below(2) == 0));
                let change = BodyChange { collides_with, ..Default::default() };
                self.each(|simulation| simulation.set_body(first, change).expect("a change"));
                format!("{first} meets others, or none")
            }
            _ => {
                let change = BodyChange { friction: Some(0.3), ..Default::default() };
                self.each(|simulation| simulation.set_body(first, change).expect("a change"));
                format!("{first} is slippery")
            }
        };
        (Some(group), what)
    }

    /// Bodies that are pinned or let go, other than the scene has them.
    fn pins(&self) -> Vec<(usize, bool)> {
        let simulation = &self.all[0].simulation;
        let pin = |body| (body, simulation.is_fixed(body));
        let is_other = |&(body, fixed): &(usize, bool)| simulation.scene().bodies[body].fixed != fixed;
        simulation.bodies().into_iter().map(pin).filter(is_other).collect()
    }

    /// Takes steps on every machine; the states that these end in.
    fn go_on(&mut self, what: &str) -> Vec<State> {
        for one in &mut self.all {
            step(&mut one.simulation, FRAMES);
            one.hear(what);
        }
        let states = self.each(state);
        for body in self.all[0].simulation.bodies() {
            let at = |i: usize| Vec3::from_slice(&states[i].positions[3 * body..]).as_dvec3();
            for (i, one) in self.all.iter().enumerate() {
                let apart = at(i).distance(at(0));
                let group = self.places.iter().flatten().find(|group| group.bodies.contains(&body));
                // a chain that was torn open swings wildly
                assert!(
                    apart < 1e-2,
                    "{what}, {}: {body} of {group:?} is {apart} m off, at {}",
                    one.name,
                    at(i)
                );
            }
        }
        states
    }
}

#[test]
fn whatever_comes_and_goes_machines_agree_and_go_on_alike() {
    for seed in 0..u64::from(part(1, 60)) {
        let mut field = Field::new(seed);
        for call in 0..part(60, 120) {
            let what = format!("seed {seed}, call {call}, {}", field.call());
            let states = field.go_on(&what);
            if call % 3 == 2 {
                let pins = field.pins();
                field.all.iter_mut().for_each(|one| one.resumes(&what, &states[0], &pins));
            }
        }
    }
    no_gpu_errors();
}
