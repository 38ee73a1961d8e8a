//! Buffers and textures of a view that change their size: with how much is drawn, and with the canvas.

use std::sync::Arc;

use crate::gpu::Gpu;
use crate::render::frame::MOST_BARS;
use crate::render::passes;
use crate::render::resources::{BEAD_BYTES, Buffer, Cord, MOST_DRAWN, SIGNAL_BYTES, TILE, Texture};

/// Threads drawn at most.
const MOST_CORDS: u64 = 1 << 16;
/// The pixels of an 8K screen: some 600 MB of textures.
const MOST_PIXELS: f64 = 7680.0 * 4320.0;

/// Stores that depend on how much is drawn.
pub(super) struct Stock {
    pub beads: Buffer,
    pub visible: Buffer,
    pub lit: Buffer,
    pub signals: Buffer,
    pub cords: Buffer,
    pub bodies: u64,
    pub joints: u64,
}

impl Stock {
    pub fn new(gpu: &Arc<Gpu>, bodies: u64, joints: u64) -> Self {
        let cords = (2 * joints).min(MOST_CORDS) + (MOST_BARS + MOST_DRAWN) as u64;
        Self {
            beads: Buffer::storage(gpu, "beads", BEAD_BYTES * bodies),
            visible: Buffer::storage(gpu, "visible", 4 * bodies),
            lit: Buffer::storage(gpu, "lit", 4 * bodies),
            signals: Buffer::storage(gpu, "signals", SIGNAL_BYTES * joints),
            cords: Buffer::storage(gpu, "cords", size_of::<Cord>() as u64 * cords),
            bodies,
            joints,
        }
    }
}

/// Stores that depend on the canvas.
pub(super) struct Screen {
    pub seen: Texture,
    pub depth: Texture,
    pub marks: Buffer,
    pub tiles: Buffer,
    pub tile_count: u32,
    /// None while no bead can look small enough.
    pub splats: Option<Buffer>,
}

impl Screen {
    pub fn new(gpu: &Arc<Gpu>, size: (u32, u32)) -> Self {
        let tile_count = size.0.div_ceil(TILE) * size.1.div_ceil(TILE);
        let tiles = u64::from(tile_count);
        Self {
            seen: Texture::new(gpu, "seen", size, passes::SEEN_FORMAT),
            depth: Texture::new(gpu, "depth", size, passes::DEPTH_FORMAT),
            marks: Buffer::storage(gpu, "marks", 4 * tiles),
            tiles: Buffer::storage(gpu, "tiles", 3 * 4 * tiles),
            tile_count,
            splats: None,
        }
    }
}

/// At least a pixel, no side longer than a texture's, and of as many pixels as an 8K screen at most. A larger picture
/// is drawn coarser, in the same shape.
pub(super) fn clamped(gpu: &Gpu, width: u32, height: u32) -> (u32, u32) {
    let most = gpu.limits.max_texture_dimension_2d;
    let (width, height) = (width.clamp(1, most), height.clamp(1, most));
    let pixels = f64::from(width) * f64::from(height);
    let scale = (MOST_PIXELS / pixels).sqrt().min(1.0);
    let shrunk = |side: u32| ((f64::from(side) * scale) as u32).max(1);
    (shrunk(width), shrunk(height))
}
