//! Connectivity: joints by body, islands and their shape, the exact elimination order of an island, and colours that
//! may be solved at the same time. Everything is deterministic, linear in bodies and joints, and free of recursion,
//! since a chain may be a million beads long.

mod colours;
mod order;

use std::ops::Range;

use crate::scene::Scene;
use order::Order;

/// The joints of every body. Row `i` is `items[offsets[i]..offsets[i + 1]]`, in ascending joint order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Csr {
    /// One more than there are bodies.
    pub offsets: Vec<u32>,
    /// joint << 1 | side: side 0 where the body is the joint's `a`, 1 where it is its `b`.
    pub items: Vec<u32>,
}

impl Csr {
    pub fn row(&self, body: u32) -> &[u32] {
        let i = body as usize;
        &self.items[self.offsets[i] as usize..self.offsets[i + 1] as usize]
    }
}

/// The shape of an island once each joint to a fixed body is taken for a leaf of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One movable body without joints.
    Single,
    /// No loop, and no movable body with more than two joints.
    Chain,
    /// A closed chain: one loop and nothing else.
    Ring,
    /// No loop, but branches.
    Tree,
    /// One loop with something hanging from it.
    OneLoop,
    /// Two independent loops or more.
    Mesh,
}

/// Movable bodies that can feel each other. Islands touch only at fixed bodies, which pass nothing on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Island {
    pub shape: Shape,
    /// Into `Topology::island_bodies`. Chains and rings: in the order of the walk. Trees and single loops:
    /// every body before its parent, the root last. Meshes: ascending.
    pub bodies: Range<u32>,
    /// Into `Topology::island_joints`.
    pub joints: Range<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topology {
    pub joints_by_body: Csr,
    /// In ascending order of their lowest body.
    pub islands: Vec<Island>,
    pub island_bodies: Vec<u32>,
    /// joint << 1 | flip: flip 0 where the joint's `a` is the child, 1 where its `b` is.
    ///
    /// Except in a mesh this is an elimination order: when a joint's turn comes, every other joint on its child's side
    /// has had its own. A chain is walked from end to end, so that the parent of one entry is the child of the next.
    /// The last entry of a ring or a single loop is the joint that opens it. In a ring it closes the walk; in a single
    /// loop its flip is 0 and without meaning.
    pub island_joints: Vec<u32>,
    /// `u32::MAX` for fixed bodies.
    pub island_of_body: Vec<u32>,
    /// Joints of one colour share no movable body.
    pub colours: Vec<Vec<u32>>,
    /// n_max: over movable bodies, and at least 1.
    pub max_joints_per_body: u32,
    joint_slots: usize,
}

pub const NO_ISLAND: u32 = u32::MAX;

impl Topology {
    pub fn of(scene: &Scene) -> Self {
        let scene = &*scene.with_world();
        let fixed: Vec<bool> = scene.bodies.iter().map(|body| body.fixed).collect();
        let joints: Vec<(u32, u32)> = scene.joints.iter().map(|joint| (joint.a, joint.b)).collect();
        Self::new(&fixed, &joints, &[])
    }

    /// `cut` is empty or says of each joint whether it is cut. Cut joints and those between two fixed
    /// bodies are left out of everything.
    pub fn new(body_fixed: &[bool], joints: &[(u32, u32)], cut: &[bool]) -> Self {
        let fixed = |body: u32| body_fixed[body as usize];
        let live: Vec<bool> = joints
            .iter()
            .enumerate()
            .map(|(j, &(a, b))| !(cut.get(j) == Some(&true) || a == b || fixed(a) && fixed(b)))
            .collect();
        let graph = Graph { body_fixed, joints, by_body: joints_by_body(body_fixed.len(), joints, &live) };

        let (island_of_body, count) = label_islands(&graph);
        let island_of_joint: Vec<u32> = joints
            .iter()
            .zip(&live)
            .map(|(&(a, b), &live)| match live {
                true => island_of_body[if fixed(a) { b } else { a } as usize],
                false => NO_ISLAND,
            })
            .collect();
        let (body_starts, mut island_bodies) = group(&island_of_body, count);
        let (joint_starts, mut island_joints) = group(&island_of_joint, count);

        let mut order = Order::new(&graph);
        let mut islands = Vec::with_capacity(count);
        let mut max_joints_per_body = 1;
        for i in 0..count {
            let bodies = body_starts[i]..body_starts[i + 1];
            let links = joint_starts[i]..joint_starts[i + 1];
            let members = &mut island_bodies[bodies.start as usize..bodies.end as usize];
            let entries = &mut island_joints[links.start as usize..links.end as usize];
            let most = members.iter().map(|&b| graph.row(b).len()).max().unwrap_or(0);
            max_joints_per_body = max_joints_per_body.max(most as u32);
            let shape = shape_of(&graph, members, entries, most);
            order.arrange(shape, members, entries);
            islands.push(Island { shape, bodies, joints: links });
        }

        let colours = colours::colour(&graph, &islands, &island_joints);
        Self {
            joints_by_body: graph.by_body,
            islands,
            island_bodies,
            island_joints,
            island_of_body,
            colours,
            max_joints_per_body,
            joint_slots: joints.len(),
        }
    }

    /// Joints of the scene, those left out included: one more than the highest index may be.
    pub fn joint_slots(&self) -> usize {
        self.joint_slots
    }
}

struct Graph<'a> {
    body_fixed: &'a [bool],
    joints: &'a [(u32, u32)],
    by_body: Csr,
}

impl Graph<'_> {
    fn row(&self, body: u32) -> &[u32] {
        self.by_body.row(body)
    }

    fn fixed(&self, body: u32) -> bool {
        self.body_fixed[body as usize]
    }

    /// The body on the other side of an item of a row.
    fn other(&self, item: u32) -> u32 {
        self.end(item ^ 1)
    }

    /// The body at one end of a joint: item = joint << 1 | side.
    fn end(&self, item: u32) -> u32 {
        let (a, b) = self.joints[(item >> 1) as usize];
        if item & 1 == 0 { a } else { b }
    }
}

fn joints_by_body(body_count: usize, joints: &[(u32, u32)], live: &[bool]) -> Csr {
    let mut offsets = vec![0u32; body_count + 1];
    let lively = || joints.iter().enumerate().filter(|&(j, _)| live[j]);
    for (_, &(a, b)) in lively() {
        offsets[a as usize + 1] += 1;
        offsets[b as usize + 1] += 1;
    }
    for i in 0..body_count {
        offsets[i + 1] += offsets[i];
    }
    let mut next = offsets.clone();
    let mut items = vec![0u32; offsets[body_count] as usize];
    for (j, &(a, b)) in lively() {
        for (side, body) in [a, b].into_iter().enumerate() {
            let slot = &mut next[body as usize];
            items[*slot as usize] = (j as u32) << 1 | side as u32;
            *slot += 1;
        }
    }
    Csr { offsets, items }
}

/// The island of each body, and how many islands there are.
fn label_islands(graph: &Graph) -> (Vec<u32>, usize) {
    let mut label = vec![NO_ISLAND; graph.body_fixed.len()];
    let mut count = 0;
    let mut open = Vec::new();
    for seed in 0..label.len() as u32 {
        if graph.fixed(seed) || label[seed as usize] != NO_ISLAND {
            continue;
        }
        label[seed as usize] = count;
        open.push(seed);
        while let Some(body) = open.pop() {
            for &item in graph.row(body) {
                let other = graph.other(item);
                if !graph.fixed(other) && label[other as usize] == NO_ISLAND {
                    label[other as usize] = count;
                    open.push(other);
                }
            }
        }
        count += 1;
    }
    (label, count as usize)
}

/// Counting sort of indices by label, ascending within a label; those without one are left out.
fn group(labels: &[u32], count: usize) -> (Vec<u32>, Vec<u32>) {
    let labelled = || labels.iter().enumerate().filter(|&(_, &label)| label != NO_ISLAND);
    let mut starts = vec![0u32; count + 1];
    for (_, &label) in labelled() {
        starts[label as usize + 1] += 1;
    }
    for i in 0..count {
        starts[i + 1] += starts[i];
    }
    let mut next = starts.clone();
    let mut items = vec![0u32; starts[count] as usize];
    for (i, &label) in labelled() {
        let slot = &mut next[label as usize];
        items[*slot as usize] = i as u32;
        *slot += 1;
    }
    (starts, items)
}

/// `entries` are still bare joint indices; `most` is the most joints that one member has.
fn shape_of(graph: &Graph, members: &[u32], entries: &[u32], most: usize) -> Shape {
    let movable = |body: u32| !graph.fixed(body);
    let inner =
        entries.iter().filter(|&&j| movable(graph.end(j << 1)) && movable(graph.end(j << 1 | 1))).count();
    // Euler: a connected graph has edges − (vertices − 1) independent loops.
    match inner + 1 - members.len() {
        0 if entries.is_empty() => Shape::Single,
        0 if most <= 2 => Shape::Chain,
        0 => Shape::Tree,
        1 if most == 2 => Shape::Ring,
        1 => Shape::OneLoop,
        _ => Shape::Mesh,
    }
}
