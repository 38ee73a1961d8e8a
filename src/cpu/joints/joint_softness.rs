use super::stays;
use crate::cpu::algebra::{Pair, Six};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;
use crate::scene::{Hold, Softness, each_row};

/// γ of rows that are springs by frequency. It is γ̂ of `joint_rows` over the effective mass of the row while the
/// joint's hard rows hold,   m_eff⁻¹ = A_rr − A_rE A_EE⁻¹ A_Er.   Where all rows are one spring, γ = γ̂ A_ll, marked by
/// a minus. With `step.gain` it is hard rows that are given that share of their own A_rr.
pub fn joint_softness<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    if stays(world, step, l) {
        return;
    }
    let hold = &world.frames[l].hold;
    if step.gain > N::ZERO {
        let own = world.own_blocks(l).diagonal().to_array();
        let gammas = world.rows[l].softness.to_array();
        let eased =
            |k: usize| if hold.softness_of(k).is_none() { gammas[k] + own[k] * step.gain } else { gammas[k] };
        world.rows[l].softness = Pair::from_array(each_row(eased));
        return;
    }
    let gammas = world.rows[l].softness.to_array();
    if hold.together {
        world.rows[l].softness = Pair::from_array([-gammas.into_iter().fold(N::ZERO, N::max); 6]);
        return;
    }
    let own = world.own_blocks(l);
    let mut out = gammas;
    for k in (0..6).filter(|&k| hold.held[k]) {
        if let Some(Softness::Frequency { .. }) = hold.softness[k] {
            out[k] = gammas[k] * inverse_mass_of(&own, hold, k);
        }
    }
    world.rows[l].softness = Pair::from_array(out);
}

/// m_eff⁻¹ of row k, no less than rounding leaves of it.
pub fn inverse_mass_of<N: Number>(own: &Six<N>, hold: &Hold, k: usize) -> N {
    let hard = hold.hard();
    let mut unit = [N::ZERO; 6];
    unit[k] = N::ONE;
    let row = own.times(Pair::from_array(unit)).to_array();
    let with_hard = Pair::from_array(each_row(|i| if hard[i] { row[i] } else { N::ZERO }));
    let forth = masked(own, |i| hard[i]).root().forth(with_hard);
    (row[k] - forth.dot(forth)).max(row[k] * N::from_f64(1e-6))
}

/// A_EE, with ones where a row is not of E.
pub fn masked<N: Number>(own: &Six<N>, is: impl Fn(usize) -> bool) -> Six<N> {
    let mut out = *own;
    let (o, one) = (N::ZERO, N::ONE);
    for c in 0..3 {
        for r in 0..3 {
            let unit = if r == c { one } else { o };
            if !(is(r) && is(c)) {
                set(&mut out.ll, r, c, unit);
            }
            if !(is(3 + r) && is(3 + c)) {
                set(&mut out.aa, r, c, unit);
            }
            if !(is(r) && is(3 + c)) {
                set(&mut out.la, r, c, o);
            }
        }
    }
    out
}

fn set<N: Number>(m: &mut crate::cpu::algebra::Mat3<N>, row: usize, column: usize, x: N) {
    let v = &mut m[column];
    *[&mut v.x, &mut v.y, &mut v.z][row] = x;
}
