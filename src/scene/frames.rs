//! Where a joint's frames stand. Parts that are not given are taken so that every coordinate is 0 in the pose given, as
//! far as the given ones allow. In f64; A and B are the frames in world axes, x, y and z their columns.

use glam::{DMat3, DQuat, DVec3, Vec3};

use super::{Body, WORLD};

/// The given part of the frame on one body, in that body's axes.
#[derive(Clone, Copy)]
pub(super) enum Said {
    Nothing,
    /// Its x, of length 1.
    Axis(DVec3),
    Frame(DQuat),
}

/// Where a body stands in the pose given.
#[derive(Clone, Copy)]
pub(super) struct Pose {
    position: DVec3,
    rotation: DQuat,
}

impl Pose {
    /// Of a body by its number; the world's axes are its own.
    pub fn at(bodies: &[Body], body: u32) -> Self {
        match body {
            WORLD => Self { position: DVec3::ZERO, rotation: DQuat::IDENTITY },
            _ => Self::of(&bodies[body as usize]),
        }
    }

    pub fn of(body: &Body) -> Self {
        // f32 keeps lengths of 1 to 1e-7 only
        Self { position: body.position.as_dvec3(), rotation: body.rotation.as_dquat().normalize() }
    }

    /// Of a point in body axes, m, where it is in the world.
    pub fn to_world(self, anchor: Vec3) -> DVec3 {
        self.position + self.rotation * anchor.as_dvec3()
    }

    pub fn to_body(self, point: DVec3) -> Vec3 {
        (self.rotation.inverse() * (point - self.position) + DVec3::ZERO).as_vec3()
    }

    /// A direction from body axes to world axes.
    pub fn direction_to_world(self, direction: DVec3) -> DVec3 {
        self.rotation * direction
    }

    /// Turns a direction in the world into body axes.
    pub fn direction_to_body(self, direction: DVec3) -> DVec3 {
        self.rotation.inverse() * direction
    }
}

/// How far an end of `a` is from an end of `b`, m: a rod's length, unless it is said.
pub(super) fn distance(poses: [Pose; 2], anchors: [Vec3; 2]) -> f64 {
    poses[0].to_world(anchors[0]).distance(poses[1].to_world(anchors[1]))
}

/// Both frames, in body axes. `hooke`: the held coordinate is not the twist about x, but the angle of a's y and b's z
/// off a right angle, as in a universal joint.
pub(super) fn frames(poses: [Pose; 2], said: [Said; 2], hooke: bool) -> [DQuat; 2] {
    let [q_a, q_b] = poses.map(|pose| pose.rotation);
    // where one side says all there is, the other is where it is
    let own = |said| match said {
        Said::Nothing => DQuat::IDENTITY,
        Said::Axis(x) => from_axis(x),
        Said::Frame(frame) => frame,
    };
    let normal = |said| own(said).normalize();
    match said {
        [Said::Frame(a), Said::Frame(b)] => [a, b],
        [a, Said::Nothing] => [own(a), seen_from(q_b, q_a * normal(a))],
        [Said::Nothing, b] => [seen_from(q_a, q_b * normal(b)), own(b)],
        [a, Said::Axis(x)] => {
            let (world, x) = (q_a * normal(a), q_b * x);
            // B_z across A_y: y = z × x
            let across = if hooke { perpendicular(x, world * DVec3::Y) } else { None };
            let b = across.map_or_else(|| without_twist(world, x), |z| of_columns(x, z.cross(x)));
            [own(a), seen_from(q_b, b)]
        }
        [Said::Axis(x), b] => {
            let (world, x) = (q_b * normal(b), q_a * x);
            // A_y across B_z
            let across = if hooke { perpendicular(world * DVec3::Z, x) } else { None };
            let a = across.map_or_else(|| without_twist(world, x), |y| of_columns(x, y));
            [seen_from(q_a, a), own(b)]
        }
    }
}

/// A frame in the world, in the axes of a body that is turned by `rotation`.
fn seen_from(rotation: DQuat, frame: DQuat) -> DQuat {
    without_minus_zero(rotation.inverse() * frame)
}

/// −0 is a longer number in a saved scene.
fn without_minus_zero(q: DQuat) -> DQuat {
    q + DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0)
}

/// u × v at length 1; None where they lie along each other.
fn perpendicular(u: DVec3, v: DVec3) -> Option<DVec3> {
    let across = u.cross(v);
    (across.length() > 1e-6).then(|| across.normalize())
}

/// The frame with this x that is turned from `frame` the short way, about the axis across both x. Where the two are
/// opposite, there is no short way, and y stays.
fn without_twist(frame: DQuat, x: DVec3) -> DQuat {
    let n = frame * DVec3::X;
    // the half angle's cosine and sine, both times twice the cosine: 1 + n·x and n × x
    let (w, v) = (1.0 + n.dot(x), n.cross(x));
    let turn = DQuat::from_xyzw(v.x, v.y, v.z, w);
    let turn = if turn.length() > 1e-7 { turn.normalize() } else { half_turn(frame * DVec3::Y) };
    turn * frame
}

fn half_turn(about: DVec3) -> DQuat {
    DQuat::from_xyzw(about.x, about.y, about.z, 0.0)
}

/// With this x; its y is the axis least along x, made perpendicular.
fn from_axis(x: DVec3) -> DQuat {
    let along = x.abs();
    let least = if along.x <= along.y && along.x <= along.z {
        DVec3::X
    } else if along.y <= along.z {
        DVec3::Y
    } else {
        DVec3::Z
    };
    let y = (least - least.dot(x) * x).normalize();
    of_columns(x, y)
}

fn of_columns(x: DVec3, y: DVec3) -> DQuat {
    without_minus_zero(DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y))).normalize())
}
