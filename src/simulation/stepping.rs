//! Taking frames: the plan made into a program when something has changed, and submitted.

use super::Simulation;
use crate::error::{BeadworkError, Code, Result};
use crate::gpu::executor::Program;
use crate::gpu::kernels;
use crate::gpu::scopes::Scopes;
use crate::parameters::{Execution, Parameters};
use crate::solvers;
use crate::solvers::plan::{Dispatch, Planner};

/// Dispatches that one call may ask for: some ten seconds of a page's own thread, spent on telling the device.
const MOST_DISPATCHES: u64 = 5_000_000;

impl Simulation {
    /// Takes `frames` frames; the future resolves when the device has done them.
    pub fn step(&mut self, frames: u32) -> Result<impl Future<Output = Result<()>> + 'static + use<>> {
        self.gpu.check()?;
        // buffers and pipelines are made in the first step that needs them
        let scopes = self.program.is_none().then(|| Scopes::open(&self.gpu));
        let taken = self.take_frames(frames);
        let refused = scopes.map(Scopes::close);
        taken?;
        let done = self.gpu.done();
        Ok(async move {
            if let Some(refused) = refused {
                refused.await?;
            }
            done.await
        })
    }

    fn take_frames(&mut self, frames: u32) -> Result<()> {
        if frames == 0 {
            return Ok(());
        }
        self.ready()?;
        self.bearable(frames)?;
        if self.record {
            // only the last substep's curve is wanted, and the kernel adds to what is there
            self.submit_recording(frames);
        } else {
            self.submit(frames * self.parameters.substeps);
        }
        self.unpublished = self.publishing();
        self.time += f64::from(frames) * self.parameters.timestep;
        self.steps += u64::from(frames);
        Ok(())
    }

    /// After a step that ended in `out-of-memory`: without what the solver had wanted, at the last good state.
    pub fn give_up_scratch(&mut self) -> Result<()> {
        self.program = None;
        self.watch = None;
        self.buffers.remove_scratch();
        self.go_back()
    }

    /// Refuses what would hold the whole page up for minutes.
    fn bearable(&self, frames: u32) -> Result<()> {
        let substep = self.program.as_ref().map_or(0, Program::dispatches) as u64;
        let asked = u64::from(frames) * u64::from(self.parameters.substeps) * substep;
        if asked <= MOST_DISPATCHES {
            return Ok(());
        }
        let frame = MOST_DISPATCHES / (u64::from(self.parameters.substeps) * substep).max(1);
        let message =
            format!("That is too much work for one call; with these parameters take at most {frame} frames.");
        Err(BeadworkError::at(Code::Limit, "frames", message))
    }

    fn submit(&mut self, times: u32) {
        let clock = self.clock.as_ref().filter(|_| self.timing_due);
        self.timing_due = false;
        if let Some(program) = &self.program {
            program.submit(times, clock);
        }
    }

    fn submit_recording(&mut self, frames: u32) {
        let times = frames * self.parameters.substeps;
        if times > 1 {
            self.submit(times - 1);
        }
        if let Some(partials) = self.buffers.existing("residual_partials") {
            let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
            encoder.clear_buffer(partials, 0, None);
            self.gpu.queue.submit([encoder.finish()]);
        }
        self.submit(1);
        self.recorded = true;
    }

    /// Makes the program for the parameters, topology and kernels as they are now.
    fn ready(&mut self) -> Result<()> {
        if self.program.is_none() {
            self.unguard()?;
            let mut plan = solvers::plan(&self.planned(), &self.lists, self.record);
            if self.pull.is_some() {
                plan.insert(0, solvers::pull(&self.parameters, &self.lists));
            }
            self.program = Some(self.program_for(&plan)?);
        }
        Ok(())
    }

    /// What puts this step's residuals beside the multipliers, where its solver has not done so within it.
    fn publishing(&self) -> Vec<Dispatch> {
        let parameters = self.planned();
        let mut planner = Planner::new(&parameters, &self.lists, self.record);
        for (solver, domain) in solvers::parts(&parameters, &self.lists) {
            (solver.publish)(&mut planner, domain);
        }
        planner.finish()
    }

    /// True inverse inertias beside the velocities, where the last solver may have left guarded ones.
    fn unguard(&mut self) -> Result<()> {
        let mut planner = Planner::new(&self.parameters, &self.lists, false);
        planner.over("compute_inertia", &self.lists.whole.bodies);
        let plan = planner.finish();
        self.program_for(&plan)?.submit(1, None);
        Ok(())
    }

    /// An edited kernel is meant to be seen at work, so it runs pass by pass unless tiles were asked for.
    pub(super) fn planned(&self) -> Parameters {
        let edited = !self.replaced.is_empty() && self.parameters.execution == Execution::Auto;
        let execution = if edited { Execution::Global } else { self.parameters.execution };
        Parameters { execution, ..self.parameters.clone() }
    }

    pub(super) fn program_for(&mut self, plan: &[Dispatch]) -> Result<Program> {
        let specialisation = self.specialisation();
        let (gpu, replaced) = (&self.gpu, &self.replaced);
        Program::new(gpu, plan, &mut self.buffers, |name| match replaced.get(name) {
            Some(edit) => edit.compiled.clone(),
            None => kernels::compiled(gpu, name, specialisation),
        })
    }
}
