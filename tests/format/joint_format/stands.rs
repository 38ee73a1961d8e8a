//! `angle` and `offset`: the coordinate of the pose given.

use glam::DVec3;

use super::frames::coordinates;
use super::*;

fn scene(joint: &Value) -> beadwork::Result<Scene> {
    let text = json!({ "version": 2, "bodies": [
        { "position": [0, 1, 2], "radius": 0.1, "rotation": [0.1, -0.5, 0.3, 0.8] },
        { "position": [1, 0, 0.5], "radius": 0.1, "rotation": [0.7, 0.2, -0.1, 0.4] },
    ], "joints": [joint] });
    Scene::from_json(&text.to_string())
}

fn joint(kind: &str, more: &Value) -> Value {
    let mut made =
        json!({ "type": kind, "a": 0, "b": 1, "anchorA": [0.1, 0.2, 0.3], "anchorB": [0.3, -0.1, 0.2] });
    let fields = more.as_object().expect("fields").clone();
    made.as_object_mut().expect("a joint").extend(fields);
    made
}

#[test]
fn a_hinge_reads_its_angle_in_the_pose_given() {
    for axis in [json!({ "axisA": [1, 2, 3] }), json!({ "axisB": [1, 2, 3] })] {
        for angle in [-std::f64::consts::PI * 0.999, -0.7, 0.0, 0.4, 3.0] {
            let mut fields = axis.clone();
            fields["angle"] = json!(angle);
            let scene = scene(&joint("hinge", &fields)).unwrap();
            let found = coordinates(&scene, &scene.joints[0]);
            // frames are f32
            assert!((found.angles.x - angle).abs() < 1e-6, "{fields}: {}", found.angles.x);
            assert!(found.axes[0].distance(found.axes[1]) < 1e-6, "{fields}");
            // what describe writes needs no angle
            let again = Scene::from_json(&scene.to_json()).unwrap();
            assert_eq!(again.joints[0], scene.joints[0]);
        }
    }
}

#[test]
fn a_slider_reads_its_offset_and_moves_across_nothing() {
    let at_rest = scene(&joint("slider", &json!({ "axisA": [1, 2, 3] }))).unwrap();
    let before = coordinates(&at_rest, &at_rest.joints[0]).place;
    for offset in [-2.0, 0.0, 0.25, 10.0] {
        let scene = scene(&joint("slider", &json!({ "axisA": [1, 2, 3], "offset": offset }))).unwrap();
        let place = coordinates(&scene, &scene.joints[0]).place;
        // anchors of up to some 10 m are f32
        assert!((place.x - offset).abs() < 1e-5, "{offset}: {place}");
        assert!((place.y - before.y).abs() + (place.z - before.z).abs() < 1e-5, "{offset}: {place}");
    }
}

/// In Rust by a place in the world: the same coordinates, and nothing else moves.
#[test]
fn a_place_makes_joints_that_read_what_they_are_told() {
    let there = scene(&joint("point", &json!({}))).unwrap();
    let place =
        || Joint::at(&there.bodies, [0, 1], DVec3::new(0.4, 0.3, 1.0)).axis(DVec3::new(1.0, 2.0, 3.0));
    for value in [-2.5, 0.0, 0.25, 3.0] {
        let hinge = coordinates(&there, &place().hinge_at(value));
        assert!((hinge.angles.x - value).abs() < 1e-6, "{value}: {}", hinge.angles.x);
        assert!(hinge.place.length() < 1e-6 && hinge.axes[0].distance(hinge.axes[1]) < 1e-6, "{value}");
        let slider = coordinates(&there, &place().slider_at(value));
        assert!(slider.place.distance(value * DVec3::X) < 1e-5, "{value}: {}", slider.place);
        assert!(slider.angles.length() < 1e-6, "{value}: {}", slider.angles);
    }
}

#[test]
fn what_cannot_be_is_refused_where_it_stands() {
    let frame = json!([0, 0, 0, 1]);
    for (kind, fields, path) in [
        ("hinge", json!({ "axisA": [1, 0, 0], "angle": 3.2 }), "angle"),
        ("hinge", json!({ "axisA": [1, 0, 0], "angle": "a" }), "angle"),
        ("hinge", json!({ "axisA": [1, 0, 0], "frameB": frame, "angle": 1 }), "angle"),
        ("hinge", json!({ "axisA": [1, 0, 0], "offset": 1 }), "offset"),
        ("slider", json!({ "axisA": [1, 0, 0], "offset": 1e30 }), "offset"),
        ("slider", json!({ "axisA": [1, 0, 0], "angle": 1 }), "angle"),
        ("point", json!({ "angle": 1 }), "angle"),
    ] {
        let error = scene(&joint(kind, &fields)).expect_err("refused");
        assert_eq!(error.path.as_deref(), Some(&*format!("joints[0].{path}")), "{kind} {fields}");
    }
}
