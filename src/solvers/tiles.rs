//! Whole islands packed into tiles of one workgroup each, for `tile_relax`.

use crate::topology::{Island, Topology};

use super::lists::Table;
use super::plan::Planner;
use crate::solvers::lists::Domain;

/// Joints, and bodies, of a tile: a thread each, 10 KiB of workgroup memory.
pub const TILE: usize = 128;

/// A tile's place for a fixed body.
const NOWHERE: u32 = u32::MAX;

/// Words of a tile's record.
pub const RECORD: u32 = 5;

/// Appends the tiles of `islands` to `order`, or nothing where an island is larger than a tile.
pub fn pack<'a>(
    order: &mut Vec<u32>,
    topology: &Topology,
    islands: impl Iterator<Item = &'a Island>,
) -> Table {
    let bodies_of =
        |island: &Island| &topology.island_bodies[island.bodies.start as usize..island.bodies.end as usize];
    let joints_of =
        |island: &Island| &topology.island_joints[island.joints.start as usize..island.joints.end as usize];
    let mut tiles: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
    for island in islands {
        let (bodies, joints) = (bodies_of(island), joints_of(island));
        if bodies.len() > TILE || joints.len() > TILE {
            return Table::default();
        }
        let fits = |tile: &&mut (Vec<u32>, Vec<u32>)| {
            tile.0.len() + bodies.len() <= TILE && tile.1.len() + joints.len() <= TILE
        };
        match tiles.last_mut().filter(fits) {
            Some(tile) => {
                tile.0.extend_from_slice(bodies);
                tile.1.extend(joints.iter().map(|entry| entry >> 1));
            }
            None => tiles.push((bodies.to_vec(), joints.iter().map(|entry| entry >> 1).collect())),
        }
    }

    let mut records = Vec::new();
    let mut place = vec![NOWHERE; topology.island_of_body.len()];
    let mut place_of_joint = std::collections::HashMap::new();
    for (bodies, joints) in &tiles {
        for (k, &body) in bodies.iter().enumerate() {
            place[body as usize] = k as u32;
        }
        place_of_joint.clear();
        place_of_joint.extend(joints.iter().enumerate().map(|(k, &joint)| (joint, k as u32)));

        records.extend([order.len() as u32, bodies.len() as u32]);
        order.extend_from_slice(bodies);

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
        records.extend([order.len() as u32, joints.len() as u32]);
        for (&joint, [a, b]) in joints.iter().zip(ends) {
            order.extend([joint, a, b]);
        }
        records.push(order.len() as u32);
        order.extend(offsets);
        order.extend(items);
    }
    let table = Table { first: order.len() as u32, count: tiles.len() as u32 };
    order.extend(records);
    table
}

/// Stages 1 to 3 and then every pass at once. `blend` and `gain` as `tile_relax` takes them.
pub fn plan(planner: &mut Planner, domain: &Domain, blend: f64, gain: f64) {
    planner.over("compute_inertia", &domain.bodies);
    planner.over("compute_free_velocity", &domain.bodies);
    planner.over("compute_jacobian_and_delassus", &domain.joints);
    planner.grouped("tile_relax", domain.tiles.first, domain.tiles.count, domain.tiles.count, |step| {
        step.blend = blend;
        step.gain = gain;
    });
    planner.advance(domain);
}
