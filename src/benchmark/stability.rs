//! Whether anything explodes: a scene on the f64 twin for some seconds, its energy watched frame by frame.

use super::energy::Extent;
use crate::cpu::Twin;
use crate::error::Result;
use crate::parameters::Parameters;
use crate::plan::{Dispatch, Facts};
use crate::scene::Scene;
use crate::solvers;
use crate::topology::Topology;

/// Energy above the start at which a run counts as blown up, in m g L/2; it is not followed further.
pub const BLOWN: f64 = 10.0;
/// Gains up to this are not counted: rounding, and what a step of finite length does to a swing.
pub const ALLOWED: f64 = 0.05;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Largest energy above the start, in m g L/2.
    pub gain: f64,
    /// Largest gap of any joint and frame, in radii.
    pub gap: f64,
    /// Root mean square of |J V + β C/h| over the last quarter of the frames, in m/s.
    pub residual: f64,
    /// Seconds until it blew up, if it did: energy beyond `BLOWN`, or a number that is not finite.
    pub blown: Option<f64>,
}

impl Outcome {
    pub fn gains(&self) -> bool {
        self.blown.is_some() || self.gain > ALLOWED
    }
}

/// Ten seconds, or with twenty substeps and more three and a third: as much work, and what explodes does so early.
pub fn frames_for(substeps: u32) -> u32 {
    if substeps < 20 { 600 } else { 200 }
}

/// `edit` may change the plan's dispatches before they run.
pub fn run(
    scene: &Scene,
    parameters: &Parameters,
    frames: u32,
    edit: impl Fn(&mut Dispatch),
) -> Result<Outcome> {
    let mut twin = Twin::new(scene, parameters.clone())?;
    let unit = Extent::of(scene, &Topology::of(scene)).unit(parameters.gravity.vector());
    let mut plan = solvers::plan(twin.parameters(), twin.lists(), Facts::default(), false);
    plan.substep.iter_mut().for_each(edit);
    let start = twin.measure();
    let start = start.kinetic_energy + start.potential_energy;
    let mut out = Outcome::default();
    let (mut squares, mut late) = (0.0, 0u32);
    for frame in 1..=frames {
        for _ in 0..parameters.substeps {
            plan.substep.iter().for_each(|dispatch| twin.world_mut().run(dispatch));
        }
        plan.publish.iter().for_each(|dispatch| twin.world_mut().run(dispatch));
        let found = twin.measure();
        let gain = (found.kinetic_energy + found.potential_energy - start) / unit;
        if !(found.finite && gain.is_finite() && gain < BLOWN) {
            out.blown = Some(f64::from(frame) * parameters.timestep);
            break;
        }
        out.gain = out.gain.max(gain);
        out.gap = out.gap.max(found.max_gap_radii);
        if 4 * frame > 3 * frames {
            squares += found.residual * found.residual;
            late += 1;
        }
    }
    out.residual = (squares / f64::from(late.max(1))).sqrt();
    Ok(out)
}

/// `work` of every item, spread over the machine's processors, in the items' order; `progress` is called with how many are done.
pub fn in_parallel<T: Sync, R: Send + Clone>(
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut progress: impl FnMut(usize),
) -> Vec<R> {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let next = AtomicUsize::new(0);
    let (sender, receiver) = std::sync::mpsc::channel();
    let mut out: Vec<Option<R>> = vec![None; items.len()];
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, |n| n.get()) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while let index = next.fetch_add(1, Ordering::Relaxed)
                    && index < items.len()
                {
                    if sender.send((index, work(&items[index]))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (done, (index, result)) in receiver.iter().enumerate() {
            out[index] = Some(result);
            progress(done + 1);
        }
    });
    out.into_iter().flatten().collect()
}
