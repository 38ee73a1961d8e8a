//! Writing joints, with the frames, limits, motors, servos and softness that they have.

use std::fmt::Write;

use super::joint::AXES;
use super::joint_fields::push_options;
use super::write::{
    push_name, push_number, push_numbers, push_object, push_option, push_rotation, push_vector,
};
use super::{Axis, Joint, JointKind, Motor, Servo, Softness, Travel, WORLD};

/// Whether version 1 can say it.
pub(super) fn is_of_one(joint: &Joint) -> bool {
    joint.is_plain() && !joint.collide && joint.name.is_none() && joint.a != WORLD && joint.b != WORLD
}

pub(super) fn push_joint(out: &mut String, joint: &Joint) {
    let kind = joint.kind.name();
    out.push('{');
    push_name(out, joint.name.as_deref());
    write!(out, "\"type\":\"{kind}\"").expect("a String takes everything");
    for (end, body) in [("a", joint.a), ("b", joint.b)] {
        match body {
            WORLD => write!(out, ",\"{end}\":\"world\""),
            _ => write!(out, ",\"{end}\":{body}"),
        }
        .expect("a String takes everything");
    }
    push_vector(out, ",\"anchorA\":", joint.anchor_a);
    push_vector(out, ",\"anchorB\":", joint.anchor_b);
    if joint.kind.has_frames() {
        push_rotation(out, ",\"frameA\":", joint.frame_a);
        push_rotation(out, ",\"frameB\":", joint.frame_b);
    }
    match &joint.kind {
        JointKind::Distance { min, max } => {
            push_number(out, ",\"min\":", *min);
            push_number(out, ",\"max\":", *max);
        }
        JointKind::SixDof { axes } => push_axes(out, axes),
        _ => {}
    }
    push_options(out, joint);
    push_vector(out, ",\"multiplier\":", joint.multiplier);
    if joint.kind.has_angular_rows() {
        push_vector(out, ",\"torque\":", joint.torque);
    }
    if joint.turns != 0 {
        write!(out, ",\"turns\":{}", joint.turns).expect("a String takes everything");
    }
    out.push('}');
}

fn push_axes(out: &mut String, axes: &[Axis; 6]) {
    out.push_str(",\"axes\":");
    for (i, (name, axis)) in AXES.iter().zip(axes).enumerate() {
        out.push(if i == 0 { '{' } else { ',' });
        write!(out, "\"{name}\":").expect("a String takes everything");
        match axis {
            Axis::Free => out.push_str("\"free\""),
            Axis::Fixed => out.push_str("\"fixed\""),
            Axis::Soft(softness) => push_object(out, |out| push_softness(out, ",\"softness\":", *softness)),
            Axis::Moved { travel, softness, max_force } => push_object(out, |out| {
                push_travel(out, travel);
                if let Some(softness) = softness {
                    push_softness(out, ",\"softness\":", *softness);
                }
                push_option(out, ",\"maxForce\":", *max_force);
            }),
        }
    }
    out.push('}');
}

/// Writes stops, motors, servos and friction.
fn push_travel(out: &mut String, Travel { limit, motor, servo, friction }: &Travel) {
    if let Some(limit) = limit {
        push_numbers(out, ",\"limit\":", limit);
    }
    if let Some(motor) = *motor {
        push_motor(out, ",\"motor\":", motor);
    }
    if let Some(servo) = *servo {
        push_servo(out, ",\"servo\":", servo);
    }
    push_option(out, ",\"friction\":", *friction);
}

pub(super) fn push_motor(out: &mut String, name: &str, Motor { speed, damping, max_force }: Motor) {
    out.push_str(name);
    push_object(out, |out| {
        push_number(out, ",\"speed\":", speed);
        push_option(out, ",\"damping\":", damping);
        push_option(out, ",\"maxForce\":", max_force);
    });
}

pub(super) fn push_servo(out: &mut String, name: &str, Servo { target, softness, max_force }: Servo) {
    out.push_str(name);
    push_object(out, |out| {
        push_number(out, ",\"target\":", target);
        let [(one, first), (other, second)] = notation(softness);
        push_number(out, &format!(",\"{one}\":"), first);
        if !matches!(softness, Softness::Frequency { damping_ratio: 1.0, .. }) {
            push_number(out, &format!(",\"{other}\":"), second);
        }
        push_option(out, ",\"maxForce\":", max_force);
    });
}

/// Its two numbers by name.
fn notation(softness: Softness) -> [(&'static str, f32); 2] {
    match softness {
        Softness::Frequency { hertz, damping_ratio } => [("hertz", hertz), ("dampingRatio", damping_ratio)],
        Softness::Spring { stiffness, damping } => [("stiffness", stiffness), ("damping", damping)],
        Softness::Mixing { cfm, erp } => [("cfm", cfm), ("erp", erp)],
    }
}

/// In the notation that it was given in.
pub(super) fn push_softness(out: &mut String, name: &str, softness: Softness) {
    let [(one, first), (other, second)] = notation(softness);
    out.push_str(name);
    push_number(out, &format!("{{\"{one}\":"), first);
    push_number(out, &format!(",\"{other}\":"), second);
    out.push('}');
}
