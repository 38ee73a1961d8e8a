//! The rules for a joint: between two bodies that exist and of which one can move, every number finite and in its
//! range.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use glam::{Quat, Vec3};

use super::check::{ANCHOR, FARTHEST, FieldResult, MULTIPLIER, between, check_rotation, fault, within};
use super::check_travel::{Coordinate, check_axis, check_limit, check_softness, check_swing, check_travel};
use super::joint::AXES;
use super::joint_fields::{check_numbers, given};
use super::kinds::{NO_TORQUE, Own};
use super::{Axis, Body, Joint, JointKind, WORLD};
use crate::error::Result;

/// The most that the ends of a distance joint may be apart, m.
const LENGTH: RangeInclusive<f32> = 1e-6..=FARTHEST;
/// The limit of a joint that can break, N or N m: its square is neither 0 nor infinite.
pub(super) const BREAK: RangeInclusive<f32> = 1e-18..=1e18;
/// Whole turns of a twist.
const MOST_TURNS: u32 = 1_000_000;
/// m/s or rad/s.
const RECOVERY_SPEED: RangeInclusive<f32> = 1e-6..=1e6;

pub(super) fn check_joints(joints: &[Joint], bodies: &[Body]) -> Result<()> {
    joints.iter().enumerate().try_for_each(|(i, joint)| {
        check_joint(joint, bodies).map_err(|(field, message)| match &*field {
            "" => fault(format!("joints[{i}]"), message),
            _ => fault(format!("joints[{i}].{field}"), message),
        })
    })
}

/// The message for a number that no body has.
pub(super) fn no_body(body: u32, bodies: &[Body]) -> String {
    format!("There is no body {body}; the scene has {}.", bodies.len())
}

/// Checks the two ends of a joint. The field is empty where both ends are at fault.
pub(super) fn check_ends(ends: [u32; 2], anchors: [Vec3; 2], bodies: &[Body]) -> FieldResult {
    for (field, body) in ["a", "b"].into_iter().zip(ends) {
        if body != WORLD && body as usize >= bodies.len() {
            return Err((field, no_body(body, bodies)));
        }
    }
    let [a, b] = ends;
    if a == b {
        let message = match a {
            WORLD => "A joint needs a body; both of its ends are the world.".into(),
            _ => format!("A joint needs two bodies; both of its ends are body {a}."),
        };
        return Err(("b", message));
    }
    let held = |body: u32| match body {
        WORLD => Some("the world"),
        _ if bodies[body as usize].fixed => Some("fixed"),
        _ => bodies[body as usize].kinematic.then_some("kinematic"),
    };
    if let (Some(one), Some(other)) = (held(a), held(b)) {
        let message = match (a, b) {
            (WORLD, body) => format!("Body {body} is {other}, so no joint to the world can hold it."),
            (body, WORLD) => format!("Body {body} is {one}, so no joint to the world can hold it."),
            _ if one == other => format!("Bodies {a} and {b} are both {one}, so no joint can hold them."),
            _ => format!("Bodies {a} and {b} are {one} and {other}, so no joint can hold them."),
        };
        return Err(("", message));
    }
    for (field, anchor) in ["anchorA", "anchorB"].into_iter().zip(anchors) {
        within(field, anchor, ANCHOR, "m").map_err(|message| (field, message))?;
    }
    Ok(())
}

/// As `FieldResult`; a field within fields is named by all of them.
pub(super) type PathResult = std::result::Result<(), (Cow<'static, str>, String)>;

pub(super) fn check_joint(joint: &Joint, bodies: &[Body]) -> PathResult {
    check_ends([joint.a, joint.b], [joint.anchor_a, joint.anchor_b], bodies).map_err(named)?;
    check_kind(&joint.kind)?;
    check_frames(joint).map_err(named)?;
    check_options(joint).map_err(named)?;
    for (name, softness) in [("softness", &joint.softness), ("limitSoftness", &joint.limit_softness)] {
        if let Some(softness) = softness {
            check_softness(softness)
                .map_err(|(field, message)| (format!("{name}.{field}").into(), message))?;
        }
    }
    check_bearing(joint).map_err(named)
}

fn named((field, message): (&'static str, String)) -> (Cow<'static, str>, String) {
    (field.into(), message)
}

pub(super) fn check_kind(kind: &JointKind) -> PathResult {
    match kind {
        JointKind::Distance { min, max } => check_distance(*min, *max).map_err(named),
        JointKind::SixDof { axes } => {
            if **axes == [Axis::Free; 6] {
                return Err(("axes".into(), "All six axes are free, so this joint holds nothing.".into()));
            }
            axes.iter().enumerate().try_for_each(|(k, axis)| {
                check_axis(axis, Coordinate::of_axis(k)).map_err(|(field, message)| {
                    let dot = if field.is_empty() { "" } else { "." };
                    (format!("axes.{}{dot}{field}", AXES[k]).into(), message)
                })
            })
        }
        _ => Ok(()),
    }
}

fn check_distance(min: f32, max: f32) -> FieldResult {
    between("max", max, LENGTH, "m").map_err(|message| ("max", message))?;
    between("min", min, 0.0..=FARTHEST, "m").map_err(|message| ("min", message))?;
    if min > max {
        return Err(("min", format!("min must not be above max; they are {min:?} and {max:?} m.")));
    }
    Ok(())
}

/// Optional fields: that its kind may have them, and their ranges.
fn check_options(joint: &Joint) -> FieldResult {
    let own = Own::of(&joint.kind);
    if let Some(field) = given(joint).find(|field| own.options().all(|option| option != *field)) {
        return Err((field, own.why_not(field)));
    }
    let along = if joint.kind == JointKind::Slider { Coordinate::Way } else { Coordinate::Turns };
    check_travel(&joint.travel, along)?;
    joint.swing.map_or(Ok(()), check_swing)?;
    joint.twist.map_or(Ok(()), |twist| check_limit("twist", twist, Coordinate::Angle))?;
    check_numbers(joint)
}

fn check_frames(joint: &Joint) -> FieldResult {
    for (field, frame) in [("frameA", joint.frame_a), ("frameB", joint.frame_b)] {
        check_rotation(field, frame)?;
        if !joint.kind.has_frames() && frame != Quat::IDENTITY {
            let message =
                format!("A {} joint has no axes; its frames are as the bodies'.", joint.kind.name());
            return Err((field, message));
        }
    }
    Ok(())
}

/// The loads that it bears, and how fast it closes.
fn check_bearing(joint: &Joint) -> FieldResult {
    for (speed, unit) in joint.recovery_speed.iter().flatten().zip(["m/s", "rad/s"]) {
        between("Each recovery speed", *speed, RECOVERY_SPEED, unit)
            .map_err(|message| ("recoverySpeed", message))?;
    }
    within("multiplier", joint.multiplier, MULTIPLIER, "N").map_err(|message| ("multiplier", message))?;
    within("torque", joint.torque, MULTIPLIER, "N m").map_err(|message| ("torque", message))?;
    if joint.turns.unsigned_abs() > MOST_TURNS {
        return Err(("turns", format!("turns must lie within ±{MOST_TURNS}; they are {}.", joint.turns)));
    }
    if joint.turns != 0 && !joint.kind.counts_turns() {
        return Err(("turns", Own::of(&joint.kind).why_not("turns")));
    }
    if !joint.kind.has_angular_rows() && joint.torque != Vec3::ZERO {
        return Err(("torque", NO_TORQUE.into()));
    }
    Ok(())
}
