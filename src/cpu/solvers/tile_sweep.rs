use super::relax_joints::relax_joints;
use super::tile::Tile;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// The sweeps that `relax_joints` would make, colour by colour, for whole islands.
pub fn tile_sweep<N: Number>(world: &mut World<N>, step: &Step<N>, index: usize) {
    let tile = Tile::take(world, step, index);
    let [colours, alternate] = step.extra;
    for pass in 1..=step.iterations {
        let back = alternate == 1 && pass % 2 == 0;
        for k in 0..colours {
            let colour = if back { colours - 1 - k } else { k };
            tile.each_joint(world, |world, row| {
                if row.colour == colour {
                    relax_joints(world, step, row.joint);
                }
            });
        }
    }
    tile.leave(world, step);
}
