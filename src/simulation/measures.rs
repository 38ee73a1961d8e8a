//! What a step left behind, reduced on the device to a few numbers.

use serde::Serialize;

use super::Simulation;
use crate::error::Result;
use crate::gpu::clock::Clock;
use crate::gpu::{layout, readback};
use crate::solvers;
use crate::solvers::plan::{Planner, REDUCTION_GROUPS};

/// A few numbers that say how the last step went.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Measures {
    /// Simulated seconds.
    pub time: f64,
    /// Frames since the last load.
    pub steps: u64,
    /// Largest and root mean square |C| in m.
    pub max_gap: f64,
    pub rms_gap: f64,
    /// Largest |C| over the smaller of the joint's two radii.
    pub max_gap_radii: f64,
    /// The joint with that gap.
    pub worst_joint: u32,
    /// Root mean square over joints of |J V + β C/h| in m/s, after the last substep's last iteration.
    pub residual: f64,
    /// The same after the warm start and after each iteration; empty unless asked for.
    pub residual_by_iteration: Vec<f32>,
    /// In J, with the true inertia.
    pub kinetic_energy: f64,
    /// In J, zero at y = 0, moving bodies only.
    pub potential_energy: f64,
    /// What `auto` chose; the solver's own name otherwise.
    pub solver: &'static str,
    /// What the solver goes by, `auto` settled.
    pub settled: solvers::Settled,
    /// The kernel or kernels that solved: which execution was taken.
    pub execution: String,
    /// False as soon as any position or velocity is not a number.
    pub finite: bool,
    /// The first body that is not finite.
    pub bad_body: Option<u32>,
    /// Milliseconds by stage of one substep; empty where the device has no timestamps.
    pub stage_milliseconds: Vec<(&'static str, f64)>,
}

impl Measures {
    fn take(&mut self, total: layout::Partial, joints: u32) {
        let rms = |squares: f32| (f64::from(squares) / f64::from(joints.max(1))).sqrt();
        self.max_gap = f64::from(total.max_gap);
        self.max_gap_radii = f64::from(total.max_gap_radii);
        self.worst_joint = total.worst_joint;
        self.rms_gap = rms(total.gap_squares);
        self.residual = rms(total.residual_squares);
        self.kinetic_energy = f64::from(total.kinetic);
        self.potential_energy = f64::from(total.potential);
        self.finite = total.bad_body == u32::MAX;
        self.bad_body = (!self.finite).then_some(total.bad_body);
    }
}

/// Root mean squares by iteration, from the sums of squares that each workgroup left: a row an iteration.
fn rows(partials: &[u8], joints: f64) -> Vec<f32> {
    let word = |bytes: &[u8]| f64::from(bytemuck::pod_read_unaligned::<f32>(bytes));
    let row = |row: &[u8]| (row.chunks_exact(4).map(word).sum::<f64>() / joints).sqrt() as f32;
    partials.chunks_exact(4 * REDUCTION_GROUPS as usize).map(row).collect()
}

impl Simulation {
    /// How the last step went. With `by_iteration` residuals are recorded from the next step on.
    pub fn measure(
        &mut self,
        by_iteration: Option<bool>,
    ) -> Result<impl Future<Output = Result<Measures>> + 'static + use<>> {
        self.gpu.check()?;
        self.publish()?;
        let mut planner = Planner::new(&self.parameters, &self.lists, false);
        let solver = solvers::chosen(&self.parameters, &self.lists);
        let joints = &self.lists.whole.joints;
        let live = joints.end - joints.start;
        planner.always("measure", joints.start, live, REDUCTION_GROUPS);
        planner.always("measure_total", 0, REDUCTION_GROUPS, 1);
        let plan = planner.finish();
        self.program_for(&plan)?.submit(1, None);

        let total_at = 32 * u64::from(REDUCTION_GROUPS);
        let curve = u64::from(if self.recorded { self.parameters.iterations + 1 } else { 0 });
        let mut sources = vec![(self.buffers.get("measure_partials")?.clone(), total_at + 32)];
        if curve > 0 && solver.iterative {
            let partials = self.buffers.get("residual_partials")?.clone();
            sources.push((partials, 4 * u64::from(REDUCTION_GROUPS) * curve));
        }
        let curves = sources.len() > 1;
        let recorded_joints = match solvers::parts(&self.parameters, &self.lists).last() {
            Some((_, domain)) => domain.joints.len().max(1) as f64,
            None => 1.0,
        };
        let mut by_stage = None;
        if let Some(((resolved, size), read)) = self.clock.as_ref().map(Clock::reading) {
            sources.push((resolved.clone(), size));
            by_stage = Some(read);
        }
        let refs: Vec<(&wgpu::Buffer, u64)> = sources.iter().map(|(b, size)| (b, *size)).collect();
        let reading = readback::read(&self.gpu, &refs);

        let mut out = Measures {
            time: self.time,
            steps: self.steps,
            solver: solver.name,
            settled: solvers::settled(&self.parameters, &self.lists),
            execution: solvers::execution(&self.planned(), &self.lists),
            ..Measures::default()
        };
        self.timing_due = true;
        if let Some(record) = by_iteration {
            self.set_recording(record);
        }
        Ok(async move {
            let bytes = reading.await?;
            out.take(bytemuck::pod_read_unaligned(&bytes[0][total_at as usize..]), live);
            if curves {
                out.residual_by_iteration = rows(&bytes[1], recorded_joints);
            }
            if let (Some(read), Some(last)) = (by_stage, bytes.last()) {
                out.stage_milliseconds = read(last);
            }
            Ok(out)
        })
    }

    fn set_recording(&mut self, record: bool) {
        if record != self.record {
            self.record = record;
            self.recorded &= record;
            self.program = None;
        }
    }

    /// J, C and β C/h of the poses as they stand, so that a measurement before the next step is right.
    pub(super) fn linearise(&mut self) -> Result<()> {
        let tuning = solvers::tuning_of(solvers::find(self.parameters.solver), &self.parameters);
        let mut planner = Planner::new(&self.parameters, &self.lists, false);
        planner.tune(tuning);
        planner.over("compute_inertia", &self.lists.whole.bodies);
        planner.over("compute_jacobian_and_delassus", &self.lists.whole.joints);
        let plan = planner.finish();
        self.program_for(&plan)?.submit(1, None);
        let mut planner = Planner::new(&self.parameters, &self.lists, false);
        solvers::publish_residual(&mut planner, &self.lists.whole);
        self.unpublished = planner.finish();
        Ok(())
    }

    /// Before a measurement, and before the lists change that the last step went by.
    pub(super) fn publish(&mut self) -> Result<()> {
        if !self.unpublished.is_empty() {
            let plan = self.unpublished.clone();
            self.program_for(&plan)?.submit(1, None);
            self.unpublished.clear();
        }
        Ok(())
    }
}
