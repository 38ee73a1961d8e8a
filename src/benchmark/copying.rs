//! How fast the device copies one buffer into another: the yardstick for what a step moves.

use std::sync::Arc;
use std::time::Instant;

use super::record::CopyTiming;
use crate::error::Result;
use crate::gpu::Gpu;

/// MiB of the buffers copied. Larger than caches where the device allows it.
const SIZES: [u64; 4] = [32, 128, 512, 2048];
/// Seconds that one size is copied for.
const SECONDS: f64 = 0.5;

/// Bytes read and written per second, for each size that the device takes.
pub async fn copies(gpu: &Arc<Gpu>) -> Result<Vec<CopyTiming>> {
    let mut out = Vec::new();
    // a software device's memory is the machine's, and others need it too
    let most = if gpu.adapter.get_info().device_type == wgpu::DeviceType::Cpu { 256 } else { 2048 };
    for size in SIZES.map(|mib| mib << 20) {
        if size <= gpu.limits.max_buffer_size.min(most << 20)
            && let Some(bytes_per_second) = copy(gpu, size).await?
        {
            out.push(CopyTiming { bytes: size, bytes_per_second });
        }
    }
    Ok(out)
}

async fn copy(gpu: &Arc<Gpu>, size: u64) -> Result<Option<f64>> {
    let scope = gpu.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let buffer = |label| {
        gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size,
            usage: wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    };
    let (from, to) = (buffer("copied"), buffer("copy"));
    if scope.pop().await.is_some() {
        return Ok(None);
    }
    let run = async |times: u32| -> Result<f64> {
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        for k in 0..times {
            // there and back, so that no copy can be left out
            let (source, target) = if k % 2 == 0 { (&from, &to) } else { (&to, &from) };
            encoder.copy_buffer_to_buffer(source, 0, target, 0, size);
        }
        let start = Instant::now();
        gpu.queue.submit([encoder.finish()]);
        gpu.done().await?;
        Ok(start.elapsed().as_secs_f64())
    };
    run(2).await?;
    let guess = run(2).await? / 2.0;
    // five runs, the best of which counts: what the device can do
    let times = ((SECONDS / 5.0 / guess) as u32).clamp(2, 1000);
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        best = best.min(run(times).await? / f64::from(times));
    }
    from.destroy();
    to.destroy();
    Ok(Some(2.0 * size as f64 / best))
}
