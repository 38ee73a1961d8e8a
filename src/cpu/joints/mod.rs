//! Twins of shaders/joints/: the stages of a substep and the solvers for joints of any kind.

pub mod by_four;
pub mod joint_agree;
pub mod joint_ahead;
pub mod joint_apart;
pub mod joint_aside;
pub mod joint_back;
pub mod joint_block_begin;
pub mod joint_block_bodies;
pub mod joint_block_joints;
pub mod joint_block_move;
pub mod joint_block_units;
pub mod joint_blocks;
pub mod joint_blow;
pub mod joint_breaks;
pub mod joint_calm;
pub mod joint_carry;
pub mod joint_chain;
pub mod joint_draft;
pub mod joint_events;
pub mod joint_free;
pub mod joint_gaps;
pub mod joint_halve;
pub mod joint_harden;
pub mod joint_judge;
pub mod joint_keep;
pub mod joint_landing;
pub mod joint_late;
pub mod joint_left;
pub mod joint_level;
pub mod joint_look;
pub mod joint_look_alone;
pub mod joint_misses;
pub mod joint_nets;
pub mod joint_newton_pivots;
pub mod joint_newton_pivots_alone;
pub mod joint_newton_trees;
pub mod joint_newton_trees_alone;
pub mod joint_pivots;
pub mod joint_place;
pub mod joint_place_begin;
pub mod joint_place_stairs;
pub mod joint_places;
pub mod joint_publish;
pub mod joint_reach;
pub mod joint_record;
pub mod joint_relax;
pub mod joint_relax_stairs;
pub mod joint_rows;
pub mod joint_search;
pub mod joint_seen;
pub mod joint_segments;
pub mod joint_shift;
pub mod joint_small_nets;
pub mod joint_soft;
pub mod joint_softness;
pub mod joint_stairs;
pub mod joint_stairs_first;
pub mod joint_stairs_second;
pub mod joint_sweep;
pub mod joint_sweep_stairs;
pub mod joint_trees;
pub mod joint_velocities;
pub mod joint_warm_start;
pub mod joint_work;
mod newton;

use super::algebra::{Pair, Six};
use super::number::Number;
use super::records::Step;
use super::tie::Wrench;
use super::ties::Rows;
use super::ties::local;
use super::ties::stair::{GIVEN, Segment, Stair};
use super::world::World;
use crate::codes::rows::{BUT_KEPT, BUT_SETTLED, PLACES, VELOCITIES};
use crate::scene::Course;

/// The purpose of an exact solve, from `step.extra[0]`.
pub struct Solve {
    /// And λ is that of the whole substep.
    of_velocities: bool,
    /// By J of the poses as they are, not as the substep found them.
    of_places: bool,
    /// Islands that were kept stay as they are.
    but_kept: bool,
    /// So do those that Newton's method is done with.
    but_settled: bool,
}

impl Solve {
    fn of<N>(step: &Step<N>) -> Self {
        let what = step.extra[0];
        Self {
            of_velocities: what & 3 == VELOCITIES,
            of_places: what & 3 == PLACES,
            but_kept: what & BUT_KEPT != 0,
            but_settled: what & BUT_SETTLED != 0,
        }
    }

    /// Whether a joint's island is passed over.
    fn passes<N>(&self, world: &World<N>, l: usize) -> bool {
        self.but_kept && world.kept[l] || self.but_settled && world.settled[l]
    }

    fn first_rows<N>(&self, world: &World<N>) -> usize {
        if self.of_places { world.ties.len() } else { 0 }
    }

    /// Whether an island is to be solved: one that is shut in place stays as it is.
    fn concerns<N: Number>(
        &self,
        world: &World<N>,
        first_joint: usize,
        mut joints: impl Iterator<Item = usize>,
    ) -> bool {
        !self.passes(world, first_joint) && (self.of_velocities || joints.any(|l| world.open[l]))
    }
}

/// Whether a joint is of an island that `joint_judge` kept or `joint_search` is done with, which is passed over.
fn stays<N>(world: &World<N>, step: &Step<N>, l: usize) -> bool {
    Solve::of(step).passes(world, l)
}

impl<N: Number> World<N> {
    /// λ of both ties of a joint.
    pub fn lambda(&self, l: usize) -> Pair<N> {
        let angular = self.multipliers[self.ties.len() + l].lambda;
        Pair { linear: self.multipliers[l].lambda, angular }
    }

    pub fn put_lambda(&mut self, l: usize, lambda: Pair<N>) {
        let n = self.ties.len();
        self.multipliers[l].lambda = lambda.linear;
        self.multipliers[n + l].lambda = lambda.angular;
    }

    /// Σ J_lᵀ λ_l on a body, in the order of its list.
    fn joint_pull(&self, body: usize) -> Wrench<N> {
        let mut sum = Wrench::default();
        for (l, side) in self.ties_of(body) {
            let (rows, lambda) = (&self.rows[l], self.lambda(l));
            let wrench =
                if side == 0 { rows.wrench(rows.arm_a, lambda) } else { rows.wrench(rows.arm_b, -lambda) };
            sum.force += wrench.force;
            sum.torque += wrench.torque;
        }
        sum
    }

    /// J V of a joint.
    pub fn opening(&self, l: usize) -> Pair<N> {
        let tie = &self.ties[l];
        self.rows[l].relative(&self.velocities[tie.a], &self.velocities[tie.b])
    }

    /// A_ll of a joint.
    pub fn own_blocks(&self, l: usize) -> Six<N> {
        self.own_of(l, &self.rows[l])
    }

    /// How its row k is driven or bounded, and its A_rr. None where it is neither, or moves nothing.
    #[inline(always)]
    pub fn driven_row(&self, l: usize, k: usize) -> Option<(&Course, N)> {
        let (tie, rows) = (&self.ties[l], &self.rows[l]);
        let course = self.frames[l].course(k).filter(|_| rows.is_live(k))?;
        let own = rows.own_entry(k, &self.mobility_at(tie.a), &self.mobility_at(tie.b));
        (own > N::ZERO).then_some((course, own))
    }

    /// The same by these rows of it.
    pub fn own_of(&self, l: usize, rows: &Rows<N>) -> Six<N> {
        let tie = &self.ties[l];
        rows.own_blocks(&self.mobility_at(tie.a), &self.mobility_at(tie.b))
    }

    /// J V + bias − γ h λ: the residual of a joint's equation.
    pub fn left_of(&self, step: &Step<N>, l: usize) -> Pair<N> {
        let rows = &self.rows[l];
        let yielding = rows.yielding(|| self.own_blocks(l), self.lambda(l) * step.h);
        rows.without_given(self.opening(l) + self.biases[l] - yielding)
    }

    /// Δq of a joint's own problem, where some of its rows are bounded.
    fn local_change(&self, step: &Step<N>, l: usize) -> Pair<N> {
        let numbers = [self.opening(l), self.left_of(step, l), self.lambda(l) * step.h];
        local::change(&self.rows[l], &self.own_blocks(l), &self.stairs[l], numbers)
    }

    /// Puts every row of a joint that is driven or bounded on the part of its staircase that `segment` says.
    fn settle_on(&mut self, step: &Step<N>, l: usize, segment: impl Fn(usize, &Stair<N>) -> Segment<N>) {
        let (mut gammas, mut biases) = (self.rows[l].softness.to_array(), self.biases[l].to_array());
        let mut lambda = self.lambda(l).to_array();
        for (k, stair) in self.stairs[l].iter().enumerate().filter(|(_, stair)| stair.is_there()) {
            (gammas[k], biases[k]) = match segment(k, stair) {
                Segment::Slope { at, gamma } => (gamma, stair.offset - at),
                Segment::Flat(q) => {
                    // λ keeps its bits where it is there already
                    if lambda[k] * step.h != q {
                        lambda[k] = q * step.inverse_h;
                    }
                    (N::from_f64(GIVEN), N::ZERO)
                }
            };
        }
        self.rows[l].softness = Pair::from_array(gammas);
        self.biases[l] = Pair::from_array(biases);
        self.put_lambda(l, Pair::from_array(lambda));
    }
}
