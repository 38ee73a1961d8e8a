//! Bringing one word back after every step: which body, if any, is not finite. Its buffers are made once and used
//! again and again, since a step should allocate nothing.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use crate::error::Result;
use crate::gpu::Gpu;
use crate::gpu::device::lost;
use crate::gpu::executor::Program;

/// Searches that can be under way at once before another buffer is made.
const SPARE: usize = 3;
const BYTES: u64 = 4;

pub struct Watch {
    program: Program,
    fault: wgpu::Buffer,
    spare: Arc<Spare>,
}

/// Buffers to map that are not in use now.
struct Spare {
    gpu: Arc<Gpu>,
    buffers: Mutex<Vec<wgpu::Buffer>>,
}

impl Watch {
    /// `program` leaves the smallest index of a faulty body in `fault`.
    // as for `Gpu`: in a browser it stays on one thread
    #[cfg_attr(target_arch = "wasm32", allow(clippy::arc_with_non_send_sync))]
    pub fn new(gpu: &Arc<Gpu>, program: Program, fault: wgpu::Buffer) -> Self {
        let spare = Arc::new(Spare { gpu: gpu.clone(), buffers: Mutex::default() });
        (0..SPARE).for_each(|_| spare.give(spare.make()));
        Self { program, fault, spare }
    }

    /// The first faulty body after all that was submitted so far.
    pub fn look(&self) -> impl Future<Output = Result<Option<usize>>> + 'static + use<> {
        let spare = self.spare.clone();
        let gpu = &spare.gpu;
        gpu.queue.write_buffer(&self.fault, 0, bytemuck::bytes_of(&u32::MAX));
        self.program.submit(None, 1, None);
        let staging = spare.take().unwrap_or_else(|| spare.make());
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(&self.fault, 0, &staging, 0, BYTES);
        gpu.queue.submit([encoder.finish()]);
        let (sender, receiver) = futures_channel::oneshot::channel();
        staging.map_async(wgpu::MapMode::Read, .., move |result| {
            let _ = sender.send(result.is_ok());
        });
        async move {
            spare.gpu.settle();
            let mapped = receiver.await.unwrap_or(false);
            let bytes = if mapped { staging.get_mapped_range(..).ok() } else { None };
            let Some(bytes) = bytes else {
                spare.gpu.mark_lost();
                spare.discard(staging);
                return Err(lost());
            };
            let first: u32 = bytemuck::pod_read_unaligned(&bytes[..BYTES as usize]);
            drop(bytes);
            staging.unmap();
            spare.give(staging);
            spare.gpu.check()?;
            Ok((first != u32::MAX).then_some(first as usize))
        }
    }
}

impl Spare {
    fn make(&self) -> wgpu::Buffer {
        self.gpu.allocated.fetch_add(BYTES, Ordering::Relaxed);
        self.gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("watch"),
            size: BYTES,
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    }

    fn take(&self) -> Option<wgpu::Buffer> {
        self.buffers.lock().ok()?.pop()
    }

    fn give(&self, buffer: wgpu::Buffer) {
        if let Ok(mut buffers) = self.buffers.lock() {
            buffers.push(buffer);
        }
    }

    fn discard(&self, buffer: wgpu::Buffer) {
        self.gpu.allocated.fetch_sub(BYTES, Ordering::Relaxed);
        buffer.destroy();
    }
}

impl Drop for Spare {
    fn drop(&mut self) {
        while let Some(buffer) = self.take() {
            self.discard(buffer);
        }
    }
}
