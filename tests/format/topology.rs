//! Topology: islands, elimination orders and colours against their definitions, on random graphs.

use std::collections::{BTreeMap, BTreeSet};

use beadwork::topology::{Shape, Topology};
use proptest::prelude::*;

#[derive(Clone, Debug)]
struct Case {
    fixed: Vec<bool>,
    joints: Vec<(u32, u32)>,
    cut: Vec<bool>,
}

impl Case {
    fn topology(&self) -> Topology {
        Topology::new(&self.fixed, &self.joints, &self.cut)
    }

    fn live(&self, joint: u32) -> bool {
        let (a, b) = self.joints[joint as usize];
        self.cut.get(joint as usize) != Some(&true) && !(self.fixed[a as usize] && self.fixed[b as usize])
    }

    fn live_joints(&self) -> Vec<u32> {
        (0..self.joints.len() as u32).filter(|&j| self.live(j)).collect()
    }

    fn movable(&self, body: u32) -> bool {
        !self.fixed[body as usize]
    }

    /// Joint → (child, parent) of one entry.
    fn ends(&self, entry: u32) -> (u32, u32) {
        let (a, b) = self.joints[(entry >> 1) as usize];
        if entry & 1 == 0 { (a, b) } else { (b, a) }
    }
}

/// Sparse graphs, so that chains, trees and single loops all turn up, with a few extra joints.
fn cases() -> impl Strategy<Value = Case> {
    (2usize..24).prop_flat_map(|n| {
        let links = proptest::collection::vec((any::<u32>(), any::<u32>(), any::<bool>()), 0..n + 4);
        let fixed = proptest::collection::vec(proptest::bool::weighted(0.15), n);
        let cut = proptest::collection::vec(proptest::bool::weighted(0.1), n + 4);
        let near = prop_oneof![Just(1u32), Just(2), Just(n as u32)];
        (links, fixed, cut, near).prop_map(move |(links, fixed, mut cut, near)| {
            let joints: Vec<(u32, u32)> = links
                .iter()
                .enumerate()
                .map(|(k, &(x, y, swap))| {
                    // Mostly onto an earlier body nearby: long chains and trees; the last few anywhere.
                    let a = (k as u32 + 1) % n as u32;
                    let (a, b) = if k + 1 < n {
                        (a, a - 1 - x % near.min(a))
                    } else {
                        (x % n as u32, (x % n as u32 + 1 + y % (n as u32 - 1)) % n as u32)
                    };
                    if swap { (b, a) } else { (a, b) }
                })
                .collect();
            cut.truncate(joints.len());
            Case { fixed, joints, cut }
        })
    })
}

/// Independent components by repeated relabelling: slow and obvious.
fn components(case: &Case) -> Vec<u32> {
    let mut label: Vec<u32> = (0..case.fixed.len() as u32).collect();
    loop {
        let before = label.clone();
        for j in case.live_joints() {
            let (a, b) = case.joints[j as usize];
            if case.movable(a) && case.movable(b) {
                let low = label[a as usize].min(label[b as usize]);
                label[a as usize] = low;
                label[b as usize] = low;
            }
        }
        if label == before {
            return label;
        }
    }
}

/// Nodes of the elimination: movable bodies, and a fresh leaf for each joint's fixed side.
fn node(case: &Case, body: u32, joint: u32) -> (u32, u32) {
    if case.movable(body) { (body, u32::MAX) } else { (body, joint) }
}

/// Walking the entries, the child's side of each, without the joint itself, must be used up.
fn assert_elimination_order(case: &Case, entries: &[u32]) {
    let mut left: BTreeMap<(u32, u32), usize> = BTreeMap::new();
    for &entry in entries {
        let (child, parent) = case.ends(entry);
        *left.entry(node(case, child, entry >> 1)).or_default() += 1;
        *left.entry(node(case, parent, entry >> 1)).or_default() += 1;
    }
    for &entry in entries {
        let (child, parent) = case.ends(entry);
        // Every node is a child once at most and after all its other joints: by induction the whole
        // subtree behind it has come before.
        let joints_left = left.get_mut(&node(case, child, entry >> 1)).unwrap();
        assert_eq!(*joints_left, 1, "joint {} of {entries:?} comes too early", entry >> 1);
        *joints_left = 0;
        *left.get_mut(&node(case, parent, entry >> 1)).unwrap() -= 1;
    }
}

fn assert_walk(case: &Case, entries: &[u32], bodies: &[u32]) {
    for pair in entries.windows(2) {
        assert_eq!(case.ends(pair[0]).1, case.ends(pair[1]).0, "{entries:?} is not a walk");
    }
    let mut visited: Vec<u32> = vec![case.ends(entries[0]).0];
    visited.extend(entries.iter().map(|&entry| case.ends(entry).1));
    visited.retain(|&body| case.movable(body));
    assert_eq!(&visited[..bodies.len()], bodies);
}

fn check(case: &Case) {
    let topology = case.topology();
    check_rows(case, &topology);
    check_partition(case, &topology);
    check_colours(case, &topology);
    for island in &topology.islands {
        let bodies = &topology.island_bodies[island.bodies.start as usize..island.bodies.end as usize];
        let entries = &topology.island_joints[island.joints.start as usize..island.joints.end as usize];
        check_island(case, island.shape, bodies, entries);
    }
}

fn check_rows(case: &Case, topology: &Topology) {
    let csr = &topology.joints_by_body;
    assert_eq!(csr.offsets.len(), case.fixed.len() + 1);
    assert_eq!(*csr.offsets.last().unwrap() as usize, csr.items.len());
    assert_eq!(topology.joint_slots(), case.joints.len());
    let mut most = 1;
    for body in 0..case.fixed.len() as u32 {
        let expected: Vec<u32> = case
            .live_joints()
            .into_iter()
            .filter_map(|j| match case.joints[j as usize] {
                (a, _) if a == body => Some(j << 1),
                (_, b) if b == body => Some(j << 1 | 1),
                _ => None,
            })
            .collect();
        assert_eq!(csr.row(body), expected);
        if case.movable(body) {
            most = most.max(expected.len() as u32);
        }
    }
    assert_eq!(topology.max_joints_per_body, most);
}

fn check_partition(case: &Case, topology: &Topology) {
    let label = components(case);
    let movable: Vec<u32> = (0..case.fixed.len() as u32).filter(|&b| case.movable(b)).collect();
    let mut bodies = topology.island_bodies.clone();
    bodies.sort_unstable();
    assert_eq!(bodies, movable);
    let mut joints: Vec<u32> = topology.island_joints.iter().map(|entry| entry >> 1).collect();
    joints.sort_unstable();
    assert_eq!(joints, case.live_joints());

    let (mut next_body, mut next_joint, mut lowest_before) = (0, 0, None);
    for (i, island) in topology.islands.iter().enumerate() {
        assert_eq!((island.bodies.start, island.joints.start), (next_body, next_joint));
        (next_body, next_joint) = (island.bodies.end, island.joints.end);
        let bodies = &topology.island_bodies[island.bodies.start as usize..island.bodies.end as usize];
        let lowest = *bodies.iter().min().unwrap();
        assert!(Some(lowest) > lowest_before);
        lowest_before = Some(lowest);
        for &body in bodies {
            assert_eq!(topology.island_of_body[body as usize], i as u32);
            assert_eq!(label[body as usize], lowest);
        }
        for entry in &topology.island_joints[island.joints.start as usize..island.joints.end as usize] {
            let (a, b) = case.joints[(entry >> 1) as usize];
            let inside = if case.movable(a) { a } else { b };
            assert_eq!(topology.island_of_body[inside as usize], i as u32);
        }
    }
    let labels: BTreeSet<u32> = movable.iter().map(|&b| label[b as usize]).collect();
    assert_eq!(labels.len(), topology.islands.len());
    for body in 0..case.fixed.len() {
        assert_eq!(case.fixed[body], topology.island_of_body[body] == u32::MAX);
    }
}

fn check_colours(case: &Case, topology: &Topology) {
    let mut coloured: Vec<u32> = topology.colours.concat();
    coloured.sort_unstable();
    assert_eq!(coloured, case.live_joints());
    for colour in &topology.colours {
        let mut taken = BTreeSet::new();
        for &j in colour {
            let (a, b) = case.joints[j as usize];
            for body in [a, b].into_iter().filter(|&body| case.movable(body)) {
                assert!(taken.insert(body), "two joints of one colour share body {body}");
            }
        }
    }
    assert!(topology.colours.len() < 2 * topology.max_joints_per_body as usize);
}

fn check_island(case: &Case, shape: Shape, bodies: &[u32], entries: &[u32]) {
    let inner = entries.iter().map(|&e| case.ends(e)).filter(|&(a, b)| case.movable(a) && case.movable(b));
    let loops = inner.count() + 1 - bodies.len();
    let degree =
        |body: u32| entries.iter().filter(|&&e| case.ends(e).0 == body || case.ends(e).1 == body).count();
    let most = bodies.iter().map(|&body| degree(body)).max().unwrap();
    let expected = match (loops, most) {
        (0, 0) => Shape::Single,
        (0, 1 | 2) => Shape::Chain,
        (0, _) => Shape::Tree,
        (1, 2) => Shape::Ring,
        (1, _) => Shape::OneLoop,
        _ => Shape::Mesh,
    };
    assert_eq!(shape, expected);
    match shape {
        Shape::Single => assert!(entries.is_empty()),
        Shape::Chain => {
            assert_elimination_order(case, entries);
            assert_walk(case, entries, bodies);
            let (first, last) = (case.ends(entries[0]).0, case.ends(entries[entries.len() - 1]).1);
            if case.movable(first) == case.movable(last) {
                assert!(entries[0] >> 1 <= entries[entries.len() - 1] >> 1);
            } else {
                assert!(case.movable(last), "a walk starts at the fixed end");
            }
        }
        Shape::Ring => {
            let (cut, rest) = entries.split_last().unwrap();
            assert_elimination_order(case, rest);
            assert_walk(case, entries, bodies);
            assert_eq!(case.ends(*cut).1, case.ends(entries[0]).0, "the last joint closes the ring");
            assert!(rest.iter().all(|entry| entry >> 1 < cut >> 1));
        }
        Shape::Tree => assert_elimination_order(case, entries),
        Shape::OneLoop => {
            let (_, rest) = entries.split_last().unwrap();
            assert_elimination_order(case, rest);
            // The rest still holds the island together, so the joint left out lay on the loop.
            assert_eq!(rest.iter().filter(|&&e| case.movable(case.ends(e).0)).count(), bodies.len() - 1);
        }
        Shape::Mesh => {
            assert!(entries.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(entries.iter().all(|entry| entry & 1 == 0));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn every_graph_keeps_its_promises(case in cases()) {
        check(&case);
    }
}

fn case(fixed: &[u32], bodies: u32, joints: &[(u32, u32)]) -> Case {
    let fixed = (0..bodies).map(|body| fixed.contains(&body)).collect();
    Case { fixed, joints: joints.to_vec(), cut: Vec::new() }
}

fn shapes(case: &Case) -> Vec<Shape> {
    check(case);
    case.topology().islands.iter().map(|island| island.shape).collect()
}

#[test]
fn random_graphs_reach_every_shape() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let mut seen = BTreeSet::new();
    for _ in 0..2000 {
        let case = cases().new_tree(&mut runner).unwrap().current();
        seen.extend(case.topology().islands.iter().map(|island| format!("{:?}", island.shape)));
    }
    assert_eq!(seen.len(), 6, "{seen:?}");
}

#[test]
fn a_chain_is_walked_from_its_fixed_end() {
    let case = case(&[3], 4, &[(0, 1), (2, 1), (2, 3)]);
    assert_eq!(shapes(&case), [Shape::Chain]);
    let topology = case.topology();
    assert_eq!(topology.island_joints, [2 << 1 | 1, 1 << 1, 1]);
    assert_eq!(topology.island_bodies, [2, 1, 0]);
    assert_eq!(topology.colours.len(), 2);
}

#[test]
fn a_chain_with_like_ends_starts_at_the_lower_joint() {
    let free = case(&[], 3, &[(1, 0), (1, 2)]);
    assert_eq!(free.topology().island_joints, [1, 2]);
    let held = case(&[0, 2], 3, &[(1, 2), (0, 1)]);
    assert_eq!(shapes(&held), [Shape::Chain]);
    assert_eq!(held.topology().island_joints, [1, 3]);
    let pair = case(&[], 2, &[(1, 0)]);
    assert_eq!(pair.topology().island_joints, [0]);
    assert_eq!(pair.topology().island_bodies, [1, 0]);
}

#[test]
fn one_fixed_body_may_hold_both_ends() {
    assert_eq!(shapes(&case(&[0], 3, &[(0, 1), (1, 2), (2, 0)])), [Shape::Chain]);
    assert_eq!(shapes(&case(&[0], 2, &[(0, 1), (1, 0)])), [Shape::Chain]);
    assert_eq!(shapes(&case(&[0], 2, &[(0, 1), (1, 0), (0, 1)])), [Shape::Tree]);
}

#[test]
fn rings_take_two_colours_or_three() {
    for n in 2..9u32 {
        let joints: Vec<(u32, u32)> = (0..n).map(|i| (i, (i + 1) % n)).collect();
        let ring = case(&[], n, &joints);
        assert_eq!(shapes(&ring), [Shape::Ring]);
        assert_eq!(ring.topology().colours.len(), 2 + (n % 2) as usize);
        assert_eq!(ring.topology().island_joints.last().unwrap() >> 1, n - 1);
    }
}

#[test]
fn a_ring_on_a_thread_is_one_loop() {
    let hung = case(&[0], 5, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 1)]);
    assert_eq!(shapes(&hung), [Shape::OneLoop]);
    let cut = hung.topology().island_joints.last().unwrap() >> 1;
    assert!((1..=4).contains(&cut), "the thread itself must not be cut");
}

#[test]
fn fixed_bodies_part_islands() {
    let case = case(&[1], 4, &[(0, 1), (1, 2)]);
    assert_eq!(shapes(&case), [Shape::Chain, Shape::Chain, Shape::Single]);
    assert_eq!(case.topology().island_of_body, [0, u32::MAX, 1, 2]);
}

#[test]
fn cut_joints_and_joints_between_fixed_bodies_are_left_out() {
    let mut case = case(&[0, 1], 4, &[(0, 1), (1, 2), (2, 3)]);
    case.cut = vec![false, false, true];
    assert_eq!(shapes(&case), [Shape::Chain, Shape::Single]);
    assert_eq!(case.topology().island_joints, [1 << 1]);
    assert_eq!(case.topology().joint_slots(), 3);
}

#[test]
fn nothing_at_all_is_a_topology_too() {
    let topology = Topology::new(&[], &[], &[]);
    assert!(topology.islands.is_empty() && topology.colours.is_empty());
    assert_eq!(topology.max_joints_per_body, 1);
    let fixed = Topology::new(&[true, true], &[(0, 1)], &[]);
    assert!(fixed.islands.is_empty() && fixed.joints_by_body.items.is_empty());
}

#[test]
fn two_hubs_of_many_joints_need_colours_beyond_one_word() {
    let n = 300;
    let mut joints: Vec<(u32, u32)> = (0..n).map(|i| (0, 2 + i)).collect();
    joints.extend((0..n).map(|i| (2 + i, 1)));
    let star = case(&[], n + 2, &joints);
    assert_eq!(shapes(&star), [Shape::Mesh]);
    let tree = case(&[], n + 2, &joints[..n as usize + 1]);
    assert_eq!(shapes(&tree), [Shape::Tree]);
    assert_eq!(tree.topology().colours.len(), n as usize);
}

#[test]
fn a_tree_takes_as_many_colours_as_its_busiest_bead_has_joints() {
    let joints: Vec<(u32, u32)> = (1..40).map(|i| ((i - 1) / 3, i)).collect();
    let tree = case(&[0], 40, &joints);
    assert_eq!(tree.topology().colours.len() as u32, tree.topology().max_joints_per_body);
}

/// Long chains and a hub of many joints: recursion or anything quadratic would show here at once.
#[test]
fn a_million_beads_are_sorted_in_one_go() {
    let n = 1_000_000;
    let fixed: Vec<bool> = (0..n).map(|i| i == 0).collect();
    let line: Vec<(u32, u32)> = (1..n).map(|i| (i - 1, i)).collect();
    let started = std::time::Instant::now();
    let topology = Topology::new(&fixed, &line, &[]);
    println!("one chain of a million: {:?}", started.elapsed());
    assert_eq!(topology.colours.len(), 2);
    assert_eq!(topology.islands[0].shape, Shape::Chain);

    let chains: Vec<(u32, u32)> = line.iter().copied().filter(|joint| joint.1 % 40 != 0).collect();
    let heads: Vec<bool> = (0..n).map(|i| i % 40 == 0).collect();
    let started = std::time::Instant::now();
    let topology = Topology::new(&heads, &chains, &[]);
    println!("25,000 chains of 40: {:?}", started.elapsed());
    assert_eq!(topology.islands.len(), 25_000);

    let ring: Vec<(u32, u32)> = (0..n).map(|i| (i, (i + 1) % n)).collect();
    assert_eq!(Topology::new(&vec![false; n as usize], &ring, &[]).islands[0].shape, Shape::Ring);

    let star: Vec<(u32, u32)> = (1..n).map(|i| (0, i)).collect();
    let started = std::time::Instant::now();
    let topology = Topology::new(&vec![false; n as usize], &star, &[]);
    println!("a star of a million: {:?}", started.elapsed());
    assert_eq!(topology.colours.len() as u32, n - 1);
}
