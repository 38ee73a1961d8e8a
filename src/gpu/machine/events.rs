//! Events: the buffer that kernels write them into (shaders/common/event.wgsl), read and emptied. It is there where some plan has such a
//! kernel.

use super::GpuMachine;
use crate::codes::event;
use crate::error::Result;
use crate::gpu::sizes::EVENT;
use crate::machine::Reading;
use crate::state::{Event, in_order};

/// Words of `events`.
const HAPPENED: usize = event::HAPPENED as usize;
pub(super) const UNHEARD: usize = event::UNHEARD as usize;
const FRAME: usize = event::FRAME as usize;

/// Words of one event.
const WORDS: usize = EVENT as usize / 4;

impl GpuMachine {
    /// The number of the frame that ends.
    pub(super) fn put_frame(&mut self, frame: u32) -> Result<()> {
        self.write("events", FRAME, &frame.to_le_bytes())
    }

    /// All that was not read.
    pub(super) fn forget_events(&mut self) -> Result<()> {
        match self.buffers.existing("events") {
            Some(_) => self.write("events", HAPPENED, &[0; 4]),
            None => Ok(()),
        }
    }

    pub(super) fn events(&mut self) -> Result<Reading<Vec<Event>>> {
        let Some(buffer) = self.buffers.existing("events") else {
            return Ok(Box::pin(std::future::ready(Ok(Vec::new()))));
        };
        let sources = [(buffer.clone(), buffer.size())];
        let reading = self.bring(&sources);
        self.forget_events()?;
        Ok(Box::pin(async move {
            let bytes = reading.await?;
            let words: Vec<u32> = bytes[0].chunks_exact(4).map(bytemuck::pod_read_unaligned).collect();
            let (head, records) = words.split_at(WORDS);
            let records = records.chunks_exact(WORDS).take(head[HAPPENED] as usize);
            Ok(in_order(records.map(|record| std::array::from_fn(|k| record[k])).collect()))
        }))
    }
}
