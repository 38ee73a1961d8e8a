//! Ragdolls: ten bodies as of water, 1.75 m and 79 kg in all, and nine limited joints where a person has them. Lengths in m, angles
//! in rad. A person looks along z, and stands with arms and legs a little apart where every angle is 0.

use std::f64::consts::{PI, TAU};

use glam::{DQuat, DVec3};
use serde_json::{Map, json};

use super::layout::Layout;
use super::{JointKind, Scene, Solid};

/// Of one person.
pub const BODIES: usize = 1 + PARTS;
/// All but the torso.
const PARTS: usize = 9;

const SKIN: [u8; 3] = [0xd8, 0xa9, 0x83];
const TROUSERS: [u8; 3] = [0x3b, 0x46, 0x55];
const SHIRTS: [[u8; 3]; 6] = [
    [0x2f, 0x8f, 0x8b],
    [0xd9, 0x8e, 0x32],
    [0x8c, 0x55, 0x82],
    [0x52, 0x75, 0xb5],
    [0x7f, 0x9b, 0x4a],
    [0xc9, 0x5d, 0x4c],
];

/// Half of its edges.
const TORSO: DVec3 = DVec3::new(0.17, 0.27, 0.1);

/// How far a joint goes from where it is 0.
#[derive(Clone, Copy)]
enum Bends {
    /// Forwards between these two.
    Hinge([f64; 2]),
    /// So far to any side, and so far about itself.
    Cone { swing: f64, twist: f64 },
}

/// A capsule whose round ends are about its two joints.
#[derive(Clone, Copy)]
struct Part {
    /// The body that it hangs from: 0 is the torso, and parts follow in their order.
    of: usize,
    /// Where it hangs, in that body's axes.
    at: DVec3,
    /// Where it points to at 0, in that body's axes.
    way: DVec3,
    radius: f64,
    length: f64,
    bends: Bends,
    /// Its colour; the person's shirt where none is given.
    colour: Option<[u8; 3]>,
}

const HEAD: Part = Part {
    of: 0,
    at: DVec3::new(0.0, 0.37, 0.0),
    way: DVec3::Y,
    radius: 0.1,
    length: 0.12,
    bends: Bends::Cone { swing: 0.6, twist: 1.0 },
    colour: Some(SKIN),
};
/// Of the right side; the left has −x.
const UPPER_ARM: Part = Part {
    of: 0,
    at: DVec3::new(0.21, 0.22, 0.0),
    way: DVec3::new(0.62, -0.75, 0.22),
    radius: 0.048,
    length: 0.29,
    bends: Bends::Cone { swing: 1.5, twist: 0.9 },
    colour: None,
};
const THIGH: Part = Part {
    of: 0,
    at: DVec3::new(0.1, -0.29, 0.0),
    way: DVec3::new(0.12, -1.0, 0.25),
    radius: 0.072,
    length: 0.42,
    bends: Bends::Cone { swing: 0.9, twist: 0.4 },
    colour: Some(TROUSERS),
};
const FOREARM: Part = Part {
    of: 0,
    at: DVec3::new(0.0, -0.5 * UPPER_ARM.length, 0.0),
    way: DVec3::NEG_Y,
    radius: 0.04,
    length: 0.3,
    bends: Bends::Hinge([0.0, 2.4]),
    colour: Some(SKIN),
};
const SHIN: Part = Part {
    of: 0,
    at: DVec3::new(0.0, -0.5 * THIGH.length, 0.0),
    way: DVec3::NEG_Y,
    radius: 0.055,
    length: 0.4,
    bends: Bends::Hinge([-2.3, 0.0]),
    colour: Some(TROUSERS),
};

/// The kinds of its joints.
#[derive(Clone, Copy, Eq, PartialEq)]
pub enum Joints {
    /// Cones at neck, shoulders and hips, hinges at elbows and knees.
    Theirs,
    /// Hinges everywhere: what every engine has with stops, for comparisons.
    Hinges,
}

/// Head, right arm, right leg, and the same on the left.
fn parts(joints: Joints) -> [Part; PARTS] {
    let left = |part: Part| {
        let mirrored = |v: DVec3| DVec3::new(-v.x, v.y, v.z);
        Part { at: mirrored(part.at), way: mirrored(part.way), ..part }
    };
    let mut all = [HEAD, UPPER_ARM, FOREARM, THIGH, SHIN, left(UPPER_ARM), FOREARM, left(THIGH), SHIN];
    if joints == Joints::Hinges {
        for part in &mut all {
            if let Bends::Cone { swing, .. } = part.bends {
                part.bends = Bends::Hinge([-swing, swing]);
            }
        }
    }
    for k in [2, 4, 6, 8] {
        all[k].of = k;
    }
    all
}

/// The body that ends in the right hand.
const HANDED: usize = 3;

/// A turn of a joint by no more than half of its range, another for every `seed`.
fn turn(seed: usize, part: usize, bends: Bends) -> DQuat {
    // steps of irrational shares never come back to where they were
    let step = |share: f64| (share * (seed * PARTS + part) as f64).fract();
    let (one, other) = (step(0.618_034), step(0.754_878));
    match bends {
        Bends::Hinge([low, high]) => DQuat::from_rotation_x(0.5 * (low + high) * one),
        Bends::Cone { swing, twist } => {
            let across = DVec3::new(0.0, (TAU * other).cos(), (TAU * other).sin());
            let twisted = DQuat::from_rotation_x(twist * (one - 0.5));
            DQuat::from_axis_angle(across, 0.5 * swing * one) * twisted
        }
    }
}

struct Person {
    seed: usize,
    parts: [Part; PARTS],
    /// Centre and rotation of each body, seen from the torso.
    poses: Vec<(DVec3, DQuat)>,
    /// Of each part's joint: where it is, and its frames on its parent and on itself.
    joints: Vec<(DVec3, [DQuat; 2])>,
}

impl Person {
    fn new(seed: usize, joints: Joints) -> Self {
        let parts = parts(joints);
        let poses = vec![(DVec3::ZERO, DQuat::IDENTITY)];
        let mut person = Person { seed, parts, poses, joints: Vec::with_capacity(PARTS) };
        for (k, part) in parts.into_iter().enumerate() {
            let (centre, rotation) = person.poses[part.of];
            let way = part.way.normalize();
            // x of a cone is along the part; of a hinge it goes across, so that more than 0 is forwards
            let axis = match part.bends {
                Bends::Hinge(_) => DVec3::NEG_X,
                Bends::Cone { .. } => way,
            };
            let frame = DQuat::from_rotation_arc(DVec3::X, axis);
            let on_a = rotation * frame;
            let on_b = on_a * turn(seed, k, part.bends);
            let own = on_b * frame.inverse() * DQuat::from_rotation_arc(DVec3::NEG_Y, way);
            let at = centre + rotation * part.at;
            person.poses.push((at + own * DVec3::NEG_Y * (0.5 * part.length), own));
            person.joints.push((at, [on_a, on_b]));
        }
        person
    }

    /// Seen from the torso.
    fn hand(&self) -> DVec3 {
        let (centre, rotation) = self.poses[HANDED];
        centre + rotation * DVec3::NEG_Y * (0.5 * FOREARM.length)
    }

    /// Puts it down with its torso there. Returns its first body.
    fn put(&self, layout: &mut Layout, torso: DVec3, turned: DQuat) -> u32 {
        let shirt = SHIRTS[self.seed % SHIRTS.len()];
        let first = layout.body(torso, turned, Solid::Box { half_extents: TORSO.as_vec3() }, false);
        layout.paint(first, shirt);
        for (part, &(centre, rotation)) in self.parts.iter().zip(&self.poses[1..]) {
            let solid =
                Solid::Capsule { radius: part.radius as f32, half_height: (0.5 * part.length) as f32 };
            let body = layout.body(torso + turned * centre, turned * rotation, solid, false);
            layout.paint(body, part.colour.unwrap_or(shirt));
        }
        for ((k, part), &(at, frames)) in (1..).zip(self.parts).zip(&self.joints) {
            let [on_a, on_b] = frames.map(|frame| turned * frame);
            let ends = [(first + part.of as u32, on_a), (first + k, on_b)];
            let kind = match part.bends {
                Bends::Hinge(_) => JointKind::Hinge,
                Bends::Cone { .. } => JointKind::Cone,
            };
            let index = layout.hold_bent(kind, ends, torso + turned * at);
            let joint = layout.joint(index);
            match part.bends {
                Bends::Hinge(limit) => joint.travel.limit = Some(limit.map(|angle| angle as f32)),
                Bends::Cone { swing, twist } => {
                    joint.swing = Some(swing as f32);
                    joint.twist = Some([-twist, twist].map(|angle| angle as f32));
                }
            }
        }
        first
    }
}

/// People in a row, so many that rows are three times as long as there are rows.
fn in_a_row(count: usize) -> usize {
    ((3 * count) as f64).sqrt().round().max(1.0) as usize
}

/// Of `ragdolls`, before any is made.
pub fn ragdoll_bodies(count: usize) -> usize {
    BODIES * count + count.div_ceil(in_a_row(count))
}

/// Hung by one hand from bars, and thrown about them.
pub fn ragdolls(count: usize, joints: Joints) -> Scene {
    const APART: f64 = 1.5;
    const BEHIND: f64 = 2.4;
    const HEIGHT: f64 = 2.6;
    const BAR: f64 = 0.035;
    /// rad/s about the bar, and to the sides.
    const THROW: f64 = 2.6;
    const ASIDE: f64 = 0.8;
    let row = in_a_row(count);
    let mut layout = Layout::new(BAR, ragdoll_bodies(count));
    for (back, start) in (0..count).step_by(row).enumerate() {
        let there = row.min(count - start);
        let at = |k: f64| DVec3::new(APART * (k - 0.5 * (there - 1) as f64), HEIGHT, -BEHIND * back as f64);
        let bar = layout.bar(at(-0.4), at(there as f64 - 0.6), BAR, true);
        for k in 0..there {
            let seed = start + k;
            let person = Person::new(seed, joints);
            // the hand straight above the middle of the torso, and then turned about the upright
            let upright = DQuat::from_rotation_arc(person.hand().normalize(), DVec3::Y);
            let turned = DQuat::from_rotation_y(0.9 * (2.4 * seed as f64).sin()) * upright;
            let hand = at(k as f64);
            let first = person.put(&mut layout, hand - turned * person.hand(), turned);
            layout.pivot(bar, first + HANDED as u32, hand);
            let side = if seed % 2 == 0 { 1.0 } else { -1.0 };
            let aside = ASIDE * (1.7 * seed as f64).sin();
            layout.spin_from(first, hand, DVec3::new(side * THROW, aside, 0.5 * aside));
        }
    }
    layout.finish()
}

/// Rows of people above each other, each turned another way, let go above the ground. A body that falls on a hand
/// whirls the arm that it is on. Twice the substeps of other scenes with contacts are for the depth of the landing: 10 mm,
/// and 58 at four.
pub fn ragdoll_drop(count: usize) -> Scene {
    const APART: f64 = 1.9;
    const ROW: usize = 6;
    /// Of the lowest torso: whatever way it is turned, feet and hands stay above the ground.
    const LOWEST: f64 = 1.4;
    let mut layout = Layout::new(TORSO.x, BODIES * count + 1);
    layout.ground(0.0);
    for seed in 0..count {
        let (k, up) = (seed % ROW, seed / ROW);
        let there = ROW.min(count);
        let at = DVec3::new(APART * (k as f64 - 0.5 * (there - 1) as f64), LOWEST + APART * up as f64, 0.0);
        let axis = DVec3::new((2.4 * seed as f64).sin(), (2.4 * seed as f64).cos(), 0.6).normalize();
        let turned = DQuat::from_axis_angle(axis, PI * (0.618_034 * seed as f64).fract());
        Person::new(seed, Joints::Theirs).put(&mut layout, at, turned);
    }
    let mut scene = layout.touching();
    let wishes = [
        ("substeps".into(), json!(16)),
        // a neck has no friction: without it heads swing for ever
        ("damping".into(), json!(0.5)),
    ];
    scene.recommend(Map::from_iter(wishes));
    scene
}
