//! Twin of shaders/common/tile.wgsl: a tile's bodies and joints from its record in `order`, and all of a substep but
//! the passes, by the stages themselves.

use super::World;
use super::compute_free_velocity::compute_free_velocity;
use super::compute_inertia::compute_inertia;
use super::compute_jacobian_and_delassus::compute_jacobian_and_delassus;
use super::compute_positions::compute_positions;
use super::update_velocities::update_velocities;
use crate::solvers::plan::Step;
use crate::solvers::tiles::{JOINT, RECORD};

pub struct Tile {
    pub bodies: Vec<usize>,
    pub joints: Vec<TileJoint>,
}

pub struct TileJoint {
    pub joint: usize,
    pub colour: u32,
    /// First of its island's joints in the tile.
    pub island: u32,
}

fn tile(world: &World, step: &Step, index: usize) -> Tile {
    let record = step.first as usize + RECORD * index;
    let word = |k: usize| world.order[record + k] as usize;
    let bodies = world.order[word(0)..word(0) + word(1)].iter().map(|&body| body as usize).collect();
    let joints = world.order[word(2)..word(2) + JOINT * word(3)]
        .chunks_exact(JOINT)
        .map(|entry| TileJoint { joint: entry[0] as usize, colour: entry[1] >> 16, island: entry[2] & 0xff })
        .collect();
    Tile { bodies, joints }
}

/// Stages 1 to 4.
pub fn take_tile(world: &mut World, step: &Step, index: usize) -> Tile {
    let tile = tile(world, step, index);
    for &body in &tile.bodies {
        compute_inertia(world, step, body);
        compute_free_velocity(world, step, body);
    }
    for joint in &tile.joints {
        compute_jacobian_and_delassus(world, step, joint.joint);
    }
    set_velocities(world, step, &tile);
    tile
}

/// V = V* − h M⁻¹ Jᵀ λ
pub fn set_velocities(world: &mut World, step: &Step, tile: &Tile) {
    tile.bodies.iter().for_each(|&body| update_velocities(world, step, body));
}

/// The last stage.
pub fn leave_tile(world: &mut World, step: &Step, tile: &Tile) {
    tile.bodies.iter().for_each(|&body| compute_positions(world, step, body));
}
