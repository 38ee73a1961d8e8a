//! Twin of shaders/solvers/tile_sweep.wgsl: the sweeps that `relax_joints` would make, over the tile's own lists.

use super::World;
use super::relax_joints::relax_joints;
use super::tile::{leave_tile, take_tile};
use crate::solvers::plan::Step;

pub fn tile_sweep(world: &mut World, step: &Step, index: usize) {
    let tile = take_tile(world, step, index);
    let [colours, alternate] = step.extra;
    for pass in 1..=step.iterations {
        let back = alternate == 1 && pass % 2 == 0;
        for k in 0..colours {
            let colour = if back { colours - 1 - k } else { k };
            for joint in tile.joints.iter().filter(|joint| joint.colour == colour) {
                relax_joints(world, step, joint.joint);
            }
        }
    }
    leave_tile(world, step, &tile);
}
