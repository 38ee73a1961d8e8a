//! Islands with joints that are more than firm points, for the kernels of shaders/joints/. The lists have the order in
//! which they are eliminated from the leaves to a root.

use std::collections::HashMap;
use std::ops::Range;

use super::nets::{self, Eliminations, Nets};
use super::{Islands, Kind, Table, append};
use crate::topology::{Island, NO_ISLAND, Shape};

/// Words of an island's record, and of one for Newton's method in one dispatch.
pub const RECORD: usize = 4;
pub const NEWTON_RECORD: usize = 7;
/// Joints of an island that goes through all rounds of Newton's method in one dispatch, at most.
const MOST_AT_ONCE: u32 = 64;
/// The root of an island that hangs on a held body, and bits of an entry: shaders/ties/tree.wgsl has them.
pub use crate::codes::tree::{FIRST, HELD, LEAF, START};

/// The joint of an entry, and whether its `b` is the child.
pub fn joint_of(entry: u32) -> (usize, bool) {
    ((entry & !(START | FIRST | LEAF)) as usize >> 1, entry & 1 == 1)
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mixed {
    pub bodies: Range<u32>,
    pub joints: Range<u32>,
    /// Joints with rows that are springs by frequency.
    pub springs: Range<u32>,
    /// Joints with rows that are driven or bounded.
    pub courses: Range<u32>,
    /// Joints that can break.
    pub brittle: Range<u32>,
    /// Records of four words: first entry, entries, the body that is the root or `HELD`, the island's first joint. An
    /// entry is joint << 1 | flip, with flip 0 where the joint's `a` is the child. A child's other joints come before
    /// it, depth first. Within a run, from one START to the next, an entry's child is the parent of the entry before,
    /// and nothing else comes to it.
    pub trees: Table,
    /// The same of islands in which every joint holds a point by the world's axes, and at most one goes to a held body.
    pub pivots: Table,
    /// Islands with loops, for `joint_nets`. Their blocks stand behind those of point joints.
    pub nets: Nets,
    /// Islands in which nothing yields, which are symplectic as they are. They stand first in every table.
    pub firm: Firm,
    /// Islands in which some force has bounds, for Newton's method. In every table they stand one after the other.
    pub bounded: Bounded,
    /// Islands in which something yields, is driven or bounded, may break or hangs on a body that moves by its velocity: symplectic by two
    /// staircases. They stand last in every table.
    pub halved: Bounded,
    /// Islands with two loops or more in which some angle is held stand last: their rows may be dependent.
    pub rings: Table,
    pub meshes: Table,
    /// Joints of islands with loops or several held bodies in which some angle is held. Their rows can be inconsistent,
    /// so hard rows get a small softness.
    pub closed: Range<u32>,
    /// Some island is too much work to be eliminated.
    pub too_large: bool,
}

/// A run of islands where something is driven or bounded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bounded {
    pub bodies: Range<u32>,
    pub joints: Range<u32>,
    /// Joints with rows that are driven or bounded, and those with soft rows.
    pub courses: Range<u32>,
    pub soft: Range<u32>,
    pub trees: Table,
    pub pivots: Table,
    pub rings: Table,
    pub meshes: Table,
    /// Records of four words: the island's first joint in the list, joints, then the same of those of `courses`.
    pub islands: Table,
    /// Where no island has loops, and none is large: the same islands as trees and as pivots. The record has three words
    /// more: first body, bodies, and the record in `trees` or `pivots`.
    pub at_once: [Table; 2],
    /// Joints of the largest.
    pub most_joints: u32,
    /// Of each island whether it is one of pivots, and its bodies.
    members: Vec<(bool, u32)>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Firm {
    pub bodies: Range<u32>,
    pub joints: Range<u32>,
    pub trees: u32,
    pub pivots: u32,
    pub rings: u32,
    pub meshes: u32,
    /// Records of four words of all islands: first body, bodies, first joint, joints. The firm ones come first.
    pub islands: Table,
    /// Joints of the largest of all islands without loops.
    pub most_joints: u32,
    pub count: u32,
}

impl Mixed {
    /// Whether some rows may ask for what others ask already.
    pub fn says_twice(&self) -> bool {
        !self.closed.is_empty()
    }

    /// Whether some of its islands may go through all rounds of Newton's method at once.
    pub fn goes_at_once(&self) -> bool {
        [&self.bounded, &self.halved].into_iter().any(Bounded::goes_at_once)
    }

    pub(super) fn list(
        words: &mut Vec<u32>,
        islands: &Islands,
        known: &mut Eliminations,
        first_block: u32,
    ) -> Self {
        let mut members: Vec<&Island> = islands.iter().filter(|island| !islands.is_plain(island)).collect();
        let firm = |island: &Island| islands.joints_of(island).all(|l| islands.kinds[l as usize].firm);
        let bounded = |island: &Island| islands.joints_of(island).any(|l| islands.kinds[l as usize].bounded);
        members.sort_by_key(|island| (!firm(island), !bounded(island)));
        let bodies: Vec<u32> = members.iter().flat_map(|island| islands.bodies_of(island)).copied().collect();
        let joints: Vec<u32> = members.iter().flat_map(|island| islands.joints_of(island)).collect();
        let those = |is: fn(&Kind) -> bool| -> Vec<u32> {
            joints.iter().copied().filter(|&l| is(&islands.kinds[l as usize])).collect()
        };
        let mut out = Self {
            bodies: append(words, &bodies),
            joints: append(words, &joints),
            springs: append(words, &those(|kind| kind.spring)),
            courses: append(words, &those(|kind| kind.course)),
            brittle: append(words, &those(|kind| kind.brittle)),
            ..Self::default()
        };
        let from = [out.bodies.start, out.joints.start];
        out.firm = Firm::list(words, islands, &members, from, firm);
        out.bounded = Bounded::list(words, islands, &members, from, bounded);
        out.halved = Bounded::list(words, islands, &members, from, |island| !firm(island));
        let mut records = [Vec::new(), Vec::new()];
        let (trees, mut looped): (Vec<&Island>, Vec<&Island>) =
            members.into_iter().partition(|island| matches!(island.shape, Shape::Chain | Shape::Tree));
        let mut closed = Vec::new();
        let turning = |island: &Island| islands.joints_of(island).any(|l| islands.kinds[l as usize].angles);
        for island in trees {
            if turning(island) && held_ends(islands, island) > 1 {
                closed.extend(islands.joints_of(island));
            }
            let (entries, root) = rooted(islands, island);
            let entries = append(words, &entries);
            let first = islands.joints_of(island).next().unwrap_or_default();
            let record = [entries.start, entries.end - entries.start, root, first];
            records[usize::from(is_of_pivots(islands, island))].extend(record);
        }
        [out.trees, out.pivots] = records.map(|records| {
            let records = append(words, &records);
            Table { first: records.start, count: (records.end - records.start) / RECORD as u32 }
        });

        looped.sort_by_key(|island| is_stiff_mesh(islands, island));
        out.nets.blocks = first_block;
        let (mut records, mut meshes) = (Vec::new(), 0);
        let mut written = HashMap::new();
        for island in looped {
            let Some(elimination) = known.of_any(islands, island) else {
                out.too_large = true;
                continue;
            };
            let about = islands.joints_of(island).filter(|&l| islands.kinds[l as usize].turns);
            let along = islands.joints_of(island).map(|l| l << 1);
            let ties: Vec<u32> = along.chain(about.map(|l| l << 1 | 1)).collect();
            let ties = append(words, &ties);
            records.extend(out.nets.record(
                words,
                &mut written,
                &elimination,
                true,
                ties,
                islands.bodies_of(island),
            ));
            if turning(island) {
                closed.extend(islands.joints_of(island));
            }
            meshes += u32::from(is_stiff_mesh(islands, island));
        }
        let records = append(words, &records);
        let count = (records.end - records.start) / nets::RECORD as u32;
        out.nets.all = Table { first: records.start, count };
        out.rings = Table { first: records.start, count: count - meshes };
        out.meshes = Table { first: records.end - nets::RECORD as u32 * meshes, count: meshes };
        out.closed = append(words, &closed);
        let tables = [out.trees, out.pivots, out.rings, out.meshes];
        out.bounded.place(words, tables);
        out.halved.place(words, tables);
        out
    }
}

impl Firm {
    /// Bodies and joints of all members stand in the lists one island after the other.
    fn list(
        words: &mut Vec<u32>,
        islands: &Islands,
        members: &[&Island],
        [mut body, mut joint]: [u32; 2],
        firm: impl Fn(&Island) -> bool,
    ) -> Self {
        let mut out = Self { bodies: body..body, joints: joint..joint, ..Self::default() };
        let mut records = Vec::new();
        for &island in members {
            let (bodies, joints) =
                (islands.bodies_of(island).len() as u32, islands.joints_of(island).count() as u32);
            records.extend([body, bodies, joint, joints]);
            if matches!(island.shape, Shape::Chain | Shape::Tree) {
                out.most_joints = out.most_joints.max(joints);
            }
            (body, joint) = (body + bodies, joint + joints);
            if !firm(island) {
                continue;
            }
            (out.bodies.end, out.joints.end, out.count) = (body, joint, out.count + 1);
            match island.shape {
                Shape::Chain | Shape::Tree if is_of_pivots(islands, island) => out.pivots += 1,
                Shape::Chain | Shape::Tree => out.trees += 1,
                _ if is_stiff_mesh(islands, island) => out.meshes += 1,
                _ => out.rings += 1,
            }
        }
        let records = append(words, &records);
        out.islands = Table { first: records.start, count: members.len() as u32 };
        out
    }
}

impl Bounded {
    pub fn goes_at_once(&self) -> bool {
        self.at_once.iter().any(|table| table.count > 0)
    }

    /// The islands of a run of all members. Their bodies and joints stand in the lists, one island after the other,
    /// from `body` and `joint` on.
    fn list(
        words: &mut Vec<u32>,
        islands: &Islands,
        members: &[&Island],
        [mut body, mut joint]: [u32; 2],
        is: impl Fn(&Island) -> bool,
    ) -> Self {
        let mut out = Self::default();
        let (mut courses, mut soft, mut records): (Vec<u32>, Vec<u32>, Vec<u32>) = Default::default();
        let mut begun = false;
        for &island in members {
            let bodies = islands.bodies_of(island).len() as u32;
            let joints = islands.joints_of(island).count() as u32;
            let pivots = is_of_pivots(islands, island);
            let table = match island.shape {
                Shape::Chain | Shape::Tree if pivots => &mut out.pivots,
                Shape::Chain | Shape::Tree => &mut out.trees,
                _ if is_stiff_mesh(islands, island) => &mut out.meshes,
                _ => &mut out.rings,
            };
            if is(island) {
                out.members.push((pivots, bodies));
                out.most_joints = out.most_joints.max(joints);
                if !begun {
                    (begun, out.bodies, out.joints) = (true, body..body, joint..joint);
                }
                table.count += 1;
                let first = courses.len() as u32;
                courses.extend(islands.joints_of(island).filter(|&l| islands.kinds[l as usize].course));
                soft.extend(islands.joints_of(island).filter(|&l| islands.kinds[l as usize].soft));
                records.extend([joint, joints, first, courses.len() as u32 - first]);
                (out.bodies.end, out.joints.end) = (body + bodies, joint + joints);
            } else if !begun {
                table.first += 1;
            }
            (body, joint) = (body + bodies, joint + joints);
        }
        out.courses = append(words, &courses);
        out.soft = append(words, &soft);
        records.chunks_mut(RECORD).for_each(|record| record[2] += out.courses.start);
        let records = append(words, &records);
        out.islands = Table { first: records.start, count: (records.end - records.start) / RECORD as u32 };
        out
    }

    /// Where its records stand, once the tables of all members do.
    fn place(&mut self, words: &mut Vec<u32>, [trees, pivots, rings, meshes]: [Table; 4]) {
        let within = |all: Table, part: Table, record: usize| Table {
            first: all.first + part.first * record as u32,
            ..part
        };
        self.trees = within(trees, self.trees, RECORD);
        self.pivots = within(pivots, self.pivots, RECORD);
        self.rings = within(rings, self.rings, nets::RECORD);
        self.meshes = within(meshes, self.meshes, nets::RECORD);
        self.put_at_once(words);
    }

    /// Records of islands that go through all rounds at once, in the order of `islands`.
    fn put_at_once(&mut self, words: &mut Vec<u32>) {
        if self.rings.count + self.meshes.count > 0 || self.most_joints > MOST_AT_ONCE {
            return;
        }
        let Table { first, count } = self.islands;
        let of = words[first as usize..][..RECORD * count as usize].to_vec();
        let mut records = [Vec::new(), Vec::new()];
        let mut next = [self.trees.first, self.pivots.first];
        let mut body = self.bodies.start;
        for (record, &(pivots, bodies)) in of.chunks(RECORD).zip(&self.members) {
            let kind = usize::from(pivots);
            records[kind].extend(record);
            records[kind].extend([body, bodies, next[kind]]);
            (next[kind], body) = (next[kind] + RECORD as u32, body + bodies);
        }
        self.at_once = records.map(|records| {
            let count = (records.len() / NEWTON_RECORD) as u32;
            Table { first: append(words, &records).start, count }
        });
    }
}

/// Whether an island has two loops or more and holds some angle.
fn is_stiff_mesh(islands: &Islands, island: &Island) -> bool {
    island.shape == Shape::Mesh && islands.joints_of(island).any(|l| islands.kinds[l as usize].angles)
}

/// Whether every joint holds a point by the world's axes, and at most one goes to a held body.
fn is_of_pivots(islands: &Islands, island: &Island) -> bool {
    islands.joints_of(island).all(|l| islands.kinds[l as usize].pivot) && held_ends(islands, island) <= 1
}

/// Joints of an island to held bodies.
fn held_ends(islands: &Islands, island: &Island) -> usize {
    let held = |&body: &u32| islands.topology.island_of_body[body as usize] == NO_ISLAND;
    islands.joints_of(island).filter(|&l| islands.ends[l as usize].iter().any(held)).count()
}

/// The joints of an island without loops from the leaves on, and its root. The root is the first held body, or else the
/// body that the walk ends at. Further held bodies are leaves.
fn rooted(islands: &Islands, island: &Island) -> (Vec<u32>, u32) {
    let topology = islands.topology;
    let by_body = &topology.joints_by_body;
    let end = |item: u32| islands.ends[(item >> 1) as usize][(item & 1) as usize];
    let is_held = |body: u32| topology.island_of_body[body as usize] == NO_ISLAND;
    let bodies = islands.bodies_of(island);
    let hanging = bodies.iter().find_map(|&body| {
        by_body.row(body).iter().copied().find(|&item| is_held(end(item ^ 1))).map(|item| (body, item))
    });
    // from the root on, depth first: entries are those of children
    let mut entries = Vec::new();
    let mut open = Vec::new();
    let (root, start, over) = match hanging {
        Some((body, item)) => {
            entries.push(item);
            (HELD, body, item >> 1)
        }
        None => (bodies[bodies.len() - 1], bodies[bodies.len() - 1], u32::MAX),
    };
    let onward = |open: &mut Vec<u32>, body: u32, over: u32| {
        open.extend(by_body.row(body).iter().filter(|&&item| item >> 1 != over).map(|item| item ^ 1));
    };
    onward(&mut open, start, over);
    while let Some(item) = open.pop() {
        entries.push(item);
        if !is_held(end(item)) {
            onward(&mut open, end(item), item >> 1);
        }
    }
    entries.reverse();
    let mut come = HashMap::new();
    for entry in &mut entries {
        let (child, parent) = (end(*entry), end(*entry ^ 1));
        let to_child = come.get(&child).copied().unwrap_or(0);
        let to_parent = come.entry(parent).or_insert(0);
        *entry |= if to_child == 1 { 0 } else { START }
            | if to_child == 0 { LEAF } else { 0 }
            | if *to_parent == 0 { FIRST } else { 0 };
        *to_parent += 1;
    }
    (entries, root)
}
