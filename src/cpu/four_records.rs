//! Records of four things in the lanes of `Four`, and those of each lane.

use glam::{Mat4, Vec4};

use super::algebra::{Pair, Quat, Vec3};
use super::four::{Four, apart, number, two_apart, two_vectors, vector};
use super::records::{Pose, Velocity};

#[inline(always)]
pub fn rotation(four: [&Pose<f32>; 4]) -> Quat<Four> {
    let [a, b, c, d] = four.map(|pose| Vec4::from_array(pose.rotation.to_array()));
    let by_lanes = Mat4::from_cols(a, b, c, d).transpose();
    let [x, y, z, w] = [by_lanes.x_axis, by_lanes.y_axis, by_lanes.z_axis, by_lanes.w_axis].map(Four);
    Quat { xyz: Vec3::new(x, y, z), w }
}

#[inline(always)]
pub fn pose(four: [&Pose<f32>; 4]) -> Pose<Four> {
    let (position, radius) = (vector(four, |pose| pose.position), number(four, |pose| pose.radius));
    Pose { position, radius, rotation: rotation(four) }
}

#[inline(always)]
pub fn velocity(four: [&Velocity<f32>; 4]) -> Velocity<Four> {
    let [linear, angular] = two_vectors(four, |v| [v.linear, v.angular]);
    Velocity { linear, angular }
}

#[inline(always)]
pub fn pair(four: [&Pair<f32>; 4]) -> Pair<Four> {
    let [linear, angular] = two_vectors(four, |pair| [pair.linear, pair.angular]);
    Pair { linear, angular }
}

#[inline(always)]
pub fn velocities(v: &Velocity<Four>) -> [Velocity<f32>; 4] {
    two_apart(v.linear, v.angular).map(|[linear, angular]| Velocity { linear, angular })
}

#[inline(always)]
pub fn poses(pose: &Pose<Four>) -> [Pose<f32>; 4] {
    let (positions, xyz) = (apart(pose.position), apart(pose.rotation.xyz));
    let (w, radii) = (pose.rotation.w.0.to_array(), pose.radius.0.to_array());
    let lane =
        |k: usize| Pose { position: positions[k], radius: radii[k], rotation: Quat { xyz: xyz[k], w: w[k] } };
    [lane(0), lane(1), lane(2), lane(3)]
}
