//! Twin of shaders/common/factor.wgsl: block Cholesky by the lists of src/lists/elimination.rs.

use crate::cpu::algebra::{Mat3, Vec3, inverse_root};
use crate::cpu::number::Number;
use crate::lists::elimination::{FARTHER_BITS, OWN};

/// Of a pivot's own size: less than this of it is rounding, where ties say the same thing twice.
const LEAST_PIVOT: f64 = 1e-7;

/// y of A y = b, by tie: A has `own` on its diagonal and `coupling` below.
pub fn factored<N: Number>(
    words: &[u32],
    own: impl Fn(usize) -> Mat3<N>,
    coupling: impl Fn(usize, usize) -> Mat3<N>,
    b: &[Vec3<N>],
) -> Vec<Vec3<N>> {
    let [order, levels, columns, blocks, sums, products, rows, lefts, stints] =
        std::array::from_fn(|k| &words[words[2 + k] as usize..]);
    let between = |starts: &[u32], k: usize| starts[k] as usize..starts[k + 1] as usize;
    let tie = |row: usize| order[row] as usize;
    let count = b.len();
    // R⁻¹ with R Rᵀ = S of every row, L below it, and R⁻¹ (b − L y)
    let mut inverse = vec![Mat3::ZERO; count];
    let mut below = vec![Mat3::ZERO; columns[count] as usize];
    let mut y = vec![Vec3::ZERO; count];
    for level in 0..stints[words[1] as usize] as usize {
        let of_level = levels[level] as usize..levels[level + 1] as usize;
        for row in of_level.clone() {
            let own = own(tie(row));
            let (mut s, mut right) = (own, b[tie(row)]);
            for k in between(rows, row) {
                let l = below[lefts[2 * k] as usize];
                s -= l * l.transpose();
                right -= l * y[lefts[2 * k + 1] as usize];
            }
            inverse[row] = inverse_root(s, own.diagonal() * N::from_f64(LEAST_PIVOT));
            y[row] = inverse[row] * right;
        }
        for block in columns[of_level.start] as usize..columns[of_level.end] as usize {
            let (row, marked) = (blocks[2 * block] as usize, blocks[2 * block + 1]);
            let column = (marked & !OWN) as usize;
            let mut a = if marked & OWN == 0 { Mat3::ZERO } else { coupling(tie(row), tie(column)) };
            for k in between(sums, block) {
                let other = (products[k] >> FARTHER_BITS) as usize;
                let one = other + (products[k] & ((1 << FARTHER_BITS) - 1)) as usize;
                a -= below[one] * below[other].transpose();
            }
            below[block] = a * inverse[column].transpose();
        }
    }
    let mut out = vec![Vec3::ZERO; count];
    for row in (0..count).rev() {
        let mut right = y[row];
        for block in between(columns, row) {
            right -= below[block].transpose() * y[blocks[2 * block] as usize];
        }
        y[row] = inverse[row].transpose() * right;
        out[tie(row)] = y[row];
    }
    out
}
