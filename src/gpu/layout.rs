//! Structs that Rust and the shaders share. The layouts are proven equal by `tests/machines/layout.rs`.

use bytemuck::{Pod, Zeroable};

use crate::plan;

/// `Step` of shaders/common/step.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Step {
    pub gravity: [f32; 3],
    pub h: f32,
    pub inverse_h: f32,
    pub stabilisation: f32,
    pub warm_start: f32,
    pub velocity_kept: f32,
    pub guard_cap: f32,
    pub regularisation: f32,
    pub blend: f32,
    pub gain: f32,
    pub first: u32,
    pub count: u32,
    pub body_count: u32,
    pub joint_count: u32,
    pub iteration: u32,
    pub iterations: u32,
    pub extra: [u32; 2],
    pub frame: f32,
    pub closing: f32,
    pub firmness: f32,
    pub yielding: f32,
    pub compliance: f32,
    pub penalty: f32,
    pub penalty_growth: f32,
    pub penalty_kept: f32,
    pub gap_kept: f32,
    pub unused: [u32; 3],
}

/// Distance of two `Step`s in their buffer: WebGPU's least alignment of a dynamic offset.
pub const STEP_STRIDE: u64 = 256;

impl From<&plan::Step> for Step {
    fn from(step: &plan::Step) -> Self {
        Self {
            gravity: step.gravity.map(|x| x as f32),
            h: step.h as f32,
            inverse_h: (1.0 / step.h) as f32,
            stabilisation: step.stabilisation as f32,
            warm_start: step.warm_start as f32,
            velocity_kept: step.velocity_kept as f32,
            guard_cap: step.guard_cap as f32,
            regularisation: step.regularisation as f32,
            blend: step.blend as f32,
            gain: step.gain as f32,
            first: step.first,
            count: step.count,
            body_count: step.body_count,
            joint_count: step.joint_count,
            iteration: step.iteration,
            iterations: step.iterations,
            extra: step.extra,
            frame: step.frame as f32,
            closing: step.closing as f32,
            firmness: step.firmness as f32,
            yielding: step.yielding as f32,
            compliance: step.compliance as f32,
            penalty: step.penalty as f32,
            penalty_growth: step.penalty_growth as f32,
            penalty_kept: step.penalty_kept as f32,
            gap_kept: step.gap_kept as f32,
            unused: [0; 3],
        }
    }
}

/// `Body` of shaders/common/body.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Body {
    pub inertia: [f32; 3],
    pub mass: f32,
    pub inverse_inertia: [f32; 3],
    pub inverse_mass: f32,
}

/// `Tie` of shaders/ties/tie.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Tie {
    pub anchor_a: [f32; 3],
    pub a: u32,
    pub anchor_b: [f32; 3],
    pub b: u32,
}

/// `Arms`: a tie's anchors turned into the world.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Arms {
    pub arm_a: [f32; 3],
    pub a: u32,
    pub arm_b: [f32; 3],
    pub b: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Block {
    pub diagonal: [f32; 3],
    pub bias_x: f32,
    pub off: [f32; 3],
    pub bias_y: f32,
    pub work: [f32; 3],
    pub bias_z: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Pose {
    pub position: [f32; 3],
    pub radius: f32,
    pub rotation: [f32; 4],
}

/// λ of a joint, and what of its equation was left.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Multiplier {
    pub lambda: [f32; 3],
    pub left: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Velocity {
    pub linear: [f32; 3],
    pub inverse_mass: f32,
    pub angular: [f32; 3],
    pub w: f32,
}

/// `Pull` of shaders/step/apply_pull.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Pull {
    pub local_point: [f32; 3],
    pub body: u32,
    pub goal: [f32; 3],
    pub stiffness: f32,
    pub damping: f32,
    pub most_force: f32,
    pub most_speed: f32,
    pub pad: u32,
}

/// `Placed` of shaders/step/place_body.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Placed {
    pub position: [f32; 3],
    pub body: u32,
    pub centre: [f32; 3],
    pub told: u32,
    pub rotation: [f32; 4],
}

/// `Pushed` of shaders/common/push_record.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Pushed {
    pub force: [f32; 3],
    pub body: u32,
    pub beside: [f32; 3],
    pub turns_with: u32,
    pub point: [f32; 3],
    pub pad_0: u32,
    pub torque: [f32; 3],
    pub pad_1: u32,
}

/// `Symmetric` of shaders/common/symmetric.wgsl, as it lies in an array.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Symmetric {
    pub diagonal: [f32; 3],
    pub pad_0: f32,
    pub off: [f32; 3],
    pub pad_1: f32,
}

/// `Partial` of shaders/common/partial.wgsl: what one workgroup, or in the end all, found.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Partial {
    pub max_gap: f32,
    pub gap_squares: f32,
    pub max_gap_radii: f32,
    pub residual_squares: f32,
    pub kinetic: f32,
    pub potential: f32,
    /// Index of the worst joint.
    pub worst_joint: u32,
    /// Lowest index of a body that is not finite, or `u32::MAX`.
    pub bad_body: u32,
    pub fell_back: u32,
    pub max_angle: f32,
    pub max_overshoot: f32,
    pub rounds: f32,
    pub momentum: [f32; 3],
    pub pad: u32,
    pub angular_momentum: [f32; 3],
    pub pad_behind: u32,
}

/// `Surface` of shaders/shapes/surface.wgsl, its shape taken apart.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Surface {
    pub half: [f32; 3],
    pub kind: u32,
    pub friction: f32,
    pub restitution: f32,
    pub rolling: f32,
    pub flags: u32,
}

/// `BodyPair` of shaders/ties/contact.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct BodyPair {
    pub normal: [f32; 3],
    pub friction: f32,
    pub a: u32,
    pub b: u32,
    pub count: u32,
    pub rolling: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Touch {
    pub core_a: [f32; 3],
    pub depth: f32,
    pub core_b: [f32; 3],
    pub feature: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Reach {
    pub arm_a: [f32; 3],
    pub inverse_normal: f32,
    pub arm_b: [f32; 3],
    pub inverse_tangent: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Push {
    pub lambda: [f32; 3],
    pub depth: f32,
}

/// `PartOf` of shaders/common/part.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct PartOf {
    pub offset: [f32; 3],
    pub owner: u32,
    pub rotation: [f32; 4],
}

/// `RayBody` of shaders/step/cast_rays.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct RayBody {
    pub half: [f32; 3],
    pub kind: u32,
    pub group: u32,
    pub centre_x: f32,
    pub centre_y: f32,
    pub centre_z: f32,
}

/// `Ray` of shaders/step/cast_rays.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Ray {
    pub origin: [f32; 3],
    pub most: f32,
    pub direction: [f32; 3],
    pub mask: u32,
}

/// `RayHit` of shaders/step/cast_rays.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct RayHit {
    pub normal: [f32; 3],
    pub distance: f32,
    /// `u32::MAX` if it met none.
    pub body: u32,
    pub pad: [u32; 3],
}
