//! The bytes of every buffer, by the name that the shaders give it; and whether a device has room for them.

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
    /// Some islands go through all rounds of Newton's method at once.
    pub carries: bool,
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
            carries: false,
            watched: 0,
            rubs: false,
            offset: false,
            convex: false,
            hulls: 0,
            compounds: false,
        }
    }
}

/// Pairs of bodies that there is room for.
pub fn pairs_of(counts: Counts) -> u64 {
    u64::from(room(counts.bodies as u32, counts.slots == 1))
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
        carries,
        watched,
        rubs,
        offset,
        hulls,
        compounds,
        ..
    } = counts;
    let pairs = pairs_of(counts);
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
        "rooted" => bodies * if carries { 176 } else { 112 },
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

/// Words of `contact_numbers` (shaders/common/contact_rows.wgsl).
pub const CONTACT_NUMBERS: u64 = 96;

/// Bytes of one event, and of the head before all events (shaders/common/event.wgsl).
pub const EVENT: u64 = 16;

/// What a scene needs at least, whatever the solver.
pub const CORE: [&str; 9] =
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
