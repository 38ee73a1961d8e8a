//! The buffers of one simulation, found by the names that the shaders give them. Made when first asked for,
//! destroyed at once when dropped (a browser would wait for its garbage collector).

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::error::{BeadworkError, Code, Result};
use crate::gpu::Gpu;
use crate::parameters::MAX_ITERATIONS;
use crate::plan::REDUCTION_GROUPS;

/// How many of each thing a scene has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub bodies: u64,
    pub joints: u64,
    /// False where every inertia is a sphere's and no tensors are kept.
    pub tensors: bool,
    /// Of the factors of all islands that are eliminated by lists.
    pub blocks: u64,
}

/// Bytes of the buffer called `name`; the table of all that lies on the device.
pub fn size_of(name: &str, counts: Counts, list_words: u64) -> u64 {
    let Counts { bodies, joints, tensors, blocks } = counts;
    let bytes = match name {
        "lists" => 4 * list_words,
        "bodies" | "poses" | "velocities" | "free_velocities" => 32 * bodies,
        "mobility" => 32 * if tensors { bodies } else { 1 },
        "ties" | "arms" => 32 * joints,
        "blocks" => 48 * joints,
        "multipliers" => 16 * joints,
        "pull" => 48,
        "fault" => 4,
        "measure_partials" => 36 * u64::from(REDUCTION_GROUPS + 1),
        "residual_partials" => 4 * u64::from(REDUCTION_GROUPS) * u64::from(MAX_ITERATIONS + 1),
        // the article's own arrays
        "lin_vel_delta" | "ang_vel_delta" => 16 * bodies,
        "ang_mass" | "ang_mass_inv" => 48 * bodies,
        "ib0" | "ib1" => 4 * joints,
        "jacobian" => 96 * joints,
        "delassus_inv" => 48 * joints,
        // conjugate gradients; no island has more segments than joints
        "conjugate" => 32 * joints,
        "segment_sums" => 16 * joints,
        "spread" => 32 * bodies,
        // the exact solver's, where islands branch
        "tree_nodes" => 208 * bodies,
        "tree_links" => 144 * joints,
        // how the substep found the bodies, and what it tries
        "drafts" => 144 * bodies,
        "factors" => 64 * joints + 48 * blocks,
        // and where chains are long
        "chain_links" => 96 * joints,
        _ => unreachable!("no shader has a buffer called {name}"),
    };
    bytes.max(64)
}

/// What a scene needs at least, whatever the solver.
const CORE: [&str; 9] =
    ["lists", "bodies", "poses", "velocities", "free_velocities", "ties", "arms", "blocks", "multipliers"];

/// Refuses a scene that does not fit before anything is allocated.
pub fn check(gpu: &Gpu, counts: Counts) -> Result<()> {
    // at least; what the solvers' own lists take besides is looked at once they are made
    let words = 5 * counts.joints + 2 * counts.bodies + 1;
    for name in CORE {
        fits(gpu, name, size_of(name, counts, words))?;
    }
    Ok(())
}

pub struct Buffers {
    gpu: Arc<Gpu>,
    counts: Counts,
    by_name: HashMap<&'static str, wgpu::Buffer>,
}

impl Buffers {
    pub fn new(gpu: Arc<Gpu>) -> Self {
        Self { gpu, counts: Counts::default(), by_name: HashMap::new() }
    }

    /// For a scene of that many things, before any of its buffers is made. The room for factors stays until there are lists that say how much they take.
    pub fn resize(&mut self, counts: Counts) {
        self.counts = Counts { blocks: self.counts.blocks, ..counts };
    }

    /// Room for the factors of the islands as they are tied together now.
    pub fn hold_blocks(&mut self, blocks: u64) {
        if self.counts.blocks != blocks {
            self.counts.blocks = blocks;
            self.remove("factors");
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

    fn create(&mut self, name: &'static str, size: u64) -> Result<()> {
        fits(&self.gpu, name, size)?;
        self.remove(name);
        let buffer = self.gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(name),
            size,
            usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        self.gpu.allocated.fetch_add(size, Ordering::Relaxed);
        self.by_name.insert(name, buffer);
        Ok(())
    }

    /// All but what a scene needs whatever the solver; the rest is made again when it is asked for.
    pub fn remove_scratch(&mut self) {
        let names: Vec<&str> = self.by_name.keys().copied().filter(|name| !CORE.contains(name)).collect();
        names.into_iter().for_each(|name| self.remove(name));
    }

    fn remove(&mut self, name: &str) {
        if let Some(old) = self.by_name.remove(name) {
            self.gpu.allocated.fetch_sub(old.size(), Ordering::Relaxed);
            old.destroy();
        }
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

pub fn fits(gpu: &Gpu, name: &str, size: u64) -> Result<()> {
    let most = gpu.limits.max_storage_buffer_binding_size.min(gpu.limits.max_buffer_size);
    if size <= most {
        return Ok(());
    }
    Err(BeadworkError::new(
        Code::Limit,
        format!(
            "The scene is too large for this device: '{name}' would need {} MiB and {} MiB are allowed.",
            size >> 20,
            most >> 20
        ),
    ))
}
