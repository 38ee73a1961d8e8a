//! Marks of joints and contacts beyond threads and bodies, on request. They show what each joint leaves free, where
//! bodies touch, and the forces that both bear.

use std::f32::consts::TAU;

use bytemuck::{Pod, Zeroable};

use crate::codes::draw_contacts::{ARROW_CORNERS, DISC_CORNERS};
use crate::codes::stroke::{
    AIM, AIM_ALONG, ARC, COIL, DOT, END, FORCE, HALF, HAND, LINE, RAIL, RIM, SLIDE, SPOKE, TICK, TORQUE, TURN,
};
use crate::scene::{Angular, Axis, Body, By, Course, Hold, Joint, JointKind, Scene};
use crate::simulation::Simulation;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Show {
    /// Axes of hinges, rails of sliders and what else each joint leaves free, its stops, and where servos draw it.
    pub joints: bool,
    /// An arrow at each joint along the force that it pushes its second body with. One more goes about each axis that
    /// has stops or a drive.
    pub forces: bool,
    /// A disc at each point where bodies touch; with `forces` the force along the normal and that of friction too.
    pub contacts: bool,
}

impl Show {
    pub(super) fn of_joints(self) -> bool {
        self.joints || self.forces
    }
}

/// `Mark` of shaders/render/draw_joints.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct Mark {
    joint: u32,
    look: u32,
    size: f32,
    reach: f32,
    low: f32,
    high: f32,
}

/// Of a mark's look those that say its shape.
const SHAPE_BITS: u32 = 5;
/// Corners of a straight mark and of one that winds.
pub(super) const CORNERS: [u32; 2] = [2 * 6, 2 * 72];
/// Axes of a's frame; b's follow.
const X: u32 = 0;
const Y: u32 = 1;
const Z: u32 = 2;
const OF_B: u32 = 3;
/// A hinge's axis stands out by so much.
const AXLE: f32 = 1.1;
/// How long a cone is that shows a swing, in sizes, and how many lines go from its tip to its rim.
const CONE: f32 = 1.3;
const SPOKES: usize = 4;
/// Of the mark across a rail, to either side, in sizes.
const ACROSS: f32 = 0.3;
/// m/s²: forces are compared with a weight on Earth, whatever the scene's gravity.
const EARTH: f32 = 9.81;

type Look = (u32, u32);
const ALL_HELD: &[Look] = &[(HALF, X), (HALF, Y), (HALF, Z)];
const SIX: &[Look] =
    &[(SLIDE, X), (SLIDE, Y), (SLIDE, Z), (TURN, X), (TURN, Y), (TURN, Z), (COIL, X), (COIL, Y), (COIL, Z)];

/// Shapes and axes that say what a joint of this kind leaves free; of a six-DOF joint those that `is_left` takes.
fn looks(kind: &JointKind) -> &'static [Look] {
    match kind {
        JointKind::Point => &[(DOT, X)],
        JointKind::Hinge => &[(LINE, X), (TURN, X)],
        JointKind::Slider => &[(SLIDE, X)],
        JointKind::Fixed => ALL_HELD,
        JointKind::Universal => &[(LINE, Y), (LINE, OF_B + Z)],
        JointKind::Cone => &[(DOT, X), (HALF, X)],
        // its rod is drawn as a thread
        JointKind::Distance { .. } => &[],
        JointKind::SixDof { axes } if axes.iter().all(|axis| *axis == Axis::Fixed) => ALL_HELD,
        JointKind::SixDof { .. } => SIX,
    }
}

/// Between stops, which say more.
fn is_stopped(axis: &Axis) -> bool {
    matches!(axis, Axis::Moved { travel, .. } if travel.limit.is_some())
}

/// Along a curve that takes many corners.
fn winds(shape: u32) -> bool {
    matches!(shape, TURN | COIL | ARC | RIM | TORQUE)
}

fn is_left(joint: &Joint, (shape, axis): Look) -> bool {
    let axes = match &joint.kind {
        JointKind::SixDof { axes } => axes,
        JointKind::Hinge => return shape != TURN || joint.travel.limit.is_none(),
        JointKind::Slider => return joint.travel.limit.is_none(),
        // the mark of b is the one seen within the cone
        JointKind::Cone => return shape != HALF || joint.swing.is_none(),
        _ => return true,
    };
    let axis = axis as usize;
    match shape {
        SLIDE => axes[axis] != Axis::Fixed && !is_stopped(&axes[axis]),
        TURN => axes[3 + axis] != Axis::Fixed && !is_stopped(&axes[3 + axis]),
        COIL => matches!(axes[axis], Axis::Soft(_) | Axis::Moved { softness: Some(_), .. }),
        _ => true,
    }
}

/// Of positive numbers, which sort like their bits.
fn median(numbers: impl Iterator<Item = f32>) -> f32 {
    let mut bits: Vec<u32> = numbers.map(f32::to_bits).collect();
    bits.sort_unstable();
    bits.get(bits.len() / 2).map_or(1.0, |bits| f32::from_bits(*bits))
}

/// By the smaller of its bodies, m.
fn size_of(joint: &Joint, bodies: &[Body]) -> f32 {
    let [a, b] =
        [joint.a, joint.b].map(|body| &bodies[body as usize]).map(|body| body.solid.mean_radius(body.radius));
    // a plane has no size
    if a.min(b) > 0.0 { a.min(b) } else { a.max(b) }
}

/// Half of what the smaller body takes of a hinge's axis, m.
fn half_across(joint: &Joint, bodies: &[Body]) -> f32 {
    let ends = [(joint.a, joint.frame_a), (joint.b, joint.frame_b)];
    let along = ends.map(|(body, frame)| {
        let Body { solid, radius, .. } = &bodies[body as usize];
        solid.reach(*radius, frame.inverse()).map_or(f32::MAX, |reach| reach.x)
    });
    along[0].min(along[1])
}

/// Stops, where the coordinate is between them, and where it is drawn to. Of row k of a joint.
fn course_marks(course: &Course, k: usize, mark: Mark) -> Vec<Mark> {
    let axis = k as u32 % 3;
    let new = |shape: u32, low: f32, high: f32| Mark { look: shape | axis << SHAPE_BITS, low, high, ..mark };
    let [line, across, at, aim] = if k < 3 { [RAIL, END, DOT, AIM_ALONG] } else { [ARC, TICK, HAND, AIM] };
    let mut marks = Vec::new();
    if let Some([low, high]) = course.stops {
        marks.push(new(line, low, high));
        marks.extend([low, high].map(|stop| Mark { reach: ACROSS * mark.size, ..new(across, stop, stop) }));
    }
    if let Some(drive) = course.drive.filter(|drive| matches!(drive.by, By::Spring(_))) {
        marks.push(new(aim, drive.target, drive.target));
    }
    if !marks.is_empty() {
        marks.push(new(at, 0.0, 0.0));
    }
    marks
}

/// How far a cone joint swings, and b's x within.
fn cone_marks(swing: f32, mark: Mark) -> Vec<Mark> {
    let mark = Mark { reach: CONE * mark.size, high: swing, ..mark };
    let about = |k: usize| TAU * k as f32 / SPOKES as f32;
    let spokes = (0..SPOKES).map(|k| Mark { look: SPOKE | X << SHAPE_BITS, low: about(k), ..mark });
    let rim = Mark { look: RIM | X << SHAPE_BITS, ..mark };
    spokes.chain([rim, Mark { look: HALF | (OF_B + X) << SHAPE_BITS, ..mark }]).collect()
}

/// The stops and the drive of a joint, and where it is.
fn moved_marks(joint: &Joint, mark: Mark) -> Vec<Mark> {
    let hold = Hold::of(joint);
    let mut marks = Vec::new();
    for (k, course) in hold.courses.iter().enumerate() {
        // a row that gives way above a largest force is held otherwise
        let Some(course) = course.filter(|course| !course.drive.is_some_and(|drive| drive.by == By::Holding))
        else {
            continue;
        };
        match (&joint.kind, joint.swing) {
            // a rope is drawn as a thread
            (JointKind::Distance { .. }, _) => {}
            (JointKind::Cone, Some(swing)) if k == 4 => marks.extend(cone_marks(swing, mark)),
            // within the cone
            (JointKind::Cone, _) => {
                marks.extend(course_marks(&course, k, Mark { size: 0.5 * mark.size, ..mark }))
            }
            _ => marks.extend(course_marks(&course, k, mark)),
        }
    }
    marks
}

/// About which axes a joint's stops and drives turn b.
fn torque_axes(joint: &Joint) -> impl Iterator<Item = u32> {
    let hold = Hold::of(joint);
    // a cone's swing goes about an axis that is not the joint's own
    let most = if hold.angular == Angular::Cone { 4 } else { 6 };
    (3..most).filter(move |&k| hold.courses[k].is_some()).map(|k| k as u32 - 3)
}

/// The scale of force arrows: the usual force in the scene, so that arrows can be compared.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ForceScale {
    /// m
    pub size: f32,
    /// 1/N
    pub reach: f32,
}

impl ForceScale {
    /// A size depends on the joints, or where there are none on the bodies; a force on the weight of the middle body.
    pub fn of(scene: &Scene, joints: &[u32]) -> Self {
        let Scene { bodies, .. } = scene;
        let moving = || bodies.iter().filter(|body| !body.fixed && !body.kinematic);
        let size = match joints {
            [] => median(moving().map(|body| body.solid.mean_radius(body.radius))),
            _ => median(joints.iter().map(|&l| size_of(&scene.joints[l as usize], bodies))),
        };
        Self { size, reach: 1.0 / (EARTH * median(moving().map(|body| body.mass))) }
    }
}

/// Joints that are not cut.
fn kept(scene: &Scene, cut: impl Fn(usize) -> bool) -> Vec<u32> {
    (0..scene.joints.len() as u32).filter(|&joint| !cut(joint as usize)).collect()
}

/// Of the contacts in a picture: how many points a pair may have, and the scale of their arrows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ContactMarks {
    pub slots: u32,
    pub scale: ForceScale,
    pub forces: bool,
}

impl ContactMarks {
    pub fn of(simulation: &Simulation, slots: u32, forces: bool, cut: impl Fn(usize) -> bool) -> Self {
        let scene = simulation.scene();
        let scale = if forces { ForceScale::of(scene, &kept(scene, cut)) } else { ForceScale::default() };
        Self { slots, scale, forces }
    }

    /// Of a pair: the first corner of its discs and how many there are, then those of its arrows.
    pub fn strips(&self) -> impl Iterator<Item = [u32; 2]> {
        let [discs, arrows] = [DISC_CORNERS, ARROW_CORNERS].map(|corners| corners * self.slots);
        let all = [[0, discs], [discs, arrows], [discs + arrows, arrows]];
        all.into_iter().take(if self.forces { 3 } else { 1 })
    }
}

/// The marks of one simulation: straight ones, then those that wind.
pub(super) struct Marks {
    pub all: Vec<Mark>,
    pub straight: u32,
    pub winding: u32,
}

impl Marks {
    /// Of joints that are not cut. The size of a mark depends on the smaller of its bodies. The length of an arrow
    /// depends on the usual force in the scene, so that arrows can be compared.
    pub fn of(simulation: &Simulation, shown: Show, cut: impl Fn(usize) -> bool) -> Self {
        let scene = simulation.scene();
        let Scene { joints, bodies, .. } = scene;
        let kept = kept(scene, cut);
        let (mut straight, mut winding) = (Vec::new(), Vec::new());
        for &l in kept.iter().filter(|_| shown.joints) {
            let joint = &joints[l as usize];
            let size = size_of(joint, bodies);
            for &(shape, axis) in looks(&joint.kind) {
                if !is_left(joint, (shape, axis)) {
                    continue;
                }
                let reach = match shape {
                    // as wide as what turns about it
                    LINE if joint.kind == JointKind::Hinge => AXLE * half_across(joint, bodies).max(size),
                    LINE => size,
                    HALF => 0.6 * size,
                    SLIDE => 1.3 * size,
                    _ => 0.0,
                };
                let list = if winds(shape) { &mut winding } else { &mut straight };
                let look = shape | axis << SHAPE_BITS;
                list.push(Mark { joint: l, look, size, reach, ..Mark::default() });
            }
            for mark in moved_marks(joint, Mark { joint: l, size, ..Mark::default() }) {
                let list =
                    if winds(mark.look & ((1 << SHAPE_BITS) - 1)) { &mut winding } else { &mut straight };
                list.push(mark);
            }
        }
        if shown.forces {
            let ForceScale { size, reach } = ForceScale::of(scene, &kept);
            let mark = Mark { size, reach, ..Mark::default() };
            straight.extend(kept.iter().map(|&joint| Mark { joint, look: FORCE, ..mark }));
            for &l in &kept {
                let joint = &joints[l as usize];
                let own = Mark { joint: l, size: size_of(joint, bodies), reach: reach / size, ..mark };
                winding
                    .extend(torque_axes(joint).map(|axis| Mark { look: TORQUE | axis << SHAPE_BITS, ..own }));
            }
        }
        let counts = [straight.len() as u32, winding.len() as u32];
        straight.append(&mut winding);
        Self { all: straight, straight: counts[0], winding: counts[1] }
    }
}
