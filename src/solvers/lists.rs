//! Index lists that the kernels walk: which bodies, joints, colours and chains a group of islands has. All
//! live in one buffer, `lists`; a dispatch names its part of it. Built from the topology, once a change.

use std::ops::Range;

use crate::plan::WORKGROUP;
use crate::scene::Scene;
use crate::solvers::direct::LONG;
use crate::solvers::even;
use crate::solvers::tiles;
use crate::topology::{Island, Shape, Topology};

/// One group of islands as ranges of `Lists::words`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Domain {
    pub bodies: Range<u32>,
    pub joints: Range<u32>,
    /// Joints by colour.
    pub colours: Vec<Range<u32>>,
    /// (first entry, entries) of islands that are chains; the long ones stand last.
    pub chains: Table,
    /// Those of `direct::LONG` joints or more, and their bodies and joints.
    pub long_chains: Table,
    pub long_bodies: Range<u32>,
    pub long_joints: Range<u32>,
    /// (first entry, entries, loops) of islands with branches or one loop, and their bodies and joints.
    pub trees: Table,
    pub tree_bodies: Range<u32>,
    pub tree_joints: Range<u32>,
    /// Records of four words, one for each 64 joints of an island: first entry, joints, first segment of the
    /// island, segments of the island.
    pub segments: Table,
    /// Whole islands packed into workgroups; none where one is too large.
    pub tiles: Table,
    /// Movable bodies without joints.
    pub loose: Range<u32>,
    /// n_max over these islands.
    pub most_joints: u32,
    pub has_mesh: bool,
}

impl Domain {
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }
}

/// `count` records from `first` on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Table {
    pub first: u32,
    pub count: u32,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lists {
    /// First, for every body, where its joints stand: from the word of its number to that of the next. Then those,
    /// `joint << 1 | end`; then the entries of `topology.island_joints`; then the lists of the domains.
    pub words: Vec<u32>,
    pub body_count: u32,
    pub joint_count: u32,
    /// Every chain is even: see `even.rs`.
    pub even_chains: bool,
    /// Every island.
    pub whole: Domain,
    /// Islands that the exact solver takes.
    pub exact: Domain,
    /// Those that it does not.
    pub rest: Domain,
}

/// The exact solver takes every island with at most one loop.
pub fn exact_applies(shape: Shape) -> bool {
    shape != Shape::Mesh
}

impl Lists {
    pub fn new(topology: &Topology, scene: &Scene) -> Self {
        let joint_count = scene.joints.len();
        let by_body = &topology.joints_by_body;
        let mut words: Vec<u32> =
            by_body.offsets.iter().map(|offset| offset + by_body.offsets.len() as u32).collect();
        words.extend_from_slice(&by_body.items);
        words.extend_from_slice(&topology.island_joints);
        let mut lists = Lists {
            body_count: scene.bodies.len() as u32,
            joint_count: joint_count as u32,
            ..Default::default()
        };
        lists.whole = domain(&mut words, topology, joint_count, |_| true);
        let exact = |island: &Island| exact_applies(island.shape);
        if topology.islands.iter().all(exact) {
            lists.exact = lists.whole.clone();
        } else if topology.islands.iter().any(exact) {
            lists.exact = domain(&mut words, topology, joint_count, exact);
            lists.rest = domain(&mut words, topology, joint_count, |island| !exact(island));
        } else {
            lists.rest = lists.whole.clone();
        }
        lists.words = words;
        lists.even_chains = even::all(scene, &lists);
        lists
    }
}

/// Where the island's entries stand in `Lists::words`.
fn first_entry(topology: &Topology, island: &Island) -> u32 {
    let by_body = &topology.joints_by_body;
    (by_body.offsets.len() + by_body.items.len()) as u32 + island.joints.start
}

/// Appends the lists of the islands that `takes` accepts.
fn domain(
    words: &mut Vec<u32>,
    topology: &Topology,
    joint_count: usize,
    takes: impl Fn(&Island) -> bool,
) -> Domain {
    let mut out = Domain { most_joints: 1, ..Domain::default() };
    let mut taken = vec![false; joint_count];
    let islands = || topology.islands.iter().filter(|island| takes(island));

    let mut joints = Vec::new();
    for island in islands() {
        out.has_mesh |= island.shape == Shape::Mesh;
        for entry in &topology.island_joints[range(&island.joints)] {
            joints.push(entry >> 1);
        }
    }
    joints.sort_unstable();
    for &joint in &joints {
        taken[joint as usize] = true;
    }
    out.joints = append(words, &joints);

    let mut bodies = Vec::new();
    let mut loose = Vec::new();
    for island in islands() {
        let members = &topology.island_bodies[range(&island.bodies)];
        bodies.extend_from_slice(members);
        if island.shape == Shape::Single {
            loose.extend_from_slice(members);
        }
    }
    bodies.sort_unstable();
    for &body in &bodies {
        let offsets = &topology.joints_by_body.offsets;
        out.most_joints = out.most_joints.max(offsets[body as usize + 1] - offsets[body as usize]);
    }
    out.bodies = append(words, &bodies);
    out.loose = append(words, &loose);

    let mut colour_of = vec![0; joint_count];
    for colour in &topology.colours {
        let members: Vec<u32> = colour.iter().copied().filter(|&j| taken[j as usize]).collect();
        if !members.is_empty() {
            members.iter().for_each(|&joint| colour_of[joint as usize] = out.colours.len() as u32);
            out.colours.push(append(words, &members));
        }
    }

    let length = |island: &Island| island.joints.end - island.joints.start;
    let (long, short): (Vec<&Island>, Vec<&Island>) =
        islands().filter(|island| island.shape == Shape::Chain).partition(|chain| length(chain) >= LONG);
    let records = |words: &mut Vec<u32>, chains: &[&Island]| {
        let first = words.len() as u32;
        words.extend(chains.iter().flat_map(|chain| [first_entry(topology, chain), length(chain)]));
        Table { first, count: chains.len() as u32 }
    };
    out.chains = records(words, &short);
    out.long_chains = records(words, &long);
    out.chains.count += out.long_chains.count;
    let bodies: Vec<u32> =
        long.iter().flat_map(|chain| &topology.island_bodies[range(&chain.bodies)]).copied().collect();
    out.long_bodies = append(words, &bodies);
    let entries = long.iter().flat_map(|chain| &topology.island_joints[range(&chain.joints)]);
    let joints: Vec<u32> = entries.map(|entry| entry >> 1).collect();
    out.long_joints = append(words, &joints);

    let branched = |island: &&Island| matches!(island.shape, Shape::Tree | Shape::Ring | Shape::OneLoop);
    out.trees.first = words.len() as u32;
    for island in islands().filter(branched) {
        let count = island.joints.end - island.joints.start;
        words.extend([first_entry(topology, island), count, u32::from(island.shape != Shape::Tree)]);
        out.trees.count += 1;
    }
    if islands().all(|island| branched(&island)) {
        (out.tree_bodies, out.tree_joints) = (out.bodies.clone(), out.joints.clone());
    } else {
        let mut bodies = Vec::new();
        let mut joints = Vec::new();
        for island in islands().filter(branched) {
            bodies.extend_from_slice(&topology.island_bodies[range(&island.bodies)]);
            joints.extend(topology.island_joints[range(&island.joints)].iter().map(|entry| entry >> 1));
        }
        out.tree_bodies = append(words, &bodies);
        out.tree_joints = append(words, &joints);
    }

    out.tiles = tiles::pack(words, topology, islands(), &colour_of);

    out.segments.first = words.len() as u32;
    for island in islands() {
        let joints = island.joints.end - island.joints.start;
        let (first_segment, segments) = (out.segments.count, joints.div_ceil(WORKGROUP));
        for k in 0..segments {
            let first = first_entry(topology, island) + k * WORKGROUP;
            words.extend([first, WORKGROUP.min(joints - k * WORKGROUP), first_segment, segments]);
        }
        out.segments.count += segments;
    }
    out
}

fn append(words: &mut Vec<u32>, items: &[u32]) -> Range<u32> {
    let first = words.len() as u32;
    words.extend_from_slice(items);
    first..words.len() as u32
}

fn range(r: &Range<u32>) -> Range<usize> {
    r.start as usize..r.end as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::built_in;
    use serde_json::json;

    /// Bytes of a binding that every WebGPU device has.
    const BINDING: f64 = (128u64 << 20) as f64;

    fn built(name: &str, options: serde_json::Value) -> Scene {
        built_in::build(name, options.as_object().expect("an object")).expect("a scene")
    }

    /// Joints whose lists a binding holds, going by those of `scene`.
    fn joints_held(scene: &Scene) -> f64 {
        let fixed: Vec<bool> = scene.bodies.iter().map(|body| body.fixed).collect();
        let pairs: Vec<(u32, u32)> = scene.joints.iter().map(|joint| (joint.a, joint.b)).collect();
        let lists = Lists::new(&Topology::new(&fixed, &pairs, &vec![false; pairs.len()]), scene);
        BINDING / (4.0 * lists.words.len() as f64 / pairs.len() as f64)
    }

    /// What docs/limits.md promises of a scene's size.
    #[test]
    fn a_binding_holds_the_lists_of_two_million_joints() {
        let net = built("net", json!({"rows": 30, "columns": 30}));
        // nets small enough for tiles: all lists stand twice
        let small = built("net", json!({"rows": 6, "columns": 6}));
        let mut mixed = built("necklaces", json!({"chains": 40, "beads": 40}));
        for _ in 0..20 {
            let first = mixed.bodies.len() as u32;
            mixed.bodies.extend(small.bodies.clone());
            mixed.joints.extend(small.joints.iter().map(|joint| {
                let mut joint = joint.clone();
                (joint.a, joint.b) = (joint.a + first, joint.b + first);
                joint
            }));
        }
        for (what, scene, millions) in [
            ("necklaces", built("necklaces", json!({"chains": 100, "beads": 40})), 2.3),
            ("tree", built("tree", json!({"branches": 2, "depth": 6})), 2.3),
            ("ring", built("ring", json!({"beads": 100})), 2.1),
            ("net", net, 2.5),
            ("necklaces and small nets", mixed, 1.4),
        ] {
            let held = joints_held(&scene) * 1e-6;
            assert!(held >= millions, "{what}: {held:.2} million");
        }
    }
}
