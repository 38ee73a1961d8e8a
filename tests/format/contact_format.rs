//! What scenes say of contacts: of bodies, of joints, of the whole, and the parameters that they recommend.

use beadwork::cpu::Twin;
use beadwork::parameters::{ContactSoftness, ContactSolver, Gravity, Switch};
use beadwork::scene::{Body, MAX_CONTACT_MEMORY, Solid};
use beadwork::{Code, Parameters, Scene, Simulation, State};
use serde_json::{Map, Value, json};

/// A body of each shape, and a joint.
fn four() -> Value {
    json!({ "version": 2,
        "bodies": [
            { "position": [0, 2, 0], "radius": 0.2 },
            { "position": [0, 1.6, 0], "shape": { "type": "capsule", "radius": 0.1, "halfHeight": 0.2 } },
            { "position": [0, 1.1, 0], "shape": { "type": "box", "halfExtents": [0.1, 0.2, 0.3] } },
            { "position": [0, 0, 0], "shape": { "type": "plane" } } ],
        "joints": [{ "type": "point", "a": 0, "b": 1, "anchorA": [0, -0.2, 0], "anchorB": [0, 0.2, 0] }] })
}

/// One bead, and nothing that version 1 could not say.
fn bead() -> Value {
    json!({ "version": 2, "bodies": [{ "position": [0, 1, 0], "radius": 0.1 }] })
}

fn scene(document: &Value) -> Scene {
    let scene = Scene::from_value(document).unwrap_or_else(|error| panic!("{error}: {document}"));
    let again = Scene::from_json(&scene.to_json()).expect("its own text");
    assert_eq!(again, scene);
    scene
}

/// `bead` with one field of the scene.
fn with(name: &str, value: Value) -> Value {
    let mut document = bead();
    document[name] = value;
    document
}

#[track_caller]
fn fault(document: &Value) -> (Code, String) {
    let error = Scene::from_value(document).expect_err(&document.to_string());
    assert!(error.message.ends_with('.') && error.message.contains(' '), "not a sentence: {}", error.message);
    (error.code, error.path.expect("a path"))
}

fn object(value: Value) -> Map<String, Value> {
    value.as_object().expect("an object").clone()
}

#[test]
fn bodies_have_a_surface_whether_they_say_it_or_not() {
    let usual = scene(&four());
    let rolling: Vec<f32> = usual.bodies.iter().map(|body| body.rolling_resistance).collect();
    assert_eq!(rolling, [0.004, 0.0, 0.0, 0.0]);
    for body in &usual.bodies {
        assert_eq!((body.friction, body.restitution, body.collides), (0.5, 0.0, true));
    }
    assert!(!usual.contacts && usual.recommended.is_empty() && usual.contact_memory.is_empty());
    assert!(!usual.joints[0].collide);

    let mut document = four();
    for body in 0..4 {
        let fields =
            json!({ "friction": 0.25, "restitution": 1, "rollingResistance": 0.5, "collides": false });
        document["bodies"][body].as_object_mut().expect("a body").extend(object(fields));
    }
    for body in scene(&document).bodies {
        let Body { friction, restitution, rolling_resistance, collides, .. } = body;
        assert_eq!((friction, restitution, rolling_resistance, collides), (0.25, 1.0, 0.5, false));
    }
}

#[test]
fn a_body_made_in_rust_is_that_of_the_format() {
    let [ball, rod, brick, plane] = &scene(&four()).bodies[..] else { panic!("four bodies") };
    for body in [ball, rod, brick, plane] {
        let made = Body { position: body.position, ..Body::of(body.solid, 0.2) };
        assert_eq!(&made, body);
    }
    assert!(Body::of(Solid::Plane, 0.0).fixed);
}

#[test]
fn surfaces_are_checked_at_their_path() {
    for (field, wrong) in [
        ("friction", vec![json!(-0.1), json!(1001), json!(1e300), json!("rough"), json!(null)]),
        ("restitution", vec![json!(-1e-9), json!(1.01), json!(true)]),
        ("rollingResistance", vec![json!(-1), json!(1.1e6), json!([0])]),
        ("collides", vec![json!(0), json!("no"), json!(null)]),
        ("events", vec![json!(1), json!("yes"), json!(null)]),
        ("sensor", vec![json!(0), json!({}), json!(null)]),
        ("group", vec![json!(-1), json!(0.5), json!(4_294_967_296_u64), json!("walls"), json!(null)]),
        ("collidesWith", vec![json!(-1), json!(1.5), json!(1e300), json!([1]), json!(true)]),
    ] {
        for value in wrong {
            let mut document = four();
            document["bodies"][2][field] = value;
            assert_eq!(fault(&document), (Code::Scene, format!("bodies[2].{field}")));
        }
    }
    let mut made = scene(&four());
    made.bodies[3].friction = f32::NAN;
    assert_eq!(made.check().expect_err("no number").path.as_deref(), Some("bodies[3].friction"));
}

#[test]
fn version_1_knows_nothing_of_contacts() {
    for (field, value) in [
        ("friction", json!(0.5)),
        ("restitution", json!(0)),
        ("rollingResistance", json!(0)),
        ("collides", json!(true)),
        ("group", json!(1)),
        ("collidesWith", json!(1)),
        ("events", json!(false)),
        ("sensor", json!(false)),
    ] {
        let mut document = bead();
        document["version"] = json!(1);
        document["bodies"][0][field] = value;
        assert_eq!(fault(&document).1, format!("bodies[0].{field}"));
    }
    for (field, value) in
        [("contacts", json!(false)), ("parameters", json!({})), ("contactMemory", json!([]))]
    {
        let mut document = with(field, value);
        scene(&document);
        document["version"] = json!(1);
        assert_eq!(fault(&document).1, field);
    }
    let mut one = bead();
    one["version"] = json!(1);
    assert_eq!(scene(&one), scene(&bead()));
}

/// Each of them alone makes it a scene of version 2, and what is usual does not.
#[test]
fn what_is_usual_is_not_written() {
    let text = scene(&bead()).to_json();
    assert!(text.starts_with("{\"version\":1,"));
    for field in [
        "friction",
        "restitution",
        "rolling",
        "collide",
        "group",
        "events",
        "sensor",
        "contact",
        "parameters",
    ] {
        assert!(!text.contains(field), "{field}");
    }
    let usual = json!({ "friction": 0.5, "restitution": 0, "rollingResistance": 0.002, "collides": true,
        "group": 1, "collidesWith": u32::MAX, "events": false, "sensor": false });
    let mut document = bead();
    document["bodies"][0].as_object_mut().expect("a body").extend(object(usual));
    document
        .as_object_mut()
        .expect("a scene")
        .extend(object(json!({ "contacts": false, "parameters": {}, "contactMemory": [] })));
    assert_eq!(scene(&document).to_json(), text);
    for (field, value) in [
        ("friction", json!(0.6)),
        ("restitution", json!(0.5)),
        ("rollingResistance", json!(0)),
        ("collides", json!(false)),
        ("events", json!(true)),
        ("sensor", json!(true)),
        ("group", json!(2)),
        ("group", json!(0)),
        ("collidesWith", json!(4_294_967_294_u32)),
    ] {
        let mut document = bead();
        document["bodies"][0][field] = value;
        let text = scene(&document).to_json();
        assert!(text.starts_with("{\"version\":2,") && text.contains(field), "{text}");
    }
    for (field, value) in
        [("contacts", json!(true)), ("parameters", json!({ "rounds": 8 })), ("contactMemory", json!([0]))]
    {
        let text = scene(&with(field, value)).to_json();
        assert!(text.starts_with("{\"version\":2,") && text.contains(field), "{text}");
    }
    // a joint whose bodies collide is solved as any other
    let mut chain = bead();
    chain["bodies"].as_array_mut().expect("bodies").push(json!({ "position": [0, 0.8, 0], "radius": 0.1 }));
    chain["joints"] = json!([
        { "type": "point", "a": 0, "b": 1, "anchorA": [0, -0.1, 0], "anchorB": [0, 0.1, 0], "collide": true }
    ]);
    let chain = scene(&chain);
    assert!(chain.joints[0].collide && chain.joints[0].is_plain());
    assert!(chain.to_json().starts_with("{\"version\":2,"));
}

#[test]
fn memory_is_a_list_of_finite_numbers() {
    let memory = scene(&with("contactMemory", json!([0, -1.5, 3e38, 1e-45]))).contact_memory;
    assert_eq!(memory, [0.0, -1.5, 3e38, 1e-45]);
    for (wrong, path) in [
        (json!(null), "contactMemory"),
        (json!({}), "contactMemory"),
        (json!([0, null]), "contactMemory[1]"),
        (json!([[0]]), "contactMemory[0]"),
        (json!([1e39]), "contactMemory[0]"),
        (json!([0, 0, "1"]), "contactMemory[2]"),
    ] {
        assert_eq!(fault(&with("contactMemory", wrong)), (Code::Scene, path.into()));
    }
    let mut long = scene(&bead());
    long.contact_memory = vec![0.0; MAX_CONTACT_MEMORY + 1];
    let error = long.check().expect_err("too long");
    assert_eq!((error.code, error.path.as_deref()), (Code::Limit, Some("contactMemory")));
    // a state takes it from the scene
    let state = State::of(&scene(&with("contactMemory", json!([1, 2, 3]))));
    assert_eq!(state.contacts, [1.0, 2.0, 3.0]);
}

#[test]
fn recommended_parameters_are_checked_as_parameters_are() {
    for (wrong, path) in [
        (json!(null), "parameters"),
        (json!([]), "parameters"),
        (json!({ "substeps": 0 }), "parameters.substeps"),
        (json!({ "substeps": 4, "iterations": 1.5 }), "parameters.iterations"),
        (json!({ "solver": "best" }), "parameters.solver"),
        (json!({ "contactSoftness": 0 }), "parameters.contactSoftness"),
        (json!({ "colour": 3 }), "parameters.colour"),
        (json!({ "damping": 10, "timestep": 0.1 }), "parameters.damping"),
        (json!({ "gravity": [0, -1, 0] }), "parameters.gravity"),
    ] {
        assert_eq!(fault(&with("parameters", wrong)), (Code::Scene, path.into()));
    }
    let mut made = scene(&bead());
    made.recommended.insert("substeps".into(), json!("many"));
    assert_eq!(made.check().expect_err("no count").path.as_deref(), Some("parameters.substeps"));
    // as the parameters write them, not as the scene did
    let read = scene(&with("parameters", json!({ "substeps": 8.0, "timestep": 0.01, "solver": "auto" })));
    assert_eq!(read.recommended, object(json!({ "substeps": 8, "timestep": 0.01, "solver": "auto" })));
    // contacts take eight substeps unless the scene says otherwise
    let recommends = |document: &Value| scene(document).recommendations();
    assert_eq!(recommends(&with("contacts", json!(true))), object(json!({ "substeps": 8 })));
    assert_eq!(recommends(&with("parameters", json!({ "rounds": 3 }))), object(json!({ "rounds": 3 })));
    let mut both = with("contacts", json!(true));
    both["parameters"] = json!({ "substeps": 2 });
    assert_eq!(recommends(&both), object(json!({ "substeps": 2 })));
}

fn contacts() -> Scene {
    scene(&with("contacts", json!(true)))
}

fn recommending(parameters: Value) -> Scene {
    scene(&with("parameters", parameters))
}

fn twin(scene: &Scene, given: Value) -> Twin {
    Twin::new(scene, Parameters::default().with(&object(given)).expect("parameters")).expect("a twin")
}

fn load(simulation: &mut Simulation, scene: Scene) {
    pollster::block_on(simulation.load(scene)).expect("a scene");
}

fn set(simulation: &mut Simulation, changes: Value) {
    simulation.set_parameters(&object(changes)).expect("parameters");
}

#[test]
fn recommendations_hold_unless_the_same_call_gives_them() {
    let substeps = |scene: &Scene, given: Value| twin(scene, given).parameters().substeps;
    let plain = scene(&bead());
    assert_eq!(substeps(&plain, json!({})), 1);
    assert_eq!(substeps(&contacts(), json!({})), 8);
    assert_eq!(substeps(&contacts(), json!({ "iterations": 5 })), 8);
    // the default, too, is a choice where it is given
    assert_eq!(substeps(&contacts(), json!({ "substeps": 1 })), 1);
    assert_eq!(substeps(&contacts(), json!({ "substeps": 3 })), 3);
    assert_eq!(substeps(&recommending(json!({ "substeps": 5 })), json!({})), 5);
    let by_field = Parameters { substeps: 4, ..Parameters::default() };
    assert_eq!(Twin::new(&contacts(), by_field).expect("a twin").parameters().substeps, 4);
    // all that a scene may recommend
    let all = recommending(
        json!({ "contacts": false, "contactSolver": "jacobi", "contactSoftness": 30, "damping": 1 }),
    );
    let parameters = twin(&all, json!({ "damping": 0 })).parameters().clone();
    assert_eq!(parameters.contacts, Switch::Set(false));
    assert_eq!(parameters.contact_solver, ContactSolver::Jacobi);
    assert_eq!(parameters.contact_softness, ContactSoftness::Hertz(30.0));
    assert_eq!(parameters.damping, 0.0);
}

#[test]
fn the_next_load_takes_recommendations_back() {
    let mut twin = twin(&contacts(), json!({ "iterations": 30 }));
    let (plain, five) = (scene(&bead()), recommending(json!({ "substeps": 5, "iterations": 40 })));
    let now = |twin: &Twin| (twin.parameters().substeps, twin.parameters().iterations);
    assert_eq!(now(&twin), (8, 30));
    load(&mut twin, plain.clone());
    assert_eq!(now(&twin), (1, 30));
    // a load gives no parameters, so what it recommends holds against what was set before
    load(&mut twin, five.clone());
    assert_eq!(now(&twin), (5, 40));
    load(&mut twin, contacts());
    assert_eq!(now(&twin), (8, 30));
    // settings made afterwards are the person's, even where they change nothing
    set(&mut twin, json!({ "substeps": 8 }));
    load(&mut twin, plain.clone());
    assert_eq!(now(&twin), (8, 30));
    load(&mut twin, five);
    set(&mut twin, json!({ "substeps": 2 }));
    assert_eq!(now(&twin), (2, 40));
    twin.reset().expect("a reset");
    assert_eq!(now(&twin), (2, 40));
    let next = Parameters { iterations: 7, ..twin.parameters().clone() };
    twin.replace_parameters(next).expect("parameters");
    load(&mut twin, plain);
    assert_eq!(now(&twin), (2, 7));
}

/// Scenes without recommendations keep the gravity that was there, as ever.
#[test]
fn gravity_stays_as_it_was() {
    let mut moon = contacts();
    moon.gravity = Some(glam::Vec3::new(0.0, -1.62, 0.0));
    let mut twin = twin(&moon, json!({}));
    load(&mut twin, scene(&bead()));
    assert_eq!(twin.parameters().gravity.vector(), [0.0, -1.62, 0.0]);
    set(&mut twin, json!({ "gravity": [0, 1, 0] }));
    load(&mut twin, recommending(json!({ "substeps": 2 })));
    assert_eq!(twin.parameters().gravity, Gravity::Given([0.0, 1.0, 0.0]));
}

#[test]
fn what_does_not_fit_together_is_refused_and_changes_nothing() {
    let mut twin = twin(&scene(&bead()), json!({ "timestep": 0.1 }));
    let load = pollster::block_on(twin.load(recommending(json!({ "damping": 10 }))));
    assert_eq!(load.expect_err("too much").path.as_deref(), Some("damping"));
    assert_eq!(twin.parameters().damping, 0.0);
}

#[test]
fn a_description_resumes_with_what_held() {
    let describe = |twin: &mut Twin| pollster::block_on(twin.describe().expect("asked")).expect("a scene");
    // as loaded, it says no more than it did
    let mut twin = twin(&contacts(), json!({}));
    let described = describe(&mut twin);
    assert!(described.contacts && described.recommended.is_empty());
    set(&mut twin, json!({ "substeps": 2, "iterations": 9 }));
    let described = describe(&mut twin);
    assert_eq!(described.recommended, object(json!({ "substeps": 2 })));
    load(&mut twin, described);
    assert_eq!((twin.parameters().substeps, twin.parameters().iterations), (2, 9));
    load(&mut twin, recommending(json!({ "rounds": 3 })));
    assert_eq!(describe(&mut twin).recommended, object(json!({ "rounds": 3 })));
}

/// As a recording does it: all that holds is given, and what is set aside beside it.
#[test]
fn what_is_set_aside_comes_back_in_another_simulation() {
    let mut one = twin(&scene(&bead()), json!({ "substeps": 3, "warmStart": 0.5 }));
    assert!(one.aside().is_empty());
    load(&mut one, recommending(json!({ "substeps": 5, "warmStart": 0.25, "rounds": 4 })));
    set(&mut one, json!({ "warmStart": 0.75 }));
    assert_eq!(one.aside(), object(json!({ "substeps": 3, "rounds": 8 })));

    let given = serde_json::to_value(one.parameters()).expect("JSON");
    let mut other = twin(one.scene(), given);
    other.set_aside(&one.aside()).expect("parameters");
    assert_eq!(other.parameters(), one.parameters());
    for next in [contacts(), scene(&bead())] {
        load(&mut one, next.clone());
        load(&mut other, next);
        assert_eq!(other.parameters(), one.parameters());
        assert_eq!(other.aside(), one.aside());
    }
    assert_eq!((one.parameters().substeps, one.parameters().rounds), (3, 8));
    assert!(other.set_aside(&object(json!({ "substeps": 0 }))).is_err());
}

#[test]
fn a_simulation_made_anew_has_the_same_parameters() {
    let given = Parameters::default().with(&object(json!({ "warmStart": 0.5 }))).expect("parameters");
    let made = Simulation::create(crate::common::gpu(), scene(&bead()), given);
    let mut one = pollster::block_on(made).expect("a simulation");
    load(&mut one, recommending(json!({ "substeps": 5, "warmStart": 0.25 })));
    // the default against a recommendation, which rebuilding must not take for nothing
    set(&mut one, json!({ "substeps": 1 }));
    let again = pollster::block_on(one.seed().rebuild(crate::common::gpu())).expect("a simulation");
    assert_eq!(again.parameters(), one.parameters());
    assert_eq!(again.parameters().substeps, 1);
    assert_eq!((again.aside(), one.aside()), (object(json!({ "warmStart": 0.5 })), again.aside()));
}

#[test]
fn set_joint_lets_two_bodies_collide() {
    let mut twin = twin(&scene(&four()), json!({}));
    for (value, collide) in
        [(json!(true), true), (json!(null), false), (json!(true), true), (json!(false), false)]
    {
        twin.set_joint(0, &object(json!({ "collide": value }))).expect("a change");
        assert_eq!(twin.scene().joints[0].collide, collide);
    }
    let error = twin.set_joint(0, &object(json!({ "collide": 1 }))).expect_err("no flag");
    assert_eq!((error.code, error.path.as_deref()), (Code::Parameter, Some("collide")));
}
