//! The same step written down densely: J, M⁻¹ and A as plain rows of numbers, nothing sparse, nothing clever.
//! The truth that the twin is tested against, and what the tutorial shows.

use super::algebra::Mat3;
use super::{World, tie};

/// A matrix as rows.
pub type Matrix = Vec<Vec<f64>>;

/// J of the joints `live`: 3 rows each, 6 columns per body (linear, angular).
pub fn jacobian(world: &World, live: &[usize]) -> Matrix {
    let mut j = vec![vec![0.0; 6 * world.bodies.len()]; 3 * live.len()];
    for (row, &l) in live.iter().enumerate() {
        let [a, b] = [world.ties[l].a, world.ties[l].b];
        for (at, block) in [6 * a, 6 * a + 3, 6 * b, 6 * b + 3].into_iter().zip(tie::jacobian(&world.arms[l]))
        {
            put(&mut j, 3 * row, at, block);
        }
    }
    j
}

/// M⁻¹, block diagonal, guarded as the substep solved it.
pub fn inverse_mass(world: &World) -> Matrix {
    let mut m = vec![vec![0.0; 6 * world.bodies.len()]; 6 * world.bodies.len()];
    for (body, facts) in world.bodies.iter().enumerate() {
        (0..3).for_each(|r| m[6 * body + r][6 * body + r] = facts.inverse_mass);
        put(&mut m, 6 * body + 3, 6 * body + 3, world.mobility[body].matrix());
    }
    m
}

/// A block with its first entry at `row` and `column`.
fn put(m: &mut Matrix, row: usize, column: usize, block: Mat3<f64>) {
    for (c, numbers) in block.0.into_iter().enumerate() {
        for (r, x) in numbers.to_array().into_iter().enumerate() {
            m[row + r][column + c] += x;
        }
    }
}

/// All velocities in one column, linear and angular by body.
pub fn stacked(velocities: &[super::Velocity]) -> Vec<f64> {
    velocities.iter().flat_map(|v| v.linear.to_array().into_iter().chain(v.angular.to_array())).collect()
}

pub fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let columns = b.first().map_or(0, Vec::len);
    let mut out = vec![vec![0.0; columns]; a.len()];
    for (row, out) in a.iter().zip(&mut out) {
        for (x, other) in row.iter().zip(b) {
            if *x != 0.0 {
                out.iter_mut().zip(other).for_each(|(o, y)| *o += x * y);
            }
        }
    }
    out
}

pub fn transpose(a: &Matrix) -> Matrix {
    let columns = a.first().map_or(0, Vec::len);
    (0..columns).map(|c| a.iter().map(|row| row[c]).collect()).collect()
}

pub fn apply(a: &Matrix, v: &[f64]) -> Vec<f64> {
    a.iter().map(|row| row.iter().zip(v).map(|(x, y)| x * y).sum()).collect()
}

/// A = J M⁻¹ Jᵀ
pub fn delassus(j: &Matrix, inverse_mass: &Matrix) -> Matrix {
    product(&product(j, inverse_mass), &transpose(j))
}

/// A x = b by Gaussian elimination with row exchanges.
pub fn solve(mut a: Matrix, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for column in 0..n {
        let best =
            (column..n).max_by(|&p, &q| a[p][column].abs().total_cmp(&a[q][column].abs())).unwrap_or(column);
        a.swap(column, best);
        b.swap(column, best);
        let (done, below) = a.split_at_mut(column + 1);
        let pivot = &done[column];
        for (offset, row) in below.iter_mut().enumerate() {
            let factor = row[column] / pivot[column];
            if factor != 0.0 {
                row.iter_mut().zip(pivot).skip(column).for_each(|(x, p)| *x -= factor * p);
                b[column + 1 + offset] -= factor * b[column];
            }
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|c| a[row][c] * b[c]).sum();
        b[row] = (b[row] - known) / a[row][row];
    }
    b
}
