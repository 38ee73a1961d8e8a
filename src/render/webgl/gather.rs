//! `gather_joints` and `gather_beads` of shaders/render: the drawn data of every joint and bead.

use glam::{Quat, Vec3};

use super::subject::{Subject, Thread, Touching};
use super::{AS_PEARL, Bead, NONE, packed, rotation, vector};
use crate::codes::gather_beads;
use crate::codes::solid::COMPOUND;
use crate::cpu::ties::wound::with_turns;
use crate::cpu::ties::{Rows, beyond};
use crate::cpu::{Pose, World};
use crate::render::colours::{category, ramp};
use crate::render::drawn::CUT;
use crate::render::resources::{Cord, Frame};
use crate::scene::Linear;

/// The data that beads get about a joint beside them.
pub struct Signal {
    pub load: f32,
    pub gap: f32,
    pub colour: u32,
}

const CORD: f32 = 0.15;
const SLACK: f32 = 0.6;

fn smoothstep(low: f32, high: f32, x: f32) -> f32 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

fn mix(a: [f32; 3], b: [f32; 3], share: f32) -> [f32; 3] {
    std::array::from_fn(|k| a[k] + share * (b[k] - a[k]))
}

impl Frame {
    fn axes(&self) -> [Vec3; 3] {
        [self.right, self.up, self.forward].map(Vec3::from_array)
    }

    /// Coordinates along the camera's axes: right, up, away.
    pub(super) fn seen_from(&self, world: Vec3) -> Vec3 {
        let p = world - Vec3::from_array(self.eye);
        let [right, up, forward] = self.axes();
        Vec3::new(p.dot(right), p.dot(up), p.dot(forward))
    }
}

struct Opening {
    gap: f32,
    rod: bool,
    slides: bool,
}

fn opening(thread: &Thread, a: Quat, d: Vec3) -> Opening {
    if thread.linear == Linear::Distance {
        let gap = if thread.hard[0] { (thread.length - d.length()).abs() } else { 0.0 };
        return Opening { gap, rod: true, slides: false };
    }
    if thread.hard == [true; 3] {
        return Opening { gap: d.length(), rod: false, slides: false };
    }
    let own = (a * thread.frame).inverse() * d;
    let live = Vec3::from_array(thread.hard.map(|hard| f32::from(u8::from(hard))));
    Opening { gap: (live * own).length(), rod: false, slides: true }
}

/// How far each is open and how hard it pulls, and the cords that one sees of them.
pub fn joints(frame: &Frame, subject: &Subject, world: &World<f32>, cords: &mut Vec<Cord>) -> Vec<Signal> {
    let offset = Vec3::from_array(subject.record.offset);
    let [r, g, b, dash] = frame.threads[subject.record.index as usize];
    let mut lay = |from: Vec3, to: Vec3, radius: f32, strain: f32| {
        cords.push(Cord {
            from: (from + offset).to_array(),
            radius,
            to: (to + offset).to_array(),
            strain,
            colour: mix([r, g, b], frame.warning, strain),
            dash,
        });
    };
    let mut signals = Vec::with_capacity(subject.threads.len());
    for (l, thread) in subject.threads.iter().enumerate() {
        let (a, b) = (&world.poses[thread.a], &world.poses[thread.b]);
        let lambda = vector(world.borne(l));
        if !(is_whole(a) && is_whole(b) && lambda.is_finite()) {
            signals.push(Signal { load: 0.0, gap: 0.0, colour: NONE });
            continue;
        }
        let (at_a, at_b) = (vector(a.position), vector(b.position));
        let (turn_a, turn_b) = (rotation(a), rotation(b));
        let (arm_a, arm_b) = (turn_a * thread.anchor_a, turn_b * thread.anchor_b);
        let radius = a.radius.min(b.radius);
        let opened = opening(thread, turn_a, (at_a - at_b) + (arm_a - arm_b));
        let open = opened.gap;
        signals.push(Signal { load: lambda.length(), gap: open / radius, colour: thread.colour });
        if thread.colour == CUT {
            continue;
        }

        // Beads that touch hide their thread.
        let (thin_a, thin_b) = (subject.thin[thread.a], subject.thin[thread.b]);
        let thinner = thin_a.min(thin_b);
        let beyond = |body: usize, anchor: Vec3| {
            subject.solids[body].distance(world.poses[body].radius, anchor + subject.centres[body])
        };
        let outside =
            beyond(thread.a, thread.anchor_a).max(beyond(thread.b, thread.anchor_b)) > 0.02 * thinner;
        let view = frame.seen_from(at_a + offset);
        let shut = open < 2e-3 * radius && (opened.slides || !(outside || opened.rod));
        if shut || view.z < frame.near {
            continue;
        }
        // It keeps its volume, and so thins: ρ² (ℓ + gap) = ρ₀² ℓ.
        let slack = SLACK * thinner;
        let thickness = CORD * thinner * (slack / (slack + open)).sqrt();
        let strain = smoothstep(0.02, 0.5, open / radius);
        // where it leaves the bead: the anchor, drawn back into the bead if it lies near the surface
        let leaves = |at: Vec3, arm: Vec3, off: Vec3, thin: f32| {
            (at - off) + (arm + off) * (0.8 * thin / (arm + off).length().max(1e-9)).min(1.0)
        };
        let (off_a, off_b) = (turn_a * subject.centres[thread.a], turn_b * subject.centres[thread.b]);
        let (start, end) = (leaves(at_a, arm_a, off_a, thin_a), leaves(at_b, arm_b, off_b, thin_b));
        if outside && !opened.rod {
            let middle = 0.5 * ((at_a + arm_a) + (at_b + arm_b));
            lay(start, middle, thickness, strain);
            lay(middle, end, thickness, strain);
        } else {
            lay(start, end, thickness, strain);
        }
    }
    lay_hand(frame, subject, world, cords);
    signals
}

/// The hand that pulls a bead: a dashed line from its grip to where it is.
fn lay_hand(frame: &Frame, subject: &Subject, world: &World<f32>, cords: &mut Vec<Cord>) {
    let record = &subject.record;
    let Some(pose) = world.poses.get(record.held as usize) else { return };
    let offset = Vec3::from_array(record.offset);
    let grip = vector(pose.position) + rotation(pose) * Vec3::from_array(record.local_point) + offset;
    let size = subject.solids[record.held as usize].mean_radius(pose.radius);
    let [r, g, b, _] = frame.line;
    cords.push(Cord {
        from: grip.to_array(),
        radius: 0.05 * size,
        to: (Vec3::from_array(record.goal) + offset).to_array(),
        strain: 0.0,
        colour: [r, g, b],
        dash: 0.5 * size,
    });
}

fn is_whole(pose: &Pose<f32>) -> bool {
    vector(pose.position).is_finite() && rotation(pose).is_finite()
}

/// Joints of one bead that are looked at.
const MOST_JOINTS: usize = gather_beads::MOST_JOINTS as usize;

/// The values that beads show by their colours.
pub struct Said<'a> {
    pub frame: &'a Frame,
    pub signals: &'a [Signal],
    pub most_load: f32,
    /// By body, where colours say them.
    pub errors: &'a [f32],
}

/// How far a body is beyond the stops of its joints, m or rad, the worst of all.
pub fn overshoots(subject: &Subject, world: &World<f32>) -> Vec<f32> {
    let mut errors = vec![0.0f32; world.poses.len()];
    for (l, frames) in world.frames.iter().enumerate() {
        if subject.threads[l].colour == CUT || world.is_broken(l) {
            continue;
        }
        let tie = world.ties[l];
        let (_, c) = Rows::of(frames, &tie, &world.poses[tie.a], &world.poses[tie.b]);
        let c = with_turns(frames, world.wound[l], c).to_array();
        let over = (0..6).filter_map(|k| Some(beyond(frames.course(k)?, c[k]).abs()));
        let most = over.fold(0.0, f32::max);
        for body in [tie.a, tie.b] {
            errors[body] = errors[body].max(most);
        }
    }
    errors
}

/// How deep a body is in another, m, the deepest, from `World::contact_words`.
pub fn depths(touching: &Touching, bodies: usize) -> Vec<f32> {
    let mut errors = vec![0.0f32; bodies];
    let [pair, _, force] = touching.sizes();
    for (pair, forces) in touching.array(0).chunks_exact(pair).zip(touching.array(2).chunks_exact(force)) {
        let depths = forces.chunks_exact(4).take(pair[6] as usize & 7).map(|push| f32::from_bits(push[3]));
        let most = depths.fold(0.0, f32::max);
        for &body in &pair[4..6] {
            if let Some(error) = errors.get_mut(body as usize) {
                *error = error.max(most);
            }
        }
    }
    errors
}

struct Around {
    load: f32,
    gap: f32,
    colour: u32,
    neighbours: [u32; 2],
}

impl Said<'_> {
    fn look_around(&self, subject: &Subject, world: &World<f32>, body: usize) -> Around {
        let mut found = Around { load: 0.0, gap: 0.0, colour: NONE, neighbours: [NONE; 2] };
        let [first, last] = [world.lists[body], world.lists[body + 1]].map(|at| at as usize);
        for (k, &item) in world.lists[first..last].iter().take(MOST_JOINTS).enumerate() {
            let l = (item >> 1) as usize;
            let (signal, thread) = (&self.signals[l], &subject.threads[l]);
            found.load = found.load.max(signal.load);
            found.gap = found.gap.max(signal.gap);
            if k == 0 {
                found.colour = signal.colour;
            }
            if let Some(neighbour) = found.neighbours.get_mut(k) {
                // one that stands for the world is not drawn
                let other = (thread.a ^ thread.b ^ body) as u32;
                if other < subject.record.bodies {
                    *neighbour = subject.record.first_body + other;
                }
            }
        }
        found
    }

    /// A number from 0 to 1, or below 0 where there is nothing to show.
    fn number(&self, around: &Around, v: Vec3, body: usize) -> f32 {
        match self.frame.mode {
            1 => around.load / self.most_load.max(1e-20),
            // five decades: 10⁻⁵ of a radius to a whole one
            2 => (1.0 + around.gap.max(1e-6).log10() / 5.0).clamp(0.0, 1.0),
            // against a fall through half the scene, v = √(2 g ℓ)
            3 => (v.length() / (19.6 * self.frame.reach).sqrt()).clamp(0.0, 1.0),
            // four decades: 10⁻⁵ to 10⁻¹ m or rad
            5 | 6 => (1.0 + (self.errors[body].max(1e-6).log10() + 1.0) / 4.0).clamp(0.0, 1.0),
            _ => -1.0,
        }
    }

    /// Its place, its colour, its neighbours, and whether it is in the picture.
    pub fn bead(&self, subject: &Subject, world: &World<f32>, body: usize, shape: [f32; 4]) -> Bead {
        let frame = self.frame;
        let pose = world.poses[body];
        // an absent body is not drawn, and in the place of a compound its parts are
        let by_parts = shape[3] as u32 == COMPOUND;
        let whole = is_whole(&pose) && pose.radius > 0.0 && !by_parts;
        let (position, turned) = match whole {
            // poses are of centres of mass
            true => (vector(pose.position) - rotation(&pose) * subject.centres[body], rotation(&pose)),
            false => (Vec3::ZERO, Quat::IDENTITY),
        };
        let around = self.look_around(subject, world, body);
        let metal = world.bodies[body].is_fixed();
        let signal = self.number(&around, vector(world.velocities[body].linear), body);
        let colour = match metal {
            false if frame.mode == 4 && around.colour != NONE => category(around.colour),
            false if signal >= 0.0 => ramp(signal),
            _ => subject.colours[body],
        };
        let centre = position + Vec3::from_array(subject.record.offset);
        let view = frame.seen_from(centre);
        let mut radius = if by_parts { 0.0 } else { pose.radius };
        let mut pixels = frame.focal * radius / view.z.max(frame.near);
        let half = frame.size.map(|side| 0.5 * side / frame.focal);
        // the side planes of the view lean outwards: distance beyond them at most r √(1 + tan²)
        let beside =
            |z: f32| (0..2).all(|k| view[k].abs() < half[k] * z + radius * (1.0 + half[k] * half[k]).sqrt());
        let inside = match shape[3] as u32 {
            0 => view.z > radius + frame.near && beside(view.z),
            // as large as it may be, it is seen from within the sphere around it too
            1 | 2 | 4 | 5 => view.z > frame.near - radius && beside(view.z.max(0.0)),
            _ => (Vec3::from_array(frame.eye) - centre).dot(turned * Vec3::Y) > 0.0,
        };
        if shape[3] == 3.0 {
            (radius, pixels) = (0.0, 1e9);
        }
        Bead {
            centre: centre.to_array(),
            radius,
            rotation: turned.to_array(),
            colour: [packed(colour[0], colour[1]), packed(colour[2], f32::from(u8::from(metal)))],
            light: packed(1.0, 1.0),
            kind: subject.record.index | if whole && inside { AS_PEARL } else { 0 },
            neighbours: around.neighbours,
            pixels,
            signal,
        }
    }
}
