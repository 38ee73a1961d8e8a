//! How a solver writes its plan: dispatch by dispatch, over the lists of the islands that are its.

use std::ops::Range;

use super::joints;
use crate::lists::{Domain, Lists};
use crate::parameters::{Execution, Parameters};
use crate::plan::{Dispatch, Facts, Plan, REDUCTION_GROUPS, Step, WORKGROUP};

/// One group of islands solved by one solver, with that solver's own defaults filled in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    pub warm_start: f64,
    pub stabilisation: f64,
    /// Most that the stiffness guard may raise an inertia; 1 switches it off.
    pub guard_cap: f64,
}

pub struct Planner<'a> {
    pub parameters: &'a Parameters,
    pub lists: &'a Lists,
    pub facts: Facts,
    /// Residuals are recorded after the warm start and after every iteration.
    record: bool,
    base: Step,
    plan: Plan,
    /// Dispatches here come after driven bodies have moved.
    shutting: bool,
    late: Vec<Dispatch>,
    /// Dispatches here come once a frame, ahead of its substeps or behind them.
    framing: bool,
    ending: bool,
    /// Gravity came once, ahead of the first substep.
    weightless: bool,
}

impl<'a> Planner<'a> {
    pub fn new(parameters: &'a Parameters, lists: &'a Lists, facts: Facts, record: bool) -> Self {
        let h = parameters.substep();
        let base = Step {
            gravity: parameters.gravity.vector(),
            h,
            velocity_kept: 1.0 - parameters.damping * h,
            guard_cap: 1.0,
            body_count: lists.body_count,
            joint_count: lists.joint_count,
            iterations: parameters.iterations,
            frame: parameters.timestep,
            ..Step::default()
        };
        Self {
            parameters,
            lists,
            facts,
            record,
            base,
            plan: Plan::default(),
            shutting: false,
            late: Vec::new(),
            framing: false,
            ending: false,
            weightless: false,
        }
    }

    /// All of a frame's gravity ahead of its first substep: v ← v + Δt g. Dispatches of substeps that follow have none.
    pub fn gravity_once(&mut self, bodies: &Range<u32>) {
        self.framed(|planner| planner.over("apply_gravity", bodies));
        self.weightless = true;
    }

    /// The tuning of all dispatches that follow.
    pub fn tune(&mut self, tuning: Tuning) {
        self.base.warm_start = tuning.warm_start;
        self.base.stabilisation = tuning.stabilisation;
        self.base.guard_cap = tuning.guard_cap;
    }

    /// These dispatches read the final poses, so driven bodies are moved first: x_k ← x_k + h v_k, and C(x) is then the
    /// gap to be shut. All others read the poses at the start of the substep, and come before.
    pub fn shut(&mut self, dispatches: impl FnOnce(&mut Self)) {
        self.shutting = !self.lists.driven.is_empty();
        dispatches(self);
        self.shutting = false;
    }

    /// Moves the driven bodies, and takes the dispatches that wait for that.
    pub fn drive(&mut self) {
        let driven = self.lists.driven.clone();
        self.over("compute_positions", &driven);
        self.plan.substep.append(&mut self.late);
    }

    pub fn finish(self) -> Plan {
        self.plan
    }

    /// One thread per item of `items`.
    pub fn over(&mut self, kernel: &'static str, items: &Range<u32>) {
        self.with(kernel, items, |_| {});
    }

    pub fn with(&mut self, kernel: &'static str, items: &Range<u32>, change: impl FnOnce(&mut Step)) {
        let count = items.end - items.start;
        self.grouped(kernel, items.start, count, count.div_ceil(WORKGROUP), change);
    }

    pub fn grouped(
        &mut self,
        kernel: &'static str,
        first: u32,
        count: u32,
        workgroups: u32,
        change: impl FnOnce(&mut Step),
    ) {
        if count == 0 {
            return;
        }
        let mut step = Step { first, count, ..self.base };
        change(&mut step);
        self.push(Dispatch { kernel, step, workgroups, counted: None });
    }

    fn push(&mut self, mut dispatch: Dispatch) {
        if self.weightless && !self.framing && !self.ending {
            dispatch.step.gravity = [0.0; 3];
        }
        let list = match (self.framing, self.shutting) {
            _ if self.ending => &mut self.plan.ended,
            (true, _) => &mut self.plan.frame,
            (_, true) => &mut self.late,
            _ => &mut self.plan.substep,
        };
        list.push(dispatch);
    }

    /// These dispatches run once a frame, ahead of its first substep.
    pub fn framed(&mut self, dispatches: impl FnOnce(&mut Self)) {
        self.framing = true;
        dispatches(self);
        self.framing = false;
    }

    /// Once a frame, behind its last substep.
    pub fn ended(&mut self, dispatches: impl FnOnce(&mut Self)) {
        self.ending = true;
        dispatches(self);
        self.ending = false;
    }

    /// Parts of compounds where their compounds are.
    pub fn pose_parts(&mut self) {
        let parts = self.lists.parts.clone();
        self.over("pose_parts", &parts);
    }

    /// One thread for each of so many.
    pub fn counted(&mut self, kernel: &'static str, count: u32) {
        self.grouped(kernel, 0, count, count.div_ceil(WORKGROUP), |_| {});
    }

    /// One thread for each of what the device has counted, of which there are never more than `most`. A card gets threads
    /// for so many, since browsers check an indirect dispatch by one of their own. On a CPU an empty workgroup takes longer.
    pub fn indirect(&mut self, kernel: &'static str, which: u32, most: u32, change: impl FnOnce(&mut Step)) {
        let mut step = self.base;
        change(&mut step);
        let (workgroups, counted) =
            if self.facts.hardware { (most.div_ceil(WORKGROUP), None) } else { (0, Some(which)) };
        self.push(Dispatch { kernel, step, workgroups, counted });
    }

    /// One thread for each pair of bodies that are near one another.
    pub fn pairs(&mut self, kernel: &'static str, change: impl FnOnce(&mut Step)) {
        self.counted_pairs(kernel, 0, change);
    }

    /// One thread for each of those pairs that the device has counted so.
    pub fn counted_pairs(&mut self, kernel: &'static str, which: u32, change: impl FnOnce(&mut Step)) {
        let most = self.lists.contacts.as_ref().map_or(0, |contacts| contacts.room);
        self.indirect(kernel, which, most, change);
    }

    /// After a step, for `measure`: what writes the residuals of `joints` into `multipliers`.
    pub fn publish(&mut self, kernel: &'static str, joints: &Range<u32>) {
        self.publish_with(kernel, joints, |_| {});
    }

    pub fn publish_with(
        &mut self,
        kernel: &'static str,
        joints: &Range<u32>,
        change: impl FnOnce(&mut Step),
    ) {
        let count = joints.end - joints.start;
        if count > 0 {
            let mut step = Step { first: joints.start, count, ..self.base };
            change(&mut step);
            let workgroups = count.div_ceil(WORKGROUP);
            self.plan.publish.push(Dispatch { kernel, step, workgroups, counted: None });
        }
    }

    /// Runs even over no items.
    pub fn always(&mut self, kernel: &'static str, first: u32, count: u32, workgroups: u32) {
        let mut step = Step { first, count, ..self.base };
        if self.weightless {
            step.gravity = [0.0; 3];
        }
        self.plan.substep.push(Dispatch { kernel, step, workgroups, counted: None });
    }

    /// Whether to solve by tiles, where every island fits one, unless a curve is wanted. `pay` decides under `auto`.
    pub fn tiled(&self, domain: &Domain, pay: fn(Facts) -> bool) -> bool {
        let wanted = match self.parameters.execution {
            Execution::Auto => pay(self.facts),
            Execution::Global => false,
            Execution::Tile => true,
        };
        wanted && !self.record && domain.tiles.count > 0
    }

    /// Stages 1 to 5, shared by every solver that iterates: inertia, free velocity, J and A_ll, warm start.
    pub fn prepare(&mut self, domain: &Domain) {
        self.over("compute_inertia", &domain.bodies);
        self.over("compute_free_velocity", &domain.bodies);
        if domain.is_plain() {
            self.over("compute_jacobian_and_delassus", &domain.joints);
            self.warm_start(&domain.joints);
        } else {
            joints::linearise(self, &domain.joints, &domain.mixed, 0);
            self.joint_warm_start(&domain.joints);
            joints::stairs(self, &domain.mixed, 0);
            self.over("joint_blocks", &domain.joints);
        }
        self.spread(domain);
        self.record(domain, 0);
    }

    /// V = V* − h M⁻¹ Σ Jᵀ λ
    pub fn spread(&mut self, domain: &Domain) {
        let kernel = if domain.is_plain() { "update_velocities" } else { "joint_velocities" };
        self.over(kernel, &domain.bodies);
    }

    /// Stage 4, which has nothing to do where all of the multipliers is kept.
    pub fn warm_start(&mut self, joints: &Range<u32>) {
        if self.base.warm_start != 1.0 {
            self.over("warm_start", joints);
        }
    }

    pub fn joint_warm_start(&mut self, joints: &Range<u32>) {
        if self.base.warm_start != 1.0 {
            self.over("joint_warm_start", joints);
        }
    }

    /// The last stage. Arms, biases and velocities are left in the shared buffers, so residuals can be published from them.
    pub fn advance(&mut self, domain: &Domain) {
        self.over("joint_breaks", &domain.mixed.brittle);
        self.over("compute_positions", &domain.bodies);
        let kernel = if domain.is_plain() { "publish_residual" } else { "joint_publish" };
        self.publish("joint_misses", &domain.mixed.courses);
        self.publish(kernel, &domain.joints);
    }

    /// Entry `iteration` of the residual curve: 0 after the warm start, k after pass k.
    pub fn record(&mut self, domain: &Domain, iteration: u32) {
        let kernel = if domain.is_plain() { "record_residual" } else { "joint_record" };
        self.record_by(kernel, domain, iteration);
    }

    /// The same through a solver's own kernel.
    pub fn record_by(&mut self, kernel: &'static str, domain: &Domain, iteration: u32) {
        // where bodies touch, the curve is that of their contacts
        if self.record && self.lists.contacts.is_none() {
            let joints = &domain.joints;
            let count = joints.end - joints.start;
            if !domain.is_plain() {
                self.over("joint_misses", &domain.mixed.courses);
            }
            self.grouped(kernel, joints.start, count, REDUCTION_GROUPS, |step| {
                step.iteration = iteration;
            });
        }
    }

    pub fn recording(&self) -> bool {
        self.record
    }
}
