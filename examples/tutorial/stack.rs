//! Chapter 2: blocks that move up and down. Rows are J v + allowance ≥ 0 with λ ≥ 0 and one of the two zero, or
//! J v = 0 for a lock. The answer is found by trying every set of rows that push: slow, and beyond doubt.

use beadwork::cpu::dense::{self, Matrix};
use serde_json::{Value, json};

#[derive(Clone, Copy)]
struct Case {
    masses: &'static [f64],
    gravity: f64,
    dt: f64,
    top_speed: f64,
    rule: &'static str,
}

const SPEED_LIMIT: f64 = 5.0;
const WORKED: Case = Case { masses: &[1.0, 1.0], gravity: 10.0, dt: 1.0, top_speed: 0.0, rule: "contact" };

pub fn cases() -> Vec<Value> {
    let thrown = Case { top_speed: 15.0, ..WORKED };
    [
        WORKED,
        Case { masses: &[1.0, 2.0], ..WORKED },
        Case { dt: 0.05, ..WORKED },
        Case { masses: &[1.0, 2.0, 3.0], ..WORKED },
        Case { masses: &[2.5, 1.0, 0.5, 4.0, 1.5], gravity: 9.5, dt: 0.1, top_speed: -8.0, rule: "contact" },
        thrown,
        Case { rule: "lock", ..thrown },
        Case { rule: "limit", ..thrown },
        Case { rule: "clutch", ..thrown },
        Case { masses: &[1.0, 3.0, 2.0], rule: "lock", ..thrown },
    ]
    .map(solved)
    .to_vec()
}

/// J, what each row allows, and whether it may pull.
fn rows(case: Case) -> (Matrix, Vec<f64>, Vec<bool>) {
    let n = case.masses.len();
    let row = |above: usize, sign: f64| -> Vec<f64> {
        (0..n)
            .map(|body| {
                if body == above {
                    sign
                } else if body + 1 == above {
                    -sign
                } else {
                    0.0
                }
            })
            .collect()
    };
    let mut j: Matrix = (0..n).map(|above| row(above, 1.0)).collect();
    let mut allowance = vec![0.0; n];
    let mut pulls: Vec<bool> = (0..n).map(|i| i > 0 && i == n - 1 && case.rule == "lock").collect();
    if case.rule == "limit" {
        j.push(row(n - 1, -1.0));
        allowance.push(SPEED_LIMIT);
        pulls.push(false);
    }
    (j, allowance, pulls)
}

fn solved(case: Case) -> Value {
    let (j, allowance, pulls) = rows(case);
    let n = case.masses.len();
    let mut inverse_mass = vec![vec![0.0; n]; n];
    (0..n).for_each(|i| inverse_mass[i][i] = 1.0 / case.masses[i]);
    let free: Vec<f64> =
        (0..n).map(|i| if i == n - 1 { case.top_speed } else { 0.0 } - case.dt * case.gravity).collect();
    let a = dense::delassus(&j, &inverse_mass);
    let b: Vec<f64> = dense::apply(&j, &free)
        .iter()
        .zip(&allowance)
        .map(|(measured, allowed)| -(measured + allowed) / case.dt)
        .collect();
    let lambda = complementary(&a, &b, &pulls);
    let impulses: Vec<f64> = lambda.iter().map(|force| case.dt * force).collect();
    let change = dense::apply(&inverse_mass, &dense::apply(&dense::transpose(&j), &impulses));
    let after: Vec<f64> = free.iter().zip(&change).map(|(v, dv)| v + dv).collect();
    json!({
        "input": { "masses": case.masses, "gravity": case.gravity, "dt": case.dt, "topSpeed": case.top_speed,
            "rule": case.rule },
        "J": j, "M": inverse_mass, "vfree": free, "A": a, "b": b, "lambda": lambda, "dv": change, "v": after,
        "w": dense::apply(&j, &after),
    })
}

/// The λ with Aλ ≥ b, λ ≥ 0 and λᵀ(Aλ − b) = 0; rows that may pull hold exactly.
fn complementary(a: &Matrix, b: &[f64], pulls: &[bool]) -> Vec<f64> {
    let n = b.len();
    (0_u32..1 << n)
        .rev()
        .filter(|set| (0..n).all(|i| !pulls[i] || set >> i & 1 == 1))
        .find_map(|set| {
            let active: Vec<usize> = (0..n).filter(|i| set >> i & 1 == 1).collect();
            let part = active.iter().map(|&i| active.iter().map(|&k| a[i][k]).collect()).collect();
            let found = dense::solve(part, active.iter().map(|&i| b[i]).collect());
            let mut lambda = vec![0.0; n];
            active.iter().zip(found).for_each(|(&i, force)| lambda[i] = force);
            let fits = dense::apply(a, &lambda).iter().zip(b).enumerate().all(|(i, (has, wants))| {
                lambda[i].is_finite() && (pulls[i] || lambda[i] >= 0.0) && *has >= wants - 1e-9
            });
            fits.then_some(lambda)
        })
        .expect("a stack has an answer")
}
