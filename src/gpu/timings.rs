//! Milliseconds by stage, from the GPU's own clock where it offers one: every stage of one substep runs in a
//! pass of its own between two timestamps.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::gpu::Gpu;

/// Passes that are timed. Of a longer plan the first ones are, and stand for the others of their kernel.
const SLOTS: u32 = 128;

pub struct Timings {
    gpu: Arc<Gpu>,
    queries: wgpu::QuerySet,
    pub resolved: wgpu::Buffer,
    /// Kernel of each pass of the last timed substep, timed or not.
    pub stages: Vec<&'static str>,
}

const RESOLVED_BYTES: u64 = 8 * 2 * SLOTS as u64;

impl Timings {
    pub fn new(gpu: Arc<Gpu>) -> Option<Self> {
        if !gpu.timestamps {
            return None;
        }
        let queries = gpu.device.create_query_set(&wgpu::QuerySetDescriptor {
            label: Some("stages"),
            ty: wgpu::QueryType::Timestamp,
            count: 2 * SLOTS,
        });
        let resolved = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("stages"),
            size: RESOLVED_BYTES,
            usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        gpu.allocated.fetch_add(RESOLVED_BYTES, Ordering::Relaxed);
        Some(Self { gpu, queries, resolved, stages: Vec::new() })
    }

    pub fn begin(&mut self) {
        self.stages.clear();
    }

    /// Where the next pass, of kernel `stage`, writes its two timestamps.
    pub fn writes(&mut self, stage: &'static str) -> Option<wgpu::ComputePassTimestampWrites<'_>> {
        let slot = self.stages.len() as u32;
        self.stages.push(stage);
        if slot >= SLOTS {
            return None;
        }
        Some(wgpu::ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(2 * slot),
            end_of_pass_write_index: Some(2 * slot + 1),
        })
    }

    pub fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        let count = 2 * self.timed();
        if count > 0 {
            encoder.resolve_query_set(&self.queries, 0..count, &self.resolved, 0);
        }
    }

    pub fn resolved_bytes(&self) -> u64 {
        16 * u64::from(self.timed())
    }

    fn timed(&self) -> u32 {
        (self.stages.len() as u32).min(SLOTS)
    }
}

impl Drop for Timings {
    fn drop(&mut self) {
        self.gpu.allocated.fetch_sub(RESOLVED_BYTES, Ordering::Relaxed);
        self.resolved.destroy();
        self.queries.destroy();
    }
}

/// Milliseconds by stage in the order of first appearance, from the resolved timestamps.
pub fn by_stage(stages: &[&'static str], bytes: &[u8], nanoseconds_a_tick: f32) -> Vec<(&'static str, f64)> {
    struct Sum {
        stage: &'static str,
        passes: u32,
        timed: u32,
        milliseconds: f64,
    }
    let mut sums: Vec<Sum> = Vec::new();
    let mut pairs = bytes.chunks_exact(16);
    for &stage in stages {
        let at = sums.iter().position(|sum| sum.stage == stage).unwrap_or_else(|| {
            sums.push(Sum { stage, passes: 0, timed: 0, milliseconds: 0.0 });
            sums.len() - 1
        });
        sums[at].passes += 1;
        if let Some(pair) = pairs.next() {
            let tick = |half: &[u8]| half.iter().rev().fold(0u64, |sum, &byte| (sum << 8) | u64::from(byte));
            let ticks = tick(&pair[8..]).saturating_sub(tick(&pair[..8]));
            sums[at].timed += 1;
            sums[at].milliseconds += ticks as f64 * f64::from(nanoseconds_a_tick) * 1e-6;
        }
    }
    sums.iter()
        .filter(|sum| sum.timed > 0)
        .map(|sum| (sum.stage, sum.milliseconds * f64::from(sum.passes) / f64::from(sum.timed)))
        .collect()
}
