use super::conjugate::{segment, share_kept};
use super::nncg::{before, direction, lambda, put_before, put_direction, put_lambda};
use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// β = |g|²/|g_before|² over the island. λ ← λ' + β d, d ← β d + g; where β > 1 λ ← λ', d ← 0.
pub fn nncg_turn<N: Number>(world: &mut World<N>, step: &Step<N>, index: usize) {
    let segment = segment(world, step, index);
    let now = step.iteration % 2;
    let beta = match step.iteration {
        0 => N::ZERO,
        _ => {
            share_kept(segment.total(world, |s| s.by_turn[1 - now]), segment.total(world, |s| s.by_turn[now]))
        }
    };
    let on = beta <= N::ONE;
    for k in segment.entries {
        let l = world.lists[k] as usize >> 1;
        let swept = lambda(world, step, l);
        let (mut next, mut d) = (swept, Pair::ZERO);
        if on {
            let kept = direction(world, step, l) * beta;
            next = swept + kept;
            d = kept + (swept - before(world, l));
        }
        put_lambda(world, step, l, next);
        put_direction(world, step, l, d);
        put_before(world, l, next);
    }
}
