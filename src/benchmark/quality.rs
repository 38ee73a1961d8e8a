//! What a solver leaves behind after ten seconds: gaps, residual, energy.

use std::sync::Arc;

use super::energy::Extent;
use super::record::Quality;
use super::stop::Stop;
use crate::error::Result;
use crate::gpu::Gpu;
use crate::parameters::{Parameters, Positions};
use crate::scene::Scene;
use crate::simulation::Simulation;
use crate::topology::Topology;

/// Ten seconds at 60 frames a second.
pub const FRAMES: u32 = 600;

/// Frames after which errors are taken: two seconds.
pub const ERROR_FRAMES: u32 = 120;

/// Where the beads of a scene are after two seconds, as well as a device can tell: the exact solver, symplectic, at 16
/// substeps.
pub struct Truth(Vec<f32>);

impl Truth {
    const SUBSTEPS: u32 = 16;

    /// None where the exact solver does not take the scene, and where bodies touch: there a hair's breadth decides
    /// which bodies hit.
    pub async fn of(gpu: &Arc<Gpu>, scene: &Scene, base: &Parameters) -> Result<Option<Self>> {
        if scene.contacts {
            return Ok(None);
        }
        let parameters = Parameters {
            solver: "direct",
            positions: Positions::Symplectic,
            substeps: Self::SUBSTEPS,
            ..base.clone()
        };
        let Ok(mut simulation) = Simulation::create(gpu.clone(), scene.clone(), parameters).await else {
            return Ok(None);
        };
        simulation.step(ERROR_FRAMES)?.await?;
        Ok(Some(Truth(simulation.read_state()?.await?.positions)))
    }

    /// Largest distance of any bead, m.
    pub fn error(&self, positions: &[f32]) -> f64 {
        let apart = |(ours, truth): (&[f32], &[f32])| {
            (0..3).map(|k| f64::from(ours[k] - truth[k]).powi(2)).sum::<f64>().sqrt()
        };
        positions.chunks_exact(3).zip(self.0.chunks_exact(3)).map(apart).fold(0.0, f64::max)
    }
}

/// One frame as measured.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub max_gap_radii: f64,
    /// Beyond a stop, m or rad; 0 where there is none.
    pub max_overshoot: f64,
    /// m; None where nothing touches.
    pub depth: Option<f64>,
    /// m/s; None where the engine does not say.
    pub residual: Option<f64>,
    /// J; NaN where a state is not finite.
    pub energy: f64,
}

impl Sample {
    pub fn is_finite(&self) -> bool {
        self.energy.is_finite() && self.max_gap_radii.is_finite()
    }
}

impl Quality {
    /// Of a scene of `beads` beads whose m g L/2 is `unit` J: its start and then every frame, up to the first that is
    /// not finite.
    pub fn of(beads: u64, unit: f64, samples: &[Sample]) -> Self {
        let mut out = Self { beads, finite: true, ..Self::default() };
        let Some((start, frames)) = samples.split_first() else { return out };
        for frame in frames {
            let energy = frame.energy - start.energy;
            out.frames += 1;
            out.finite = frame.is_finite() && energy.is_finite();
            if !out.finite {
                break;
            }
            out.max_gap_radii = out.max_gap_radii.max(frame.max_gap_radii);
            if frame.max_overshoot > out.max_overshoot.unwrap_or_default() {
                out.max_overshoot = Some(frame.max_overshoot);
            }
            if let Some(depth) = frame.depth {
                out.max_depth = Some(out.max_depth.unwrap_or_default().max(depth));
            }
            out.depth = frame.depth;
            out.energy_gain = out.energy_gain.max(energy / unit);
            out.residual = frame.residual;
            out.energy_drift_joules = energy;
            out.energy_drift = energy / unit;
        }
        out
    }
}

/// Runs `frames` frames and measures every one; stops early where a number is no longer finite.
pub async fn run(
    gpu: &Arc<Gpu>,
    scene: &Scene,
    parameters: &Parameters,
    frames: u32,
    truth: Option<&Truth>,
) -> Result<Quality> {
    Ok(watched(gpu, scene, parameters, frames, truth, &Stop::never()).await?.0)
}

/// The same, and then once more without looking: `hash` says where both ended, if they ended in the same bits. None if it is stopped.
pub async fn run_twice(
    gpu: &Arc<Gpu>,
    scene: &Scene,
    parameters: &Parameters,
    frames: u32,
    truth: Option<&Truth>,
    stop: &Stop,
) -> Result<Option<Quality>> {
    let (mut found, mut watched) = watched(gpu, scene, parameters, frames, truth, stop).await?;
    if stop.now() {
        return Ok(None);
    }
    if found.finite {
        let hash = watched.read_state()?.await?.hash();
        drop(watched);
        let mut again = Simulation::create(gpu.clone(), scene.clone(), parameters.clone()).await?;
        for _ in 0..frames {
            if stop.now() {
                return Ok(None);
            }
            again.step(1)?.await?;
        }
        let same = again.read_state()?.await?.hash() == hash;
        found.hash = same.then_some(hash);
    }
    Ok(Some(found))
}

async fn watched(
    gpu: &Arc<Gpu>,
    scene: &Scene,
    parameters: &Parameters,
    frames: u32,
    truth: Option<&Truth>,
    stop: &Stop,
) -> Result<(Quality, Simulation)> {
    let unit = Extent::of(scene, &Topology::of(scene)).unit(parameters.gravity.vector());
    let mut simulation = Simulation::create(gpu.clone(), scene.clone(), parameters.clone()).await?;
    let mut samples = vec![sample(&mut simulation, scene.contacts).await?];
    let mut error = None;
    while samples.len() <= frames as usize && samples.iter().all(Sample::is_finite) && !stop.now() {
        simulation.step(1)?.await?;
        samples.push(sample(&mut simulation, scene.contacts).await?);
        if let Some(truth) = truth.filter(|_| samples.len() == ERROR_FRAMES as usize + 1) {
            error = Some(truth.error(&simulation.read_state()?.await?.positions));
        }
    }
    let found = Quality { error, ..Quality::of(scene.bodies.len() as u64, unit, &samples) };
    Ok((found, simulation))
}

async fn sample(simulation: &mut Simulation, touching: bool) -> Result<Sample> {
    let found = simulation.measure(None)?.await?;
    let energy = found.kinetic_energy + found.potential_energy;
    Ok(Sample {
        max_gap_radii: found.max_gap_radii,
        max_overshoot: found.max_overshoot,
        depth: touching.then_some(found.max_depth),
        residual: Some(found.residual),
        energy: if found.finite { energy } else { f64::NAN },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(max_gap_radii: f64, residual: f64, energy: f64) -> Sample {
        Sample { max_gap_radii, max_overshoot: 0.0, depth: None, residual: Some(residual), energy }
    }

    #[test]
    fn the_largest_gap_counts_and_the_last_residual() {
        let found =
            Quality::of(7, 10.0, &[frame(9.0, 9.0, 100.0), frame(0.5, 3.0, 105.0), frame(0.2, 2.0, 98.0)]);
        assert_eq!((found.beads, found.frames, found.finite), (7, 2, true));
        assert_eq!((found.max_gap_radii, found.residual), (0.5, Some(2.0)));
        assert_eq!((found.energy_gain, found.energy_drift, found.energy_drift_joules), (0.5, -0.2, -2.0));
        assert_eq!(found.max_overshoot, None);
    }

    #[test]
    fn the_largest_overshoot_counts() {
        let beyond = |max_overshoot: f64| Sample { max_overshoot, ..frame(0.1, 0.0, 0.0) };
        let found = Quality::of(7, 10.0, &[beyond(0.5), beyond(0.1), beyond(0.3), beyond(0.2)]);
        assert_eq!(found.max_overshoot, Some(0.3));
    }

    #[test]
    fn the_largest_depth_counts_and_the_last() {
        let deep = |depth: f64| Sample { depth: Some(depth), ..frame(0.0, 0.0, 0.0) };
        let found = Quality::of(7, 10.0, &[deep(0.5), deep(0.1), deep(0.3), deep(0.2)]);
        assert_eq!((found.max_depth, found.depth), (Some(0.3), Some(0.2)));
        assert_eq!(Quality::of(7, 10.0, &[frame(0.0, 0.0, 0.0); 2]).max_depth, None);
    }

    #[test]
    fn what_blows_up_is_followed_no_further() {
        let found =
            Quality::of(7, 10.0, &[frame(0.0, 0.0, 0.0), frame(0.5, 3.0, 1.0), frame(0.1, 1.0, f64::NAN)]);
        assert_eq!((found.frames, found.finite), (2, false));
        assert_eq!((found.max_gap_radii, found.residual), (0.5, Some(3.0)));
    }
}
