//! Readings of a picture on request: a few figures, or the picture itself.

use crate::error::{BeadworkError, Code, Result};
use crate::gpu::clock::Clock;
use crate::gpu::readback;
use crate::render::frame::MOST_BARS;
use crate::render::resources::{Buffer, Counters, QUAD};
use crate::render::view::View;

/// What the last picture consisted of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Beads drawn as ray-cast pearls.
    pub pearls: u32,
    /// Beads drawn as splats.
    pub splats: u32,
    /// Threads seen.
    pub threads: u32,
    /// By stage; empty without timestamps, and until a picture has been drawn after statistics were first asked for.
    pub milliseconds: Vec<(&'static str, f64)>,
}

impl View {
    /// Figures of the last picture, when the device has drawn it.
    pub fn statistics(&mut self) -> impl Future<Output = Result<Statistics>> + 'static + use<> {
        let mut sources: Vec<(&wgpu::Buffer, u64)> = vec![(&self.counters, size_of::<Counters>() as u64)];
        let mut by_stage = None;
        if let Some((resolved, read)) = self.clock.as_ref().filter(|_| self.clock_ran).map(Clock::reading) {
            sources.push(resolved);
            by_stage = Some(read);
        }
        let reading = readback::read(&self.gpu, &sources);
        if self.clock.is_none() {
            self.clock = Clock::new(&self.gpu);
        }
        let bars = self.overlays.bars.len().min(MOST_BARS) as u32;
        async move {
            let bytes = reading.await?;
            let counters: Counters = bytemuck::pod_read_unaligned(&bytes[0]);
            Ok(Statistics {
                pearls: counters.beads[0] / QUAD,
                splats: counters.splats,
                threads: (counters.cords[0] / QUAD).saturating_sub(bars),
                milliseconds: by_stage.map_or(Vec::new(), |read| read(&bytes[1])),
            })
        }
    }

    /// The last picture of an offscreen view: width, height, and sRGB bytes by rows, four per pixel.
    pub fn screenshot(&self) -> Result<impl Future<Output = Result<(u32, u32, Vec<u8>)>> + 'static + use<>> {
        self.gpu.check()?;
        let Some(canvas) = &self.canvas else {
            return Err(BeadworkError::new(
                Code::Internal,
                "A canvas keeps its own picture; ask it for a blob.",
            ));
        };
        let (width, height) = self.size;
        let row = (4 * width).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let size = u64::from(row) * u64::from(height);
        let usage = wgpu::BufferUsages::COPY_SRC;
        let staging = Buffer::new(&self.gpu, "screenshot", size, usage);
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        encoder.copy_texture_to_buffer(
            canvas.texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &staging,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(row),
                    rows_per_image: None,
                },
            },
            canvas.texture.size(),
        );
        self.gpu.queue.submit([encoder.finish()]);
        let reading = readback::read(&self.gpu, &[(&staging, size)]);
        Ok(async move {
            let bytes = reading.await?;
            drop(staging);
            let rows = bytes[0].chunks_exact(row as usize);
            Ok((width, height, rows.flat_map(|r| &r[..4 * width as usize]).copied().collect()))
        })
    }
}
