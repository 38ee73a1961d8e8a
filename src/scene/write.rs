//! Writing the JSON format: one body or joint per line, and every number so that it reads back to its bits.

use std::fmt::Write;

use serde_json::Value;

use glam::{Quat, Vec3};

use super::format::Version;
use super::write_joint::{is_of_one, push_joint};
use super::{Body, FRICTION, GROUP, Joint, Part, Scene, Solid};

impl Scene {
    /// The first version that can say it.
    fn version(&self) -> Version {
        let old = self.bodies.iter().all(|body| {
            body.solid == Solid::Sphere && !body.kinematic && is_usual(body) && body.name.is_none()
        }) && self.joints.iter().all(is_of_one)
            && !self.contacts
            && self.recommended.is_empty()
            && self.contact_memory.is_empty()
            && self.solver_memory.is_empty();
        if old { Version::One } else { Version::Two }
    }

    /// A document that `from_json` reads back to the same bits. A number that is not finite, which no
    /// checked scene has, becomes null and is refused there.
    pub fn to_json(&self) -> String {
        let sizes = self.bodies.len() * 320 + self.joints.len() * 160 + self.contact_memory.len() * 12;
        let mut out = String::with_capacity(128 + sizes);
        let version = self.version() as u8;
        write!(out, "{{\"version\":{version},\"time\":").expect("a String takes everything");
        push_f64(&mut out, self.time);
        if let Some(gravity) = self.gravity {
            push_vector(&mut out, ",\"gravity\":", gravity);
        }
        if self.contacts {
            out.push_str(",\"contacts\":true");
        }
        if !self.recommended.is_empty() {
            let parameters = serde_json::to_string(&self.recommended).expect("names and values");
            write!(out, ",\"parameters\":{parameters}").expect("a String takes everything");
        }
        out.push_str(",\n\"bodies\":[");
        for (i, body) in self.bodies.iter().enumerate() {
            out.push_str(if i == 0 { "\n" } else { ",\n" });
            push_body(&mut out, body);
        }
        out.push_str("\n],\n\"joints\":[");
        for (i, joint) in self.joints.iter().enumerate() {
            out.push_str(if i == 0 { "\n" } else { ",\n" });
            push_joint(&mut out, joint);
        }
        out.push_str("\n]");
        if !self.contact_memory.is_empty() {
            push_numbers(&mut out, ",\n\"contactMemory\":", &self.contact_memory);
        }
        if !self.solver_memory.is_empty() {
            push_numbers(&mut out, ",\n\"solverMemory\":", &self.solver_memory);
        }
        out.push_str("}\n");
        out
    }
}

impl Body {
    /// As it stands in `Scene::to_json`.
    pub fn written(&self) -> Value {
        let mut out = String::new();
        push_body(&mut out, self);
        serde_json::from_str(&out).expect("what was written can be read")
    }
}

impl Joint {
    /// The same.
    pub fn written_whole(&self) -> Value {
        serde_json::from_str(&self.to_json()).expect("what was written can be read")
    }

    /// As it stands in `Scene::to_json`.
    pub(super) fn to_json(&self) -> String {
        let mut out = String::new();
        push_joint(&mut out, self);
        out
    }
}

fn push_body(out: &mut String, body: &Body) {
    out.push('{');
    push_name(out, body.name.as_deref());
    push_position(out, body);
    push_turn(out, body);
    push_vector(out, ",\"linearVelocity\":", body.linear_velocity);
    push_vector(out, ",\"angularVelocity\":", body.angular_velocity);
    match body.solid {
        Solid::Sphere => push_number(out, ",\"radius\":", body.radius),
        solid => push_solid(out, ",\"shape\":", &solid),
    }
    if body.solid != Solid::Plane {
        push_number(out, ",\"mass\":", body.mass);
        push_vector(out, ",\"inertia\":", body.inertia);
        if body.is_turned() {
            push_rotation(out, ",\"principalAxes\":", body.axes);
        }
    }
    // a hull and a compound have one of their own unless it is said
    if is_said(body.centre) || body.solid.has_axes() {
        push_vector(out, ",\"centre\":", body.centre);
    }
    if body.kinematic {
        out.push_str(",\"kinematic\":true");
    }
    if body.friction != FRICTION {
        push_number(out, ",\"friction\":", body.friction);
    }
    // −0 is no usual value either: a written number reads back to its bits
    if body.restitution.to_bits() != 0 {
        push_number(out, ",\"restitution\":", body.restitution);
    }
    if body.rolling_resistance.to_bits() != body.solid.rolling_resistance(body.radius).to_bits() {
        push_number(out, ",\"rollingResistance\":", body.rolling_resistance);
    }
    for (name, value, usual) in [
        (",\"linearDamping\":", body.linear_damping, 0.0),
        (",\"angularDamping\":", body.angular_damping, 0.0),
        (",\"gravityScale\":", body.gravity_scale, 1f32),
    ] {
        if value.to_bits() != usual.to_bits() {
            push_number(out, name, value);
        }
    }
    if !body.collides {
        out.push_str(",\"collides\":false");
    }
    if body.group != GROUP {
        write!(out, ",\"group\":{}", body.group).expect("a String takes everything");
    }
    if body.collides_with != u32::MAX {
        write!(out, ",\"collidesWith\":{}", body.collides_with).expect("a String takes everything");
    }
    for (name, set) in [("events", body.events), ("sensor", body.sensor)] {
        if set {
            write!(out, ",\"{name}\":true").expect("a String takes everything");
        }
    }
    let [red, green, blue] = body.colour;
    let rest = format_args!(",\"fixed\":{},\"colour\":\"#{red:02x}{green:02x}{blue:02x}\"}}", body.fixed);
    out.write_fmt(rest).expect("a String takes everything");
}

/// Of all but a body's sphere, which has its radius beside it.
fn push_solid(out: &mut String, name: &str, solid: &Solid) {
    out.push_str(name);
    let mut object = |kind: &str, sizes: &[(&str, &[f32])]| {
        write!(out, "{{\"type\":\"{kind}\"").expect("a String takes everything");
        for (name, numbers) in sizes {
            match numbers {
                [number] => push_number(out, name, *number),
                _ => push_numbers(out, name, numbers),
            }
        }
        out.push('}');
    };
    match *solid {
        Solid::Sphere => object("sphere", &[]),
        Solid::Plane => object("plane", &[]),
        Solid::Box { half_extents } => object("box", &[(",\"halfExtents\":", &half_extents.to_array())]),
        Solid::Capsule { radius, half_height } => {
            object("capsule", &[(",\"radius\":", &[radius]), (",\"halfHeight\":", &[half_height])]);
        }
        Solid::Cylinder { radius, half_height } => {
            object("cylinder", &[(",\"radius\":", &[radius]), (",\"halfHeight\":", &[half_height])]);
        }
        Solid::Hull(hull) => {
            for (k, &point) in hull.data().points.iter().enumerate() {
                push_vector(out, if k == 0 { "{\"type\":\"hull\",\"points\":[" } else { "," }, point);
            }
            out.push_str("]}");
        }
        Solid::Compound(compound) => {
            for (k, part) in compound.parts().iter().enumerate() {
                out.push_str(if k == 0 { "{\"type\":\"compound\",\"parts\":[{" } else { ",{" });
                push_part(out, part);
                out.push('}');
            }
            out.push_str("]}");
        }
    }
}

fn push_part(out: &mut String, part: &Part) {
    match part.solid {
        Solid::Sphere => {
            push_number(out, "\"shape\":{\"type\":\"sphere\",\"radius\":", part.radius);
            out.push('}');
        }
        solid => push_solid(out, "\"shape\":", &solid),
    }
    push_vector(out, ",\"position\":", part.position);
    push_rotation(out, ",\"rotation\":", part.rotation);
    push_number(out, ",\"density\":", part.density);
}

/// With all its digits where the centre of mass depends on them.
fn push_position(out: &mut String, body: &Body) {
    if !body.is_off_centre() {
        return push_vector(out, "\"position\":", body.position);
    }
    out.push_str("\"position\":");
    for (i, x) in (body.position.as_dvec3() + body.remainder).to_array().into_iter().enumerate() {
        out.push(if i == 0 { '[' } else { ',' });
        push_f64(out, x);
    }
    out.push(']');
}

/// The same where its principal axes are not its body axes.
fn push_turn(out: &mut String, body: &Body) {
    if !body.is_turned() {
        return push_rotation(out, ",\"rotation\":", body.rotation);
    }
    out.push_str(",\"rotation\":");
    for (i, x) in (body.rotation.as_dquat() + body.turn).to_array().into_iter().enumerate() {
        out.push(if i == 0 { '[' } else { ',' });
        push_f64(out, x);
    }
    out.push(']');
}

/// −0 is written too: a written number reads back to its bits.
fn is_said(centre: Vec3) -> bool {
    centre.to_array().map(f32::to_bits) != [0; 3]
}

/// Whether contacts take it for a body with defaults only.
fn is_usual(body: &Body) -> bool {
    let usual = Body::of(body.solid, f64::from(body.radius));
    let surface = |body: &Body| [body.friction, body.restitution, body.rolling_resistance].map(f32::to_bits);
    let drag =
        |body: &Body| [body.linear_damping, body.angular_damping, body.gravity_scale].map(f32::to_bits);
    drag(body) == drag(&usual)
        && !is_said(body.centre)
        && body.collides
        && body.is_in_usual_group()
        && !body.is_watched()
        && surface(body) == surface(&usual)
}

/// The first field, where there is one.
pub(super) fn push_name(out: &mut String, name: Option<&str>) {
    if let Some(name) = name {
        let name = serde_json::to_string(name).expect("a text");
        write!(out, "\"name\":{name},").expect("a String takes everything");
    }
}

/// Of fields that each begin with a comma: the first has none.
pub(super) fn push_object(out: &mut String, fields: impl FnOnce(&mut String)) {
    out.push('{');
    let start = out.len();
    fields(out);
    if out.len() > start {
        out.remove(start);
    }
    out.push('}');
}

pub(super) fn push_option(out: &mut String, name: &str, number: Option<f32>) {
    if let Some(number) = number {
        push_number(out, name, number);
    }
}

pub(super) fn push_number(out: &mut String, name: &str, number: f32) {
    out.push_str(name);
    push_f32(out, number);
}

pub(super) fn push_vector(out: &mut String, name: &str, vector: Vec3) {
    push_numbers(out, name, &vector.to_array());
}

pub(super) fn push_rotation(out: &mut String, name: &str, rotation: Quat) {
    push_numbers(out, name, &rotation.to_array());
}

pub(super) fn push_numbers(out: &mut String, name: &str, numbers: &[f32]) {
    out.push_str(name);
    for (i, &x) in numbers.iter().enumerate() {
        out.push(if i == 0 { '[' } else { ',' });
        push_f32(out, x);
    }
    out.push(']');
}

/// The shortest decimal of an f32 lies within half a step of it. But readers parse it as f64 first, and the two
/// roundings together may land one step off. Where they do, the f64 digits are exact.
///
/// −0 is written as −1e-46, which f32 rounds to it: JSON.stringify would make a plain −0 lose its sign.
fn push_f32(out: &mut String, x: f32) {
    if x == 0.0 && x.is_sign_negative() {
        out.push_str("-1e-46");
        return;
    }
    let start = out.len();
    write!(out, "{x:?}").expect("a String takes everything");
    // the reader that is there already: see `is_beyond` of format.rs
    let read_back = serde_json::from_str::<f64>(&out[start..]).map_or(f32::NAN, |read| read as f32);
    if read_back.to_bits() == x.to_bits() && x.is_finite() {
        drop_point_zero(out);
    } else {
        out.truncate(start);
        push_f64(out, f64::from(x));
    }
}

fn push_f64(out: &mut String, x: f64) {
    if x.is_finite() {
        write!(out, "{x:?}").expect("a String takes everything");
        drop_point_zero(out);
    } else {
        out.push_str("null");
    }
}

/// 1.0 is 1 in JSON.
fn drop_point_zero(out: &mut String) {
    if out.ends_with(".0") {
        out.truncate(out.len() - 2);
    }
}
