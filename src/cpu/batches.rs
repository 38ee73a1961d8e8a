//! Runs a plan a few islands at a time. Islands do not act on one another where nothing touches. So each batch of them goes through
//! a stretch of dispatches alone, while its numbers are in the nearest memory of a processor. Dispatch by dispatch a crowd of 13 MB
//! would be fetched anew some seventy times a substep. Each island meets the same kernels in the same order: bits are the same.

use super::kernels::{self, Kernel};
use super::number::Number;
use super::records::Step;
use super::world::World;
use crate::codes::on_stairs::AFTERWARDS;
use crate::codes::rows::{BUT_KEPT, BUT_SETTLED};
use crate::lists::mixed::RECORD;
use crate::plan::Dispatch;

/// Moving bodies of a batch, at least: some sixteen ragdolls, whose numbers take 190 kB.
const BODIES: usize = 128;

/// The item of a thread, for kernels that touch nothing outside its island.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Takes {
    Body,
    Tie,
    /// A record of four words that begins with the place of its first body.
    Bodies,
    /// A record of four words that begins with the place of its first joint.
    Ties,
    /// A record of four words that ends with the island's first joint.
    Tree,
}

fn takes(kernel: &str) -> Option<Takes> {
    Some(match kernel {
        "compute_inertia"
        | "compute_free_velocity"
        | "compute_positions"
        | "joint_draft"
        | "joint_reach"
        | "joint_late"
        | "joint_velocities"
        | "joint_aside"
        | "joint_shift"
        | "joint_free" => Takes::Body,
        "compute_jacobian_and_delassus"
        | "joint_rows"
        | "joint_left"
        | "joint_calm"
        | "joint_ahead"
        | "joint_seen"
        | "joint_work"
        | "joint_soft"
        | "joint_breaks"
        | "joint_level"
        | "joint_halve"
        | "joint_places"
        | "joint_softness"
        | "joint_harden"
        | "joint_stairs"
        | "joint_stairs_first"
        | "joint_stairs_second"
        | "joint_segments"
        | "joint_landing"
        | "joint_blocks"
        | "joint_warm_start" => Takes::Tie,
        "joint_judge" | "joint_keep" | "joint_blow" | "joint_apart" => Takes::Bodies,
        "joint_agree" | "joint_search" => Takes::Ties,
        "joint_trees" | "joint_pivots" => Takes::Tree,
        _ => return None,
    })
}

/// For which islands a dispatch changes nothing that is read again.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Idle {
    kept: bool,
    settled: bool,
}

impl Idle {
    /// Of every dispatch of a plan. Between `joint_judge` and `joint_keep` islands that were kept are moved for nothing: the second puts
    /// them back. Between two rounds of Newton's method `joint_reach` finds again where settled islands are.
    fn all(plan: &[&Dispatch]) -> Vec<Self> {
        let (mut judged, mut in_rounds) = (false, false);
        let mut of = |dispatch: &&Dispatch| {
            let extra = dispatch.step.extra;
            let passes = match dispatch.kernel {
                "joint_rows" | "joint_softness" | "joint_left" | "joint_seen" | "joint_stairs"
                | "joint_velocities" | "joint_places" | "joint_level" | "joint_landing" | "joint_search"
                | "joint_agree" | "joint_trees" | "joint_pivots" => extra[0],
                // afterwards it passes over nothing
                "joint_segments" if extra[1] != AFTERWARDS => extra[0],
                _ => 0,
            };
            let reaches = dispatch.kernel == "joint_reach" && extra[0] == 0;
            in_rounds = passes & BUT_SETTLED != 0 || in_rounds && reaches;
            judged = dispatch.kernel == "joint_judge" || judged && dispatch.kernel != "joint_keep";
            let moves = matches!(
                dispatch.kernel,
                "compute_free_velocity" | "compute_positions" | "joint_aside" | "joint_shift"
            );
            Self {
                kept: passes & BUT_KEPT != 0 || judged && moves,
                settled: passes & BUT_SETTLED != 0 || in_rounds && reaches,
            }
        };
        plan.iter().map(&mut of).collect()
    }

    fn passes<N: Number>(self, world: &World<N>, joint: Option<usize>) -> bool {
        joint.is_some_and(|l| self.kept && world.kept[l] || self.settled && world.settled[l])
    }
}

/// Threads of a list by batch; None where some item is in no island.
#[derive(Clone, Debug)]
struct Parts {
    list: (Takes, u32, u32),
    threads: Option<Vec<Threads>>,
}

/// Of one batch, island after island, and where each island's end.
#[derive(Clone, Debug, Default)]
struct Threads {
    all: Vec<u32>,
    ends: Vec<usize>,
}

/// Cached until the lists change.
#[derive(Clone, Debug, Default)]
pub struct Batches {
    /// By body its island and that one's place in its batch, none of held bodies; empty before it is asked for.
    of_bodies: Vec<Option<(u32, u32)>>,
    /// By batch, of each of its islands some joint, if it has any.
    joints: Vec<Vec<Option<usize>>>,
    parts: Vec<Parts>,
}

fn top(above: &mut [usize], mut body: usize) -> usize {
    while above[body] != body {
        above[body] = above[above[body]];
        body = above[body];
    }
    body
}

impl Batches {
    /// For a new set of lists.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Islands of one size stand side by side, by fours, so that they fill the lanes of `by_four`; otherwise in the order of `list`.
    fn make<N: Number>(&mut self, world: &World<N>, list: &[u32]) {
        let moves = |body: usize| !world.bodies[body].is_fixed();
        let mut above: Vec<usize> = (0..world.bodies.len()).collect();
        for tie in world.ties.iter().filter(|tie| moves(tie.a) && moves(tie.b)) {
            let (a, b) = (top(&mut above, tie.a), top(&mut above, tie.b));
            above[a] = b;
        }
        let of_body: Vec<usize> = (0..above.len()).map(|body| top(&mut above, body)).collect();
        // by island its bodies and joints
        let mut sizes = vec![(0_usize, 0_usize); of_body.len()];
        of_body.iter().for_each(|&island| sizes[island].0 += 1);
        for tie in &world.ties {
            sizes[of_body[if moves(tie.a) { tie.a } else { tie.b }]].1 += 1;
        }
        let mut known = vec![false; of_body.len()];
        let bodies = list.iter().map(|&body| body as usize).filter(|&body| moves(body));
        let mut islands: Vec<usize> = bodies
            .map(|body| of_body[body])
            .filter(|&island| !std::mem::replace(&mut known[island], true))
            .collect();
        islands.sort_by_key(|&island| sizes[island]);
        let mut of_islands = vec![None; of_body.len()];
        let mut left = &islands[..];
        self.joints.clear();
        while !left.is_empty() {
            let mut bodies = 0;
            let fours = left.chunks(4).take_while(|four| {
                let fits = bodies < BODIES;
                bodies += four.iter().map(|&island| sizes[island].0).sum::<usize>();
                fits
            });
            let (batch, rest) = left.split_at((4 * fours.count()).min(left.len()));
            for (place, &island) in batch.iter().enumerate() {
                of_islands[island] = Some((self.joints.len() as u32, place as u32));
            }
            self.joints.push(vec![None; batch.len()]);
            left = rest;
        }
        self.of_bodies = of_body.into_iter().map(|island| of_islands[island]).collect();
        for (l, tie) in world.ties.iter().enumerate() {
            if let Some((batch, place)) = self.of_bodies[tie.a].or(self.of_bodies[tie.b]) {
                self.joints[batch as usize][place as usize] = Some(l);
            }
        }
    }

    /// The batch of a thread's item, and its island's place there.
    fn of<N: Number>(
        &self,
        world: &World<N>,
        takes: Takes,
        first: usize,
        thread: usize,
    ) -> Option<(u32, u32)> {
        let word = |place: usize| world.lists[place] as usize;
        let of_tie = |l: usize| self.of_bodies[world.ties[l].a].or(self.of_bodies[world.ties[l].b]);
        match takes {
            Takes::Body => self.of_bodies[word(first + thread)],
            Takes::Tie => of_tie(word(first + thread)),
            Takes::Bodies => self.of_bodies[word(word(first + RECORD * thread))],
            Takes::Ties => of_tie(word(word(first + RECORD * thread))),
            Takes::Tree => of_tie(word(first + RECORD * thread + RECORD - 1)),
        }
    }

    /// The place in `parts` of a dispatch, if its threads can be sorted by batch.
    fn parts_of<N: Number>(&mut self, world: &World<N>, dispatch: &Dispatch) -> Option<usize> {
        let takes = takes(dispatch.kernel)?;
        let list = (takes, dispatch.step.first, dispatch.step.count);
        let known = self.parts.iter().position(|parts| parts.list == list);
        let place = known.unwrap_or_else(|| {
            self.parts.push(Parts { list, threads: self.sorted(world, list) });
            self.parts.len() - 1
        });
        self.parts[place].threads.is_some().then_some(place)
    }

    fn sorted<N: Number>(
        &self,
        world: &World<N>,
        (takes, first, count): (Takes, u32, u32),
    ) -> Option<Vec<Threads>> {
        let mut threads: Vec<_> = self.joints.iter().map(|islands| vec![Vec::new(); islands.len()]).collect();
        for thread in 0..count {
            let (batch, place) = self.of(world, takes, first as usize, thread as usize)?;
            threads[batch as usize][place as usize].push(thread);
        }
        let one_after_another = |islands: Vec<Vec<u32>>| {
            let mut threads = Threads::default();
            for island in islands {
                threads.all.extend(island);
                threads.ends.push(threads.all.len());
            }
            threads
        };
        Some(threads.into_iter().map(one_after_another).collect())
    }

    fn stage<'a, N: Number>(
        &mut self,
        world: &World<N>,
        dispatch: &'a Dispatch,
        idle: Idle,
    ) -> Option<Stage<'a, N>> {
        let parts = self.parts_of(world, dispatch)?;
        let kernel = kernels::find(dispatch.kernel)?;
        Some(Stage { dispatch, step: Step::from(&dispatch.step), kernel, parts, idle })
    }

    /// The threads of a batch for which there is something to do; `some` has room for a part of them.
    fn threads_of<'a, N: Number>(
        &'a self,
        world: &World<N>,
        stage: &Stage<N>,
        batch: usize,
        some: &'a mut Vec<u32>,
    ) -> &'a [u32] {
        let parts = &self.parts[stage.parts];
        let Threads { all, ends } = &parts.threads.as_ref().expect("it is by batches")[batch];
        let passes = |joint: &Option<usize>| stage.idle.passes(world, *joint);
        let joints = &self.joints[batch];
        if stage.idle == Idle::default() || !joints.iter().any(passes) {
            return all;
        }
        // the lanes of trees are put together once for the whole batch, and pass over islands by themselves
        if parts.list.0 == Takes::Tree {
            return if joints.iter().all(passes) { &[] } else { all };
        }
        some.clear();
        let mut first = 0;
        for (&end, joint) in ends.iter().zip(joints) {
            if !passes(joint) {
                some.extend_from_slice(&all[first..end]);
            }
            first = end;
        }
        some
    }
}

/// A dispatch of a stretch: its kernel is looked up once for all batches.
struct Stage<'a, N> {
    dispatch: &'a Dispatch,
    step: Step<N>,
    kernel: Kernel<N>,
    parts: usize,
    idle: Idle,
}

impl<N: Number> World<N> {
    /// Runs dispatches in their order, islands by batches where that is the same.
    pub fn run_all<'a>(&mut self, plan: impl Iterator<Item = &'a Dispatch>) {
        let plan: Vec<&Dispatch> = plan.collect();
        let mut batches = std::mem::take(&mut self.batches);
        if batches.of_bodies.is_empty() {
            let of_bodies = plan.iter().filter(|dispatch| takes(dispatch.kernel) == Some(Takes::Body));
            if let Some(most) = of_bodies.max_by_key(|dispatch| dispatch.step.count) {
                let (first, count) = (most.step.first as usize, most.step.count as usize);
                batches.make(self, &self.lists[first..first + count]);
            }
        }
        let in_batches = batches.joints.len() > 1 && self.left_out.is_none();
        let idle = if in_batches { Idle::all(&plan) } else { Vec::new() };
        let mut some = Vec::new();
        let mut at = 0;
        while at < plan.len() {
            let mut stages = Vec::new();
            if in_batches {
                let left = plan[at..].iter().zip(&idle[at..]);
                stages.extend(left.map_while(|(dispatch, &idle)| batches.stage(self, dispatch, idle)));
            }
            if stages.len() < 2 {
                self.run(plan[at]);
                at += 1;
                continue;
            }
            at += stages.len();
            for batch in 0..batches.joints.len() {
                for stage in &stages {
                    let threads = batches.threads_of(self, stage, batch, &mut some);
                    self.run_part(stage, batch, threads);
                }
            }
            stages.iter().for_each(|stage| self.by_four.note(stage.dispatch.kernel));
        }
        self.batches = batches;
    }

    fn run_part(&mut self, stage: &Stage<N>, batch: usize, threads: &[u32]) {
        if threads.is_empty() || N::run_part_by_four(self, stage.dispatch, batch, threads) {
            return;
        }
        let threads = threads.iter().map(|&thread| thread as usize);
        match stage.kernel {
            Kernel::Item(kernel) => {
                for thread in threads {
                    let item = self.lists[stage.step.first + thread] as usize;
                    kernel(self, &stage.step, item);
                }
            }
            Kernel::Thread(kernel) => threads.for_each(|thread| kernel(self, &stage.step, thread)),
            _ => unreachable!("{} takes a body, a joint or a record", stage.dispatch.kernel),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Twin;
    use crate::parameters::Parameters;
    use crate::plan::Facts;
    use crate::scene::{Scene, built_in};
    use crate::solvers;
    use serde_json::{Value, json};

    fn scene(name: &str, options: &Value) -> Scene {
        built_in::build(name, options.as_object().expect("an object")).expect("a scene")
    }

    /// Steps both ways, and says of how many batches the machine made stretches.
    fn compare<N: Number>(scene: &Scene, changes: &Value, held: bool) -> usize {
        let changes = changes.as_object().expect("an object");
        let parameters = Parameters::default().with(changes).expect("valid");
        let mut twin = Twin::<N>::of(scene, parameters).expect("a twin");
        if held {
            let pull = twin.gentle_pull(7, glam::Vec3::ZERO, glam::Vec3::Y);
            twin.set_pull(Some(pull)).expect("a hand");
        }
        let mut plan = solvers::plan(twin.parameters(), twin.lists(), Facts::default(), false);
        if let Some(pull) = twin.pull() {
            solvers::chores::hold(&mut plan, pull.body);
        }
        let mut one_by_one = twin.world().clone();
        let mut by_batches = one_by_one.clone();
        for substep in 0..20 {
            plan.substep.iter().for_each(|dispatch| one_by_one.run(dispatch));
            by_batches.run_all(plan.substep.iter());
            let all = |world: &World<N>| {
                let World { poses, velocities, multipliers, means, rows, kept, falls, rounds, .. } = world;
                format!("{poses:?}{velocities:?}{multipliers:?}{means:?}{rows:?}{kept:?}{falls}{rounds:?}")
            };
            assert!(all(&one_by_one) == all(&by_batches), "substep {substep}");
        }
        let by_batch = by_batches.batches.parts.iter().filter(|parts| parts.threads.is_some()).count();
        assert!(by_batch > 5, "{by_batch} lists by batches");
        by_batches.batches.joints.len()
    }

    #[test]
    fn islands_by_batches_end_in_the_bits_of_dispatch_after_dispatch() {
        let crowd = scene("ragdolls", &json!({"count": 40}));
        for positions in ["symplectic", "projected", "pulled"] {
            assert!(compare::<f32>(&crowd, &json!({"positions": positions}), false) > 2, "{positions}");
        }
        assert!(compare::<f64>(&crowd, &json!({}), false) > 2);
    }

    /// A hand on a body, a pinned one, and an island whose joints bear what would break them.
    #[test]
    fn hands_pins_and_joints_that_break_are_met_in_the_same_order() {
        let mut crowd = scene("ragdolls", &json!({"count": 40, "hinges": 1}));
        crowd.bodies[40].fixed = true;
        for joint in crowd.joints.iter_mut().skip(20).take(5) {
            joint.break_force = Some(3.0);
        }
        assert!(compare::<f32>(&crowd, &json!({}), true) > 2);
    }
}
