//! Names of bodies and joints: read, written, found, and refused with their path.

use beadwork::Scene;
use beadwork::scene::LONGEST_NAME;
use serde_json::{Value, json};

/// A post and two beads on a rope, all of them named, with ends by name and by number.
fn named() -> Value {
    json!({
        "version": 2,
        "bodies": [
            {"name": "post", "position": [0, 2, 0], "radius": 0.1, "fixed": true},
            {"name": "Tür \"7\"\n", "position": [0, 1.5, 0], "radius": 0.1},
            {"position": [0, 1, 0], "radius": 0.1},
        ],
        "joints": [
            {"name": "hinge", "type": "hinge", "a": "post", "b": "Tür \"7\"\n", "anchorA": [0, -0.25, 0], "anchorB": [0, 0.25, 0], "axisA": [0, 0, 1]},
            {"type": "point", "a": "Tür \"7\"\n", "b": 2, "anchorA": [0, -0.25, 0], "anchorB": [0, 0.25, 0]},
        ],
    })
}

fn read(scene: &Value) -> Result<Scene, (String, String)> {
    Scene::from_json(&scene.to_string()).map_err(|error| {
        assert_eq!(error.code.as_str(), "scene", "{error}");
        (error.path.unwrap_or_default(), error.message)
    })
}

#[test]
fn names_are_read_and_written_and_ends_found_by_them() {
    let scene = read(&named()).expect("a scene");
    let names: Vec<_> = scene.bodies.iter().map(|body| body.name.as_deref()).collect();
    assert_eq!(names, [Some("post"), Some("Tür \"7\"\n"), None]);
    let joints: Vec<_> = scene.joints.iter().map(|joint| (joint.name.as_deref(), joint.a, joint.b)).collect();
    assert_eq!(joints, [(Some("hinge"), 0, 1), (None, 1, 2)]);
    let again = Scene::from_json(&scene.to_json()).expect("what was written");
    assert_eq!(again, scene);
}

#[test]
fn one_name_alone_makes_a_scene_of_version_2() {
    let nameless = json!({
        "version": 1,
        "bodies": [
            {"position": [0, 0, 0], "radius": 0.1, "fixed": true},
            {"position": [0, 0.2, 0], "radius": 0.1},
        ],
        "joints": [{"type": "point", "a": 0, "b": 1, "anchorA": [0, 0.1, 0], "anchorB": [0, -0.1, 0]}],
    });
    assert!(read(&nameless).expect("a scene").to_json().starts_with("{\"version\":1,"));
    for (list, index) in [("bodies", 1), ("joints", 0)] {
        let mut scene = nameless.clone();
        scene[list][index]["name"] = json!("bob");
        let (path, _) = read(&scene).expect_err("version 1 has no names");
        assert_eq!(path, format!("{list}[{index}].name"));
        scene["version"] = json!(2);
        assert!(read(&scene).expect("a scene").to_json().starts_with("{\"version\":2,"), "{list}");
    }
}

#[test]
fn what_is_no_name_is_refused_with_its_path() {
    // characters, not bytes
    let longest = "ö".repeat(LONGEST_NAME);
    for (list, other) in [("bodies", "post"), ("joints", "hinge")] {
        let path = format!("{list}[1].name");
        for (name, words) in [
            (json!(""), "at least one character"),
            (json!(longest.clone() + "x"), "this one has 65"),
            (json!(other), "the name of"),
            (json!(7), "must be a text"),
            (Value::Null, "must be a text"),
        ] {
            let mut scene = named();
            scene["joints"][0]["b"] = json!(1);
            scene["joints"][1]["a"] = json!(1);
            scene[list][1]["name"] = name;
            let (at, message) = read(&scene).expect_err("no name");
            assert_eq!(at, path, "{message}");
            assert!(message.contains(words), "{message}");
        }
        let mut scene = named();
        scene[list][2 - usize::from(list == "joints")]["name"] = json!(longest);
        read(&scene).expect("a long name");
    }
    // a body and a joint are called alike as they please, and only a joint may be called as the world is
    let mut scene = named();
    scene["joints"][1]["name"] = json!("post");
    scene["joints"][0]["name"] = json!("world");
    read(&scene).expect("names of joints");
    scene["bodies"][2]["name"] = json!("world");
    let (path, message) = read(&scene).expect_err("the world is no body");
    assert_eq!(path, "bodies[2].name", "{message}");
}

#[test]
fn an_end_of_an_unknown_name_is_refused_with_its_path() {
    for end in ["a", "b"] {
        for name in ["nobody", "Post", "hinge", "", "World"] {
            let mut scene = named();
            scene["joints"][1][end] = json!(name);
            let (path, message) = read(&scene).expect_err("nobody");
            assert_eq!(path, format!("joints[1].{end}"), "{message}");
            assert!(message.contains("There is no body called"), "{message}");
        }
    }
    let mut scene = named();
    scene["joints"][0]["b"] = json!("post");
    let (path, _) = read(&scene).expect_err("both ends are one body");
    assert_eq!(path, "joints[0].b");
}

#[test]
fn scenes_made_in_rust_are_checked_alike() {
    let mut scene = read(&named()).expect("a scene");
    scene.bodies[2].name = Some("post".into());
    let refused = scene.check().expect_err("two posts");
    assert_eq!(refused.path.as_deref(), Some("bodies[2].name"));
    scene.bodies[2].name = None;
    scene.joints[1].name = Some("".into());
    let refused = scene.check().expect_err("no name");
    assert_eq!(refused.path.as_deref(), Some("joints[1].name"));
}
