//! Milliseconds of a picture's passes, from the GPU's own clock where it has one.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::gpu::Gpu;

pub const STAGES: [&str; 4] = ["gather", "shadows", "beads", "picture"];
const BYTES: u64 = 16 * STAGES.len() as u64;

pub struct Clock {
    gpu: Arc<Gpu>,
    queries: wgpu::QuerySet,
    pub resolved: wgpu::Buffer,
}

impl Clock {
    pub fn new(gpu: &Arc<Gpu>) -> Option<Self> {
        if !gpu.timestamps {
            return None;
        }
        let queries = gpu.device.create_query_set(&wgpu::QuerySetDescriptor {
            label: Some("picture"),
            ty: wgpu::QueryType::Timestamp,
            count: 2 * STAGES.len() as u32,
        });
        let resolved = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("picture"),
            size: BYTES,
            usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        gpu.allocated.fetch_add(BYTES, Ordering::Relaxed);
        Some(Self { gpu: gpu.clone(), queries, resolved })
    }

    pub fn compute(&self, stage: u32) -> wgpu::ComputePassTimestampWrites<'_> {
        wgpu::ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(2 * stage),
            end_of_pass_write_index: Some(2 * stage + 1),
        }
    }

    pub fn draw(&self, stage: u32) -> wgpu::RenderPassTimestampWrites<'_> {
        wgpu::RenderPassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(2 * stage),
            end_of_pass_write_index: Some(2 * stage + 1),
        }
    }

    pub fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.resolve_query_set(&self.queries, 0..2 * STAGES.len() as u32, &self.resolved, 0);
    }

    pub const fn bytes(&self) -> u64 {
        BYTES
    }
}

/// Milliseconds by stage from the resolved timestamps.
pub fn milliseconds(bytes: &[u8], nanoseconds_a_tick: f32) -> Vec<(&'static str, f64)> {
    let ticks: Vec<u64> = bytes.chunks_exact(8).map(bytemuck::pod_read_unaligned).collect();
    let time = |pair: &[u64]| pair[1].saturating_sub(pair[0]) as f64 * f64::from(nanoseconds_a_tick) * 1e-6;
    STAGES.iter().copied().zip(ticks.chunks_exact(2).map(time)).collect()
}

impl Drop for Clock {
    fn drop(&mut self) {
        self.gpu.allocated.fetch_sub(BYTES, Ordering::Relaxed);
        self.resolved.destroy();
        self.queries.destroy();
    }
}
