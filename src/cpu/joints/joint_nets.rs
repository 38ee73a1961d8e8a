use crate::cpu::algebra::{Mat3, Pair, Vec3, diagonal};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::solvers::factor::factored;
use crate::cpu::ties::Rows;
use crate::cpu::world::World;

use super::Solve;

/// The exact solver for islands with loops: (A + γ) q = r, V ← V − M⁻¹ Jᵀ q, λ ← λ + q/h.
pub fn joint_nets<N: Number>(world: &mut World<N>, step: &Step<N>, record: usize) {
    // later dispatches go on with what the first left; here it leaves nothing
    if step.iteration > 0 {
        return;
    }
    let words: [usize; 6] = std::array::from_fn(|k| world.lists[step.first + 6 * record + k] as usize);
    let [first, count, _, _, elimination, _] = words;
    let ties: Vec<usize> = world.lists[first..first + count].iter().map(|&tie| tie as usize).collect();
    let solve = Solve::of(step);
    if !solve.concerns(world, ties[0] >> 1, ties.iter().map(|&tie| tie >> 1)) {
        return;
    }
    world.eliminations += 1;
    let from = solve.first_rows(world);
    let rows = |tie: usize| &world.rows[from + (tie >> 1)];
    let own = |k: usize| own_of(world, step, ties[k], rows(ties[k]));
    let coupling = |k: usize, l: usize| coupling(world, (ties[k], rows(ties[k])), (ties[l], rows(ties[l])));
    let part = |tie: usize, of: Pair<N>| if tie & 1 == 1 { of.angular } else { of.linear };
    let b: Vec<Vec3<N>> = ties.iter().map(|&tie| part(tie, world.lefts[tie >> 1])).collect();
    let q = factored(&world.lists[elimination..], own, coupling, &b);
    for (&tie, q) in ties.iter().zip(q) {
        let (l, zero) = (tie >> 1, Vec3::ZERO);
        let q =
            if tie & 1 == 1 { Pair { linear: zero, angular: q } } else { Pair { linear: q, angular: zero } };
        let (ends, rows) = (world.ties[l], world.rows[from + l]);
        world.kick(ends.a, rows.wrench(rows.arm_a, -q));
        world.kick(ends.b, rows.wrench(rows.arm_b, q));
        if !solve.of_places {
            world.put_lambda(l, world.lambda(l) + q * step.inverse_h);
        }
    }
}

/// A_kk + γ, and one where no row holds. The regularisation is of each row's own A_rr.
fn own_of<N: Number>(world: &World<N>, step: &Step<N>, tie: usize, rows: &Rows<N>) -> Mat3<N> {
    let ends = world.ties[tie >> 1];
    let own = rows.own_blocks(&world.mobility_at(ends.a), &world.mobility_at(ends.b));
    let soft = rows.softened(own, || own).raised(rows.dead());
    let (soft, own) = if tie & 1 == 1 { (soft.aa, own.aa) } else { (soft.ll, own.ll) };
    soft + diagonal(own.diagonal() * step.regularisation)
}

/// A_kl: one block for each body that both have, minus where it is a's of one and b's of the other.
fn coupling<N: Number>(
    world: &World<N>,
    (k, rows): (usize, &Rows<N>),
    (l, others): (usize, &Rows<N>),
) -> Mat3<N> {
    let ends = |tie: usize, rows: &Rows<N>| {
        let tie = world.ties[tie >> 1];
        [(tie.a, rows.arm_a), (tie.b, rows.arm_b)]
    };
    let mut sum = Mat3::ZERO;
    for (at_k, (body, arm)) in ends(k, rows).into_iter().enumerate() {
        for (at_l, (other, other_arm)) in ends(l, others).into_iter().enumerate() {
            let m = world.mobility_at(body);
            if body != other || m.inverse_mass == N::ZERO {
                continue;
            }
            let ([n, x, g], [n_l, x_l, g_l]) = (rows.columns(arm), others.columns(other_arm));
            let w = m.tensor.matrix();
            let block = match (k & 1, l & 1) {
                (0, 0) => n.transpose() * n_l * m.inverse_mass + x.transpose() * w * x_l,
                (0, _) => x.transpose() * w * g_l,
                (_, 0) => g.transpose() * (w * x_l),
                _ => g.transpose() * (w * g_l),
            };
            sum = if at_k == at_l { sum + block } else { sum - block };
        }
    }
    // one spring of both ties
    let share = rows.softness.linear.x;
    if k >> 1 == l >> 1 && share < N::ZERO { sum * (N::ONE - share) } else { sum }
}
