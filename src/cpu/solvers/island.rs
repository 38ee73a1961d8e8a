//! An island taken out of the arrays, for the kernels that move it more than once in a substep. It has C and J V of its
//! ties, M⁻¹ Jᵀ, and the solve of (A + γ) y = b. The solve goes along a chain or by an elimination's lists.

use super::factor::factored;
use super::solve_chains::{couple, eliminated};
use crate::cpu::algebra::{Mat3, Symmetric, Vec3, cross_matrix, diagonal, exponential};
use crate::cpu::body::{Mobility, guarded_inverse_inertia, world_inverse_inertia};
use crate::cpu::number::Number;
use crate::cpu::records::{Arms, Body, Multiplier, Pose, Step, Velocity};
use crate::cpu::world::World;

#[derive(Clone, Copy)]
pub struct Bead<N> {
    pub index: usize,
    pub facts: Body<N>,
    pub pose: Pose<N>,
    pub v: Velocity<N>,
    /// 1/I_eff, body axes: the guard's, by the multipliers that the substep began with.
    inverse: Vec3<N>,
    pub mobility: Mobility<N>,
}

/// A tie between two beads of the island.
#[derive(Clone, Copy)]
pub struct Held<N> {
    pub joint: usize,
    pub a: usize,
    pub b: usize,
    pub arms: Arms<N>,
    pub lambda: Vec3<N>,
    /// Over both halves of a symplectic substep.
    pub mean: Option<Vec3<N>>,
}

/// How its matrix is factored.
#[derive(Clone)]
enum Order {
    /// Tie by tie; true where a tie's b is nearer to the chain's start.
    Chain(Vec<bool>),
    /// By the lists that begin at this word.
    Net(usize),
}

#[derive(Clone)]
pub struct Island<N> {
    pub ties: Vec<Held<N>>,
    pub beads: Vec<Bead<N>>,
    order: Order,
}

impl<N: Number> Island<N> {
    /// A record of `solve_chains`.
    pub fn chain(world: &World<N>, step: &Step<N>, record: usize) -> Self {
        let at = step.first + 2 * record;
        let (first, count) = (world.lists[at] as usize, world.lists[at + 1] as usize);
        let entries = &world.lists[first..first + count];
        let joints: Vec<usize> = entries.iter().map(|entry| *entry as usize >> 1).collect();
        Self::of(world, step, &joints, Order::Chain(entries.iter().map(|entry| entry & 1 == 1).collect()))
    }

    /// A record of `solve_islands`.
    pub fn net(world: &World<N>, step: &Step<N>, record: usize) -> Self {
        let at = step.first + crate::lists::nets::RECORD * record;
        let [first, count] = [0, 1].map(|k| world.lists[at + k] as usize);
        let joints: Vec<usize> =
            world.lists[first..first + count].iter().map(|entry| *entry as usize >> 1).collect();
        Self::of(world, step, &joints, Order::Net(world.lists[at + 4] as usize))
    }

    /// As its elimination says.
    pub fn has_loops(&self, world: &World<N>) -> bool {
        matches!(self.order, Order::Net(lists) if world.lists[lists] == 1)
    }

    fn of(world: &World<N>, step: &Step<N>, joints: &[usize], order: Order) -> Self {
        let mut indices: Vec<usize> =
            joints.iter().flat_map(|&l| [world.ties[l].a, world.ties[l].b]).collect();
        indices.sort_unstable();
        indices.dedup();
        let place = |body: usize| indices.binary_search(&body).expect("a body of the island");
        let held = |&joint: &usize| {
            let tie = &world.ties[joint];
            let lambda = world.multipliers[joint].lambda;
            Held { joint, a: place(tie.a), b: place(tie.b), arms: Arms::default(), lambda, mean: None }
        };
        let ties: Vec<Held<N>> = joints.iter().map(held).collect();
        let bead = |&index: &usize| Bead {
            index,
            facts: world.bodies[index],
            pose: world.poses[index],
            v: world.velocities[index],
            inverse: Vec3::ZERO,
            mobility: Mobility::default(),
        };
        let mut island = Self { beads: indices.iter().map(bead).collect(), ties, order };
        island.guard(world, step, 1);
        island
    }

    /// W with a guard to which tensions count so many times, and the arms of the poses as they are.
    pub fn guard(&mut self, world: &World<N>, step: &Step<N>, times: u32) {
        let mut tension = vec![N::ZERO; self.beads.len()];
        for held in &self.ties {
            let tie = &world.ties[held.joint];
            tension[held.a] += held.lambda.length() * tie.anchor_a.length();
            tension[held.b] += held.lambda.length() * tie.anchor_b.length();
        }
        for (bead, tension) in self.beads.iter_mut().zip(tension) {
            bead.inverse = guarded_inverse_inertia(step, &bead.facts, N::from_f64(times.into()) * tension);
        }
        self.turn(world);
    }

    /// W and the arms of the poses as they are now.
    pub fn turn(&mut self, world: &World<N>) {
        for bead in &mut self.beads {
            let tensor = world_inverse_inertia(bead.pose.rotation, bead.inverse);
            bead.mobility = Mobility { inverse_mass: bead.facts.inverse_mass, tensor };
        }
        for held in &mut self.ties {
            let (a, b) = (&self.beads[held.a], &self.beads[held.b]);
            held.arms = world.ties[held.joint].arms(&a.pose, &b.pose);
        }
    }

    fn of_every_tie(&self, f: impl Fn(&Held<N>, &Bead<N>, &Bead<N>) -> Vec3<N>) -> Vec<Vec3<N>> {
        self.ties.iter().map(|held| f(held, &self.beads[held.a], &self.beads[held.b])).collect()
    }

    /// C of every tie.
    pub fn gaps(&self, world: &World<N>) -> Vec<Vec3<N>> {
        self.of_every_tie(|held, a, b| world.ties[held.joint].error_of(&a.pose, &b.pose, &held.arms))
    }

    /// J V of every tie.
    pub fn relative(&self, world: &World<N>) -> Vec<Vec3<N>> {
        self.of_every_tie(|held, a, b| world.ties[held.joint].relative(&held.arms, &a.v, &b.v))
    }

    /// The smaller radius of the two bodies of a tie.
    pub fn radius(&self, tie: usize) -> N {
        let held = &self.ties[tie];
        self.beads[held.a].pose.radius.min(self.beads[held.b].pose.radius)
    }

    /// −M⁻¹ Jᵀ y of every bead.
    pub fn answer(&self, world: &World<N>, y: &[Vec3<N>]) -> Vec<Velocity<N>> {
        let mut out = vec![Velocity::default(); self.beads.len()];
        for (held, &y) in self.ties.iter().zip(y) {
            let tie = &world.ties[held.joint];
            for (bead, arm, impulse) in [(held.a, held.arms.arm_a, -y), (held.b, held.arms.arm_b, y)] {
                let (wrench, m) = (tie.wrench(arm, impulse), &self.beads[bead].mobility);
                out[bead].linear += m.inverse_mass * wrench.force;
                out[bead].angular += m.turn(wrench.torque);
            }
        }
        out
    }

    pub fn kick(&mut self, by: &[Velocity<N>]) {
        for (bead, change) in self.beads.iter_mut().zip(by) {
            bead.v.linear += change.linear;
            bead.v.angular += change.angular;
        }
    }

    /// Moves every bead by so much, without the arms.
    pub fn shift(&mut self, by: &[Velocity<N>], times: N) {
        for (bead, change) in self.beads.iter_mut().zip(by).filter(|(bead, _)| !bead.facts.is_fixed()) {
            bead.pose.position += times * change.linear;
            bead.pose.rotation = (exponential(times * change.angular) * bead.pose.rotation).normalize();
        }
    }

    pub fn velocities(&self) -> Vec<Velocity<N>> {
        self.beads.iter().map(|bead| bead.v).collect()
    }

    /// A_ll + γ
    fn own_block(&self, world: &World<N>, step: &Step<N>, tie: usize) -> Symmetric<N> {
        let held = &self.ties[tie];
        let (a, b) = (&self.beads[held.a].mobility, &self.beads[held.b].mobility);
        let d = world.ties[held.joint].own_block(a, b, &held.arms);
        d.raised(step.regularisation * d.trace() / N::from_f64(3.0))
    }

    /// A_kl: for every body that both ties share, ±(m⁻¹ 1 − [a_k]ₓ W [a_l]ₓ), minus where it is a's of one and b's of the other.
    fn coupling(&self, k: usize, l: usize) -> Mat3<N> {
        let ends = |held: &Held<N>| [(held.a, held.arms.arm_a), (held.b, held.arms.arm_b)];
        let mut sum = Mat3::ZERO;
        for (at_k, (body, arm_k)) in ends(&self.ties[k]).into_iter().enumerate() {
            for (at_l, (other, arm_l)) in ends(&self.ties[l]).into_iter().enumerate() {
                let m = &self.beads[body].mobility;
                if body != other || m.inverse_mass == N::ZERO {
                    continue;
                }
                let turning = cross_matrix(arm_k) * m.tensor.matrix() * cross_matrix(arm_l);
                let block = diagonal(Vec3::splat(m.inverse_mass)) - turning;
                sum = if at_k == at_l { sum + block } else { sum - block };
            }
        }
        sum
    }

    /// y of (A + γ) y = b.
    pub fn solve(&self, world: &World<N>, step: &Step<N>, b: &[Vec3<N>]) -> Vec<Vec3<N>> {
        match &self.order {
            Order::Chain(flips) => self.solve_chain(world, step, flips, b),
            Order::Net(lists) => {
                let own = |tie: usize| self.own_block(world, step, tie).matrix();
                factored(&world.lists[*lists..], own, |k, l| self.coupling(k, l), b)
            }
        }
    }

    /// Block Thomas, as solve_chains has it: with all ties turned the same way.
    fn solve_chain(&self, world: &World<N>, step: &Step<N>, flips: &[bool], b: &[Vec3<N>]) -> Vec<Vec3<N>> {
        let turned = |k: usize, v: Vec3<N>| if flips[k] { -v } else { v };
        let far_end = |k: usize| {
            let held = &self.ties[k];
            if flips[k] { (held.a, held.arms.arm_a) } else { (held.b, held.arms.arm_b) }
        };
        let near_arm = |k: usize| {
            let held = &self.ties[k];
            if flips[k] { held.arms.arm_b } else { held.arms.arm_a }
        };
        let (mut s, mut z) = (Symmetric::ZERO, Vec3::ZERO);
        let mut kept = Vec::with_capacity(b.len());
        for (k, &right) in b.iter().enumerate() {
            let mut d = self.own_block(world, step, k);
            let mut right = turned(k, right);
            if k > 0 {
                let (shared, far_arm) = far_end(k - 1);
                let m = &self.beads[shared].mobility;
                right -= couple(m, near_arm(k), far_arm, z);
                d = d - eliminated(m, far_arm, near_arm(k), s);
            }
            s = d.inverse();
            z = s * right;
            kept.push((s, z));
        }
        let mut y = vec![Vec3::ZERO; b.len()];
        let mut after = Vec3::ZERO;
        for (k, (s, z)) in kept.into_iter().enumerate().rev() {
            after = if k + 1 < b.len() {
                let (shared, far_arm) = far_end(k);
                z - s * couple(&self.beads[shared].mobility, far_arm, near_arm(k + 1), after)
            } else {
                z
            };
            y[k] = turned(k, after);
        }
        y
    }

    /// Back into the arrays, with what each tie is left with.
    pub fn put(&self, world: &mut World<N>, left: &[Vec3<N>]) {
        for bead in self.beads.iter().filter(|bead| !bead.facts.is_fixed()) {
            world.poses[bead.index] = bead.pose;
            world.velocities[bead.index] = bead.v;
        }
        for (held, left) in self.ties.iter().zip(left) {
            world.multipliers[held.joint] = Multiplier { lambda: held.lambda, left: left.length_squared() };
            world.means[held.joint] = held.mean;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Twin;
    use crate::parameters::Parameters;
    use crate::plan;
    use crate::scene::built_in;
    use serde_json::{Value, json};

    /// A y = J M⁻¹ Jᵀ y by way of the beads, which knows nothing of blocks.
    fn image(world: &World, island: &Island<f64>, y: &[Vec3<f64>]) -> Vec<Vec3<f64>> {
        let mut still = island.clone();
        still.beads.iter_mut().for_each(|bead| bead.v = Velocity::default());
        still.kick(&island.answer(world, y));
        still.relative(world).into_iter().map(|v| -v).collect()
    }

    #[test]
    fn chains_and_nets_of_any_shape_are_solved_to_rounding() {
        let of = |name: &str, options: Value| {
            let scene = built_in::build(name, options.as_object().expect("an object")).expect("a scene");
            let mut twin = Twin::<f64>::new(&scene, Parameters::default()).expect("a twin");
            twin.step(40);
            twin
        };
        for (name, twin) in [
            ("pendant", of("pendant", json!({"massRatio": 10000}))),
            ("tree", of("tree", json!({}))),
            ("ring", of("ring", json!({"pins": 1}))),
            ("net", of("net", json!({"rows": 9, "columns": 7}))),
        ] {
            let (lists, world) = (twin.lists(), twin.world());
            let domain = &lists.whole;
            let is_chain = domain.chains.all.count > 0;
            let first = if is_chain { domain.chains.all.first } else { domain.nets.all.first };
            let numbers = plan::Step { h: 1.0 / 60.0, guard_cap: 1e12, first, ..plan::Step::default() };
            let step = Step::from(&numbers);
            let island = if is_chain { Island::chain(world, &step, 0) } else { Island::net(world, &step, 0) };
            let b: Vec<Vec3<f64>> = (0..island.ties.len())
                .map(|k| Vec3::new((k as f64).sin(), (2.0 * k as f64).cos(), 1.0 / (1.0 + k as f64)))
                .collect();
            let y = island.solve(world, &step, &b);
            let left = image(world, &island, &y).into_iter().zip(&b).map(|(image, &b)| (image - b).length());
            let worst = left.fold(0.0, f64::max);
            assert!(worst < 1e-10, "{name}: {worst:e} is left of a right side of size one");
        }
    }
}
