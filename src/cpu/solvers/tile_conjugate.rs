use super::conjugate::{advance, image, length_of_step, share_kept, start, turn};
use super::conjugate_spread::conjugate_spread;
use super::tile::Tile;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::{World, fit};
use crate::lists::tiles::TILE;

/// Conjugate gradients for whole islands; the first joint of each adds up for all of them.
pub fn tile_conjugate<N: Number>(world: &mut World<N>, step: &Step<N>, index: usize) {
    fit(&mut world.conjugate, world.ties.len());
    let tile = Tile::take(world, step, index);

    // r·z at the start and now, by the first joint of each island
    let (mut first, mut now) = ([N::ZERO; TILE], [N::ZERO; TILE]);
    each_island(tile, world, |world, at, joints| {
        let sum = joints.sum(world, |world, l| start(world, step, l));
        (first[at], now[at]) = (sum, sum);
    });
    for _ in 0..step.iterations {
        tile.each_body(world, |world, body| conjugate_spread(world, step, body));
        each_island(tile, world, |world, at, joints| {
            let curvature = joints.sum(world, image);
            // an island that has arrived stops: there α would be 0/0
            let alpha = length_of_step(first[at], now[at], curvature);
            let next = joints.sum(world, |world, l| advance(world, alpha, l));
            let beta = share_kept(now[at], next);
            joints.sum(world, |world, l| {
                turn(world, beta, l);
                N::ZERO
            });
            now[at] = next;
        });
    }
    tile.set_velocities(world, step);
    tile.leave(world, step);
}

/// Joints of one island in a tile.
struct Island {
    tile: Tile,
    joints: std::ops::Range<usize>,
}

impl Island {
    /// What every joint puts in, added up in order.
    fn sum<N: Number>(&self, world: &mut World<N>, product: impl Fn(&mut World<N>, usize) -> N) -> N {
        let mut sum = N::ZERO;
        for k in self.joints.clone() {
            let l = self.tile.joint(world, k).joint;
            sum += product(world, l);
        }
        sum
    }
}

fn each_island<N: Number>(tile: Tile, world: &mut World<N>, mut f: impl FnMut(&mut World<N>, usize, Island)) {
    let mut at = 0;
    while at < tile.joints().end {
        let row = tile.joint(world, at);
        let joints = row.island_first..row.island_first + row.island_joints;
        at = joints.end;
        f(world, joints.start, Island { tile, joints });
    }
}
