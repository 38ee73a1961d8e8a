//! `place_beads` and `list_tiles` of shaders/render: the tiles of the picture that hold any bead, those with small pearls only and those
//! with large ones. Only they are shaded.

use glam::{Quat, Vec3};

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

/// The upright box around a ball's picture, in pixels: left, top, right, bottom. `view` is where it is seen.
fn box_of(frame: &Frame, view: Vec3, radius: f32) -> [f32; 4] {
    let [width, height] = frame.size;
    let [left, right] = tangents(view.x, view.z, radius).map(|x| 0.5 * width + frame.focal * x);
    let [bottom, top] = tangents(view.y, view.z, radius).map(|y| 0.5 * height - frame.focal * y);
    [left, top, right, bottom]
}

fn joined(one: [f32; 4], other: [f32; 4]) -> [f32; 4] {
    let pick = |k: usize| if k < 2 { one[k].min(other[k]) } else { one[k].max(other[k]) };
    std::array::from_fn(pick)
}

/// `outline_of` of shaders/render/met.wgsl: an upright box around a bead's picture. Its shape is that of its slot in `shapes`.
fn outline(frame: &Frame, bead: &Bead, shapes: &[[f32; 4]], slot: usize) -> [f32; 4] {
    let [x, y, z, kind] = shapes[slot];
    let centre = Vec3::from_array(bead.centre);
    let view = frame.seen_from(centre);
    if view.z <= bead.radius + frame.near {
        let [width, height] = frame.size;
        return [0.0, 0.0, width, height];
    }
    let turned = Quat::from_array(bead.rotation);
    match kind as u32 {
        1 => {
            let sides = [-1.0, 1.0];
            let corners =
                sides.iter().flat_map(|a| sides.iter().flat_map(move |b| sides.map(|c| [*a, *b, c])));
            let seen = corners.map(|corner| {
                let view = frame.seen_from(centre + turned * (Vec3::from_array(corner) * Vec3::new(x, y, z)));
                // a point is a ball of radius 0
                box_of(frame, view, 0.0)
            });
            seen.reduce(joined).expect("eight corners")
        }
        2 => {
            let end = turned * Vec3::new(0.0, y, 0.0);
            let [one, other] = [centre + end, centre - end].map(|at| box_of(frame, frame.seen_from(at), x));
            joined(one, other)
        }
        5 => {
            let first = y as usize;
            let corners = shapes[first + 1..][..shapes[first][3] as usize % 64].iter();
            let seen = corners.map(|&[x, y, z, _]| {
                box_of(frame, frame.seen_from(centre + turned * Vec3::new(x, y, z)), 0.0)
            });
            seen.reduce(joined).expect("four corners at least")
        }
        _ => box_of(frame, view, bead.radius),
    }
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
            let [left, top, right, bottom] = outline(&self.frame, bead, &self.shapes, slot as usize);
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
