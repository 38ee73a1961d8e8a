//! A tile's bodies and joints, from its record in `order`: see shaders/common/tile.wgsl.

use super::World;
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

pub fn tile(world: &World, step: &Step, index: usize) -> Tile {
    let record = step.first as usize + RECORD as usize * index;
    let word = |k: usize| world.order[record + k] as usize;
    let bodies = world.order[word(0)..word(0) + word(1)].iter().map(|&body| body as usize).collect();
    let joints = world.order[word(2)..word(2) + JOINT * word(3)]
        .chunks_exact(JOINT)
        .map(|entry| TileJoint { joint: entry[0] as usize, colour: entry[1] >> 16, island: entry[2] & 0xff })
        .collect();
    Tile { bodies, joints }
}
