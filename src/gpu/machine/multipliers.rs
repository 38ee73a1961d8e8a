//! The rows of joints on the device: λ of linear rows and, unless all joints are points, of angular rows. Behind them
//! stand as many means over the last substep (shaders/common/mean.wgsl). Last, unless all are points, stands how far
//! each has twisted on (shaders/ties/wound.wgsl).

use super::GpuMachine;
use crate::error::Result;
use crate::gpu::layout::Multiplier;
use crate::gpu::sizes::Counts;
use crate::machine::Reading;
use crate::state::{State, three};

/// Bytes of a row.
const ROW: u64 = size_of::<Multiplier>() as u64;

/// The forces of so many joints, then unless they are points the torques, with a mark at joints whose break was
/// reported already. The means behind them are empty.
pub(super) fn of(joints: usize, points: bool, state: &State) -> Vec<Multiplier> {
    let turning = if points { 0 } else { joints };
    let mut rows: Vec<Multiplier> = (0..joints)
        .map(|l| three(&state.multipliers, l))
        .chain((0..turning).map(|l| match state.torques.is_empty() {
            true => [0.0; 3],
            false => three(&state.torques, l),
        }))
        .map(|lambda| Multiplier { lambda, left: 0.0 })
        .collect();
    for half in state.broken.iter().map(|&l| joints + l as usize) {
        if let Some(row) = rows.get_mut(half) {
            row.left = 2.0;
        }
    }
    rows.resize(2 * rows.len(), Multiplier::default());
    let wound = |l: usize| state.wound.get(l).copied().unwrap_or_default();
    rows.extend((0..turning).map(|l| Multiplier { lambda: [wound(l), 0.0, 0.0], left: 0.0 }));
    rows
}

/// The mean of each row where there is one, else its λ.
fn borne(bytes: &[u8]) -> Vec<[f32; 3]> {
    let rows: Vec<Multiplier> = bytes.chunks_exact(ROW as usize).map(bytemuck::pod_read_unaligned).collect();
    let (own, means) = rows.split_at(rows.len() / 2);
    let pairs = own.iter().zip(means);
    pairs.map(|(own, mean)| if mean.left == 1.0 { mean.lambda } else { own.lambda }).collect()
}

impl GpuMachine {
    /// Without their means.
    fn rows(&self) -> u64 {
        let Counts { joints, points, .. } = self.buffers.counts();
        if points { joints } else { 2 * joints }
    }

    /// Another plan may not have them.
    pub(super) fn forget_means(&self) {
        let bytes = ROW * self.rows();
        if let Some(multipliers) = self.buffers.existing("multipliers").filter(|_| bytes > 0) {
            let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
            encoder.clear_buffer(multipliers, bytes, Some(bytes));
            self.gpu.queue.submit([encoder.finish()]);
        }
    }

    /// All rows of one joint, and their means.
    pub(super) fn forget_rows_of(&mut self, joint: usize) -> Result<()> {
        let Counts { joints, points, .. } = self.buffers.counts();
        (0..if points { 2 } else { 5 }).try_for_each(|part| {
            let row = part * joints as usize + joint;
            self.write("multipliers", row, bytemuck::bytes_of(&Multiplier::default()))
        })
    }

    /// How far a joint has twisted on, rad.
    pub(super) fn put_wound(&mut self, joint: usize, wound: f32) -> Result<()> {
        let Counts { joints, points, .. } = self.buffers.counts();
        if points {
            return Ok(());
        }
        let record = Multiplier { lambda: [wound, 0.0, 0.0], left: 0.0 };
        self.write("multipliers", 4 * joints as usize + joint, bytemuck::bytes_of(&record))
    }

    /// λ of all rows of one joint, and their means; a mark at one that broke stays.
    pub(super) fn forget_lambdas_of(&mut self, joint: usize) -> Result<()> {
        let Counts { joints, points, .. } = self.buffers.counts();
        let halves = if points { 1 } else { 2 };
        let multipliers = self.buffers.get("multipliers")?;
        for part in 0..2 * halves {
            let at = ROW * (part * joints + joint as u64);
            // a mean's mark says that there is one
            let numbers = if part < halves { 3 } else { 4 };
            self.gpu.queue.write_buffer(multipliers, at, bytemuck::cast_slice(&[0f32; 4][..numbers]));
        }
        Ok(())
    }

    pub(super) fn borne(&mut self) -> Result<Reading<Vec<[f32; 3]>>> {
        let multipliers = self.buffers.get("multipliers")?.clone();
        let reading = self.bring(&[(multipliers, 2 * ROW * self.rows())]);
        Ok(Box::pin(async move { Ok(borne(&reading.await?[0])) }))
    }
}
