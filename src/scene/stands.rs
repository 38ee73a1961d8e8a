//! Where a hinge or slider stands in the pose given, where that is not 0: `angle` and `offset`.

use std::f64::consts::PI;

use glam::{DQuat, DVec3, Vec3};

use super::check::FARTHEST;
use super::fields::{At, Fields, number};
use super::frames::Pose;
use crate::error::Result;

/// The field of a kind that says it.
pub(super) fn field_of(kind: &str) -> &'static [&'static str] {
    match kind {
        "hinge" => &["angle"],
        "slider" => &["offset"],
        _ => &[],
    }
}

/// B = B₀ R_x(θ): of a frame that was made for an angle of 0, the one for this angle, rad.
pub(super) fn turned(frame_b: DQuat, angle: f64) -> DQuat {
    frame_b * DQuat::from_rotation_x(angle)
}

/// p_B ← p_B + (s − A_x·(p_B − p_A)) A_x: the anchor in b's axes, moved along the slider to where its coordinate is s, m.
pub(super) fn moved(poses: [Pose; 2], [on_a, on_b]: [Vec3; 2], frame_a: DQuat, offset: f64) -> Vec3 {
    let axis: DVec3 = poses[0].direction_to_world(frame_a.normalize() * DVec3::X);
    let [p_a, p_b] = [poses[0].to_world(on_a), poses[1].to_world(on_b)];
    poses[1].to_body(p_b + (offset - axis.dot(p_b - p_a)) * axis)
}

/// The reading of the pose given, rad or m; None where the frames say it.
pub(super) fn read_stand(joint: &Fields, at: &At, kind: &str) -> Result<Option<f64>> {
    let Some(field) = field_of(kind).iter().find(|field| joint.has(field)) else { return Ok(None) };
    let (most, unit) = if *field == "angle" { (PI, "rad") } else { (f64::from(FARTHEST), "m") };
    if *field == "angle" && joint.has("frameB") {
        let why = "angle must not stand beside frameB, which says the angle of the pose given.";
        joint.without(field, why)?;
    }
    let value = joint.required(field, number)?;
    // π as an f32 is larger than π
    if (value as f32).abs() > most as f32 {
        let message = format!("{field} must lie between {} and {} {unit}; it is {value:?}.", -most, most);
        return At::Field(at, field).refuse(message);
    }
    Ok(Some(value))
}
