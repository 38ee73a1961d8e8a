//! Twin of shaders/solvers/tile_relax.wgsl: the passes that the stages would make, over the tile's own lists.

use glam::DVec3;

use super::World;
use super::update_velocities::update_velocities;
use crate::solvers::plan::Step;

pub fn tile_relax(world: &mut World, step: &Step, tile: usize) {
    let record = step.first as usize + 5 * tile;
    let word = |k: usize| world.order[record + k] as usize;
    let bodies: Vec<usize> = world.order[word(0)..word(0) + word(1)].iter().map(|&b| b as usize).collect();
    let joints: Vec<usize> = (0..word(3)).map(|k| world.order[word(2) + 3 * k] as usize).collect();

    let mut directions = vec![DVec3::ZERO; joints.len()];
    let mut rho = if step.blend > 0.0 { 1.0 / step.blend } else { 0.0 };
    for pass in 0..=step.iterations {
        let (mut blend, mut gain) = (0.0, step.gain);
        if pass > 1 && step.blend > 0.0 {
            let next = 1.0 / (2.0 * step.blend - rho);
            (blend, gain) = (next * rho, 2.0 * next * step.blend * step.gain);
            rho = next;
        }
        if pass > 0 {
            for (direction, &l) in directions.iter_mut().zip(&joints) {
                let residual = world.joint_velocity(l) + world.blocks[l].bias;
                *direction = blend * *direction + gain / step.h * (world.blocks[l].inverse * residual);
                world.multipliers[l] += *direction;
            }
        }
        bodies.iter().for_each(|&body| update_velocities(world, step, body));
    }
}
