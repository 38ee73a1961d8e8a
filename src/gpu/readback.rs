//! Bringing bytes back from the device. Copies are submitted at once; the future waits without holding on to
//! the simulation, so other calls may come meanwhile.

use std::sync::Arc;

use crate::error::Result;
use crate::gpu::Gpu;
use crate::gpu::device::lost;

/// The first `size` bytes of each buffer, as they stand after all that was submitted before.
pub fn read(
    gpu: &Arc<Gpu>,
    sources: &[(&wgpu::Buffer, u64)],
) -> impl Future<Output = Result<Vec<Vec<u8>>>> + 'static + use<> {
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    let mut copies = Vec::new();
    for &(source, size) in sources {
        let staging = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("readback"),
            size: size.max(4),
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        if size > 0 {
            encoder.copy_buffer_to_buffer(source, 0, &staging, 0, size);
        }
        copies.push((staging, size));
    }
    gpu.queue.submit([encoder.finish()]);

    let waits: Vec<_> = copies
        .iter()
        .map(|(staging, _)| {
            let (sender, receiver) = futures_channel::oneshot::channel();
            staging.map_async(wgpu::MapMode::Read, .., move |result| {
                let _ = sender.send(result.is_ok());
            });
            receiver
        })
        .collect();

    let gpu = gpu.clone();
    async move {
        gpu.settle();
        let mut mapped = true;
        for wait in waits {
            mapped &= wait.await.unwrap_or(false);
        }
        let out = copies
            .iter()
            .map(|(staging, size)| {
                let bytes = if mapped { staging.get_mapped_range(..).ok() } else { None };
                let copied = bytes.map(|view| view[..*size as usize].to_vec());
                staging.destroy();
                copied.ok_or_else(lost)
            })
            .collect();
        if !mapped {
            gpu.mark_lost();
        }
        out
    }
}
