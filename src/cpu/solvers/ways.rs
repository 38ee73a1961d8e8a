//! The ways to keep an island's joints shut, term by term. The heads of shaders/solvers/{symplectic,project}_chains.wgsl
//! have the formulas; chains take them kernel by kernel, all other islands in `solve_islands`.

use super::island::{Bead, Island};
use crate::codes::motion::GUARD_LATER;
use crate::cpu::algebra::Vec3;
use crate::cpu::body::{free_angular, free_linear, tumbled};
use crate::cpu::number::Number;
use crate::cpu::records::{Body, Motion, Step, Velocity};
use crate::cpu::world::World;

/// What the safeguard says of a substep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Kept,
    ToProject,
    TakenBack,
}

/// Four last digits of an f32 of size one.
const ROUNDING: f64 = 2.4e-7;
/// Of the larger kinetic energy: what a substep may gain.
const GAIN: f64 = 1e-3;
/// Radii: a gap over the first is projected, over the second the substep is taken back.
const OPEN: f64 = 4e-4;
const TORN: f64 = 0.02;
/// Rounds of a projection at most.
const ROUNDS: usize = 5;
/// Of the smaller radius: what a projection may leave, and from where on a gap is far.
const SHUT: f64 = 1e-4;
const FAR: f64 = 0.1;
/// m/s, at which far gaps are drawn together.
const RECOVERY: f64 = 1.0;

/// V + h g
fn fall<N: Number>(island: &mut Island<N>, step: &Step<N>, h: N) {
    let part = Step { h, velocity_kept: N::ONE, ..*step };
    for bead in island.beads.iter_mut().filter(|bead| !bead.facts.is_fixed()) {
        bead.v.linear = free_linear(&part, bead.v.linear);
    }
}

/// V after what bodies' spins do to themselves in h.
fn tumble<N: Number>(island: &mut Island<N>, h: N) {
    for bead in island.beads.iter_mut().filter(|bead| !bead.facts.is_fixed()) {
        bead.v.angular = tumbled(bead.v.angular, bead.pose.rotation, &bead.facts, h);
    }
}

/// V + M⁻¹ times forces other than the joints' for h.
fn kick<N: Number>(island: &mut Island<N>, step: &Step<N>, h: N, velocity_kept: N) {
    let part = Step { h, velocity_kept, ..*step };
    for bead in island.beads.iter_mut().filter(|bead| !bead.facts.is_fixed()) {
        bead.v = Velocity {
            linear: free_linear(&part, bead.v.linear),
            angular: free_angular(&part, bead.v.angular, bead.pose.rotation, &bead.facts),
        };
    }
}

/// What the bodies of an island gained in a substep.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ledger<N> {
    rise: N,
    before: N,
    after: N,
    floor: N,
}

impl<N: Number> Ledger<N> {
    /// One body that went from `was` to `now`.
    pub fn heed(&mut self, step: &Step<N>, facts: &Body<N>, was: &Motion<N>, now: &Motion<N>) {
        let fall = step.gravity.length();
        let (mass, inertia) = (facts.mass, facts.inertia);
        let spin = [was, now].map(|motion| motion.pose.rotation.rotate_back(motion.v.angular));
        let gained = N::HALF
            * (mass * (now.v.linear - was.v.linear).dot(now.v.linear + was.v.linear)
                + (inertia * (spin[1] - spin[0])).dot(spin[1] + spin[0]));
        let kinetic = N::HALF * (mass * was.v.linear.length_squared() + (inertia * spin[0]).dot(spin[0]));
        self.rise += gained - mass * step.gravity.dot(now.pose.position - was.pose.position);
        self.before += kinetic;
        self.after += kinetic + gained;
        self.floor += mass
            * fall
            * (N::from_f64(0.005) * fall * step.h * step.h
                + N::from_f64(ROUNDING) * now.pose.position.length());
    }

    /// What drives did, J.
    pub fn worked(&mut self, work: N) {
        self.rise -= work;
    }

    /// A gap that may be left is worth this at most, J: a bridge of tight ropes trembles by it at rest.
    pub fn allow(&mut self, energy: N) {
        self.floor += energy;
    }

    /// Whether the island gained energy, or came apart by `gap` radii.
    pub fn decide(&self, gap: N) -> Verdict {
        let allowed = N::from_f64(GAIN) * self.before.max(self.after) + self.floor;
        if !(gap < N::from_f64(TORN) && self.rise <= allowed) {
            Verdict::TakenBack
        } else if gap > N::from_f64(OPEN) {
            Verdict::ToProject
        } else {
            Verdict::Kept
        }
    }
}

fn verdict<N: Number>(world: &World<N>, was: &Island<N>, now: &Island<N>, step: &Step<N>) -> Verdict {
    let mut ledger = Ledger::default();
    for (a, b) in was.beads.iter().zip(&now.beads).filter(|(bead, _)| !bead.facts.is_fixed()) {
        let motion = |bead: &Bead<N>| Motion { pose: bead.pose, v: bead.v };
        ledger.heed(step, &a.facts, &motion(a), &motion(b));
    }
    let gaps = now.gaps(world);
    let gap = gaps.iter().enumerate().fold(N::ZERO, |most, (k, gap)| most.max(gap.length() / now.radius(k)));
    ledger.decide(gap)
}

/// Whether a hand is on a bead of the island: `step.extra[1]` is the body's number and one. Then it is projected.
pub fn is_held<N>(island: &Island<N>, step: &Step<N>) -> bool {
    island.beads.iter().any(|bead| bead.index + 1 == step.extra[1] as usize)
}

/// Counts a substep that is taken back, unless it was pushed.
pub fn falls<N: Number>(world: &World<N>, island: &Island<N>, verdict: Verdict) -> u32 {
    let pushed = || island.ties.iter().any(|held| world.is_pushed(held.joint));
    u32::from(verdict == Verdict::TakenBack && !pushed())
}

/// A substep by the force that shuts the joints at its end, and the residual of J V; or no substep.
pub fn symplectic<N: Number>(
    world: &World<N>,
    island: &mut Island<N>,
    step: &Step<N>,
) -> (Verdict, Vec<Vec3<N>>) {
    let was = island.clone();
    let mut start = was.clone();
    fall(&mut start, step, N::HALF * step.h);

    // half of the last force, where that leads, and the force that shuts the joints there
    let mut q: Vec<_> = was.ties.iter().map(|held| N::HALF * step.h * held.lambda).collect();
    let moved = |q: &[Vec3<N>]| {
        let mut moved = start.clone();
        moved.kick(&start.answer(world, q));
        tumble(&mut moved, N::HALF * step.h);
        moved.shift(&moved.velocities(), step.h);
        moved.turn(world);
        moved
    };
    let errors: Vec<_> = moved(&q).gaps(world).iter().map(|&gap| step.inverse_h * gap).collect();
    for (q, change) in q.iter_mut().zip(start.solve(world, step, &errors)) {
        *q += change;
    }
    let mut next = moved(&q);
    kick(&mut next, step, N::HALF * step.h, N::ONE);

    // the velocities, projected where the bodies are now
    let mu = next.solve(world, step, &next.relative(world));
    next.kick(&next.answer(world, &mu));
    let left = next.relative(world);
    let verdict = verdict(world, &was, &next, step);
    if verdict == Verdict::TakenBack {
        return (verdict, left);
    }
    for bead in &mut next.beads {
        bead.v.linear *= step.velocity_kept;
        bead.v.angular *= step.velocity_kept;
    }
    for (held, (q, mu)) in next.ties.iter_mut().zip(q.into_iter().zip(mu)) {
        held.lambda = N::from_f64(2.0) * step.inverse_h * mu;
        held.mean = Some(step.inverse_h * (q + mu));
    }
    *island = next;
    (verdict, left)
}

/// A substep by velocities alone, A Δλ = J V⁰ + β C/h; the residual of J V + β C/h.
pub fn pull<N: Number>(world: &World<N>, island: &mut Island<N>, step: &Step<N>) -> Vec<Vec3<N>> {
    let bias = |gap: &Vec3<N>| step.stabilisation * step.inverse_h * *gap;
    let biases: Vec<_> = island.gaps(world).iter().map(bias).collect();
    let wanted = |island: &Island<N>| -> Vec<Vec3<N>> {
        island.relative(world).into_iter().zip(&biases).map(|(v, &bias)| v + bias).collect()
    };
    for held in &mut island.ties {
        held.lambda = step.warm_start * held.lambda;
        held.mean = None;
    }
    kick(island, step, step.h, step.velocity_kept);
    let impulses: Vec<_> = island.ties.iter().map(|held| step.h * held.lambda).collect();
    island.kick(&island.answer(world, &impulses));
    let change = island.solve(world, step, &wanted(island));
    island.kick(&island.answer(world, &change));
    for (held, change) in island.ties.iter_mut().zip(change) {
        held.lambda += step.inverse_h * change;
    }
    let left = wanted(island);
    island.shift(&island.velocities(), step.h);
    island.turn(world);
    left
}

/// The part of every gap that stays: none, unless the gap was a far one before this substep and still is.
fn goals<N: Number>(world: &World<N>, island: &Island<N>, step: &Step<N>) -> Vec<Vec3<N>> {
    let mut was = island.clone();
    was.shift(&island.velocities(), -step.h);
    was.turn(world);
    let now = island.gaps(world);
    let goal = |(k, gap): (usize, Vec3<N>)| {
        let (size, far) = (gap.length(), N::from_f64(FAR) * island.radius(k));
        if size > far && now[k].length() > far {
            gap * (N::ONE - step.h * N::from_f64(RECOVERY) / size).max(N::ZERO)
        } else {
            Vec3::ZERO
        }
    };
    was.gaps(world).into_iter().enumerate().map(goal).collect()
}

fn errors<N: Number>(world: &World<N>, island: &Island<N>, goals: &[Vec3<N>]) -> Vec<Vec3<N>> {
    island.gaps(world).iter().zip(goals).map(|(&gap, &goal)| gap - goal).collect()
}

/// The largest error over what a joint may be left with.
fn worst<N: Number>(island: &Island<N>, errors: &[Vec3<N>]) -> N {
    errors.iter().zip(&island.ties).enumerate().fold(N::ZERO, |most, (k, (error, held))| {
        let [a, b] = [held.a, held.b].map(|bead| island.beads[bead].pose.position.length());
        let allowed = (N::from_f64(SHUT) * island.radius(k)).max(N::from_f64(ROUNDING) * a.max(b));
        most.max(error.length() / allowed)
    })
}

/// Joints shut in place, velocities untouched: Newton's method on C. From the first turn that does not help on tensions
/// count more; of the next so many halves are tried.
pub fn project<N: Number>(world: &World<N>, island: &mut Island<N>, step: &Step<N>, halvings: u32) {
    let goals = goals(world, island, step);
    let mut left = worst(island, &errors(world, island, &goals));
    let mut overshot = island.has_loops(world);
    for _ in 0..ROUNDS {
        if left < N::ONE {
            break;
        }
        let mu = island.solve(world, step, &errors(world, island, &goals));
        let change = island.answer(world, &mu);
        let tries = if overshot { halvings } else { 0 };
        let moved = (0..=tries).find_map(|halves| {
            let mut next = island.clone();
            next.shift(&change, N::from_f64(0.5f64.powi(halves as i32)));
            next.turn(world);
            let now = worst(&next, &errors(world, &next, &goals));
            (now < left).then_some((next, now))
        });
        match moved {
            Some(helped) => (*island, left) = helped,
            None if !overshot => {
                overshot = true;
                island.guard(world, step, GUARD_LATER);
            }
            // where rounding is all that is left of the solve, it helps no more
            None => break,
        }
    }
}
