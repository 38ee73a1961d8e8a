//! What a solver leaves behind after ten seconds: gaps, residual, energy.

use std::sync::Arc;

use super::energy::Extent;
use super::record::Quality;
use crate::error::Result;
use crate::gpu::Gpu;
use crate::parameters::Parameters;
use crate::scene::Scene;
use crate::simulation::Simulation;
use crate::topology::Topology;

/// Ten seconds at 60 frames a second.
pub const FRAMES: u32 = 600;

/// Runs `frames` frames and measures every one; stops early where a number is no longer finite.
pub async fn run(gpu: &Arc<Gpu>, scene: &Scene, parameters: &Parameters, frames: u32) -> Result<Quality> {
    let unit = Extent::of(scene, &Topology::of(scene)).unit(parameters.gravity.vector());
    let mut simulation = Simulation::create(gpu.clone(), scene.clone(), parameters.clone()).await?;
    let start = simulation.measure(None)?.await?;
    let start = start.kinetic_energy + start.potential_energy;
    let mut out = Quality { beads: scene.bodies.len() as u64, finite: true, ..Quality::default() };
    for _ in 0..frames {
        simulation.step(1)?.await?;
        let found = simulation.measure(None)?.await?;
        let energy = found.kinetic_energy + found.potential_energy - start;
        out.frames += 1;
        out.finite = found.finite && energy.is_finite() && found.max_gap_radii.is_finite();
        if !out.finite {
            break;
        }
        out.max_gap_radii = out.max_gap_radii.max(found.max_gap_radii);
        out.energy_gain = out.energy_gain.max(energy / unit);
        out.residual = found.residual;
        out.energy_drift_joules = energy;
        out.energy_drift = energy / unit;
    }
    Ok(out)
}
