//! Joints: what ties two bodies, and how firmly.
//!
//! A joint has a frame on each body; x is its axis. A frame's coordinates are those of b seen from a: three along the axes
//! of a's frame, and three angles. Every kind fixes some of these six and leaves the others free.

use glam::{Quat, Vec3};

#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    pub kind: JointKind,
    /// The number of a body, or `WORLD`; that of `b` alike, but for one of the two.
    pub a: u32,
    pub b: u32,
    /// Anchor on `a` in m, body axes; of the world, world coordinates.
    pub anchor_a: Vec3,
    /// Anchor on `b`, alike.
    pub anchor_b: Vec3,
    /// The joint's axes in `a`'s and in `b`'s; point and distance joints have none.
    pub frame_a: Quat,
    pub frame_b: Quat,
    /// None: it holds as firmly as it can.
    pub softness: Option<Softness>,
    /// Of a hinge's angle, rad, or of a slider's way, m; of a cone joint's twist its friction alone.
    pub travel: Travel,
    /// Of a cone joint: the largest angle between the two x, and between which angles b may twist, rad.
    pub swing: Option<f32>,
    pub twist: Option<[f32; 2]>,
    /// Of all its stops. None: as firm as they can be.
    pub limit_softness: Option<Softness>,
    /// In N and N m: a held row gives way above it, row by row. Stops and drives are not meant.
    pub max_force: Option<f32>,
    pub max_torque: Option<f32>,
    /// In N and N m: a joint that had to bear more in a substep holds nothing afterwards.
    pub break_force: Option<f32>,
    pub break_torque: Option<f32>,
    /// It could break until that was taken away while it ran: only the machine knows whether it did.
    pub once_brittle: bool,
    /// In m/s and rad/s: how fast it is drawn together at most, where it is open.
    pub recovery_speed: Option<[f32; 2]>,
    /// Its two bodies collide with each other, as bodies do that no joint joins.
    pub collide: bool,
    /// The force of the last step in N, where the next solve starts: in world axes where x, y and z are held hard, otherwise by
    /// row.
    pub multiplier: Vec3,
    /// Its torque in N m, by row.
    pub torque: Vec3,
    /// Whole turns of its twist since it was loaded or changed.
    pub turns: i32,
    /// No other joint of its scene has it.
    pub name: Option<Box<str>>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum JointKind {
    /// Two anchors coincide.
    Point,
    /// And it turns about x only.
    Hinge,
    /// It moves along x only, and does not turn.
    Slider,
    /// Nothing moves.
    Fixed,
    /// Two anchors coincide, and it does not twist: a's y and b's z stay at right angles.
    Universal,
    /// Two anchors coincide; turning is free within limits.
    Cone,
    /// Two anchors stay at a distance between these two, in m: a rod where they are equal, a rope where `min` is 0.
    Distance { min: f32, max: f32 },
    /// Each axis by itself: x, y, z, and the angles about them.
    /// Behind a pointer: they take many times as much as any other kind.
    SixDof { axes: Box<[Axis; 6]> },
}

/// The axes of a six-DOF joint, by name and in order.
pub(super) const AXES: [&str; 6] = ["x", "y", "z", "rx", "ry", "rz"];

/// The hold of one coordinate of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Axis {
    Free,
    /// At zero: as firmly as the joint's own softness says.
    Fixed,
    /// At zero, by a softness of its own.
    Soft(Softness),
    /// Between stops, driven or both. A softness draws it to zero where no servo draws it elsewhere; that and the drive give way above
    /// `max_force`, N or N m.
    Moved {
        travel: Travel,
        softness: Option<Softness>,
        max_force: Option<f32>,
    },
}

/// How a coordinate may go: between stops, at a speed, to a place, with friction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Travel {
    /// m or rad
    pub limit: Option<[f32; 2]>,
    pub motor: Option<Motor>,
    pub servo: Option<Servo>,
    /// Dry: it opposes motion with up to this, N or N m, beside all that drives.
    pub friction: Option<f32>,
}

/// Keeps a coordinate at a speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motor {
    /// m/s or rad/s
    pub speed: f32,
    /// N s/m or N m s/rad, times the missing speed; None: as firm as it can be.
    pub damping: Option<f32>,
    /// N or N m; None: as much as it takes.
    pub max_force: Option<f32>,
}

impl Motor {
    /// Keeps this speed, m/s or rad/s, with as much force as it takes.
    pub const fn at(speed: f32) -> Self {
        Self { speed, damping: None, max_force: None }
    }

    /// Its force is this, N s/m or N m s/rad, times the missing speed.
    #[must_use]
    pub const fn damped(self, damping: f32) -> Self {
        Self { damping: Some(damping), ..self }
    }

    /// With no more than this, N or N m.
    #[must_use]
    pub const fn at_most(self, max_force: f32) -> Self {
        Self { max_force: Some(max_force), ..self }
    }
}

/// Draws a coordinate to a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Servo {
    /// m or rad
    pub target: f32,
    /// By frequency, or as a spring and a damper.
    pub softness: Softness,
    /// N or N m; None: as much as it takes.
    pub max_force: Option<f32>,
}

/// How a held coordinate yields.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Softness {
    /// As a spring that swings so often by itself, in Hz, with this share of critical damping.
    Frequency { hertz: f32, damping_ratio: f32 },
    /// As a spring and a damper: N/m and N s/m, or N m/rad and N m s/rad.
    Spring { stiffness: f32, damping: f32 },
    /// The two numbers of ODE: s/kg, or s/(kg m²), and the share of the error closed in a substep.
    Mixing { cfm: f32, erp: f32 },
}

impl Travel {
    pub const FREE: Travel = Travel { limit: None, motor: None, servo: None, friction: None };

    /// No further than to these two, m or rad.
    #[must_use]
    pub const fn limited(self, low: f32, high: f32) -> Self {
        Self { limit: Some([low, high]), ..self }
    }

    /// At this speed, m/s or rad/s, as far as this force can do it, N or N m.
    #[must_use]
    pub const fn driven(self, speed: f32, max_force: f32) -> Self {
        Self { motor: Some(Motor::at(speed).at_most(max_force)), ..self }
    }

    #[must_use]
    pub const fn servo(self, servo: Servo) -> Self {
        Self { servo: Some(servo), ..self }
    }

    /// With dry friction of up to this, N or N m.
    #[must_use]
    pub const fn rubbing(self, friction: f32) -> Self {
        Self { friction: Some(friction), ..self }
    }

    /// A stop or a target lies farther out than this.
    pub(super) fn goes_past(&self, most: f32) -> bool {
        let target = self.servo.map(|servo| servo.target);
        self.limit.into_iter().flatten().chain(target).any(|place| place.abs() > most)
    }
}

impl Axis {
    /// Between stops or driven, and otherwise free.
    pub const fn moved(travel: Travel) -> Self {
        Axis::Moved { travel, softness: None, max_force: None }
    }
}

impl Servo {
    /// Hz and share of critical damping, where only the other one of the two is given.
    const USUAL: (f32, f32) = (5.0, 1.0);

    /// Draws to this, m or rad, with as much force as it takes. It is a spring that swings five times a second by
    /// itself and comes to rest without swinging on.
    pub const fn to(target: f32) -> Self {
        let (hertz, damping_ratio) = Self::USUAL;
        Self { target, softness: Softness::Frequency { hertz, damping_ratio }, max_force: None }
    }

    /// Swings so often by itself, Hz.
    #[must_use]
    pub const fn hertz(self, hertz: f32) -> Self {
        let damping_ratio = match self.softness {
            Softness::Frequency { damping_ratio, .. } => damping_ratio,
            _ => Self::USUAL.1,
        };
        Self { softness: Softness::Frequency { hertz, damping_ratio }, ..self }
    }

    /// With this share of critical damping.
    #[must_use]
    pub const fn damped(self, damping_ratio: f32) -> Self {
        let hertz = match self.softness {
            Softness::Frequency { hertz, .. } => hertz,
            _ => Self::USUAL.0,
        };
        Self { softness: Softness::Frequency { hertz, damping_ratio }, ..self }
    }

    /// As a spring and a damper: N/m and N s/m, or N m/rad and N m s/rad.
    #[must_use]
    pub const fn spring(self, stiffness: f32, damping: f32) -> Self {
        Self { softness: Softness::Spring { stiffness, damping }, ..self }
    }

    /// With no more than this, N or N m.
    #[must_use]
    pub const fn at_most(self, force: f32) -> Self {
        Self { max_force: Some(force), ..self }
    }
}

impl JointKind {
    pub const fn rod(length: f32) -> Self {
        JointKind::Distance { min: length, max: length }
    }

    pub fn six_dof(axes: [Axis; 6]) -> Self {
        JointKind::SixDof { axes: Box::new(axes) }
    }

    /// As in the scene format.
    pub fn name(&self) -> &'static str {
        match self {
            JointKind::Point => "point",
            JointKind::Hinge => "hinge",
            JointKind::Slider => "slider",
            JointKind::Fixed => "fixed",
            JointKind::Universal => "universal",
            JointKind::Cone => "cone",
            JointKind::Distance { .. } => "distance",
            JointKind::SixDof { .. } => "six-dof",
        }
    }

    /// Whether it has frames.
    pub fn has_frames(&self) -> bool {
        !matches!(self, JointKind::Point | JointKind::Distance { .. })
    }

    /// Whether whole turns of its twist are counted.
    pub fn counts_turns(&self) -> bool {
        matches!(self, JointKind::Hinge | JointKind::Cone | JointKind::SixDof { .. })
    }

    /// Whether it may hold some angle, and so bear a torque.
    pub fn has_angular_rows(&self) -> bool {
        match self {
            JointKind::Point | JointKind::Distance { .. } => false,
            JointKind::Cone
            | JointKind::Hinge
            | JointKind::Slider
            | JointKind::Fixed
            | JointKind::Universal => true,
            JointKind::SixDof { axes } => axes[3..].iter().any(|axis| *axis != Axis::Free),
        }
    }
}

impl Joint {
    /// A hard joint at rest, its frames as the bodies' own axes.
    pub fn new(kind: JointKind, (a, anchor_a): (u32, Vec3), (b, anchor_b): (u32, Vec3)) -> Self {
        Self {
            kind,
            a,
            b,
            anchor_a,
            anchor_b,
            frame_a: Quat::IDENTITY,
            frame_b: Quat::IDENTITY,
            softness: None,
            travel: Travel::FREE,
            swing: None,
            twist: None,
            limit_softness: None,
            max_force: None,
            max_torque: None,
            break_force: None,
            break_torque: None,
            once_brittle: false,
            recovery_speed: None,
            collide: false,
            multiplier: Vec3::ZERO,
            torque: Vec3::ZERO,
            turns: 0,
            name: None,
        }
    }

    pub fn point(a: (u32, Vec3), b: (u32, Vec3)) -> Self {
        Self::new(JointKind::Point, a, b)
    }

    /// Nothing but a point joint that is as firm as can be: what the solvers for chains of points take.
    pub fn is_plain(&self) -> bool {
        let Self { kind, softness, max_force, recovery_speed, once_brittle, .. } = self;
        *kind == JointKind::Point
            && softness.is_none()
            && max_force.is_none()
            && recovery_speed.is_none()
            && !(self.is_brittle() || *once_brittle)
    }

    /// Some coordinate of it has friction.
    pub fn has_friction(&self) -> bool {
        let of_axis = |axis: &Axis| matches!(axis, Axis::Moved { travel, .. } if travel.friction.is_some());
        let of_axes = match &self.kind {
            JointKind::SixDof { axes } => axes.iter().any(of_axis),
            _ => false,
        };
        self.travel.friction.is_some() || of_axes
    }

    /// It bears only so much.
    pub fn is_brittle(&self) -> bool {
        self.break_force.is_some() || self.break_torque.is_some()
    }
}
