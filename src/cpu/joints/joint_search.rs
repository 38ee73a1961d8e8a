use super::stays;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::ties::stair::Stair;
use crate::cpu::world::World;

/// By how much u may miss its staircase: m/s or rad/s, and where there are digits enough in units of the last.
const TOLERANCE: f64 = 1e-5;
const DIGITS: f64 = 1e8;
const HALVINGS: u32 = 10;

pub fn tolerance<N: Number>() -> N {
    N::from_f64(TOLERANCE).min(N::ROUNDING * N::from_f64(DIGITS))
}

/// Newton's method on the energy   f(V) = ½ |V − V*|²_M + Σ φ(J V),   φ' = q(u),   one island. A round that put every
/// row on the part of its staircase that was assumed is the answer. From the second round on one goes along the line to
/// the round's V as far as f falls: to the zero in (0, 1] of   g(θ) = Σ Δu (q(u + θ Δu) − q_k − θ Δq),   which only
/// rises.
#[inline(never)]
pub fn joint_search<N: Number>(world: &mut World<N>, step: &Step<N>, record: usize) {
    let words = &world.lists[step.first + 4 * record..];
    let listed = |first: u32, count: u32| -> Vec<usize> {
        world.lists[first as usize..][..count as usize].iter().map(|&l| l as usize).collect()
    };
    let (all, joints) = (listed(words[0], words[1]), listed(words[2], words[3]));
    if stays(world, step, all[0]) {
        return;
    }
    let last = step.iteration + 1 == step.iterations;
    world.rounds[all[0]] = world.rounds[all[0]].max(step.iteration as u32 + 1);
    let lands = joints.iter().all(|&l| world.misses[l] <= tolerance());
    let share = if !lands && step.iteration > 0 { zero_of(world, step, &joints) } else { N::ONE };
    for l in all {
        world.shares[l] = share;
        world.settled[l] = lands || last && share == N::ONE;
    }
    for l in joints {
        for stair in &mut world.stairs[l] {
            stair.u += share * stair.du;
        }
    }
}

/// A row with a bounded part: its joint, its staircase, and q_k and Δq.
struct Bounded<'a, N> {
    joint: usize,
    stair: &'a Stair<N>,
    before: N,
    change: N,
}

/// The zero of g in (0, 1].
fn zero_of<N: Number>(world: &World<N>, step: &Step<N>, joints: &[usize]) -> N {
    let rows = bounded_rows(world, step, joints);
    let slope = |share: N| slope_of(&rows, share);
    // where f does not fall at once, the rest is rounding
    if !(slope(N::ZERO) < N::ZERO && slope(N::ONE) > N::ZERO) {
        return N::ONE;
    }
    let (mut low, mut high) = (N::ZERO, N::ONE);
    for _ in 0..HALVINGS {
        let middle = N::HALF * (low + high);
        if slope(middle) > N::ZERO { high = middle } else { low = middle }
    }
    // the end that is beyond the zero: the row that bent g there is then past its bend, and changes its part
    high
}

/// Gathered once: g is asked for a dozen times.
fn bounded_rows<'a, N: Number>(world: &'a World<N>, step: &Step<N>, joints: &[usize]) -> Vec<Bounded<'a, N>> {
    let mut rows = Vec::with_capacity(2 * joints.len());
    for &joint in joints {
        let now = (world.lambda(joint) * step.h).to_array();
        let before = (world.befores[joint] * step.h).to_array();
        for (k, stair) in world.stairs[joint].iter().enumerate() {
            if stair.is_there() && !stair.is_straight() {
                rows.push(Bounded { joint, stair, before: before[k], change: now[k] - before[k] });
            }
        }
    }
    rows
}

/// g, joint by joint.
fn slope_of<N: Number>(rows: &[Bounded<N>], share: N) -> N {
    let of_row = |row: &Bounded<N>| {
        let q = row.before + share * row.change;
        row.stair.du * (row.stair.force(row.stair.u + share * row.stair.du) - q)
    };
    let of_joint = |rows: &[Bounded<N>]| rows.iter().fold(N::ZERO, |sum, row| sum + of_row(row));
    rows.chunk_by(|one, other| one.joint == other.joint).fold(N::ZERO, |sum, rows| sum + of_joint(rows))
}
