//! Whole islands packed into tiles of one workgroup each, for the `tile_*` kernels; shaders/common/tile.wgsl says
//! what stands where.

use super::{Islands, Table};
use crate::codes::tile::NOWHERE;

/// Joints, and bodies, of a tile: one thread each, and up to the 16 KiB of workgroup memory that WebGPU promises.
pub const TILE: usize = 128;

/// Words of a tile's record.
pub const RECORD: usize = 5;

/// Words of a tile's joint.
pub const JOINT: usize = 3;

/// Places, colour, and joints of an island are all at most `TILE`, so each goes into eight bits.
fn tile_joint(joint: u32, [a, b]: [u32; 2], colour: u32, (first, count): (u32, u32)) -> [u32; JOINT] {
    [joint, a | b << 8 | colour << 16, first | count << 8]
}

#[derive(Default)]
struct Tile {
    bodies: Vec<u32>,
    joints: Vec<u32>,
    /// By joint: first joint of its island in the tile, and their number.
    islands: Vec<(u32, u32)>,
}

/// Appends the tiles of `islands` to `words`, with the colour of every joint, or nothing where one does not fit.
pub(super) fn list(words: &mut Vec<u32>, islands: &Islands, colour_of: &[u32]) -> Table {
    let mut tiles: Vec<Tile> = Vec::new();
    for island in islands.iter() {
        let (bodies, joints) = (islands.bodies_of(island), Vec::from_iter(islands.joints_of(island)));
        if bodies.len() > TILE || joints.len() > TILE || !islands.is_plain(island) {
            return Table::default();
        }
        let fits = |tile: &Tile| {
            tile.bodies.len() + bodies.len() <= TILE && tile.joints.len() + joints.len() <= TILE
        };
        if !tiles.last().is_some_and(fits) {
            tiles.push(Tile::default());
        }
        let tile = tiles.last_mut().expect("pushed if there was none");
        let first = tile.joints.len() as u32;
        tile.bodies.extend_from_slice(bodies);
        tile.islands.extend(joints.iter().map(|_| (first, joints.len() as u32)));
        tile.joints.extend(joints);
    }

    let topology = islands.topology;
    let mut records = Vec::new();
    let mut place = vec![NOWHERE; topology.island_of_body.len()];
    let mut place_of_joint = std::collections::HashMap::new();
    for Tile { bodies, joints, islands } in &tiles {
        for (k, &body) in bodies.iter().enumerate() {
            place[body as usize] = k as u32;
        }
        place_of_joint.clear();
        place_of_joint.extend(joints.iter().enumerate().map(|(k, &joint)| (joint, k as u32)));

        records.extend([words.len() as u32, bodies.len() as u32]);
        words.extend_from_slice(bodies);

        // joints by body, in the order of the global list, so that sums come out the same
        let mut ends = vec![[NOWHERE; 2]; joints.len()];
        let mut offsets = vec![0];
        let mut items = Vec::new();
        for &body in bodies {
            for &item in topology.joints_by_body.row(body) {
                let local = place_of_joint[&(item >> 1)];
                items.push(local << 1 | (item & 1));
                ends[local as usize][(item & 1) as usize] = place[body as usize];
            }
            offsets.push(items.len() as u32);
        }
        records.extend([words.len() as u32, joints.len() as u32]);
        for ((&joint, places), &island) in joints.iter().zip(ends).zip(islands) {
            words.extend(tile_joint(joint, places, colour_of[joint as usize], island));
        }
        records.push(words.len() as u32);
        words.extend(offsets);
        words.extend(items);
    }
    let table = Table { first: words.len() as u32, count: tiles.len() as u32 };
    words.extend(records);
    table
}
