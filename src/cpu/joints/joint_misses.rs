use super::joint_judge::LEAST_REST;
use super::stays;
use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// Before a residual is taken. The equation of each driven or bounded row is rewritten. Its residual becomes the change
/// of u that would put the row on its staircase,   A_rr (q* − q). There q* is where the staircase meets the line of
/// u + A_rr q. A soft row of an island that was kept in halves has the like, with the q of a half.
pub fn joint_misses<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    // of a substep that was kept in halves λ is 2 μ, and after a blow it is for what was left of the substep
    let kept = stays(world, step, l);
    let share = match kept.then(|| world.blows[l]) {
        Some(over) if over < N::ONE => (N::ONE - over).max(N::from_f64(LEAST_REST)),
        Some(_) => N::HALF,
        None => N::ONE,
    } * step.h;
    let (u, q) = (world.opening(l).to_array(), (world.lambda(l) * share).to_array());
    let (mut gammas, mut biases) = (world.rows[l].softness.to_array(), world.biases[l].to_array());
    let own = world.own_blocks(l).diagonal().to_array();
    for (k, stair) in world.stairs[l].iter().enumerate().filter(|(_, stair)| stair.is_there()) {
        (gammas[k], biases[k]) =
            (N::ZERO, own[k] * (stair.meets(u[k] + own[k] * q[k], own[k]) - q[k]) - u[k]);
    }
    let hold = &world.frames[l].hold;
    if kept && hold.is_soft() {
        let rows = &world.rows[l];
        let yields = rows.yielding(|| world.own_blocks(l), Pair::from_array(q)).to_array();
        for k in (0..6).filter(|&k| hold.softness_of(k).is_some()) {
            // of one spring it is −γ̂
            let gamma = if gammas[k] < N::ZERO { -gammas[k] * own[k] } else { gammas[k] };
            let left = (u[k] + biases[k]) - yields[k];
            (gammas[k], biases[k]) =
                (N::ZERO, own[k] / (own[k] + gamma).max(N::from_f64(1e-30)) * left - u[k]);
        }
    }
    world.rows[l].softness = Pair::from_array(gammas);
    world.biases[l] = Pair::from_array(biases);
}
