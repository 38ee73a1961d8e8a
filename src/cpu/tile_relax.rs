//! Twin of shaders/solvers/tile_relax.wgsl: the passes that the stages would make, over the tile's own lists.

use glam::DVec3;

use super::World;
use super::tile::{leave_tile, set_velocities, take_tile};
use crate::solvers::plan::Step;

pub fn tile_relax(world: &mut World, step: &Step, index: usize) {
    let tile = take_tile(world, step, index);
    let joints: Vec<usize> = tile.joints.iter().map(|joint| joint.joint).collect();

    let mut directions = vec![DVec3::ZERO; joints.len()];
    let mut rho = if step.blend > 0.0 { 1.0 / step.blend } else { 0.0 };
    for pass in 1..=step.iterations {
        let (mut blend, mut gain) = (0.0, step.gain);
        if pass > 1 && step.blend > 0.0 {
            let next = 1.0 / (2.0 * step.blend - rho);
            (blend, gain) = (next * rho, 2.0 * next * step.blend * step.gain);
            rho = next;
        }
        for (direction, &l) in directions.iter_mut().zip(&joints) {
            let residual = world.joint_velocity(l) + world.blocks[l].bias;
            *direction = blend * *direction + gain / step.h * (world.blocks[l].inverse * residual);
            world.multipliers[l] += *direction;
        }
        set_velocities(world, step, &tile);
    }
    leave_tile(world, step, &tile);
}
