//! What a row was measured on, in eight digits: rows with the same digits were given the same bodies, joints and start, whatever
//! measured them.

use glam::{Quat, Vec3};

use crate::scene::{Body, Joint, Scene};

/// A number below this, in m, m/s, rad/s or as a part of a rotation, is the rounding of a sine that should be 0. It
/// differs from one platform's library to the next.
const NOTHING: f32 = 1e-12;

/// Bodies or joints that are written at a time: a million in one text would be some 300 MB.
const AT_ONCE: usize = 1024;

/// FNV-1a of 64 bits over the scene as `Scene::to_json` writes it, in which fields have one order and numbers one form.
/// Its two halves are laid over each other. Left out are colours, and the parameters that a scene recommends: those
/// stand in the rows.
pub fn id(scene: &Scene) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |part: Scene| {
        for byte in part.to_json().bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    add(Scene {
        time: scene.time,
        gravity: scene.gravity,
        contacts: scene.contacts,
        contact_memory: scene.contact_memory.clone(),
        solver_memory: scene.solver_memory.clone(),
        ..Scene::default()
    });
    for bodies in scene.bodies.chunks(AT_ONCE) {
        add(Scene { bodies: bodies.iter().map(plain_body).collect(), ..Scene::default() });
    }
    for joints in scene.joints.chunks(AT_ONCE) {
        add(Scene { joints: joints.iter().map(plain_joint).collect(), ..Scene::default() });
    }
    format!("{:08x}", (hash >> 32) as u32 ^ hash as u32)
}

fn plain_body(body: &Body) -> Body {
    Body {
        position: plain(body.position),
        rotation: plain_rotation(body.rotation),
        linear_velocity: plain(body.linear_velocity),
        angular_velocity: plain(body.angular_velocity),
        colour: [0; 3],
        ..body.clone()
    }
}

fn plain_joint(joint: &Joint) -> Joint {
    Joint {
        anchor_a: plain(joint.anchor_a),
        anchor_b: plain(joint.anchor_b),
        frame_a: plain_rotation(joint.frame_a),
        frame_b: plain_rotation(joint.frame_b),
        ..joint.clone()
    }
}

fn without_nothing(x: f32) -> f32 {
    if x.abs() < NOTHING { 0.0 } else { x }
}

fn plain(vector: Vec3) -> Vec3 {
    vector.map(without_nothing)
}

fn plain_rotation(rotation: Quat) -> Quat {
    Quat::from_array(rotation.to_array().map(without_nothing))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use glam::Vec3;
    use serde_json::{Map, Value, json};

    use super::*;
    use crate::scene::Solid;

    fn described() -> Value {
        json!({
            "version": 2,
            "gravity": [0, -9.81, 0],
            "contacts": true,
            "parameters": {"substeps": 4},
            "bodies": [
                {"position": [0, 2, 0], "radius": 0.1, "fixed": true},
                {"position": [0, 1, 0], "shape": {"type": "box", "halfExtents": [0.1, 0.2, 0.3]}, "mass": 3},
                {"position": [0, 0, 0], "radius": 0.1, "colour": "#aabbcc"}
            ],
            "joints": [
                {"type": "hinge", "a": 0, "b": 1, "anchorA": [0, -0.5, 0], "anchorB": [0, 0.5, 0], "frameA": [0, 0, 0, 1], "limit": [-1, 1]},
                {"type": "point", "a": 1, "b": 2, "anchorA": [0, -0.5, 0], "anchorB": [0, 0.5, 0]}
            ]
        })
    }

    fn read(described: &Value) -> Scene {
        Scene::from_json(&described.to_string()).unwrap()
    }

    type Change = (&'static str, fn(&mut Scene));

    #[test]
    fn whatever_moves_differently_has_another_id() {
        let changes: [Change; 22] = [
            ("time", |s| s.time = 1.0),
            ("gravity", |s| s.gravity = Some(Vec3::new(0.0, -10.0, 0.0))),
            ("contacts", |s| s.contacts = false),
            ("contact memory", |s| s.contact_memory = vec![1.0]),
            ("position", |s| s.bodies[1].position.x = 1e-7),
            ("rotation", |s| s.bodies[1].rotation = glam::Quat::from_rotation_x(0.1)),
            ("velocity", |s| s.bodies[2].linear_velocity.y = 1.0),
            ("spin", |s| s.bodies[2].angular_velocity.y = 1.0),
            ("shape", |s| s.bodies[1].solid = Solid::Box { half_extents: Vec3::splat(0.1) }),
            ("radius", |s| s.bodies[2].radius = 0.2),
            ("mass", |s| s.bodies[1].mass = 4.0),
            ("inertia", |s| s.bodies[1].inertia.z *= 2.0),
            ("fixed", |s| s.bodies[0].fixed = false),
            ("kinematic", |s| s.bodies[2].kinematic = true),
            ("friction", |s| s.bodies[2].friction = 0.4),
            ("restitution", |s| s.bodies[2].restitution = 0.4),
            ("one body more", |s| s.bodies.push(s.bodies[2].clone())),
            ("one joint less", |s| s.joints.truncate(1)),
            ("anchor", |s| s.joints[1].anchor_b.y = 0.6),
            ("limit", |s| s.joints[0].travel.limit = Some([-1.0, 1.5])),
            ("softness", |s| {
                s.joints[1].softness =
                    Some(crate::scene::Softness::Frequency { hertz: 5.0, damping_ratio: 1.0 })
            }),
            ("breaks", |s| s.joints[1].break_force = Some(9.0)),
        ];
        let scene = read(&described());
        let mut seen = HashSet::from([id(&scene)]);
        for (what, change) in changes {
            let mut other = scene.clone();
            change(&mut other);
            assert!(seen.insert(id(&other)), "{what} changes nothing");
        }
    }

    #[test]
    fn what_should_be_nothing_is() {
        let scene = read(&described());
        let mut other = scene.clone();
        other.bodies[1].position.x = 6.1e-17;
        other.bodies[1].rotation.y = -0.0;
        assert_eq!(id(&scene), id(&other));
    }

    #[test]
    fn looks_and_recommendations_are_no_part_of_it() {
        let scene = read(&described());
        let mut other = scene.clone();
        other.bodies[1].colour = [1, 2, 3];
        other.recommended = Map::new();
        assert_eq!(id(&scene), id(&other));
    }

    /// The same document with the fields of every object in the opposite order.
    fn reversed(value: &Value) -> String {
        match value {
            Value::Object(fields) => {
                let fields: Vec<String> = fields
                    .iter()
                    .rev()
                    .map(|(name, value)| format!("{name:?}: {}", reversed(value)))
                    .collect();
                format!("{{{}}}", fields.join(", "))
            }
            Value::Array(items) => {
                format!("[{}]", items.iter().map(reversed).collect::<Vec<_>>().join(", "))
            }
            other => other.to_string(),
        }
    }

    #[test]
    fn the_order_of_fields_is_no_part_of_it() {
        let turned = reversed(&described());
        assert!(turned.find("joints") < turned.find("bodies"));
        assert_eq!(id(&Scene::from_json(&turned).unwrap()), id(&read(&described())));
    }
}
