use super::conjugate::{segment, share_kept, turn};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// β = new r·z / old r·z over the island, p ← z + β p.
pub fn conjugate_direction<N: Number>(world: &mut World<N>, step: &Step<N>, index: usize) {
    let segment = segment(world, step, index);
    let now = step.iteration % 2;
    let old = segment.total(world, |s| s.by_turn[now]);
    let new = segment.total(world, |s| s.by_turn[1 - now]);
    let beta = share_kept(old, new);
    for k in segment.entries {
        let l = world.lists[k] as usize >> 1;
        turn(world, beta, l);
    }
}
