//! Bytes that a substep moves, by a model: what each dispatch of the plan must read and write at least.
//!
//! Every buffer is an array of structs made of rows of 16 bytes. A dispatch reads each row that it needs once and
//! writes each row that it changes once, however many threads ask for it. Neighbours' reads are taken to hit a cache;
//! nothing is taken to stay in a cache from one dispatch to the next. A sweep there and back over a chain counts as
//! two. Which bodies and joints a dispatch touches is counted exactly, from the plan's own lists.
//!
//! What kernels touch stands in `touches.rs`.

use std::collections::HashMap;
use std::ops::Range;

use crate::benchmark::touches::{Of, Only, owner_of, touches};
use crate::gpu::kernels;
use crate::lists::{Domain, Lists};
use crate::parameters::Parameters;
use crate::plan::{Dispatch, Facts};
use crate::scene::Scene;
use crate::solvers;
use crate::topology::Topology;

/// What one dispatch touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Touched {
    bodies: u64,
    joints: u64,
    records: u64,
    /// Words of `lists` that say what the dispatch is over.
    listed: u64,
    /// Words that lead from bodies to their ties, for kernels that go there.
    ties_of_bodies: u64,
}

/// Bytes that go to and fro.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    pub read: u64,
    pub written: u64,
}

impl Moved {
    pub fn total(self) -> u64 {
        self.read + self.written
    }
}

/// One kernel's part in a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    pub kernel: &'static str,
    /// Dispatches in a substep.
    pub times: u64,
    /// By all of them.
    pub moved: Moved,
}

/// Bytes of the dispatches of one scene's plans.
pub struct ByteModel<'a> {
    lists: &'a Lists,
    topology: &'a Topology,
    ends: Vec<(u32, u32)>,
    tensors: bool,
    known: HashMap<(u32, u32), Touched>,
    /// Last dispatch that counted a body or a joint.
    seen: [Vec<u32>; 2],
    stamp: u32,
}

impl<'a> ByteModel<'a> {
    pub fn new(scene: &Scene, topology: &'a Topology, lists: &'a Lists) -> Self {
        Self {
            lists,
            topology,
            ends: scene.joints.iter().map(|joint| (joint.a, joint.b)).collect(),
            tensors: scene.bodies.iter().any(|b| b.inertia.x != b.inertia.y || b.inertia.y != b.inertia.z),
            known: HashMap::new(),
            seen: [vec![0; scene.bodies.len()], vec![0; scene.joints.len()]],
            stamp: 0,
        }
    }

    /// Dispatches of one frame.
    pub fn dispatches(&self, parameters: &Parameters) -> u64 {
        let plan = solvers::plan(parameters, self.lists, Facts::GPU, false);
        (plan.frame.len() + plan.substep.len() * parameters.substeps as usize) as u64
    }

    /// Bytes that one frame moves.
    pub fn frame(&mut self, parameters: &Parameters) -> u64 {
        let plan = solvers::plan(parameters, self.lists, Facts::GPU, false).substep;
        let substep: u64 = plan.iter().map(|dispatch| self.dispatch(dispatch).total()).sum();
        substep * u64::from(parameters.substeps)
    }

    /// Bytes that one dispatch moves.
    pub fn dispatch(&mut self, dispatch: &Dispatch) -> Moved {
        let touched = self.touched(dispatch);
        let Some(kernel) = kernels::find(dispatch.kernel) else { return Moved::default() };
        let guarded = dispatch.step.guard_cap > 1.0;
        let holds = |only| match only {
            Only::Always => true,
            Only::Tensors => self.tensors,
            Only::Guarded => guarded,
            Only::Uneven => !self.lists.even_chains,
        };
        let touches_of = |buffer| {
            touches(dispatch.kernel).iter().filter(move |(name, _, _, only)| *name == buffer && holds(*only))
        };
        let mut moved = Moved::default();
        for binding in kernels::buffers(kernel) {
            match binding.name {
                "lists" => {
                    let from_bodies = touches_of("lists").next().is_some();
                    moved.read += 4 * (touched.listed + if from_bodies { touched.ties_of_bodies } else { 0 });
                }
                buffer => {
                    let Some(of) = owner_of(buffer) else { continue };
                    let count = match of {
                        Of::Body => touched.bodies,
                        Of::Joint => touched.joints,
                        Of::Record => touched.records,
                    };
                    for &(_, read, written, _) in touches_of(buffer) {
                        moved.read += 16 * u64::from(read) * count;
                        moved.written += 16 * u64::from(written) * count;
                    }
                }
            }
        }
        if dispatch.kernel == "solve_chains" && self.lists.even_chains {
            // the joint that stands for all of its chain
            moved.read += 32 * touched.records;
        }
        moved
    }

    /// A substep by kernel, in the order of the plan.
    pub fn by_kernel(&mut self, parameters: &Parameters) -> Vec<Share> {
        let mut shares: Vec<Share> = Vec::new();
        for dispatch in &solvers::plan(parameters, self.lists, Facts::GPU, false).substep {
            let moved = self.dispatch(dispatch);
            match shares.iter_mut().find(|share| share.kernel == dispatch.kernel) {
                Some(share) => {
                    share.times += 1;
                    share.moved.read += moved.read;
                    share.moved.written += moved.written;
                }
                None => shares.push(Share { kernel: dispatch.kernel, times: 1, moved }),
            }
        }
        shares
    }

    fn touched(&mut self, dispatch: &Dispatch) -> Touched {
        let key = (dispatch.step.first, dispatch.step.count);
        if let Some(touched) = self.known.get(&key) {
            return *touched;
        }
        let touched = self.count(dispatch);
        self.known.insert(key, touched);
        touched
    }

    fn count(&mut self, dispatch: &Dispatch) -> Touched {
        let (first, count) = (dispatch.step.first, dispatch.step.count);
        let items = first..first + count;
        let domains = [&self.lists.whole, &self.lists.exact, &self.lists.rest];
        let inside = |range: &Range<u32>| range.start <= items.start && items.end <= range.end;
        let bodies = |d: &&&Domain| {
            [&d.bodies, &d.trees.bodies, &d.loose].into_iter().chain(&d.body_colours).any(&inside)
        };
        let joints = |d: &&&Domain| [&d.joints, &d.trees.joints].into_iter().chain(&d.colours).any(&inside);

        self.stamp += 1;
        let words = items.start as usize..items.end as usize;
        if domains.iter().find(bodies).is_some() {
            return self.around_bodies(&self.lists.words[words]);
        }
        if domains.iter().find(joints).is_some() {
            let touched = self.around_joints(&self.lists.words[words]);
            return Touched { listed: u64::from(count), ..touched };
        }
        // records: chains, trees, segments, tiles of a whole domain, whose lists lie in a row
        let with = |d: &&&Domain| (d.joints.start..d.segments.first + 4 * d.segments.count).contains(&first);
        let Some(domain) = domains.iter().find(with) else { return Touched::default() };
        let list = |range: &Range<u32>| &self.lists.words[range.start as usize..range.end as usize];
        let entries: Vec<u32> = if domain.trees.records.count > 0 && first == domain.trees.records.first {
            list(&domain.trees.joints).to_vec()
        } else if [domain.chains.all, domain.chains.long].iter().any(|t| t.count > 0 && t.first == first) {
            // (first entry, entries) of each chain
            let records = &self.lists.words[first as usize..(first + 2 * count) as usize];
            let entries = |record: &[u32]| list(&(record[0]..record[0] + record[1])).to_vec();
            records.chunks(2).flat_map(entries).map(|entry| entry >> 1).collect()
        } else {
            list(&domain.joints).to_vec()
        };
        let touched = self.around_joints(&entries);
        // an entry is read once per sweep; tiles list each joint's ends and each body's joints as well
        let listed = match dispatch.kernel {
            // of an even chain its record and two entries say all
            "solve_chains" if self.lists.even_chains => 4 * u64::from(count),
            "solve_chains" | "solve_long_chains" => 2 * touched.joints + 2 * u64::from(count),
            "solve_trees" => 4 * touched.joints + 2 * u64::from(count),
            "tile_relax" | "tile_sweep" | "tile_conjugate" => {
                5 * touched.joints + 2 * touched.bodies + 6 * u64::from(count)
            }
            _ => touched.joints + 4 * u64::from(count),
        };
        Touched { listed, records: u64::from(count), ..touched }
    }

    fn around_joints(&mut self, joints: &[u32]) -> Touched {
        let mut bodies = 0;
        for &joint in joints {
            let (a, b) = self.ends[joint as usize];
            for body in [a, b] {
                let seen = &mut self.seen[0][body as usize];
                bodies += u64::from(*seen != self.stamp);
                *seen = self.stamp;
            }
        }
        Touched { bodies, joints: joints.len() as u64, ..Touched::default() }
    }

    fn around_bodies(&mut self, bodies: &[u32]) -> Touched {
        let (mut joints, mut incidences) = (0, 0);
        for &body in bodies {
            for &item in self.topology.joints_by_body.row(body) {
                let seen = &mut self.seen[1][(item >> 1) as usize];
                joints += u64::from(*seen != self.stamp);
                *seen = self.stamp;
                incidences += 1;
            }
        }
        let count = bodies.len() as u64;
        Touched { bodies: count, joints, records: 0, listed: count, ties_of_bodies: count + 1 + incidences }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::cases;
    use serde_json::json;

    fn per_bead(options: serde_json::Value, changes: serde_json::Value) -> f64 {
        let (scene, parameters) = cases::build("necklaces", options.as_object().unwrap()).unwrap();
        let parameters = parameters.with(changes.as_object().unwrap()).unwrap();
        frame(&scene, &parameters) as f64 / scene.bodies.len() as f64
    }

    fn frame(scene: &Scene, parameters: &Parameters) -> u64 {
        let topology = Topology::of(scene);
        let lists = Lists::new(&topology, scene);
        ByteModel::new(scene, &topology, &lists).frame(parameters)
    }

    #[test]
    fn an_exact_chain_by_hand() {
        // 39 joints: multiplier 16 thrice, block 48 twice; 40 bodies: pose and velocity 32 thrice each; and once the
        // record's two words, two entries and a joint
        let options = json!({"chains": 3, "beads": 40});
        let even = 3.0 * (39.0 * (48.0 + 96.0) + 40.0 * (96.0 + 96.0) + 16.0 + 32.0);
        assert_eq!(
            per_bead(options.clone(), json!({"solver": "direct", "positions": "pulled"})) * 120.0,
            even
        );
        // one joint that differs: for all of them two words of `lists` and the tie, 32, twice
        let (mut scene, parameters) = cases::build("necklaces", options.as_object().unwrap()).unwrap();
        let parameters =
            parameters.with(json!({"solver": "direct", "positions": "pulled"}).as_object().unwrap()).unwrap();
        scene.joints[50].anchor_a.x += 0.01;
        let uneven = 3.0 * (39.0 * (8.0 + 64.0 + 48.0 + 96.0) + 40.0 * (96.0 + 96.0) + 8.0);
        assert_eq!(frame(&scene, &parameters) as f64, uneven);
    }

    #[test]
    fn long_chains_by_workgroups_move_more() {
        let bytes = |execution: &str| {
            let options = json!({"chains": 2, "beads": 101});
            let changes = json!({"solver": "direct", "execution": execution, "positions": "pulled"});
            per_bead(options, changes)
        };
        // chain links alone are 96 bytes per joint, written and read
        let (one_thread, workgroup) = (bytes("global"), bytes("tile"));
        assert!(workgroup > one_thread + 192.0 * 100.0 / 101.0 - 1.0, "{one_thread} and {workgroup}");
    }

    #[test]
    fn passes_add_what_a_pass_moves() {
        let bytes = |iterations: u32| {
            let options = json!({"chains": 2, "beads": 40});
            per_bead(options, json!({"solver": "jacobi", "execution": "global", "iterations": iterations}))
        };
        // λ pass, 39 joints: word, arm 32, block 48, multiplier twice 16, and all 40 velocities once. V pass, 39 moving
        // bodies: word, offset, free velocity and velocity 32 each; a word for each of 77 ends. Then arm 32 and
        // multiplier 16 of 39 joints; and one offset more, which two chains share.
        let passes = 39.0 * (4.0 + 32.0 + 48.0 + 32.0) + 40.0 * 32.0;
        let bodies = 39.0 * (4.0 + 4.0 + 64.0) + 77.0 * 4.0 + 39.0 * 48.0 + 0.5 * 4.0;
        assert!((bytes(21) - bytes(20) - (passes + bodies) / 40.0).abs() < 1e-9);
        assert!((bytes(40) - bytes(20) - 20.0 * (bytes(21) - bytes(20))).abs() < 1e-6);
    }

    #[test]
    fn every_dispatch_moves_something() {
        for (name, beads) in [("necklaces", 80), ("tree", 30), ("ring", 20), ("net", 25), ("curtain", 80)] {
            let (scene, parameters) = cases::build(name, &cases::options_for(name, beads)).unwrap();
            let topology = Topology::of(&scene);
            let lists = Lists::new(&topology, &scene);
            let mut model = ByteModel::new(&scene, &topology, &lists);
            for variant in cases::variants(&parameters, &lists) {
                for dispatch in solvers::plan(&variant.parameters, &lists, Facts::GPU, false).substep {
                    let items = model.touched(&dispatch);
                    let bytes = model.dispatch(&dispatch).total();
                    let least = 16 * items.bodies.min(items.joints);
                    assert!(bytes >= least && least > 0, "{name}, {}: {bytes} bytes", dispatch.kernel);
                }
            }
        }
    }

    #[test]
    fn the_guard_costs_its_reads() {
        let options = || json!({"chains": 1, "beads": 40});
        let with = per_bead(options(), json!({"solver": "jacobi", "execution": "global"}));
        let without =
            per_bead(options(), json!({"solver": "jacobi", "execution": "global", "stiffnessGuard": false}));
        assert!(with > without + 40.0);
    }
}
