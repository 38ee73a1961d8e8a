//! The buffers of one simulation, found by the names that the shaders give them. Made when first asked for,
//! destroyed at once when dropped (a browser would wait for its garbage collector).

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::error::{BeadworkError, Code, Result};
use crate::gpu::Gpu;
use crate::lists::contacts::room;
use crate::parameters::MAX_ITERATIONS;
use crate::plan::REDUCTION_GROUPS;

/// How many of each thing a scene has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    pub bodies: u64,
    pub joints: u64,
    /// Every joint is a point joint as firm as can be.
    pub points: bool,
    /// False where every inertia is a sphere's and no tensors are kept.
    pub tensors: bool,
    /// Points that a pair of bodies may have.
    pub slots: u64,
    /// Of the factors of all islands that are eliminated by lists.
    pub blocks: u64,
}

impl Default for Counts {
    fn default() -> Self {
        Self { bodies: 0, joints: 0, points: true, tensors: false, slots: 4, blocks: 0 }
    }
}

/// Bytes of the buffer called `name`; the table of all that lies on the device.
pub fn size_of(name: &str, counts: Counts, list_words: u64) -> u64 {
    let Counts { bodies, joints, points, tensors, slots, blocks } = counts;
    let pairs = u64::from(room(bodies as u32));
    let by_kind = |of_points: u64, of_any: u64| joints * if points { of_points } else { of_any };
    let bytes = match name {
        "lists" => 4 * list_words,
        "bodies" | "poses" | "velocities" | "free_velocities" => 32 * bodies,
        "mobility" => 32 * if tensors { bodies } else { 1 },
        // of joints of other kinds there are frames and a head besides; two sets of rows; a block and a multiplier each for what
        // moves and for what turns, one for how these couple, and one for the places
        "ties" => by_kind(32, 96),
        "arms" => by_kind(32, 256),
        "blocks" => by_kind(48, 192),
        // and behind them as many means
        "multipliers" => by_kind(32, 64),
        "pull" => 48,
        // of one body; it grows with those that are pushed at once
        "pushes" => 64,
        "fault" => 4,
        "measure_partials" => 80 * u64::from(REDUCTION_GROUPS + 1),
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
        // and where joints are of other kinds
        "rooted" => 112 * bodies,
        // of rows that are driven or bounded
        "stairs" => 192 * joints,
        // how the substep found the bodies, and what it tries
        "drafts" => 144 * bodies,
        "factors" => 64 * joints + 48 * blocks,
        // where bodies touch: heads of twice as many cells and more, and the next ones in them
        "contact_cells" => 4 * ((2 * bodies).next_power_of_two() + bodies),
        // and behind the counts pairs by colour
        "contact_numbers" => 4 * (CONTACT_NUMBERS + pairs),
        "contact_arguments" => 12 * 19,
        // by body a mask, sixteen bids and a share; by pair a colour
        "contact_colours" => 4 * (18 * bodies.max(8) + pairs),
        "contact_rows" | "former_rows" => 128 * bodies,
        "surfaces" => 32 * bodies,
        "pairs" => 32 * pairs,
        "touches" | "contact_reaches" => 32 * slots * pairs,
        "contact_forces" | "former_forces" | "contact_changes" => 16 * (slots + 1) * pairs,
        // and where chains are long
        "chain_links" => 96 * joints,
        _ => unreachable!("no shader has a buffer called {name}"),
    };
    bytes.max(64)
}

/// Made where bodies touch.
const OF_CONTACTS: [&str; 13] = [
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
];

/// Of which the size goes by how many points a pair may have.
const BY_SLOTS: [&str; 5] =
    ["contact_changes", "touches", "contact_reaches", "contact_forces", "former_forces"];

/// Words of `contact_numbers` (shaders/common/contact_rows.wgsl).
pub const CONTACT_NUMBERS: u64 = 96;

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

    /// For a scene of that many things: before any of its buffers is made, or when its joints become points or more than that, where
    /// multipliers keep what they hold. The room for factors stays until there are lists that say how much they take. Whether
    /// some buffer is another now.
    pub fn resize(&mut self, counts: Counts) -> Result<bool> {
        let before = self.counts;
        self.counts = Counts { blocks: before.blocks, ..counts };
        if before.tensors != counts.tensors {
            self.remove("mobility");
        }
        if before.slots != counts.slots {
            BY_SLOTS.into_iter().for_each(|name| self.remove(name));
        }
        if before.points == counts.points || before.joints != counts.joints {
            return Ok(false);
        }
        ["ties", "arms", "blocks"].into_iter().for_each(|name| self.remove(name));
        if let Some(old) = self.by_name.remove("multipliers") {
            self.create("multipliers", size_of("multipliers", self.counts, 0))?;
            let new = &self.by_name["multipliers"];
            let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
            encoder.copy_buffer_to_buffer(&old, 0, new, 0, 16 * before.joints);
            self.gpu.queue.submit([encoder.finish()]);
            self.discard(old);
        }
        Ok(true)
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

    /// The same for what changes its length from frame to frame: the buffer only grows, and the rest of it stays as it is.
    pub fn fill_start(&mut self, name: &'static str, bytes: &[u8]) -> Result<()> {
        let size = bytes.len() as u64;
        if self.by_name.get(name).is_none_or(|buffer| buffer.size() < size) {
            self.create(name, size.next_power_of_two().max(64))?;
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
        let names: Vec<&str> =
            self.by_name.keys().copied().filter(|name| !CORE.contains(name) && *name != "surfaces").collect();
        names.into_iter().for_each(|name| self.remove(name));
    }

    /// Of bodies that touch no more.
    pub fn remove_contacts(&mut self) {
        OF_CONTACTS.into_iter().for_each(|name| self.remove(name));
    }

    fn remove(&mut self, name: &str) {
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
