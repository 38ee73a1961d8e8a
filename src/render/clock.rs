//! Milliseconds of a picture's passes, from the GPU's own clock where it has one.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::gpu::Gpu;
use crate::gpu::timings::by_stage;

/// Passes of one picture at most: eight kernels, some for each simulation in it, and three draws.
const SLOTS: u32 = 32;
const BYTES: u64 = 16 * SLOTS as u64;

/// Milliseconds by name of a pass.
pub type StageMilliseconds = Vec<(&'static str, f64)>;

pub struct Clock {
    gpu: Arc<Gpu>,
    queries: wgpu::QuerySet,
    pub resolved: wgpu::Buffer,
    /// Of the passes so far, in their order.
    stages: RefCell<Vec<&'static str>>,
}

impl Clock {
    pub fn new(gpu: &Arc<Gpu>) -> Option<Self> {
        if !gpu.timestamps {
            return None;
        }
        let queries = gpu.device.create_query_set(&wgpu::QuerySetDescriptor {
            label: Some("picture"),
            ty: wgpu::QueryType::Timestamp,
            count: 2 * SLOTS,
        });
        let resolved = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("picture"),
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

    fn slot(&self, stage: &'static str) -> Option<u32> {
        let mut stages = self.stages.borrow_mut();
        let slot = stages.len() as u32;
        (slot < SLOTS).then(|| {
            stages.push(stage);
            2 * slot
        })
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

    pub fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        let count = 2 * self.stages.borrow().len() as u32;
        if count > 0 {
            encoder.resolve_query_set(&self.queries, 0..count, &self.resolved, 0);
        }
    }

    /// What to read back, and what turns it into milliseconds by stage.
    pub fn reading(&self) -> (u64, impl FnOnce(&[u8]) -> StageMilliseconds + 'static + use<>) {
        let stages = self.stages.borrow().clone();
        let tick = self.gpu.queue.get_timestamp_period();
        (16 * stages.len() as u64, move |bytes: &[u8]| by_stage(&stages, bytes, tick))
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        self.gpu.allocated.fetch_sub(BYTES, Ordering::Relaxed);
        self.resolved.destroy();
        self.queries.destroy();
    }
}
