//! Random scenes with joints of every kind.

use std::sync::LazyLock;

use beadwork::Scene;
use beadwork::scene::{Axis, Body, Joint, JointKind, Motor, Servo, Softness, Travel};
use glam::{DQuat, DVec3, Quat, Vec3};

/// The same numbers on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1)
    }

    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// From 0 to 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn signed(&mut self, size: f64) -> f64 {
        size * (2.0 * self.unit() - 1.0)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    pub fn vector(&mut self, size: f64) -> DVec3 {
        DVec3::new(self.signed(size), self.signed(size), self.signed(size))
    }

    fn rotation(&mut self, size: f64) -> DQuat {
        DQuat::from_scaled_axis(self.vector(size))
    }
}

const SPRING: Softness = Softness::Frequency { hertz: 4.0, damping_ratio: 0.7 };
const COIL: Softness = Softness::Spring { stiffness: 300.0, damping: 2.0 };

/// Every kind, and how soft it is.
pub static KINDS: LazyLock<Vec<(JointKind, Option<Softness>)>> = LazyLock::new(|| {
    let some = [Axis::Free, Axis::Soft(SPRING), Axis::Fixed, Axis::Free, Axis::Fixed, Axis::Soft(COIL)];
    let one = [Axis::Fixed, Axis::Fixed, Axis::Fixed, Axis::Soft(SPRING), Axis::Fixed, Axis::Fixed];
    vec![
        (JointKind::Point, None),
        (JointKind::Point, Some(SPRING)),
        (JointKind::Hinge, None),
        (JointKind::Hinge, Some(COIL)),
        (JointKind::Slider, None),
        (JointKind::Fixed, None),
        (JointKind::Fixed, Some(SPRING)),
        (JointKind::Universal, None),
        (JointKind::Cone, None),
        (JointKind::rod(0.5), None),
        (JointKind::six_dof(some), None),
        (JointKind::six_dof(one), Some(Softness::Mixing { cfm: 1e-3, erp: 0.3 })),
    ]
});

pub fn joined(kind: JointKind) -> Joint {
    Joint::new(kind, (0, Vec3::ZERO), (1, Vec3::ZERO))
}

/// A tree of boxes joined by `kinds`, a little open, moving, with up to so many loops.
pub fn scene(
    random: &mut Random,
    bodies: usize,
    mass_ratio: f64,
    kinds: &[(JointKind, Option<Softness>)],
    loops: usize,
) -> Scene {
    let mut out = grown(random, bodies, mass_ratio, kinds, Random::below);
    for _ in 0..loops {
        let (a, b) = (random.below(bodies), random.below(bodies));
        if a != b && !(out.bodies[a].fixed || out.bodies[b].fixed) {
            let (kind, softness) = kinds[random.below(kinds.len())].clone();
            let pose = |i: usize| (out.bodies[i].position.as_dvec3(), out.bodies[i].rotation.as_dquat());
            let joint = joint(random, kind, softness, (a, pose(a)), (b, pose(b)));
            out.joints.push(joint);
        }
    }
    out
}

/// The same without loops. Each body but the first hangs on `parent`, which is asked with its number.
pub fn grown(
    random: &mut Random,
    bodies: usize,
    mass_ratio: f64,
    kinds: &[(JointKind, Option<Softness>)],
    parent: impl Fn(&mut Random, usize) -> usize,
) -> Scene {
    let mut poses: Vec<(DVec3, DQuat)> = Vec::new();
    let mut out = Scene::default();
    let fixed_first = random.unit() < 0.7;
    for i in 0..bodies {
        let parent = if i == 0 { 0 } else { parent(random, i) };
        let position = match poses.get(parent) {
            Some((x, _)) => *x + random.vector(0.4) + DVec3::new(0.0, -0.3, 0.0),
            None => DVec3::new(0.0, 3.0, 0.0),
        };
        let rotation = random.rotation(3.0);
        poses.push((position, rotation));
        let mass = mass_ratio.powf(random.unit());
        let sizes =
            DVec3::new(0.05 + 0.1 * random.unit(), 0.05 + 0.1 * random.unit(), 0.05 + 0.1 * random.unit());
        let square = sizes * sizes;
        let inertia = mass / 3.0 * DVec3::new(square.y + square.z, square.x + square.z, square.x + square.y);
        let body = json_body(i == 0 && fixed_first, position, rotation, mass, inertia);
        out.bodies.push(Body {
            linear_velocity: random.vector(1.0).as_vec3(),
            angular_velocity: random.vector(2.0).as_vec3(),
            ..body
        });
        if out.bodies[i].fixed {
            (out.bodies[i].linear_velocity, out.bodies[i].angular_velocity) = (Vec3::ZERO, Vec3::ZERO);
        }
        if i > 0 {
            let (kind, softness) = kinds[random.below(kinds.len())].clone();
            let (a, b) = if random.unit() < 0.5 { (i, parent) } else { (parent, i) };
            out.joints.push(joint(random, kind, softness, (a, poses[a]), (b, poses[b])));
        }
    }
    out
}

fn json_body(fixed: bool, position: DVec3, rotation: DQuat, mass: f64, inertia: DVec3) -> Body {
    Body {
        position: position.as_vec3(),
        rotation: rotation.as_quat(),
        mass: mass as f32,
        inertia: inertia.as_vec3(),
        fixed,
        ..Body::of(beadwork::scene::Solid::Sphere, 0.1)
    }
}

/// A joint that is open by a few millimetres and hundredths of a radian.
fn joint(
    random: &mut Random,
    kind: JointKind,
    softness: Option<Softness>,
    (a, (x_a, q_a)): (usize, (DVec3, DQuat)),
    (b, (x_b, q_b)): (usize, (DVec3, DQuat)),
) -> Joint {
    let at = 0.5 * (x_a + x_b) + random.vector(0.05);
    let frame = random.rotation(3.0);
    let apart = match kind {
        JointKind::Distance { .. } => DVec3::new(0.3, 0.35, 0.1),
        _ => random.vector(0.004),
    };
    let frames = [q_a.inverse() * frame, q_b.inverse() * random.rotation(0.02) * frame];
    let [frame_a, frame_b] =
        frames.map(|q| if kind.has_frames() { q.normalize().as_quat() } else { Quat::IDENTITY });
    let torque = random.vector(0.2).as_vec3();
    Joint {
        frame_a,
        frame_b,
        softness,
        multiplier: random.vector(2.0).as_vec3(),
        torque: if kind.has_angular_rows() { torque } else { Vec3::ZERO },
        ..Joint::new(
            kind,
            (a as u32, (q_a.inverse() * (at - x_a)).as_vec3()),
            (b as u32, (q_b.inverse() * (at + apart - x_b)).as_vec3()),
        )
    }
}

/// A tree with loops, some of whose joints have limits, motors, servos and largest forces.
pub fn bounded(seed: u64, bodies: usize, ratio: f64, loops: usize) -> Scene {
    let mut random = Random::new(seed);
    let mut out = scene(&mut random, bodies, ratio, &KINDS, loops);
    for joint in &mut out.joints {
        let mut range = |most: f64| {
            let middle = random.signed(0.5 * most);
            let half = most * (0.1 + random.unit());
            [(middle - half) as f32, (middle + half) as f32]
        };
        let (narrow, wide) = (range(0.1), range(0.3));
        let cap = |random: &mut Random| Some((3.0 * random.unit()) as f32);
        let mut travel = Travel { limit: Some(narrow), ..Travel::FREE };
        match random.below(4) {
            0 => {
                travel.motor = Some(Motor {
                    speed: random.signed(3.0) as f32,
                    damping: None,
                    max_force: cap(&mut random),
                })
            }
            1 => {
                let (target, max_force) = (random.signed(0.5) as f32, cap(&mut random));
                travel.servo = Some(Servo {
                    target,
                    softness: Softness::Frequency { hertz: 4.0, damping_ratio: 0.7 },
                    max_force,
                });
            }
            2 => joint.limit_softness = Some(Softness::Frequency { hertz: 8.0, damping_ratio: 1.0 }),
            _ => {}
        }
        match &mut joint.kind {
            JointKind::Hinge | JointKind::Slider => joint.travel = travel,
            JointKind::Cone => (joint.swing, joint.twist) = (Some(0.05 + wide[1].abs()), Some(narrow)),
            JointKind::SixDof { axes } => {
                for axis in axes.iter_mut().filter(|axis| **axis == Axis::Free) {
                    *axis = Axis::Moved { travel, softness: None, max_force: None };
                }
            }
            JointKind::Distance { min, max } => (*min, *max) = (0.9 * *min, 1.02 * *max),
            JointKind::Fixed => joint.max_torque = cap(&mut random),
            JointKind::Point | JointKind::Universal => {
                joint.max_force = cap(&mut random).map(|most| 20.0 * most)
            }
        }
        // where nothing stops there is nothing to be soft
        let stops = match &joint.kind {
            JointKind::SixDof { axes } => axes.iter().any(|axis| matches!(axis, Axis::Moved { .. })),
            JointKind::Point | JointKind::Universal | JointKind::Fixed => false,
            JointKind::Hinge | JointKind::Slider | JointKind::Cone | JointKind::Distance { .. } => true,
        };
        if !stops {
            joint.limit_softness = None;
        }
    }
    out
}

/// The same, and everything rubs that goes between stops or is driven.
pub fn rubbed(seed: u64, bodies: usize, ratio: f64, loops: usize) -> Scene {
    let mut random = Random::new(1000 + seed);
    let mut out = bounded(seed, bodies, ratio, loops);
    for joint in &mut out.joints {
        let mut rub = |travel: &mut Travel| travel.friction = Some((2.0 * random.unit()) as f32);
        match &mut joint.kind {
            JointKind::Hinge | JointKind::Slider | JointKind::Cone => rub(&mut joint.travel),
            JointKind::SixDof { axes } => axes.iter_mut().for_each(|axis| {
                if let Axis::Moved { travel, .. } = axis {
                    rub(travel);
                }
            }),
            _ => {}
        }
    }
    out
}
