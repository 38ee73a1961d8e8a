//! Twin of shaders/common/tile.wgsl: a tile's bodies and joints from its record in `lists`, and all of a substep but
//! the passes, by the stages themselves.

use std::ops::Range;

use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::step::compute_free_velocity::compute_free_velocity;
use crate::cpu::step::compute_inertia::compute_inertia;
use crate::cpu::step::compute_jacobian_and_delassus::compute_jacobian_and_delassus;
use crate::cpu::step::compute_positions::compute_positions;
use crate::cpu::step::publish_residual::publish_residual;
use crate::cpu::step::update_velocities::update_velocities;
use crate::cpu::step::warm_start::warm_start;
use crate::cpu::world::World;
use crate::lists::tiles::{JOINT, RECORD};

/// Its record in `lists`.
#[derive(Clone, Copy)]
pub struct Tile {
    first_body: usize,
    bodies: usize,
    first_joint: usize,
    joints: usize,
}

#[derive(Clone, Copy)]
pub struct TileJoint {
    pub joint: usize,
    pub colour: u32,
    /// Its island's joints in the tile.
    pub island_first: usize,
    pub island_joints: usize,
}

impl Tile {
    /// Stages 1 to 5.
    pub fn take<N: Number>(world: &mut World<N>, step: &Step<N>, index: usize) -> Self {
        let record = step.first + RECORD * index;
        let [first_body, bodies, first_joint, joints] =
            [0, 1, 2, 3].map(|k| world.lists[record + k] as usize);
        let tile = Self { first_body, bodies, first_joint, joints };
        tile.each_body(world, |world, body| {
            // a tile's own numbers are not of its inertia
            compute_inertia(world, &Step { extra: [0; 2], ..*step }, body);
            compute_free_velocity(world, step, body);
        });
        tile.each_joint(world, |world, row| {
            compute_jacobian_and_delassus(world, step, row.joint);
            warm_start(world, step, row.joint);
        });
        tile.set_velocities(world, step);
        tile
    }

    /// V = V* − h M⁻¹ Jᵀ λ
    pub fn set_velocities<N: Number>(self, world: &mut World<N>, step: &Step<N>) {
        self.each_body(world, |world, body| update_velocities(world, step, body));
    }

    /// The last stage.
    pub fn leave<N: Number>(self, world: &mut World<N>, step: &Step<N>) {
        self.each_joint(world, |world, row| publish_residual(world, step, row.joint));
        self.each_body(world, |world, body| compute_positions(world, step, body));
    }

    pub fn each_body<N: Number>(self, world: &mut World<N>, mut f: impl FnMut(&mut World<N>, usize)) {
        for k in self.first_body..self.first_body + self.bodies {
            let body = world.lists[k] as usize;
            f(world, body);
        }
    }

    pub fn joints(self) -> Range<usize> {
        0..self.joints
    }

    pub fn joint<N: Number>(self, world: &World<N>, k: usize) -> TileJoint {
        let at = self.first_joint + JOINT * k;
        let (places, island) = (world.lists[at + 1], world.lists[at + 2]);
        TileJoint {
            joint: world.lists[at] as usize,
            colour: places >> 16,
            island_first: (island & 0xff) as usize,
            island_joints: (island >> 8) as usize,
        }
    }

    pub fn each_joint<N: Number>(self, world: &mut World<N>, mut f: impl FnMut(&mut World<N>, TileJoint)) {
        for k in self.joints() {
            let row = self.joint(world, k);
            f(world, row);
        }
    }
}
