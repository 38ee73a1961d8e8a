//! The problem of one joint by itself, with what its neighbours do given. E are the rows with an equation, B those with a staircase:
//!     Δ_E = (A_EE + γ)⁻¹ (r_E − A_EB Δ_B),   Ā = A_BB − A_BE (A_EE + γ)⁻¹ A_EB,   ū = u − A_BE (A_EE + γ)⁻¹ r_E − Ā Δ_B
//! and each q of B where its staircase meets the line of ū, in turn until they agree; one alone is there at once. To
//! solve all rows as equations and then cut the excess is not the same: that ends at a wrong answer.

use super::Rows;
use super::stair::Stair;
use crate::cpu::algebra::{Pair, Six};
use crate::cpu::joints::joint_softness::masked;
use crate::cpu::number::Number;
use crate::scene::each_row;

/// Turns until the rows of one joint agree.
const TURNS: usize = 12;

/// Δq, from J V = u, the residuals of all equations, and q.
pub fn change<N: Number>(
    rows: &Rows<N>,
    own: &Six<N>,
    stairs: &[Stair<N>; 6],
    [u, left, q]: [Pair<N>; 3],
) -> Pair<N> {
    let is_equation = |k: usize| !stairs[k].is_there();
    let root = masked(&own.raised(rows.softness).raised(rows.dead()), is_equation).root();
    let of_equations = |v: Pair<N>| {
        let v = v.to_array();
        Pair::from_array(each_row(|k| if is_equation(k) { v[k] } else { N::ZERO }))
    };
    let column = |k: usize| {
        let mut unit = [N::ZERO; 6];
        unit[k] = N::ONE;
        own.times(Pair::from_array(unit))
    };
    let bounded: Vec<usize> = (0..6).filter(|&k| stairs[k].is_there()).collect();
    let held = root.solve(of_equations(left));
    // A_EE⁻¹ A_EB, a column each
    let answers: Vec<Pair<N>> = bounded.iter().map(|&k| root.solve(of_equations(column(k)))).collect();
    let dot = |p: Pair<N>, q: Pair<N>| p.linear.dot(q.linear) + p.angular.dot(q.angular);
    let reduced = |i: usize, j: usize| {
        column(bounded[j]).to_array()[bounded[i]] - dot(of_equations(column(bounded[i])), answers[j])
    };
    let (u, q) = (u.to_array(), q.to_array());
    let mut speeds: Vec<N> = bounded.iter().map(|&k| u[k] - dot(of_equations(column(k)), held)).collect();
    let mut out = [N::ZERO; 6];
    for _ in 0..if bounded.len() == 1 { 1 } else { TURNS } {
        for (i, &k) in bounded.iter().enumerate() {
            let a = reduced(i, i);
            let now = q[k] + out[k];
            let step = stairs[k].meets(speeds[i] + a * now, a) - now;
            out[k] += step;
            for (j, speed) in speeds.iter_mut().enumerate() {
                *speed -= reduced(j, i) * step;
            }
        }
    }
    let mut change = held;
    for (&k, answer) in bounded.iter().zip(answers) {
        change = change - answer * out[k];
    }
    let change = change.to_array();
    Pair::from_array(each_row(|k| if is_equation(k) { change[k] } else { out[k] }))
}
