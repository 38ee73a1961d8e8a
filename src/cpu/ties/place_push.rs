//! A correction μ of places, kg m: M⁻¹ of a push on one body moves it, and the same push over h is in its velocity at once. Twin of
//! shaders/ties/{place_push,place_share,placing_rows}.wgsl.

use super::Rows;
use crate::cpu::algebra::{Pair, Vec3, exponential};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::tie::Wrench;
use crate::cpu::world::{World, fit};
use crate::scene::each_row;

/// What a joint asks of its bodies side by side: the force on b, and the torques on a and b, times h².
#[derive(Clone, Copy, Debug, Default)]
pub struct Aside<N> {
    pub force: Vec3<N>,
    pub torques: [Vec3<N>; 2],
}

/// A joint of any kind at the places as they are now, for a pass over them. With C₀ the error as the substep began,
///     u = (C − C₀)/h,   r = u + β C₀/h − γ h λ
pub struct Placing<N> {
    pub rows: Rows<N>,
    /// u
    pub moving: Pair<N>,
    /// r
    pub left: Pair<N>,
    /// h λ
    pub q: Pair<N>,
}

impl<N: Number> World<N> {
    /// x ← x + M⁻¹ p, q ← exp(W τ) q, V ← V + h⁻¹ M⁻¹ (p, τ)
    pub fn place(&mut self, step: &Step<N>, body: usize, push: Wrench<N>) {
        let m = self.mobility_at(body);
        if m.inverse_mass == N::ZERO {
            return;
        }
        let (shift, turned) = (m.inverse_mass * push.force, m.turn(push.torque));
        let pose = &mut self.poses[body];
        pose.position += shift;
        pose.rotation = (exponential(turned) * pose.rotation).normalize();
        let v = &mut self.velocities[body];
        v.linear += step.inverse_h * shift;
        v.angular += step.inverse_h * turned;
    }

    /// ω of a joint: by colours `step.gain`; side by side `step.gain`/max(n_a, n_b), at most 1, n the joints of a body that moves. One
    /// number for both ends, so that action is reaction.
    pub fn place_share(&self, step: &Step<N>, l: usize) -> N {
        if step.extra[0] != 1 {
            return step.gain;
        }
        let on = |body: usize| if self.bodies[body].is_fixed() { 1 } else { self.ties_of(body).count() };
        let most = on(self.ties[l].a).max(on(self.ties[l].b));
        N::ONE.min(step.gain / N::from_count(most))
    }

    /// Both bodies of a joint at once, or side by side by `place_gather`.
    pub fn place_both(&mut self, step: &Step<N>, l: usize, on_a: Wrench<N>, on_b: Wrench<N>) {
        if step.extra[0] == 1 {
            let joints = self.ties.len();
            fit(&mut self.asides, joints);
            self.asides[l] = Aside { force: on_b.force, torques: [on_a.torque, on_b.torque] };
            return;
        }
        let tie = self.ties[l];
        self.place(step, tie.a, on_a);
        self.place(step, tie.b, on_b);
    }

    pub fn placing_of(&self, step: &Step<N>, l: usize) -> Placing<N> {
        let (tie, frames) = (self.ties[l], &self.frames[l]);
        let (mut rows, c) = Rows::of(frames, &tie, &self.poses[tie.a], &self.poses[tie.b]);
        let whole = !self.is_broken(l);
        rows.only(frames.live.map(|live| live && whole), Pair::ZERO);
        rows.softness = self.rows[l].softness;
        let (now, before, live) = (c.to_array(), self.targets[l].to_array(), rows.live());
        let turn = N::from_f64(std::f64::consts::TAU);
        let moving = Pair::from_array(each_row(|k| {
            let way = now[k] - before[k];
            let turns = N::from_f64((way / turn).to_f64().round());
            let way = if k < 3 { way } else { way - turn * turns };
            if live[k] { step.inverse_h * way } else { N::ZERO }
        }));
        let q = self.lambda(l) * step.h;
        let left = moving + self.biases[l] - rows.yielding(|| self.own_of(l, &rows), q);
        Placing { rows, moving, left: rows.without_given(left), q }
    }

    /// λ ← λ + Δq/h, and what μ = h Δq does to both bodies.
    pub fn put_placing(&mut self, step: &Step<N>, l: usize, rows: &Rows<N>, change: Pair<N>) {
        let change = change * self.place_share(step, l);
        self.put_lambda(l, self.lambda(l) + change * step.inverse_h);
        let mu = change * step.h;
        self.place_both(step, l, rows.wrench(rows.arm_a, -mu), rows.wrench(rows.arm_b, mu));
    }
}
