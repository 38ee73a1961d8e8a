//! Milliseconds by stage, from the GPU's own clock where it offers one. Every stage of a substep or a picture runs in a
//! pass of its own between two timestamps.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::gpu::Gpu;

/// Passes that are timed. Of more than these the first ones are, and stand for the others of their stage.
const SLOTS: u32 = 128;
const BYTES: u64 = 16 * SLOTS as u64;

/// In the order in which stages first ran.
pub type StageMilliseconds = Vec<(&'static str, f64)>;

pub struct Clock {
    gpu: Arc<Gpu>,
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    /// Of each pass since `begin`, timed or not.
    stages: RefCell<Vec<&'static str>>,
}

impl Clock {
    pub fn new(gpu: &Arc<Gpu>) -> Option<Self> {
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
            size: BYTES,
            usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        gpu.allocated.fetch_add(BYTES, Ordering::Relaxed);
        Some(Self { gpu: gpu.clone(), queries, resolved, stages: RefCell::default() })
    }

    pub fn begin(&self) {
        self.stages.borrow_mut().clear();
    }

    /// Where the next pass, of `stage`, writes the first of its two timestamps.
    fn slot(&self, stage: &'static str) -> Option<u32> {
        let mut stages = self.stages.borrow_mut();
        stages.push(stage);
        let slot = stages.len() as u32 - 1;
        (slot < SLOTS).then_some(2 * slot)
    }

    pub fn compute(&self, stage: &'static str) -> Option<wgpu::ComputePassTimestampWrites<'_>> {
        self.slot(stage).map(|slot| wgpu::ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(slot),
            end_of_pass_write_index: Some(slot + 1),
        })
    }

    pub fn draw(&self, stage: &'static str) -> Option<wgpu::RenderPassTimestampWrites<'_>> {
        self.slot(stage).map(|slot| wgpu::RenderPassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(slot),
            end_of_pass_write_index: Some(slot + 1),
        })
    }

    fn timed(&self) -> u32 {
        (self.stages.borrow().len() as u32).min(SLOTS)
    }

    pub fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        if self.timed() > 0 {
            encoder.resolve_query_set(&self.queries, 0..2 * self.timed(), &self.resolved, 0);
        }
    }

    /// What to read back, and what turns it into milliseconds by stage.
    pub fn reading(
        &self,
    ) -> ((&wgpu::Buffer, u64), impl FnOnce(&[u8]) -> StageMilliseconds + 'static + use<>) {
        let stages = self.stages.borrow().clone();
        let tick = self.gpu.queue.get_timestamp_period();
        ((&self.resolved, 16 * u64::from(self.timed())), move |bytes: &[u8]| by_stage(&stages, bytes, tick))
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        self.gpu.allocated.fetch_sub(BYTES, Ordering::Relaxed);
        self.resolved.destroy();
        self.queries.destroy();
    }
}

/// From the resolved timestamps.
fn by_stage(stages: &[&'static str], bytes: &[u8], nanoseconds_a_tick: f32) -> StageMilliseconds {
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
