//! Whether a device computes rightly. Some drivers do not, and say nothing: integers come back changed, sums of a
//! workgroup are lost. So before a simulation is trusted, the kernels that it will run are seen at work. Tiny scenes
//! (`cases`) go a few steps on the device, and are compared with what the twin in f64 found (`truth`).
//!
//! A case runs compiled as the simulation is, so the simulation need not compile its kernels again. Kernels that were
//! seen to be right are remembered with the device.

pub mod cases;
pub mod memory;
mod scenes;
mod sketch;
pub mod truth;

use std::sync::Arc;

use self::cases::{CASES, Case};
use self::truth::{EXPECTED, Kernels, Truth, named};
use crate::error::{BeadworkError, Code, Result};
use crate::gpu::kernels::{self, Specialisation};
use crate::gpu::{Gpu, GpuMachine};
use crate::simulation::Simulation;

/// Checks what the simulation's next step will run, as far as that was not done on its device before; on the CPU nothing.
pub fn check(simulation: &Simulation) -> impl Future<Output = Result<()>> + 'static + use<> {
    let machine: Option<&GpuMachine> = simulation.machine();
    let what = machine
        .map(|machine| (machine.gpu().clone(), named(&simulation.kernels()), machine.specialisation()));
    async move {
        match what {
            Some((gpu, kernels, compiled)) => check_kernels(&gpu, kernels, compiled).await,
            None => Ok(()),
        }
    }
}

/// Checks these kernels, compiled so.
pub async fn check_kernels(gpu: &Arc<Gpu>, kernels: Kernels, compiled: Specialisation) -> Result<()> {
    let asked = Asked::new(kernels, compiled);
    let known = || gpu.trusted.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let open = kernels & !asked.among(&known());
    let truths = truth::read(EXPECTED);
    for choice in asked.chosen(&truths, open) {
        let off = play(&CASES[choice.case], gpu, choice.compiled).await?;
        judge(&CASES[choice.case], distance(&off, &truths[choice.case].numbers))?;
        known().extend(asked.parts(choice.seen));
    }
    Ok(())
}

/// Kernels that a simulation runs, and how they are compiled.
pub struct Asked {
    kernels: Kernels,
    compiled: Specialisation,
    /// For each kernel there is, the part of that which it heeds.
    heeded: Vec<Specialisation>,
}

/// A case to be run, by its number, and how it is compiled.
pub struct Choice {
    pub case: usize,
    pub compiled: Specialisation,
    /// The kernels asked for that it shows.
    pub shown: Kernels,
    /// The same, and what of it runs there.
    pub seen: Kernels,
    /// Bytes of the kernels that run beside.
    pub extra: usize,
}

impl Asked {
    pub fn new(kernels: Kernels, compiled: Specialisation) -> Self {
        let heeded = |(k, kernel)| match kernels.has(k) {
            true => Specialisation::heeded_by(kernel),
            false => Specialisation::default(),
        };
        Self { kernels, compiled, heeded: kernels::list().iter().enumerate().map(heeded).collect() }
    }

    /// The set `kernels`, each with as much of the way in which it is compiled as it heeds.
    fn parts(&self, kernels: Kernels) -> impl Iterator<Item = (usize, Specialisation)> {
        let parts = self.heeded.iter().enumerate().filter(move |(k, _)| kernels.has(*k));
        parts.map(|(k, &heeded)| (k, self.compiled.and(heeded)))
    }

    /// Kernels that are in a list.
    pub fn among(&self, list: &[(usize, Specialisation)]) -> Kernels {
        self.parts(self.kernels).filter(|part| list.contains(part)).map(|(k, _)| k).collect()
    }

    /// Kernels that a case compiled so has as they are asked for.
    fn alike(&self, as_run: Specialisation) -> Kernels {
        let same = self.parts(self.kernels).filter(|&(k, part)| as_run.and(self.heeded[k]) == part);
        same.map(|(k, _)| k).collect()
    }

    fn choice(&self, case: usize, truth: &Truth, open: Kernels) -> Choice {
        let Self { compiled, .. } = *self;
        let most = truth.most;
        let as_run = Specialisation {
            isotropic: most.isotropic && compiled.isotropic,
            even_chains: most.even_chains && compiled.even_chains,
            few_lanes: compiled.few_lanes,
            // without centres of mass they stand in the origin
            offset: most.offset || compiled.offset,
            // cylinders show the code that is compiled for them
            convex: most.convex,
            ..most
        };
        let alike = self.alike(as_run);
        let shown = truth.shows & alike & open;
        let seen = shown | truth.runs & alike & open;
        Choice { case, compiled: as_run, shown, seen, extra: weight(truth.runs & !alike) }
    }

    /// Which cases show that `open` of them do what they should. Compiling takes the time, so cases that compile no
    /// extra kernel come first. Then it is enough for a kernel to have run where all came out right.
    pub fn chosen(&self, truths: &[Truth], mut open: Kernels) -> Vec<Choice> {
        let mut chosen: Vec<Choice> = Vec::new();
        for frugal in [true, false] {
            loop {
                let mut best: Option<(i64, Choice)> = None;
                for (case, truth) in truths.iter().enumerate() {
                    let choice = self.choice(case, truth, open);
                    let worth = weight(choice.shown) as i64 - 2 * choice.extra as i64;
                    let fits = !choice.shown.is_empty() && (!frugal || choice.extra == 0);
                    if fits && best.as_ref().is_none_or(|&(most, _)| worth > most) {
                        best = Some((worth, choice));
                    }
                }
                let Some((_, best)) = best else { break };
                open &= !if frugal { best.shown } else { best.seen };
                chosen.push(best);
            }
            open &= !chosen.iter().fold(Kernels::default(), |all, choice| all | choice.seen);
        }
        chosen
    }
}

/// Bytes of their texts: how long they take to compile, or near.
fn weight(kernels: Kernels) -> usize {
    let those = kernels::list().iter().enumerate().filter(|(k, _)| kernels.has(*k));
    those.map(|(_, kernel)| kernel.source.len()).sum()
}

/// All numbers of a case on the device.
pub async fn play(case: &Case, gpu: &Arc<Gpu>, compiled: Specialisation) -> Result<Vec<f32>> {
    let machine = Box::new(GpuMachine::like(gpu.clone(), compiled));
    let mut simulation = Simulation::on(machine, (case.scene)(), case.parameters()).await?;
    case.play(&mut simulation).await
}

/// The largest difference; NaN where one is not a number.
pub fn distance(ours: &[f32], truth: &[f32]) -> f32 {
    if ours.len() != truth.len() {
        return f32::NAN;
    }
    let differences = ours.iter().zip(truth).map(|(ours, truth)| (ours - truth).abs());
    differences.fold(0.0, |most, x| if most.is_nan() || x <= most { most } else { x })
}

/// Whether a case that came out so far off is right; the error says what came out wrong.
fn judge(case: &Case, off: f32) -> Result<()> {
    // NaN is not less either
    if off <= case.allowed {
        return Ok(());
    }
    let how = match off.is_nan() {
        true => "gave what is not a number".into(),
        false => {
            format!("came out {off:.1e} m/s from the truth, where {:.0e} would be rounding", case.allowed)
        }
    };
    let message = format!("The graphics device computes wrongly: in its check {} {how}.", case.what);
    Err(BeadworkError::new(Code::WrongDevice, message))
}
