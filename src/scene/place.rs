//! Joints made in Rust, from where their bodies stand.
//!
//! ```
//! # use beadwork::scene::{Axis, Joint, Scene, Servo, Softness, Travel};
//! # let text = r#"{"version":1,"bodies":[{"position":[0,2,0],"radius":0.1,"fixed":true},{"position":[0,1,0],"radius":0.1}]}"#;
//! # let mut scene = Scene::from_json(text).unwrap();
//! # let bodies = &scene.bodies;
//! use glam::DVec3;
//! let door = Joint::at(bodies, [0, 1], DVec3::new(0.0, 1.9, 0.0)).axis(DVec3::Z).hinge();
//! let rod = Joint::between(bodies, [0, 1], [DVec3::new(0.0, 1.9, 0.0), DVec3::new(0.0, 1.1, 0.0)]).rod();
//! let joints = [door.soft(Softness::hertz(5.0)), rod.breaks_at_force(200.0)];
//!
//! // stops, motors and servos
//! let place = Joint::at(bodies, [0, 1], DVec3::new(0.0, 1.9, 0.0)).axis(DVec3::Z);
//! let elbow = place.hinge().limited(0.0, 2.5).servo(Servo::to(0.5).hertz(4.0).at_most(30.0));
//! let wheel = place.hinge().driven(2.0, 5.0).rubbing(0.5);
//! // it stands half open, and shuts at 0
//! let gate = place.hinge_at(0.8).limited(0.0, 1.6);
//! let shoulder = place.cone_within(1.2, [-0.8, 0.8]).stops_soft(Softness::hertz(10.0));
//! let rope = Joint::between(bodies, [0, 1], [DVec3::new(0.0, 1.9, 0.0), DVec3::new(0.0, 1.1, 0.0)]).rope(0.9);
//! let mut axes = [Axis::Fixed; 6];
//! axes[0] = Axis::moved(Travel::FREE.limited(-0.1, 0.1).servo(Servo::to(0.0).hertz(2.0).damped(0.2)));
//! let spring = place.six_dof(axes);
//! # scene.joints.extend([elbow, wheel, gate, shoulder, rope, spring]);
//! # scene.joints.extend(joints);
//! # scene.check().unwrap();
//! ```

use glam::{DQuat, DVec3, Vec3};

use super::frames::{Pose, Said, distance, frames};
use super::stands::{moved, turned};
use super::{Axis, Body, Joint, JointKind, Servo, Softness};

/// Where a joint is to be: two bodies as they stand, a point on each, and an axis. The kind comes last.
#[derive(Clone, Copy)]
#[must_use]
pub struct Place {
    ends: [(u32, Vec3); 2],
    poses: [Pose; 2],
    axis: Option<DVec3>,
}

impl Joint {
    /// At a point of the world, m, where both bodies have it; one of them may be `WORLD`. Panics where there are no such bodies.
    pub fn at(bodies: &[Body], ends: [u32; 2], point: DVec3) -> Place {
        Self::between(bodies, ends, [point; 2])
    }

    /// From one point of the world, m, to another: the first on `a`, the second on `b`.
    pub fn between(bodies: &[Body], [a, b]: [u32; 2], [on_a, on_b]: [DVec3; 2]) -> Place {
        let poses = [a, b].map(|body| Pose::at(bodies, body));
        Place { ends: [(a, poses[0].to_body(on_a)), (b, poses[1].to_body(on_b))], poses, axis: None }
    }

    /// As firm as this, where it was as firm as can be.
    #[must_use]
    pub fn soft(self, softness: Softness) -> Self {
        Self { softness: Some(softness), ..self }
    }

    /// Of a hinge, rad, and a slider, m: no further than to these two; 0 is the pose that it was made in.
    #[must_use]
    pub fn limited(self, low: f32, high: f32) -> Self {
        Self { travel: self.travel.limited(low, high), ..self }
    }

    /// Of a hinge, rad/s, and a slider, m/s: at this speed, as far as this torque or force can do it, N m or N.
    #[must_use]
    pub fn driven(self, speed: f32, max_force: f32) -> Self {
        Self { travel: self.travel.driven(speed, max_force), ..self }
    }

    /// Of a hinge and a slider. Beside a motor it draws to its target, and damps towards the motor's speed.
    #[must_use]
    pub fn servo(self, servo: Servo) -> Self {
        Self { travel: self.travel.servo(servo), ..self }
    }

    /// Of a hinge and a cone joint's twist, N m, and a slider, N: dry friction of up to this, beside all that drives.
    #[must_use]
    pub fn rubbing(self, friction: f32) -> Self {
        Self { travel: self.travel.rubbing(friction), ..self }
    }

    /// Its stops yield like this, where they were as firm as can be.
    #[must_use]
    pub fn stops_soft(self, softness: Softness) -> Self {
        Self { limit_softness: Some(softness), ..self }
    }

    /// Each row that it holds gives way above this, N, and is held again below.
    #[must_use]
    pub fn yields_at_force(self, force: f32) -> Self {
        Self { max_force: Some(force), ..self }
    }

    /// Each angle that it holds gives way above this, N m, and is held again below.
    #[must_use]
    pub fn yields_at_torque(self, torque: f32) -> Self {
        Self { max_torque: Some(torque), ..self }
    }

    /// Bears no more than this, N.
    #[must_use]
    pub fn breaks_at_force(self, force: f32) -> Self {
        Self { break_force: Some(force), ..self }
    }

    /// Bears no more than this, N m.
    #[must_use]
    pub fn breaks_at_torque(self, torque: f32) -> Self {
        Self { break_torque: Some(torque), ..self }
    }

    /// Is drawn together no faster than this, m/s and rad/s, where it is open.
    #[must_use]
    pub fn recovers_at(self, speed: f32, angular_speed: f32) -> Self {
        Self { recovery_speed: Some([speed, angular_speed]), ..self }
    }
}

impl Softness {
    /// A spring that swings so often by itself, in Hz, and comes to rest without swinging on.
    pub fn hertz(hertz: f32) -> Self {
        Softness::Frequency { hertz, damping_ratio: 1.0 }
    }
}

impl Place {
    /// The joint's x in the world, of any length but none. Unless it is given, the joint's axes are those of `a`.
    pub fn axis(self, direction: DVec3) -> Self {
        Self { axis: Some(direction.normalize()), ..self }
    }

    pub fn point(self) -> Joint {
        self.joint(JointKind::Point)
    }

    /// Turns about the axis.
    pub fn hinge(self) -> Joint {
        self.joint(JointKind::Hinge)
    }

    /// Moves along the axis.
    pub fn slider(self) -> Joint {
        self.joint(JointKind::Slider)
    }

    /// The same, but the pose given reads this angle, rad, where another one would read 0.
    pub fn hinge_at(self, angle: f64) -> Joint {
        let joint = self.hinge();
        Joint { frame_b: turned(joint.frame_b.as_dquat(), angle).as_quat(), ..joint }
    }

    /// The same, but the pose given reads this way, m.
    pub fn slider_at(self, offset: f64) -> Joint {
        let joint = self.slider();
        let on = [joint.anchor_a, joint.anchor_b];
        Joint { anchor_b: moved(self.poses, on, joint.frame_a.as_dquat(), offset), ..joint }
    }

    pub fn fixed(self) -> Joint {
        self.joint(JointKind::Fixed)
    }

    /// Bends, and does not twist about the axis.
    pub fn universal(self) -> Joint {
        self.joint(JointKind::Universal)
    }

    pub fn cone(self) -> Joint {
        self.joint(JointKind::Cone)
    }

    /// Bends by no more than `swing`, and twists between these two, rad.
    pub fn cone_within(self, swing: f32, twist: [f32; 2]) -> Joint {
        Joint { swing: Some(swing), twist: Some(twist), ..self.cone() }
    }

    /// Keeps its two points no further apart than this, m.
    pub fn rope(self, max: f32) -> Joint {
        self.joint(JointKind::Distance { min: 0.0, max })
    }

    /// As long as its two points are apart.
    pub fn rod(self) -> Joint {
        let length = distance(self.poses, self.ends.map(|(_, anchor)| anchor)) as f32;
        self.joint(JointKind::rod(length))
    }

    pub fn six_dof(self, axes: [Axis; 6]) -> Joint {
        self.joint(JointKind::six_dof(axes))
    }

    /// With frames that lie on each other in the pose given.
    fn joint(self, kind: JointKind) -> Joint {
        let [a, b] = self.ends;
        let mut joint = Joint::new(kind, a, b);
        if joint.kind.has_frames() {
            let on_a =
                self.axis.map_or(Said::Nothing, |axis| Said::Axis(self.poses[0].direction_to_body(axis)));
            let [frame_a, frame_b] = frames(self.poses, [on_a, Said::Nothing], false).map(DQuat::as_quat);
            joint = Joint { frame_a, frame_b, ..joint };
        }
        joint
    }
}
