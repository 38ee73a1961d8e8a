//! The buffers of one simulation, found by the names that the shaders give them. Made when first asked for,
//! destroyed at once when dropped (a browser would wait for its garbage collector).

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::error::{BeadworkError, Code, Result};
use crate::gpu::Gpu;
use crate::lists::contacts::room;
use crate::lists::events;
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
    /// Bodies that get events of their touches.
    pub watched: u64,
    /// Some joint has friction.
    pub rubs: bool,
    /// Some body's centre of mass is not the origin of its shape.
    pub offset: bool,
    /// Some body takes the collider for convex shapes.
    pub convex: bool,
    /// Places that the rows of hulls take behind the surfaces.
    pub hulls: u64,
    /// Some body is a compound.
    pub compounds: bool,
}

impl Default for Counts {
    fn default() -> Self {
        Self {
            bodies: 0,
            joints: 0,
            points: true,
            tensors: false,
            slots: 4,
            blocks: 0,
            watched: 0,
            rubs: false,
            offset: false,
            convex: false,
            hulls: 0,
            compounds: false,
        }
    }
}

/// Bytes of the buffer called `name`; the table of all that lies on the device.
pub fn size_of(name: &str, counts: Counts, list_words: u64) -> u64 {
    let Counts {
        bodies,
        joints,
        points,
        tensors,
        slots,
        blocks,
        watched,
        rubs,
        offset,
        hulls,
        compounds,
        ..
    } = counts;
    let pairs = u64::from(room(bodies as u32));
    let by_kind = |of_points: u64, of_any: u64| joints * if points { of_points } else { of_any };
    let bytes = match name {
        "lists" => 4 * list_words,
        "bodies" | "poses" | "velocities" | "free_velocities" => 32 * bodies,
        "mobility" => 32 * if tensors { bodies } else { 1 },
        // joints of other kinds have frames and a head besides, and two sets of rows. They have a block and a
        // multiplier each for linear and for angular rows. One more block couples these, and one is for the places
        "ties" => by_kind(32, 96),
        "arms" => by_kind(32, 256),
        "blocks" => by_kind(48, 192),
        // behind them as many means; and of joints of other kinds how far each has twisted on
        "multipliers" => by_kind(32, 80),
        "pull" | "placed" => 48,
        // of one body; it grows with those that are pushed at once
        "pushes" => 64,
        "fault" => 4,
        // what rays know of bodies; of one ray, they grow with those that are cast at once
        "ray_bodies" => 32 * bodies,
        "rays" | "ray_hits" => 32,
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
        "stairs" => joints * if rubs { 384 } else { 288 },
        // by joint the penalty that AVBD has learnt, and behind these by body how much of gravity it gave in to
        "learnt" => 4 * (joints + bodies),
        // where bodies touch, what AVBD finds of each (shaders/common/energy.wgsl)
        "energies" => 208 * bodies,
        // how the substep found the bodies, and what it tries
        "drafts" => 144 * bodies,
        "factors" => 64 * joints + 48 * blocks,
        // where bodies touch: heads of twice as many cells and more, the next ones in them, and where bodies began
        "contact_cells" => 4 * ((2 * bodies).next_power_of_two() + 4 * bodies),
        // and behind the counts pairs by colour
        "contact_numbers" => 4 * (CONTACT_NUMBERS + pairs),
        "contact_arguments" => 12 * 19,
        // by body a mask, sixteen bids and a share; by pair a colour
        "contact_colours" => 4 * (18 * bodies.max(8) + pairs),
        "contact_rows" | "former_rows" => 128 * bodies,
        // with the rows of hulls behind them. Where there are centres of mass, they stand behind all that, and as much
        // again
        "surfaces" => (bodies + hulls) * if offset { 64 } else { 32 },
        "contact_touching" => 4 * bodies,
        // ahead of them how many there are
        "events" => EVENT * (1 + u64::from(events::room(watched as u32))),
        // and where there are compounds, as many more as they were found
        "pairs" => 32 * pairs * if compounds { 2 } else { 1 },
        "parts" => 32 * if compounds { bodies } else { 1 },
        "touches" | "contact_reaches" => 32 * slots * pairs,
        // pairs of one point are never kept
        "former_manifolds" if slots == 1 => 0,
        "former_manifolds" => 16 * (4 * slots + 2) * pairs,
        "contact_forces" | "former_forces" | "contact_changes" => 16 * (slots + 1) * pairs,
        // and where chains are long
        "chain_links" => 96 * joints,
        _ => unreachable!("no shader has a buffer called {name}"),
    };
    bytes.max(64)
}

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

/// Buffers whose size depends on how many points a pair may have.
const BY_SLOTS: [&str; 6] =
    ["contact_changes", "touches", "contact_reaches", "contact_forces", "former_forces", "former_manifolds"];

/// Words of `contact_numbers` (shaders/common/contact_rows.wgsl).
pub const CONTACT_NUMBERS: u64 = 96;

/// Bytes of one event, and of the head before all events (shaders/common/event.wgsl).
pub const EVENT: u64 = 16;

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

/// Whatever the number of bodies and joints is: these hold the data that the next step or measurement reads.
const LASTING: [&str; 6] =
    ["lists", "pull", "fault", "measure_partials", "residual_partials", "contact_arguments"];

/// Bytes that are copied from one buffer to another.
struct Stretch {
    from: u64,
    to: u64,
    bytes: u64,
}

impl Stretch {
    /// So many items, from the start.
    fn first(size: u64, items: u64) -> Self {
        Self { from: 0, to: 0, bytes: size * items }
    }
}

fn pairs_of(counts: Counts) -> u64 {
    u64::from(room(counts.bodies as u32))
}

/// Bytes of the events that wait to be read.
fn events_of(counts: Counts) -> u64 {
    size_of("events", counts, 0)
}

/// Points of each pair, and so many more behind them. Where pairs have room for other numbers of points now, each moves on its own.
fn points_of(size: u64, behind: u64, before: Counts, after: Counts) -> Vec<Stretch> {
    let pairs = pairs_of(before).min(pairs_of(after));
    let [from, to] = [before, after].map(|counts| size * (counts.slots + behind));
    if from == to {
        return vec![Stretch::first(from, pairs)];
    }
    let points = size * before.slots.min(after.slots);
    let of_pair = |pair: u64| {
        let points = Stretch { from: pair * from, to: pair * to, bytes: points };
        let [last, there] = [(pair + 1) * from, (pair + 1) * to].map(|end| end - size * behind);
        [points, Stretch { from: last, to: there, bytes: size * behind }]
    };
    (0..pairs).flat_map(of_pair).collect()
}

/// Forces, then torques unless all joints are points, then as many means; then unless they are points how far each has twisted on.
fn rows_of_joints(before: Counts, after: Counts) -> Vec<Stretch> {
    let halves = |counts: Counts| if counts.points { 1 } else { 2 };
    let (joints, shared) = (before.joints.min(after.joints), halves(before).min(halves(after)));
    let part = |mean: u64, half: u64| {
        let row = |counts: Counts| (mean * halves(counts) + half) * counts.joints;
        Stretch { from: 16 * row(before), to: 16 * row(after), bytes: 16 * joints }
    };
    let mut rows: Vec<Stretch> = (0..shared).flat_map(|half| [part(0, half), part(1, half)]).collect();
    if shared == 2 {
        rows.push(Stretch { from: 64 * before.joints, to: 64 * after.joints, bytes: 16 * joints });
    }
    rows
}

/// Pairs, and behind all that there is room for those as they were found.
fn pairs_and_met(before: Counts, after: Counts) -> Vec<Stretch> {
    let pairs = pairs_of(before).min(pairs_of(after));
    let mut out = vec![Stretch::first(32, pairs)];
    if before.compounds && after.compounds {
        out.push(Stretch { from: 32 * pairs_of(before), to: 32 * pairs_of(after), bytes: 32 * pairs });
    }
    out
}

/// By joint, then by body.
fn learnt_of(before: Counts, after: Counts) -> Vec<Stretch> {
    vec![
        Stretch::first(4, before.joints.min(after.joints)),
        Stretch { from: 4 * before.joints, to: 4 * after.joints, bytes: 4 * before.bodies.min(after.bodies) },
    ]
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

    /// For a scene of more or fewer bodies or joints, of which those that stay keep what they have: copied on the
    /// device. All that only steps read is made anew when it is asked for.
    pub fn refit(&mut self, counts: Counts) -> Result<()> {
        let before = self.counts;
        let kept: Vec<(&'static str, Vec<Stretch>)> = vec![
            ("poses", vec![Stretch::first(32, before.bodies.min(counts.bodies))]),
            ("velocities", vec![Stretch::first(32, before.bodies.min(counts.bodies))]),
            ("free_velocities", vec![Stretch::first(32, before.bodies.min(counts.bodies))]),
            ("multipliers", rows_of_joints(before, counts)),
            ("learnt", learnt_of(before, counts)),
            ("contact_rows", vec![Stretch::first(128, before.bodies.min(counts.bodies))]),
            ("contact_numbers", vec![Stretch::first(4, CONTACT_NUMBERS)]),
            ("pairs", pairs_and_met(before, counts)),
            ("touches", points_of(32, 0, before, counts)),
            ("contact_reaches", points_of(32, 0, before, counts)),
            ("contact_forces", points_of(16, 1, before, counts)),
            ("events", vec![Stretch::first(1, events_of(before).min(events_of(counts)))]),
        ];
        for (name, _) in &kept {
            fits(&self.gpu, name, size_of(name, counts, 0))?;
        }
        let old: Vec<(&'static str, wgpu::Buffer, Vec<Stretch>)> = kept
            .into_iter()
            .filter_map(|(name, stretches)| Some((name, self.by_name.remove(name)?, stretches)))
            .collect();
        let others: Vec<&str> = self.by_name.keys().copied().filter(|name| !LASTING.contains(name)).collect();
        others.into_iter().for_each(|name| self.remove(name));
        self.counts = Counts { blocks: before.blocks, ..counts };
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
        self.counts = Counts { blocks: self.counts.blocks, ..counts };
    }

    /// For a scene of that many things: before any of its buffers is made, or when its joints become points or more
    /// than that. Then multipliers keep their values. The room for factors stays until there are lists that say how
    /// much they take. Whether some buffer is another now.
    pub fn resize(&mut self, counts: Counts) -> Result<bool> {
        let before = self.counts;
        self.counts = Counts { blocks: before.blocks, ..counts };
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
