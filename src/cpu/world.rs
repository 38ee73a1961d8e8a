//! All arrays of a simulation, under the shaders' names. Methods fill them from a scene, put a state in, run a plan's
//! dispatches and read the state.

use super::algebra::{Pair, Quat, Six, Symmetric, Vec3};
use super::article;
use super::batches::Batches;
use super::by_four::ByFour;
use super::contacts::contact_block_bodies::Energy;
use super::contacts::{Contacts, PALETTE};
use super::events::Events;
use super::joints::joint_chain::Knot;
use super::joints::joint_events::TOLD;
use super::joints::joint_trees::{Link, Rooted};
use super::kernels::{self, Kernel};
use super::number::Number;
use super::records::{Arms, Block, Body, Motion, Multiplier, Pose, Step, Velocity};
use super::solvers::block_begin::Spring;
use super::solvers::conjugate::{Conjugate, SegmentSums};
use super::solvers::solve_long_chains::ChainLink;
use super::solvers::solve_trees::{Node, TreeLink};
use super::step::apply_pull::Pull;
use super::step::apply_pushes::Pushed;
use super::step::cast_rays::{Ray, RayBody, RayHit};
use super::step::measure::Partial;
use super::step::place_body::Placed;
use super::tie::Tie;
use super::ties::place_push::Aside;
use super::ties::sprung::Springs;
use super::ties::stair::Stair;
use super::ties::{Frames, Rows};
use crate::lists::Lists;
use crate::plan::{Dispatch, REDUCTION_GROUPS};
use crate::scene::{self, Manner, Scene};
use crate::state::{self, State};

#[derive(Clone, Debug, Default)]
pub struct World<N = f64> {
    pub lists: Vec<u32>,
    pub bodies: Vec<Body<N>>,
    pub ties: Vec<Tie<N>>,
    pub poses: Vec<Pose<N>>,
    pub velocities: Vec<Velocity<N>>,
    pub free_velocities: Vec<Velocity<N>>,
    /// W, the guarded world inverse inertia.
    pub mobility: Vec<Symmetric<N>>,
    pub arms: Vec<Arms<N>>,
    pub blocks: Vec<Block<N>>,
    pub multipliers: Vec<Multiplier<N>>,
    /// The mean of λ over both halves of a symplectic substep, where there was one.
    pub means: Vec<Option<Vec3<N>>>,
    // where some joint is more than a firm point; `multipliers` has then a second half, of what turns
    pub frames: Vec<Frames<N>>,
    pub rows: Vec<Rows<N>>,
    /// β C/h by row.
    pub biases: Vec<Pair<N>>,
    /// The right side of a solve, or a direction of Chebyshev's.
    pub lefts: Vec<Pair<N>>,
    /// (A_ll + γ)⁻¹
    pub inverses: Vec<Six<N>>,
    /// The part of C that a projection is to leave, and whether there is more.
    pub targets: Vec<Pair<N>>,
    pub open: Vec<bool>,
    // where some row is driven or bounded: its staircase, and data of Newton's method. That is λ of the last round, by
    // how much a joint's rows missed their staircases, and how far the line search went. By its first joint an island
    // also has whether it is done, and the most rounds it took since that was asked
    pub stairs: Vec<[Stair<N>; 6]>,
    pub befores: Vec<Pair<N>>,
    pub misses: Vec<N>,
    pub shares: Vec<N>,
    /// What its drives did in a symplectic substep, J.
    pub works: Vec<N>,
    /// After which share of a symplectic substep its island met a stop, 1 where it met none; and λ in that blow.
    pub blows: Vec<N>,
    pub in_blows: Vec<Pair<N>>,
    pub settled: Vec<bool>,
    pub rounds: Vec<u32>,
    /// Rounds that are to be measured.
    pub counted: Vec<u32>,
    /// How far a joint has twisted on, rad: see ties/wound.rs.
    pub wound: Vec<N>,
    /// By how much a joint is beyond its stops, m or rad.
    pub overshoots: Vec<N>,
    // where islands of joints are symplectic: bodies and λ as the substep found or kept them. By how much joints are
    // open where velocities lead, and by how much they were to open as the substep found them. By an island's first
    // joint, whether it was kept
    pub drafts: Vec<Motion<N>>,
    pub kept_lambdas: Vec<Pair<N>>,
    pub ahead: Vec<N>,
    /// The gap that may be left of a firm joint, m and rad.
    pub slacks: Vec<[N; 2]>,
    pub opening: Vec<N>,
    pub kept: Vec<bool>,
    /// |C| of the hard rows, m and rad.
    pub gaps: Vec<[N; 2]>,
    pub pull: Pull<N>,
    pub pushes: Vec<Pushed<N>>,
    pub placed: Placed<N>,
    /// Made when the first ray is cast.
    pub ray_bodies: Vec<RayBody<N>>,
    pub rays: Vec<Ray<N>>,
    pub ray_hits: Vec<RayHit<N>>,
    /// Σ |J V + β C/h|² by iteration and workgroup.
    pub residual_partials: Vec<N>,
    /// What each workgroup found, and behind them all of it together.
    pub measure_partials: Vec<Partial<N>>,
    /// Substeps taken back since they were counted last.
    pub falls: u32,
    /// Islands of joints that were eliminated, over all solves.
    pub eliminations: u64,
    /// The first body that is not finite, or `u32::MAX`.
    pub fault: u32,
    pub contacts: Contacts<N>,
    pub events: Events,
    /// A kernel that is left out, so that a test sees its effect.
    pub left_out: Option<&'static str>,
    // what single solvers keep, made when they first run
    pub article: article::Arrays<N>,
    pub conjugate: Vec<Conjugate<N>>,
    pub segment_sums: Vec<SegmentSums<N>>,
    pub spread: Vec<Velocity<N>>,
    pub rooted: Vec<Rooted<N>>,
    pub links: Vec<Link<N>>,
    pub knots: Vec<Knot<N>>,
    pub tree_nodes: Vec<Node<N>>,
    pub tree_links: Vec<TreeLink<N>>,
    pub chain_links: Vec<ChainLink<N>>,
    pub asides: Vec<Aside<N>>,
    pub springs: Vec<Spring<N>>,
    pub springs_of_rows: Vec<Springs<N>>,
    pub energies: Vec<Energy<N>>,
    // what AVBD has learnt, none before it runs: by joint s, its penalty over k₀; by body w, how much of gravity it gave in to
    pub penalties: Vec<N>,
    pub leans: Vec<N>,
    pub by_four: ByFour,
    pub batches: Batches,
}

impl<N: Number> World<N> {
    /// The scene's bodies and joints. `put_state` says where they are and how they move, `put_lists` which hang
    /// together.
    pub fn put_scene(&mut self, scene: &Scene, fixed: &[bool], manner: Manner) {
        let bodies = scene.bodies.len();
        let at_origin = |body: &scene::Body| Pose {
            position: Vec3::ZERO,
            radius: N::from_f64(f64::from(body.radius)),
            rotation: Quat::IDENTITY,
        };
        *self = World {
            bodies: scene.bodies.iter().zip(fixed).map(|(body, &fixed)| Body::of(body, fixed)).collect(),
            poses: scene.bodies.iter().map(at_origin).collect(),
            velocities: vec![Velocity::default(); bodies],
            free_velocities: vec![Velocity::default(); bodies],
            mobility: vec![Symmetric::ZERO; bodies],
            contacts: Contacts::of(scene, manner),
            fault: u32::MAX,
            lists: std::mem::take(&mut self.lists),
            pull: self.pull,
            left_out: self.left_out,
            ..World::default()
        };
        self.put_joints(scene, manner);
    }

    /// The scene's joints; their multipliers stay.
    pub fn put_joints(&mut self, scene: &Scene, manner: Manner) {
        let ties = scene.joints.len();
        // of joints that are more than firm points
        let more = if scene.is_of_points(manner) { 0 } else { ties };
        let speeds = scene.recovery_speeds(manner.recovery);
        if !manner.touching {
            self.contacts.forget();
        }
        self.ties = scene.joints.iter().map(|joint| Tie::of(joint, &scene.bodies)).collect();
        let frames = |joint| Frames::of(joint, &scene.bodies, speeds(joint));
        self.frames = scene.joints[..more].iter().map(frames).collect();
        fit(&mut self.multipliers, ties + more);
        fit(&mut self.means, ties + more);
        fit(&mut self.arms, ties);
        fit(&mut self.blocks, ties);
        fit(&mut self.rows, 2 * more);
        fit(&mut self.biases, more);
        fit(&mut self.lefts, more);
        fit(&mut self.inverses, more);
        fit(&mut self.targets, more);
        fit(&mut self.open, more);
        fit(&mut self.gaps, more);
        fit(&mut self.stairs, more);
        fit(&mut self.befores, more);
        fit(&mut self.misses, more);
        fit(&mut self.shares, more);
        fit(&mut self.settled, more);
        fit(&mut self.rounds, more);
        fit(&mut self.counted, more);
        fit(&mut self.overshoots, more);
        fit(&mut self.wound, more);
    }

    /// The lists of the scene as it is tied together now.
    pub fn put_lists(&mut self, lists: &Lists) {
        self.lists.clone_from(&lists.words);
        self.by_four.forget();
        self.batches.forget();
        // written for moving bodies only: one that was just pinned would go on moving for its neighbours
        self.mobility.fill(Symmetric::ZERO);
        // the staircases of joints that were bounded and are so no more
        self.stairs.fill([Stair::default(); 6]);
        self.spread.fill(Velocity::default());
        self.article.forget_motion();
    }

    /// Pins a body where it stands, or lets it go.
    pub fn put_body(&mut self, index: usize, body: &scene::Body, fixed: bool) {
        self.bodies[index] = Body::of(body, fixed);
        self.velocities[index] = Velocity::default();
        self.free_velocities[index] = Velocity::default();
    }

    /// Puts one body elsewhere; a part that is none stays.
    pub fn put_pose(&mut self, body: usize, position: Option<glam::Vec3>, rotation: Option<glam::Quat>) {
        let pose = &mut self.poses[body];
        pose.position = position.map_or(pose.position, Into::into);
        if let Some(rotation) = rotation {
            pose.rotation = Quat::from_array(N::quaternion(rotation.to_array()));
        }
    }

    /// Puts bodies and multipliers where `state` says.
    pub fn put_state(&mut self, state: &State) {
        let three = |numbers: &[f32], i: usize| Vec3::of([0, 1, 2].map(|k| numbers[3 * i + k]));
        for i in 0..self.bodies.len() {
            self.poses[i].position = three(&state.positions, i);
            let q = std::array::from_fn(|k| state.rotations[4 * i + k]);
            self.poses[i].rotation = Quat::from_array(N::quaternion(q));
            let (linear, angular) = (&state.linear_velocities, &state.angular_velocities);
            self.velocities[i] = Velocity { linear: three(linear, i), angular: three(angular, i) };
        }
        self.free_velocities.clone_from(&self.velocities);
        self.contacts.remember(&state::read(&state.contacts, self.bodies.len()).unwrap_or_default());
        for (l, multiplier) in self.multipliers.iter_mut().enumerate() {
            let ties = self.ties.len();
            let lambda = match l < ties {
                true => three(&state.multipliers, l),
                false if state.torques.is_empty() => Vec3::ZERO,
                false => three(&state.torques, l - ties),
            };
            *multiplier = Multiplier { lambda, left: N::ZERO };
        }
        for (l, wound) in self.wound.iter_mut().enumerate() {
            *wound = N::from_f64(f64::from(state.wound.get(l).copied().unwrap_or_default()));
        }
        let learnt = |row: &[f32], count: usize| -> Vec<N> {
            let known = row.iter().map(|&x| N::from_f64(f64::from(x)));
            known.chain(std::iter::repeat(N::ZERO)).take(count).collect()
        };
        self.penalties = learnt(&state.penalties, self.ties.len());
        self.leans = learnt(&state.leans, self.bodies.len());
        self.means.fill(None);
        self.events.list.clear();
        let ties = self.ties.len();
        for &l in &state.broken {
            if let Some(half) = self.multipliers.get_mut(ties + l as usize) {
                half.left = N::from_f64(TOLD);
            }
        }
    }

    pub fn state(&self) -> State {
        let numbers = |v: Vec3<N>| v.to_array().map(|x| x.to_f64() as f32);
        let mut state = State::default();
        for (pose, v) in self.poses.iter().zip(&self.velocities) {
            state.positions.extend(numbers(pose.position));
            state.rotations.extend(pose.rotation.to_array().map(|x| x.to_f64() as f32));
            state.linear_velocities.extend(numbers(v.linear));
            state.angular_velocities.extend(numbers(v.angular));
        }
        let (forces, torques) = self.multipliers.split_at(self.ties.len());
        state.multipliers = forces.iter().flat_map(|multiplier| numbers(multiplier.lambda)).collect();
        state.torques = torques.iter().flat_map(|multiplier| numbers(multiplier.lambda)).collect();
        state.wound = self.wound.iter().map(|w| w.to_f64() as f32).collect();
        state.forget_halves();
        let learnt = |row: &[N]| row.iter().map(|x| x.to_f64() as f32).collect();
        (state.penalties, state.leans) = (learnt(&self.penalties), learnt(&self.leans));
        state.forget_unlearnt();
        state.contacts = state::flat(self.contacts.remembered());
        state.broken = (0..self.ties.len()).filter(|&l| self.is_broken(l)).map(|l| l as u32).collect();
        state
    }

    /// Σ |J V + β C/h|² after the warm start and after each pass; an entry that no kernel wrote is zero.
    pub fn residual_curve(&self, entries: usize) -> Vec<f64> {
        let sum = |row: &[N]| row.iter().fold(0.0, |sum, x| sum + x.to_f64());
        let rows = self.residual_partials.chunks(REDUCTION_GROUPS as usize).map(sum);
        rows.chain(std::iter::repeat(0.0)).take(entries).collect()
    }

    /// It pulls no longer.
    pub fn forget_multiplier(&mut self, l: usize) {
        let ties = self.ties.len();
        for half in [l, ties + l] {
            if let Some(multiplier) = self.multipliers.get_mut(half) {
                *multiplier = Multiplier::default();
                self.means[half] = None;
            }
        }
        self.forget_penalty(l);
    }

    /// What AVBD has learnt of it.
    fn forget_penalty(&mut self, l: usize) {
        if let Some(penalty) = self.penalties.get_mut(l) {
            *penalty = N::ZERO;
        }
    }

    /// It has not turned.
    pub fn forget_turns(&mut self, l: usize) {
        if let Some(wound) = self.wound.get_mut(l) {
            *wound = N::ZERO;
        }
    }

    /// Its load begins anew; whether it broke stays.
    pub fn forget_force(&mut self, l: usize) {
        let ties = self.ties.len();
        for half in [l, ties + l] {
            if let Some(multiplier) = self.multipliers.get_mut(half) {
                multiplier.lambda = Vec3::ZERO;
                self.means[half] = None;
            }
        }
        self.forget_penalty(l);
    }

    /// What a row of joints bears.
    pub fn borne(&self, row: usize) -> Vec3<N> {
        self.means[row].unwrap_or(self.multipliers[row].lambda)
    }

    /// Whether a joint broke; the substep after that is without it.
    pub fn is_broken(&self, l: usize) -> bool {
        self.multipliers.get(self.ties.len() + l).is_some_and(|half| half.left != N::ZERO)
    }

    /// Runs one dispatch.
    pub fn run(&mut self, dispatch: &Dispatch) {
        if self.left_out != Some(dispatch.kernel) && !N::run_by_four(self, dispatch) {
            self.run_one_by_one(dispatch);
        }
        self.by_four.note(dispatch.kernel);
    }

    /// Its kernel over its items, one after the other.
    pub fn run_one_by_one(&mut self, dispatch: &Dispatch) {
        let step = Step::from(&dispatch.step);
        match kernels::find(dispatch.kernel) {
            Some(Kernel::Item(kernel)) => {
                for i in step.first..step.first + step.count {
                    let item = self.lists[i] as usize;
                    kernel(self, &step, item);
                }
            }
            Some(Kernel::Thread(kernel)) => (0..step.count).for_each(|thread| kernel(self, &step, thread)),
            Some(Kernel::Pair(kernel)) => {
                (0..self.contacts.pairs.len()).for_each(|pair| kernel(self, &step, pair));
            }
            Some(Kernel::SideBySide(kernel)) if step.extra[0] & 1 != 0 => {
                (0..self.contacts.pairs.len()).for_each(|pair| kernel(self, &step, pair));
            }
            Some(Kernel::SideBySide(kernel)) => self.run_coloured(kernel, &step, PALETTE),
            Some(Kernel::Coloured(kernel)) => self.run_coloured(kernel, &step, step.extra[0] as usize),
            Some(Kernel::Group(kernel)) => {
                let groups = dispatch.workgroups as usize;
                (0..groups).for_each(|group| kernel(self, &step, group, groups));
            }
            None => panic!("no kernel is called {}", dispatch.kernel),
        }
    }

    /// Over the pairs of one colour, or of none, which is `PALETTE`.
    fn run_coloured(&mut self, kernel: fn(&mut Self, &Step<N>, usize), step: &Step<N>, colour: usize) {
        for pair in self.contacts.order[colour].clone() {
            kernel(self, step, pair);
        }
    }
}

/// Makes an array as long as its items, if it is not.
pub fn fit<T: Clone + Default>(array: &mut Vec<T>, items: usize) {
    if array.len() != items {
        array.resize(items, T::default());
    }
}
