//! What a measurement brings back: sums that kernels left, counts of contacts, the clock.

use super::GpuMachine;
use super::events::UNHEARD;
use crate::error::Result;
use crate::gpu::clock::Clock;
use crate::gpu::contacts::{DEEPEST, LOST, PUSHING};
use crate::gpu::layout::Partial;
use crate::gpu::sizes::EVENT;
use crate::machine::{Found, Reading};
use crate::plan::REDUCTION_GROUPS;

/// Bytes of one entry of the residual curve: a sum from each workgroup.
const ROW: u64 = 4 * REDUCTION_GROUPS as u64;

/// Bytes of `contact_numbers` up to the last that is read.
const COUNTS: u64 = 32;

impl GpuMachine {
    /// After the plan of a measurement, with so many entries of the residual curve.
    pub(super) fn found(&mut self, curve: u32) -> Result<Reading<Found>> {
        let total_at = size_of::<Partial>() as u64 * u64::from(REDUCTION_GROUPS);
        let total = (self.buffers.get("measure_partials")?.clone(), total_at + size_of::<Partial>() as u64);
        let mut sources = vec![total];
        if curve > 0 {
            sources.push((self.buffers.get("residual_partials")?.clone(), ROW * u64::from(curve)));
        }
        let mut counts_at = None;
        if self.touches() {
            counts_at = Some(sources.len());
            sources.push((self.buffers.get("contact_numbers")?.clone(), COUNTS));
        }
        let mut events_at = None;
        if let Some(events) = self.buffers.existing("events") {
            events_at = Some(sources.len());
            sources.push((events.clone(), EVENT));
        }
        let mut by_stage = None;
        if let Some(((resolved, size), read)) = self.clock.as_ref().map(Clock::reading) {
            sources.push((resolved.clone(), size));
            by_stage = Some(read);
        }
        let reading = self.bring(&sources);
        self.timing_due = true;
        if counts_at.is_some() {
            // counted anew from here
            self.write("contact_numbers", LOST, &[0; 4])?;
        }
        if events_at.is_some() {
            self.write("events", UNHEARD, &[0; 4])?;
        }
        Ok(Box::pin(async move {
            let bytes = reading.await?;
            let mut found = found(bytemuck::pod_read_unaligned(&bytes[0][total_at as usize..]));
            if curve > 0 {
                found.curve = bytes[1].chunks_exact(ROW as usize).map(sum).collect();
            }
            if let Some(at) = counts_at {
                let words: Vec<u32> = bytes[at].chunks_exact(4).map(bytemuck::pod_read_unaligned).collect();
                found.contacts_dropped = words[LOST];
                found.max_depth = f32::from_bits(words[DEEPEST]).into();
                found.contacts = words[PUSHING];
            }
            if let Some(at) = events_at {
                found.events_dropped = bytemuck::pod_read_unaligned(&bytes[at][4 * UNHEARD..4 * UNHEARD + 4]);
            }
            if let (Some(read), Some(ticks)) = (by_stage, bytes.last()) {
                found.stages = read(ticks);
            }
            Ok(found)
        }))
    }
}

fn sum(row: &[u8]) -> f64 {
    row.chunks_exact(4).map(|bytes| f64::from(bytemuck::pod_read_unaligned::<f32>(bytes))).sum()
}

fn found(total: Partial) -> Found {
    Found {
        max_gap: f64::from(total.max_gap),
        gap_squares: f64::from(total.gap_squares),
        max_gap_radii: f64::from(total.max_gap_radii),
        residual_squares: f64::from(total.residual_squares),
        kinetic: f64::from(total.kinetic),
        potential: f64::from(total.potential),
        worst_joint: total.worst_joint,
        fell_back: total.fell_back,
        max_angle: f64::from(total.max_angle),
        max_overshoot: f64::from(total.max_overshoot),
        rounds: total.rounds as u32,
        momentum: total.momentum.map(f64::from),
        angular_momentum: total.angular_momentum.map(f64::from),
        bad_body: (total.bad_body != u32::MAX).then_some(total.bad_body),
        ..Found::default()
    }
}
