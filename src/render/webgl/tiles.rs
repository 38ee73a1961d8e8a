//! `place_beads` and `list_tiles` of shaders/render: the tiles of the picture that hold any bead, those with small pearls only and those
//! with large ones. Only they are shaded.

use glam::Vec3;

use super::{AS_PEARL, Bead, View};
use crate::render::resources::{Frame, TILE};

const PEARLS: u8 = 1;
const DETAIL: u8 = 2;

/// The two tangents to a circle about (c, z) seen from the origin: tan of their angles off the view axis.
///     (c z ± r √(c² + z² − r²)) / (z² − r²)
fn tangents(c: f32, z: f32, r: f32) -> [f32; 2] {
    let root = r * (c * c + z * z - r * r).max(0.0).sqrt();
    [c * z - root, c * z + root].map(|x| x / (z * z - r * r))
}

/// The upright box around a bead's sphere, in pixels: left, top, right, bottom.
fn outline(frame: &Frame, bead: &Bead) -> [f32; 4] {
    let view = frame.seen_from(Vec3::from_array(bead.centre));
    let [width, height] = frame.size;
    if view.z <= bead.radius + frame.near {
        return [0.0, 0.0, width, height];
    }
    let [left, right] = tangents(view.x, view.z, bead.radius).map(|x| 0.5 * width + frame.focal * x);
    let [bottom, top] = tangents(view.y, view.z, bead.radius).map(|y| 0.5 * height - frame.focal * y);
    [left, top, right, bottom]
}

impl View {
    pub(super) fn list_tiles(&mut self) {
        let [width, height] = self.frame.size.map(|side| side as u32);
        let (columns, rows) = (width.div_ceil(TILE), height.div_ceil(TILE));
        let mut holds = vec![0u8; (columns * rows) as usize];
        for &slot in &self.visible {
            let bead = &self.beads[slot as usize];
            // planes are drawn in the ground's place
            if bead.kind & AS_PEARL == 0 || bead.radius == 0.0 {
                continue;
            }
            let mark = if bead.pixels >= self.frame.detail { DETAIL } else { PEARLS };
            let [left, top, right, bottom] = outline(&self.frame, bead);
            // one pixel more all round, for soft edges
            let tile = |pixel: f32, most: u32| (pixel / TILE as f32).clamp(0.0, most as f32) as u32;
            let across = tile((left - 1.0).floor(), columns)..tile(right + 1.0 + TILE as f32, columns);
            let down = tile((top - 1.0).floor(), rows)..tile(bottom + 1.0 + TILE as f32, rows);
            for y in down {
                let row = (y * columns) as usize;
                for held in &mut holds[row + across.start as usize..row + across.end as usize] {
                    *held |= mark;
                }
            }
        }
        // where the shader looks: behind those of splats, and behind each other
        let all = (columns * rows) as usize;
        self.tiles.clear();
        self.tiles.resize(3 * all, 0);
        let (mut pearls, mut details) = (0, 0);
        for (tile, &held) in (0u32..).zip(&holds).filter(|(_, held)| **held != 0) {
            let (first, count) =
                if held & DETAIL != 0 { (2 * all, &mut details) } else { (all, &mut pearls) };
            self.tiles[first + *count as usize] = tile;
            *count += 1;
        }
        (self.counts.pearl_tiles, self.counts.detail_tiles) = (pearls, details);
    }
}
