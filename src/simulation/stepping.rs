//! Taking frames: the plan prepared when something has changed, and run.

use super::Simulation;
use crate::error::{BeadworkError, Code, Result};
use crate::parameters::{Execution, Parameters};
use crate::plan::{Dispatch, Facts, Plan};
use crate::solvers::{self, chores};

/// Dispatches that one call may ask for: some ten seconds of a page's own thread, spent on recording commands.
const MOST_DISPATCHES: u64 = 5_000_000;

/// A substep that the machine can run.
pub(super) struct Prepared {
    dispatches: u64,
    /// Dispatches ahead of a frame's first substep and behind its last one.
    frame: u64,
    /// The plan that publishes its residuals.
    publish: Vec<Dispatch>,
}

impl Simulation {
    /// Takes `frames` frames; the future resolves when the machine has done them.
    pub fn step(&mut self, frames: u32) -> Result<impl Future<Output = Result<()>> + 'static + use<>> {
        self.machine.check()?;
        // buffers and pipelines are made in the first step that needs them
        let makes = self.prepared[usize::from(self.record)].is_none()
            || !self.pushes.is_empty()
            || !self.standing.is_empty();
        let refusals = makes.then(|| self.machine.refusals());
        let taken = self.take_frames(frames);
        let refused = refusals.map(|close| close());
        taken?;
        let done = self.machine.done();
        Ok(async move {
            if let Some(refused) = refused {
                refused.await?;
            }
            done.await
        })
    }

    /// Does the bookkeeping of a step whose work another instance does; `follow` takes its result.
    pub fn leave(&mut self, frames: u32) -> Result<()> {
        self.prepare()?;
        if let Some(Prepared { dispatches, frame, .. }) = self.prepared[usize::from(self.record)] {
            refuse_too_much(frames, u64::from(self.parameters.substeps) * dispatches + frame)?;
        }
        self.pushes.clear();
        Ok(())
    }

    fn take_frames(&mut self, frames: u32) -> Result<()> {
        if frames == 0 {
            return Ok(());
        }
        self.prepare()?;
        let Some(prepared) = &self.prepared[usize::from(self.record)] else { return Ok(()) };
        let substeps = self.parameters.substeps;
        let prepared_frame = prepared.frame > 0;
        refuse_too_much(frames, u64::from(substeps) * prepared.dispatches + prepared.frame)?;
        self.unpublished = prepared.publish.clone();
        self.moved = false;
        let mut left = frames * substeps;
        let mut runs = self.take_pushes()?;
        // a frame after the other, where something is done ahead of each or behind it
        let at_once = if prepared_frame || !self.standing.is_empty() { 1 } else { frames };
        for frame in 0..frames / at_once {
            if frame > 0 {
                runs = self.take_pushes()?;
            }
            self.machine.begin_frame()?;
            let pushed: u32 = runs.iter().map(|(_, times)| times).sum();
            runs.push((Vec::new(), at_once * substeps - pushed));
            for (before, times) in runs.drain(..) {
                left -= times;
                self.run(&before, times, left)?;
            }
            self.machine.end_frame((self.steps + u64::from(frame)) as u32 + 1)?;
        }
        self.forget_new();
        self.time += f64::from(frames) * self.parameters.timestep;
        self.steps += u64::from(frames);
        Ok(())
    }

    /// So many substeps, `before` ahead of each, of which so many follow.
    fn run(&mut self, before: &[Dispatch], times: u32, follow: u32) -> Result<()> {
        if !self.record || times == 0 || follow > 0 {
            return self.machine.run(before, self.record, times);
        }
        // only the last substep's curve is wanted, and the kernel adds to what is there
        self.machine.run(before, true, times - 1)?;
        self.machine.clear_curve();
        self.machine.run(before, true, 1)?;
        self.recorded = true;
        Ok(())
    }

    /// After a step that ended in `out-of-memory`: without what the solver had wanted, at the last good state.
    pub fn give_up_scratch(&mut self) -> Result<()> {
        self.plan_anew();
        self.machine.give_up_scratch();
        self.go_back()
    }

    /// The next step uses parameters, lists and kernels as they are then.
    pub(super) fn plan_anew(&mut self) {
        self.prepared = [None, None];
        self.ran = None;
    }

    fn prepare(&mut self) -> Result<()> {
        self.put_stale_joints()?;
        let lists = &self.connected.lists;
        if self.ran != Some(self.record) {
            self.machine.run_once(&chores::unguard(&self.parameters, lists))?;
            self.ran = Some(self.record);
        }
        if self.prepared[usize::from(self.record)].is_none() {
            let plan = self.plan();
            self.machine.prepare(self.record, &plan.substep)?;
            self.machine.prepare_frame(&plan.frame, &plan.ended)?;
            self.prepared[usize::from(self.record)] = Some(Prepared {
                dispatches: plan.substep.len() as u64,
                frame: (plan.frame.len() + plan.ended.len()) as u64,
                publish: plan.publish,
            });
            self.other_kernels = true;
        }
        Ok(())
    }

    /// Dispatches of a frame on a graphics card.
    pub fn dispatches(&self) -> u64 {
        let Plan { frame, substep, ended, .. } = self.plan_for(Facts::CARD);
        u64::from(self.parameters.substeps) * substep.len() as u64 + (frame.len() + ended.len()) as u64
    }

    /// Whether steps since this was asked last ran by a plan that is new, and may have brought kernels that ran nowhere before.
    pub fn take_other_kernels(&mut self) -> bool {
        std::mem::take(&mut self.other_kernels)
    }

    fn plan(&self) -> Plan {
        self.plan_for(self.machine.facts())
    }

    fn plan_for(&self, facts: Facts) -> Plan {
        let lists = &self.connected.lists;
        let mut plan = solvers::plan(&self.planned(), lists, facts, self.record);
        if let Some(pull) = &self.pull {
            chores::hold(&mut plan, pull.body);
            plan.substep.insert(0, chores::pull(&self.parameters, lists));
        }
        plan
    }

    /// The kernels that move bodies in the next step, and those that write events.
    pub fn kernels(&self) -> Vec<&'static str> {
        let Plan { frame, substep, ended, .. } = self.plan();
        let mut names = Vec::new();
        for dispatch in frame.iter().chain(&substep).chain(&ended) {
            if !names.contains(&dispatch.kernel) {
                names.push(dispatch.kernel);
            }
        }
        names
    }

    /// An edited kernel is meant to be seen at work, so it runs pass by pass unless tiles were asked for.
    pub(super) fn planned(&self) -> Parameters {
        let edited = self.parameters.execution == Execution::Auto && !self.machine.edits().is_empty();
        let execution = if edited { Execution::Global } else { self.parameters.execution };
        Parameters { execution, ..self.parameters.clone() }
    }
}

/// Refuses what would hold the whole page up for minutes.
fn refuse_too_much(frames: u32, one: u64) -> Result<()> {
    if u64::from(frames) * one <= MOST_DISPATCHES {
        return Ok(());
    }
    let most = MOST_DISPATCHES / one.max(1);
    let message =
        format!("That is too much work for one call; with these parameters take at most {most} frames.");
    Err(BeadworkError::at(Code::Limit, "frames", message))
}
