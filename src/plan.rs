//! A substep as a list of dispatches, which a machine runs. A solver writes it (`solvers/planner.rs`), the GPU encodes it
//! and the CPU walks it, so that both do the same things in the same order.

/// The numbers that a kernel gets, in f64; `shaders/common/step.wgsl` names the fields and their units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Step {
    pub gravity: [f64; 3],
    pub h: f64,
    pub stabilisation: f64,
    pub warm_start: f64,
    pub velocity_kept: f64,
    pub guard_cap: f64,
    pub regularisation: f64,
    pub blend: f64,
    pub gain: f64,
    pub first: u32,
    pub count: u32,
    pub body_count: u32,
    pub joint_count: u32,
    pub iteration: u32,
    pub iterations: u32,
    pub extra: [u32; 2],
    pub frame: f64,
    pub closing: f64,
    pub firmness: f64,
    pub yielding: f64,
    pub compliance: f64,
    pub penalty: f64,
    pub penalty_growth: f64,
    pub penalty_kept: f64,
    pub gap_kept: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Dispatch {
    pub kernel: &'static str,
    pub step: Step,
    /// Workgroups to launch; kernels of 64 threads take one item per thread unless their file says otherwise.
    pub workgroups: u32,
    /// Where the device has counted its own items and launches no more: which of its counts.
    pub counted: Option<u32>,
}

/// Threads in a workgroup of every kernel with one thread per item.
pub const WORKGROUP: u32 = 64;

/// Workgroups of the residual and measuring reductions: enough to fill a GPU, few enough to add up.
pub const REDUCTION_GROUPS: u32 = 64;

/// The decisions of a solver, made once for a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// Ahead of a frame's first substep.
    pub frame: Vec<Dispatch>,
    /// One substep.
    pub substep: Vec<Dispatch>,
    /// Behind a frame's last substep.
    pub ended: Vec<Dispatch>,
    /// Writes the residuals of the last substep into `multipliers`, where the substep itself does not.
    pub publish: Vec<Dispatch>,
}

/// Facts of a machine: all that `auto` knows besides the scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// A graphics card, not a CPU in its place.
    pub hardware: bool,
    /// Each dispatch takes its time: on a GPU, or on a CPU in its place.
    pub launches: bool,
    /// Barriers within a workgroup cost more than a dispatch does.
    pub slow_barriers: bool,
    /// After so many turns a thread leaves every loop, without a word.
    pub most_turns: Option<u32>,
}

impl Facts {
    /// A GPU of which nothing else is known.
    pub const GPU: Self = Self { hardware: false, launches: true, slow_barriers: false, most_turns: None };

    /// A graphics card.
    pub const CARD: Self = Self { hardware: true, ..Self::GPU };
}
