//! The buffers of one simulation, found by the names that the shaders give them. Made when first asked for,
//! destroyed at once when dropped (a browser would wait for its garbage collector).

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::growth::{Stretch, events_of, kept};
use super::sizes::{CORE, Counts, fits, size_of};
use crate::error::Result;
use crate::gpu::Gpu;

/// Made where bodies touch.
const OF_CONTACTS: [&str; 15] = [
    "contact_cells",
    "contact_numbers",
    "contact_arguments",
    "contact_colours",
    "contact_rows",
    "former_rows",
    "surfaces",
    "pairs",
    "contact_changes",
    "touches",
    "contact_reaches",
    "contact_forces",
    "former_forces",
    "former_manifolds",
    "contact_touching",
];

/// Buffers whose size depends on how many points a pair may have, and on how many pairs there may be then.
const BY_SLOTS: [&str; 9] = [
    "pairs",
    "contact_numbers",
    "contact_colours",
    "contact_changes",
    "touches",
    "contact_reaches",
    "contact_forces",
    "former_forces",
    "former_manifolds",
];

/// Whatever the number of bodies and joints is: these hold the data that the next step or measurement reads.
const LASTING: [&str; 6] =
    ["lists", "pull", "fault", "measure_partials", "residual_partials", "contact_arguments"];

pub struct Buffers {
    gpu: Arc<Gpu>,
    counts: Counts,
    by_name: HashMap<&'static str, wgpu::Buffer>,
}

impl Buffers {
    pub fn new(gpu: Arc<Gpu>) -> Self {
        Self { gpu, counts: Counts::default(), by_name: HashMap::new() }
    }

    /// For a scene of more or fewer bodies or joints, of which those that stay keep what they have: as
    /// growth.rs says.
    pub fn refit(&mut self, counts: Counts) -> Result<()> {
        let before = self.counts;
        let kept = kept(before, counts);
        for (name, _) in &kept {
            fits(&self.gpu, name, size_of(name, counts, 0))?;
        }
        let old: Vec<(&'static str, wgpu::Buffer, Vec<Stretch>)> = kept
            .into_iter()
            .filter_map(|(name, stretches)| Some((name, self.by_name.remove(name)?, stretches)))
            .collect();
        let others: Vec<&str> = self.by_name.keys().copied().filter(|name| !LASTING.contains(name)).collect();
        others.into_iter().for_each(|name| self.remove(name));
        self.counts = Counts { blocks: before.blocks, carries: before.carries, ..counts };
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        for (name, from, stretches) in &old {
            self.create(name, size_of(name, self.counts, 0))?;
            let to = &self.by_name[name];
            for Stretch { from: at, to: there, bytes } in stretches.iter().filter(|stretch| stretch.bytes > 0)
            {
                encoder.copy_buffer_to_buffer(from, *at, to, *there, *bytes);
            }
        }
        self.gpu.queue.submit([encoder.finish()]);
        old.into_iter().for_each(|(_, buffer, _)| self.discard(buffer));
        Ok(())
    }

    /// For a scene of other bodies and joints altogether.
    pub fn clear(&mut self, counts: Counts) {
        let names: Vec<&str> = self.by_name.keys().copied().filter(|name| *name != "lists").collect();
        names.into_iter().for_each(|name| self.remove(name));
        self.counts = Counts { blocks: self.counts.blocks, carries: self.counts.carries, ..counts };
    }

    /// For a scene of that many things: before any of its buffers is made, or when its joints become points or more
    /// than that. Then multipliers keep their values. The room for factors stays until there are lists that say how
    /// much they take. Whether some buffer is another now.
    pub fn resize(&mut self, counts: Counts) -> Result<bool> {
        let before = self.counts;
        self.counts = Counts { blocks: before.blocks, carries: before.carries, ..counts };
        if before.tensors != counts.tensors {
            self.remove("mobility");
        }
        if before.watched != counts.watched {
            self.regrow("events", events_of(before).min(events_of(counts)))?;
        }
        if before.compounds != counts.compounds {
            ["pairs", "parts"].into_iter().for_each(|name| self.remove(name));
        }
        if before.slots != counts.slots {
            BY_SLOTS.into_iter().for_each(|name| self.remove(name));
        }
        let rubs_anew = before.rubs != counts.rubs;
        if rubs_anew {
            self.remove("stairs");
        }
        if before.points == counts.points || before.joints != counts.joints {
            return Ok(rubs_anew);
        }
        ["ties", "arms", "blocks"].into_iter().for_each(|name| self.remove(name));
        self.regrow("multipliers", 16 * before.joints)?;
        Ok(true)
    }

    /// Gives a buffer that is there its present size, and keeps its first `kept` bytes.
    fn regrow(&mut self, name: &'static str, kept: u64) -> Result<()> {
        let Some(old) = self.by_name.remove(name) else { return Ok(()) };
        self.create(name, size_of(name, self.counts, 0))?;
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(&old, 0, &self.by_name[name], 0, kept);
        self.gpu.queue.submit([encoder.finish()]);
        self.discard(old);
        Ok(())
    }

    /// Room for the islands as they are tied together now: for their factors, and for what Newton's method carries along.
    pub fn hold_islands(&mut self, blocks: u64, carries: bool) {
        if self.counts.blocks != blocks {
            self.counts.blocks = blocks;
            self.remove("factors");
        }
        if self.counts.carries != carries {
            self.counts.carries = carries;
            self.remove("rooted");
        }
    }

    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The buffer of that name, made and zeroed on first use.
    pub fn get(&mut self, name: &'static str) -> Result<&wgpu::Buffer> {
        if !self.by_name.contains_key(name) {
            let size = size_of(name, self.counts, 0);
            self.create(name, size)?;
        }
        Ok(&self.by_name[name])
    }

    pub fn existing(&self, name: &str) -> Option<&wgpu::Buffer> {
        self.by_name.get(name)
    }

    /// Fills the buffer of that name, making it anew if its size changed.
    pub fn fill(&mut self, name: &'static str, bytes: &[u8]) -> Result<()> {
        let size = (bytes.len() as u64).max(64);
        if self.by_name.get(name).is_none_or(|buffer| buffer.size() != size) {
            self.create(name, size)?;
        }
        self.gpu.queue.write_buffer(&self.by_name[name], 0, bytes);
        Ok(())
    }

    /// The same for what changes its length from frame to frame: the buffer only grows, and the rest of it stays as it is.
    pub fn fill_start(&mut self, name: &'static str, bytes: &[u8]) -> Result<()> {
        let buffer = self.with_room(name, bytes.len() as u64)?.clone();
        self.gpu.queue.write_buffer(&buffer, 0, bytes);
        Ok(())
    }

    /// The buffer of that name with room for so many bytes; it only grows, and is empty when it does.
    pub fn with_room(&mut self, name: &'static str, size: u64) -> Result<&wgpu::Buffer> {
        if self.by_name.get(name).is_none_or(|buffer| buffer.size() < size) {
            self.create(name, size.next_power_of_two().max(64))?;
        }
        Ok(&self.by_name[name])
    }

    fn create(&mut self, name: &'static str, size: u64) -> Result<()> {
        fits(&self.gpu, name, size)?;
        self.remove(name);
        let buffer = self.gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(name),
            size,
            usage: wgpu::BufferUsages::STORAGE
                | wgpu::BufferUsages::COPY_SRC
                | wgpu::BufferUsages::COPY_DST
                | if name == "contact_arguments" {
                    wgpu::BufferUsages::INDIRECT
                } else {
                    wgpu::BufferUsages::empty()
                },
            mapped_at_creation: false,
        });
        self.gpu.allocated.fetch_add(size, Ordering::Relaxed);
        self.by_name.insert(name, buffer);
        Ok(())
    }

    /// All but what a scene needs whatever the solver; the rest is made again when it is asked for.
    pub fn remove_scratch(&mut self) {
        let names: Vec<&str> = self
            .by_name
            .keys()
            .copied()
            .filter(|name| !CORE.contains(name) && !["surfaces", "learnt"].contains(name))
            .collect();
        names.into_iter().for_each(|name| self.remove(name));
    }

    /// Of bodies that touch no more.
    pub fn remove_contacts(&mut self) {
        OF_CONTACTS.into_iter().for_each(|name| self.remove(name));
    }

    /// It is made again when it is asked for.
    pub fn remove(&mut self, name: &str) {
        if let Some(old) = self.by_name.remove(name) {
            self.discard(old);
        }
    }

    fn discard(&self, old: wgpu::Buffer) {
        self.gpu.allocated.fetch_sub(old.size(), Ordering::Relaxed);
        old.destroy();
    }
}

impl Drop for Buffers {
    fn drop(&mut self) {
        let names: Vec<&str> = self.by_name.keys().copied().collect();
        for name in names {
            self.remove(name);
        }
    }
}
