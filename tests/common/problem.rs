//! One substep of rows with bounds as a dense problem, solved by projected Gauss-Seidel: what the exact solver is held to.

use beadwork::cpu::Twin;
use beadwork::cpu::ties::stair::Stair;
use nalgebra::{DMatrix, DVector};

/// One substep as a problem by rows: A = J M⁻¹ Jᵀ, u₀ = J V*, and of each row its staircase, or its γ and bias.
pub struct Problem {
    a: DMatrix<f64>,
    free: DVector<f64>,
    rows: Vec<Row>,
}

enum Row {
    Equation { gamma: f64, bias: f64 },
    Stairs(Stair<f64>),
}

impl Problem {
    pub fn of(twin: &Twin) -> Self {
        let world = twin.world();
        let (mut rows, mut sides) = (Vec::new(), Vec::new());
        for l in 0..world.ties.len() {
            let of = world.rows[l];
            for k in (0..6).filter(|&k| of.live()[k]) {
                let stair = world.stairs[l][k];
                let (gammas, biases) = (of.softness.to_array(), world.biases[l].to_array());
                rows.push(if stair.is_there() {
                    Row::Stairs(stair)
                } else {
                    Row::Equation { gamma: gammas[k], bias: biases[k] }
                });
                sides.push((l, k));
            }
        }
        let unit = |(l, k): (usize, usize)| {
            let mut lambda = [0.0; 6];
            lambda[k] = 1.0;
            let (tie, of) = (world.ties[l], world.rows[l]);
            let lambda = beadwork::cpu::algebra::Pair::from_array(lambda);
            [(tie.a, of.wrench(of.arm_a, lambda), 1.0), (tie.b, of.wrench(of.arm_b, lambda), -1.0)]
        };
        // of bodies' (v, ω)
        let along = |side: (usize, usize), body: usize, linear: glam::DVec3, angular: glam::DVec3| -> f64 {
            unit(side)
                .into_iter()
                .filter(|(at, ..)| *at == body)
                .map(|(_, wrench, sign)| {
                    sign * (glam::DVec3::from(wrench.force).dot(linear)
                        + glam::DVec3::from(wrench.torque).dot(angular))
                })
                .sum()
        };
        let n = rows.len();
        let mut a = DMatrix::zeros(n, n);
        for (c, &side) in sides.iter().enumerate() {
            for (body, wrench, sign) in unit(side) {
                let m = world.mobility_at(body);
                let linear = glam::DVec3::from(wrench.force) * (sign * m.inverse_mass);
                let angular = glam::DVec3::from(m.turn(wrench.torque)) * sign;
                for (r, &other) in sides.iter().enumerate() {
                    a[(r, c)] += along(other, body, linear, angular);
                }
            }
        }
        let free = DVector::from_iterator(
            n,
            sides.iter().map(|&(l, k)| {
                let (tie, of) = (world.ties[l], world.rows[l]);
                of.relative(&world.free_velocities[tie.a], &world.free_velocities[tie.b]).to_array()[k]
            }),
        );
        // a share of A_ll is a matrix
        for (r, row) in rows.iter_mut().enumerate() {
            if let Row::Equation { gamma, .. } = row
                && *gamma < 0.0
            {
                let share = -*gamma;
                *gamma = 0.0;
                let bare: Vec<f64> = (0..n).map(|c| a[(r, c)]).collect();
                for c in (0..n).filter(|&c| sides[c].0 == sides[r].0) {
                    a[(r, c)] += share * bare[c];
                }
            }
        }
        Self { a, free, rows }
    }

    /// q by so many sweeps of projected Gauss-Seidel, row by row.
    fn swept(&self, sweeps: usize) -> DVector<f64> {
        let n = self.rows.len();
        let mut q = DVector::zeros(n);
        let mut u = self.free.clone();
        for _ in 0..sweeps {
            let mut most = 0.0f64;
            for (r, row) in self.rows.iter().enumerate() {
                let a = self.a[(r, r)];
                let next = match row {
                    Row::Equation { gamma, bias } => (u[r] + a * q[r] + bias) / (a + gamma),
                    Row::Stairs(stair) => stair.meets(u[r] + a * q[r], a),
                };
                let change: f64 = next - q[r];
                most = most.max((change * a).abs());
                q[r] = next;
                u.axpy(-change, &self.a.column(r), 1.0);
            }
            if most < 1e-15 {
                break;
            }
        }
        q
    }

    /// The most by which a row's J V differs from what so many sweeps come to, m/s or rad/s.
    pub fn off(&self, twin: &Twin, sweeps: usize) -> f64 {
        let u = &self.free - &self.a * self.swept(sweeps);
        let world = twin.world();
        let mut truth = u.iter();
        let mut most = 0f64;
        for l in 0..world.ties.len() {
            let found = world.opening(l).to_array();
            // the equations of one spring have its share of A in A
            let soft = world.rows[l].softness.linear.x < 0.0;
            for k in (0..6).filter(|&k| world.rows[l].live()[k]) {
                let truth = truth.next().expect("a row");
                if !soft {
                    most = most.max((found[k] - truth).abs());
                }
            }
        }
        most
    }
}
