//! Chapter 1: beads in a column, put right one place at a time.

use beadwork::cpu::dense::{self, Matrix};
use serde_json::{Value, json};

/// m/s: what gravity gives in a step of 1/60 s.
const FALL: f64 = 9.81 / 60.0;

pub fn cases() -> Vec<Value> {
    [
        (6, 1.0, false, vec![0, 1, 2, 0, 5]),
        (4, 50.0, false, vec![0, 1, 2, 3, 2]),
        (5, 3.0, true, vec![0, 4, 1]),
    ]
    .map(|(beads, weight, standing, rows)| solved(beads, weight, standing, &rows))
    .to_vec()
}

struct Column {
    j: Matrix,
    inverse_mass: Matrix,
    a: Matrix,
    impulses: Vec<f64>,
    standing: bool,
}

impl Column {
    /// How fast each place opens, or is run into.
    fn measured(&self) -> Vec<f64> {
        let pull = dense::apply(&dense::transpose(&self.j), &self.impulses);
        let velocities: Vec<f64> =
            dense::apply(&self.inverse_mass, &pull).iter().map(|change| -FALL - change).collect();
        dense::apply(&self.j, &velocities)
    }

    fn faults(&self) -> Vec<f64> {
        self.measured().iter().map(|&x| if self.standing { x.max(0.0) } else { x }).collect()
    }

    fn fix(&mut self, row: usize) {
        let wanted = self.impulses[row] + self.measured()[row] / self.a[row][row];
        self.impulses[row] = if self.standing { wanted.max(0.0) } else { wanted };
    }
}

fn solved(beads: usize, weight: f64, standing: bool, rows: &[usize]) -> Value {
    let mut j = vec![vec![0.0; beads]; beads];
    let mut inverse_mass = j.clone();
    for i in 0..beads {
        j[i][i] = -1.0;
        if i > 0 {
            j[i][i - 1] = 1.0;
        }
        inverse_mass[i][i] = if i + 1 == beads { 1.0 / weight } else { 1.0 };
    }
    let a = dense::delassus(&j, &inverse_mass);
    let mut column = Column { j, inverse_mass, a, impulses: vec![0.0; beads], standing };
    let repairs: Vec<Value> = rows
        .iter()
        .map(|&row| {
            column.fix(row);
            json!({ "row": row, "faults": column.faults() })
        })
        .collect();
    (0..beads).for_each(|row| column.fix(row));
    json!({
        "input": { "beads": beads, "weight": weight, "standing": standing },
        "repairs": repairs, "swept": column.faults(),
    })
}
