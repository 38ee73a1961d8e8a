//! The contents of the arrays, as in src/gpu/layout.rs and the shaders.

use super::algebra::{Quat, Symmetric, Vec3};
use super::number::Number;
use crate::plan;
use crate::scene;

/// The numbers of a dispatch: those of the plan as a device gets them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Step<N> {
    pub gravity: Vec3<N>,
    pub h: N,
    pub inverse_h: N,
    pub stabilisation: N,
    pub warm_start: N,
    pub velocity_kept: N,
    pub guard_cap: N,
    pub regularisation: N,
    pub blend: N,
    pub gain: N,
    pub first: usize,
    pub count: usize,
    pub body_count: usize,
    pub iteration: usize,
    pub iterations: usize,
    pub extra: [u32; 2],
    pub frame: N,
    pub closing: N,
    pub firmness: N,
    pub yielding: N,
    pub compliance: N,
    pub penalty: N,
    pub penalty_growth: N,
    pub penalty_kept: N,
    pub gap_kept: N,
}

impl<N: Number> From<&plan::Step> for Step<N> {
    fn from(step: &plan::Step) -> Self {
        Self {
            gravity: Vec3::of(step.gravity),
            h: N::from_f64(step.h),
            inverse_h: N::from_f64(1.0 / step.h),
            stabilisation: N::from_f64(step.stabilisation),
            warm_start: N::from_f64(step.warm_start),
            velocity_kept: N::from_f64(step.velocity_kept),
            guard_cap: N::from_f64(step.guard_cap),
            regularisation: N::from_f64(step.regularisation),
            blend: N::from_f64(step.blend),
            gain: N::from_f64(step.gain),
            first: step.first as usize,
            count: step.count as usize,
            body_count: step.body_count as usize,
            iteration: step.iteration as usize,
            iterations: step.iterations as usize,
            extra: step.extra,
            frame: N::from_f64(step.frame),
            closing: N::from_f64(step.closing),
            firmness: N::from_f64(step.firmness),
            yielding: N::from_f64(step.yielding),
            compliance: N::from_f64(step.compliance),
            penalty: N::from_f64(step.penalty),
            penalty_growth: N::from_f64(step.penalty_growth),
            penalty_kept: N::from_f64(step.penalty_kept),
            gap_kept: N::from_f64(step.gap_kept),
        }
    }
}

/// Static facts of a body.
#[derive(Clone, Copy, Debug, Default)]
pub struct Body<N = f64> {
    /// Principal moments, body axes, kg m².
    pub inertia: Vec3<N>,
    pub mass: N,
    /// Zero if fixed.
    pub inverse_inertia: Vec3<N>,
    pub inverse_mass: N,
}

impl<N: Number> Body<N> {
    pub fn of(body: &scene::Body, fixed: bool) -> Self {
        let inverse = |x: N| if fixed { N::ZERO } else { N::ONE / x };
        let (mass, inertia) = (N::from_f64(f64::from(body.mass)), Vec3::<N>::from(body.inertia));
        // a part resists as its compound does, and weighs nothing
        let weight = if body.part.is_some() { N::ZERO } else { N::ONE };
        Self {
            inertia: weight * inertia,
            mass: weight * mass,
            inverse_inertia: Vec3::new(inverse(inertia.x), inverse(inertia.y), inverse(inertia.z)),
            inverse_mass: inverse(mass),
        }
    }

    pub fn is_fixed(&self) -> bool {
        self.inverse_mass == N::ZERO
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Pose<N = f64> {
    pub position: Vec3<N>,
    pub radius: N,
    pub rotation: Quat<N>,
}

impl<N: Number> Default for Pose<N> {
    fn default() -> Self {
        Self { position: Vec3::ZERO, radius: N::ZERO, rotation: Quat::IDENTITY }
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Velocity<N = f64> {
    pub linear: Vec3<N>,
    pub angular: Vec3<N>,
}

/// Where a body is and how it moves.
#[derive(Clone, Copy, Debug)]
pub struct Motion<N = f64> {
    pub pose: Pose<N>,
    pub v: Velocity<N>,
}

impl<N: Number> Default for Motion<N> {
    fn default() -> Self {
        Self { pose: Pose::default(), v: Velocity::default() }
    }
}

/// A tie's anchors turned into the world, in the pose at the substep's start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arms<N = f64> {
    pub arm_a: Vec3<N>,
    pub arm_b: Vec3<N>,
}

/// What a solver keeps of one tie.
#[derive(Clone, Copy, Debug, Default)]
pub struct Block<N = f64> {
    /// A_ll⁻¹, or S⁻¹ in the exact solver.
    pub inverse: Symmetric<N>,
    /// β C/h
    pub bias: Vec3<N>,
    pub work: Vec3<N>,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Multiplier<N = f64> {
    /// N
    pub lambda: Vec3<N>,
    /// |J V + β C/h|², m²/s², where a measurement looks for it.
    pub left: N,
}
