//! Index lists that the kernels walk: which bodies, joints, colours and chains a group of islands has, one file per kind of
//! list. All lie in one buffer, `lists`; a dispatch names its part of it. Made from the topology, once per change.

mod body_colours;
pub mod chains;
mod colours;
pub mod contacts;
mod dissection;
pub mod drags;
pub mod elimination;
mod even;
pub mod events;
pub mod mixed;
pub mod nets;
mod segments;
pub mod tiles;
pub mod trees;

use std::ops::Range;

use crate::scene::{Hold, Joint, Linear, Manner, Scene};
use crate::topology::{Island, NO_ISLAND, Shape, Topology};
use chains::Chains;
use mixed::Mixed;
use nets::{Eliminations, Nets};
use trees::Trees;

/// One group of islands as ranges of `Lists::words`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Domain {
    pub bodies: Range<u32>,
    pub joints: Range<u32>,
    /// Movable bodies without joints.
    pub loose: Range<u32>,
    /// n_max over these islands.
    pub most_joints: u32,
    pub longest: Longest,
    /// Joints with rows that have bounds, at the end of `joints`.
    pub bounded: Range<u32>,
    /// Joints by colour, and those of them with rows that have bounds, at the end of each.
    pub colours: Vec<Range<u32>>,
    pub bounded_colours: Vec<Range<u32>>,
    /// Bodies by colour: no two of one share a joint. None unless what solves goes body by body; of all islands together.
    pub body_colours: Vec<Range<u32>>,
    pub chains: Chains,
    pub trees: Trees,
    pub nets: Nets,
    /// Islands with joints that are more than firm points; they are in none of the three above.
    pub mixed: Mixed,
    pub segments: Table,
    /// Whole islands packed into workgroups; none where one is too large.
    pub tiles: Table,
}

impl Domain {
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// Every joint is a point joint as firm as can be.
    pub fn is_plain(&self) -> bool {
        self.mixed.bodies.is_empty()
    }

    /// Appends all lists of these islands to `words`.
    fn of(words: &mut Vec<u32>, islands: &Islands, known: &mut Eliminations, joint_count: usize) -> Self {
        let mut joints: Vec<u32> = islands.iter().flat_map(|island| islands.joints_of(island)).collect();
        let bounded = |joint: &u32| islands.kinds[*joint as usize].bounded;
        joints.sort_unstable_by_key(|joint| (bounded(joint), *joint));
        let bounded = joints.iter().filter(|joint| bounded(joint)).count() as u32;
        let mut bodies: Vec<u32> =
            islands.iter().flat_map(|island| islands.bodies_of(island)).copied().collect();
        bodies.sort_unstable();
        let single = islands.iter().filter(|island| island.shape == Shape::Single);
        let loose: Vec<u32> = single.flat_map(|island| islands.bodies_of(island)).copied().collect();
        let row = |&body: &u32| islands.topology.joints_by_body.row(body).len() as u32;
        let mut out = Domain {
            joints: append(words, &joints),
            bodies: append(words, &bodies),
            loose: append(words, &loose),
            most_joints: bodies.iter().map(row).max().unwrap_or(0).max(1),
            ..Domain::default()
        };
        out.longest = Longest::of(islands);
        out.bounded = out.joints.end - bounded..out.joints.end;
        let (colours, colour_of) = colours::list(words, islands, &joints, joint_count);
        [out.colours, out.bounded_colours] = colours;
        out.chains = Chains::list(words, islands);
        out.trees = Trees::list(words, islands, (&out.bodies, &out.joints));
        out.nets = Nets::list(words, islands, known);
        out.mixed = Mixed::list(words, islands, known, out.nets.blocks);
        out.tiles = tiles::list(words, islands, &colour_of);
        out.segments = segments::list(words, islands);
        out
    }
}

/// Joints of the largest islands that one thread walks through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Longest {
    pub chain: u32,
    pub tree: u32,
    /// Of joints of any kind, and those of its joints that are bounded or driven.
    pub mixed: u32,
    pub courses: u32,
}

impl Longest {
    fn of(islands: &Islands) -> Self {
        let most = |of: &dyn Fn(&Island) -> Option<u32>| islands.iter().filter_map(of).max().unwrap_or(0);
        let plain = |shape: Shape| {
            most(&|island| (island.shape == shape && islands.is_plain(island)).then(|| length(island)))
        };
        let courses = |island: &Island| {
            islands.joints_of(island).filter(|&l| islands.kinds[l as usize].course).count() as u32
        };
        Self {
            chain: plain(Shape::Chain),
            tree: plain(Shape::Tree),
            mixed: most(&|island| (!islands.is_plain(island)).then(|| length(island))),
            courses: most(&|island| Some(courses(island))),
        }
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
    /// Bodies that stand for parts of compounds.
    pub parts: Range<u32>,
    /// Every joint is a point joint as firm as can be.
    pub points: bool,
    /// Every chain is even: see `even.rs`.
    pub even_chains: bool,
    /// Bodies that move by their velocities, whatever pulls.
    pub driven: Range<u32>,
    /// Bodies with damping, or a gravity of their own.
    pub drags: drags::Drags,
    /// Where bodies touch.
    pub contacts: Option<contacts::Contacts>,
    /// The events of a step.
    pub events: events::Events,
    /// Every island.
    pub whole: Domain,
    /// Islands that `auto` gives to the exact solver: their exact solve costs about as much as twenty passes.
    pub exact: Domain,
    /// The others.
    pub rest: Domain,
}

impl Lists {
    /// Blocks of the factors of whatever islands one plan can have.
    pub fn blocks(&self) -> u32 {
        let blocks = |domain: &Domain| domain.nets.blocks.max(domain.mixed.nets.blocks);
        [&self.whole, &self.exact, &self.rest].map(blocks).into_iter().max().unwrap_or(0)
    }

    /// Whether some islands may go through all rounds of Newton's method at once.
    pub fn carries(&self) -> bool {
        [&self.whole, &self.exact, &self.rest].iter().any(|domain| domain.mixed.goes_at_once())
    }

    /// Says which bodies move by their velocities.
    pub fn drive(&mut self, bodies: &[u32]) {
        self.driven = append(&mut self.words, bodies);
    }

    /// Whatever solves.
    pub fn new(topology: &Topology, scene: &Scene) -> Self {
        Self::with(topology, scene, Manner { by_bodies: true, ..Manner::default() })
    }

    /// As `new`, where the parameters say more of the scene.
    pub fn with(topology: &Topology, scene: &Scene, manner: Manner) -> Self {
        let joint_count = scene.joints.len();
        let by_body = &topology.joints_by_body;
        let mut words: Vec<u32> =
            by_body.offsets.iter().map(|offset| offset + by_body.offsets.len() as u32).collect();
        words.extend_from_slice(&by_body.items);
        words.extend_from_slice(&topology.island_joints);
        let mut known = Eliminations::default();
        let kinds: Vec<Kind> = scene
            .joints
            .iter()
            .map(|joint| {
                let kind = Kind::of(joint);
                let driven = [joint.a, joint.b].iter().any(|&body| scene.bodies[body as usize].kinematic);
                let plain = manner.leaves_points() && joint.is_plain();
                Kind { plain, firm: kind.firm && !driven, ..kind }
            })
            .collect();
        let ends: Vec<[u32; 2]> = scene.joints.iter().map(|joint| [joint.a, joint.b]).collect();
        let of = |members| Islands { topology, members, kinds: &kinds, ends: &ends };
        let mut domain = |islands: &Islands| Domain::of(&mut words, islands, &mut known, joint_count);
        let all = of(topology.islands.iter().collect());
        let whole = domain(&all);
        let is_cheap = |island: &&Island| match island.shape {
            Shape::Single | Shape::Chain | Shape::Tree => true,
            _ => {
                let elimination =
                    if all.is_plain(island) { known.of(&all, island) } else { known.of_any(&all, island) };
                elimination.is_some_and(|elimination| elimination.products.len() <= MOST_FOR_AUTO)
            }
        };
        let (exact, rest): (Vec<&Island>, Vec<&Island>) = topology.islands.iter().partition(is_cheap);
        let mut domain = |members| Domain::of(&mut words, &of(members), &mut known, joint_count);
        let (exact, rest) = match (exact.is_empty(), rest.is_empty()) {
            (_, true) => (whole.clone(), Domain::default()),
            (true, false) => (Domain::default(), whole.clone()),
            (false, false) => (domain(exact), domain(rest)),
        };
        let mut lists = Lists {
            words,
            body_count: scene.bodies.len() as u32,
            joint_count: joint_count as u32,
            parts: scene.parts().start as u32..scene.parts().end as u32,
            points: kinds.iter().all(|kind| kind.plain),
            even_chains: false,
            driven: 0..0,
            drags: drags::Drags::default(),
            contacts: None,
            events: events::Events::list(scene),
            whole,
            exact,
            rest,
        };
        if manner.by_bodies {
            lists.whole.body_colours = body_colours::list(&mut lists.words, &all);
        }
        lists.even_chains = even::all(scene, &lists);
        let moves = |body: u32| topology.island_of_body[body as usize] != NO_ISLAND;
        lists.drags = drags::Drags::list(&mut lists.words, scene, moves);
        if manner.touching {
            let row = |body: u32| by_body.row(body).iter().map(|item| item >> 1).collect();
            lists.contacts = Some(contacts::Contacts::list(&mut lists.words, scene, manner, moves, row));
        }
        lists
    }
}

/// Products of two blocks that `auto` lets the exact solver take for an island. A net of 20 × 16 beads has 39,175.
/// Symplectic, it takes 3 to 5 times as long as 20 passes of Chebyshev on lavapipe, and one of 32 × 32 takes 4 to 7
/// times (docs/benchmarks/positions.md, on two days).
const MOST_FOR_AUTO: usize = 60_000;

/// The islands of one domain.
struct Islands<'a> {
    topology: &'a Topology,
    members: Vec<&'a Island>,
    /// By joint of the scene: its kind, and its two bodies.
    kinds: &'a [Kind],
    ends: &'a [[u32; 2]],
}

#[derive(Clone, Copy, PartialEq)]
struct Kind {
    /// A point joint as firm as can be.
    plain: bool,
    /// Some row is a spring by frequency.
    spring: bool,
    /// Some row holds an angle.
    turns: bool,
    /// Some angle is kept as firmly as can be.
    angles: bool,
    /// It bears only so much.
    brittle: bool,
    /// Nothing of it yields or breaks, and neither of its bodies moves by its velocity.
    firm: bool,
    /// Some held row yields.
    soft: bool,
    /// Some row is driven or bounded; some force has bounds or two slopes.
    course: bool,
    bounded: bool,
    /// It holds a point by the world's axes, and always.
    pivot: bool,
}

impl Kind {
    fn of(joint: &Joint) -> Self {
        let hold = Hold::of(joint);
        let breaks = joint.is_brittle() || joint.once_brittle;
        Self {
            plain: joint.is_plain(),
            spring: hold.by_frequency(),
            turns: hold.turns(),
            angles: hold.holds_angles(),
            brittle: joint.is_brittle(),
            course: hold.has_courses(),
            bounded: hold.is_bounded(),
            soft: hold.is_soft(),
            firm: hold.is_firm() && !breaks,
            pivot: hold.linear == Linear::World && !breaks,
        }
    }
}

/// Whether the change of a joint makes the lists stale.
pub fn differ(one: &Joint, other: &Joint) -> bool {
    // anchors of firm points make a chain even
    Kind::of(one) != Kind::of(other) || one.is_plain()
}

impl<'a> Islands<'a> {
    fn iter(&self) -> impl Iterator<Item = &'a Island> {
        self.members.iter().copied()
    }

    /// Nothing but point joints as firm as can be.
    fn is_plain(&self, island: &Island) -> bool {
        self.joints_of(island).all(|l| self.kinds[l as usize].plain)
    }

    /// Islands for the solvers of point joints.
    fn plain(&self) -> impl Iterator<Item = &'a Island> {
        self.iter().filter(|island| self.is_plain(island))
    }

    fn bodies_of(&self, island: &Island) -> &'a [u32] {
        &self.topology.island_bodies[island.bodies.start as usize..island.bodies.end as usize]
    }

    fn joints_of(&self, island: &Island) -> impl Iterator<Item = u32> + use<'a> {
        let entries = &self.topology.island_joints[island.joints.start as usize..island.joints.end as usize];
        entries.iter().map(|entry| entry >> 1)
    }

    /// Where the island's entries stand in `Lists::words`.
    fn first_entry(&self, island: &Island) -> u32 {
        let by_body = &self.topology.joints_by_body;
        (by_body.offsets.len() + by_body.items.len()) as u32 + island.joints.start
    }
}

/// How many joints an island has.
fn length(island: &Island) -> u32 {
    island.joints.end - island.joints.start
}

fn append(words: &mut Vec<u32>, items: &[u32]) -> Range<u32> {
    let first = words.len() as u32;
    words.extend_from_slice(items);
    first..words.len() as u32
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

    /// The most joints whose lists a binding holds, from those of `scene`.
    fn joints_held(scene: &Scene) -> f64 {
        let fixed: Vec<bool> = scene.bodies.iter().map(|body| body.fixed).collect();
        let pairs: Vec<(u32, u32)> = scene.joints.iter().map(|joint| (joint.a, joint.b)).collect();
        let topology = Topology::new(&fixed, &pairs, &vec![false; pairs.len()]);
        let lists = Lists::with(&topology, scene, Manner::default());
        // equal islands share one elimination, and a large one has none
        let mixed = !lists.exact.is_empty() && !lists.rest.is_empty();
        let parts = if mixed { vec![&lists.whole, &lists.exact, &lists.rest] } else { vec![&lists.whole] };
        let shared: u32 = parts.iter().map(|domain| domain.nets.elimination_words).sum();
        let words = lists.words.len() as u32 - shared;
        BINDING / (4.0 * f64::from(words) / pairs.len() as f64)
    }

    /// The size of a scene that docs/limits.md promises.
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
            ("tree", built("tree", json!({"branches": 2, "depth": 6})), 2.0),
            ("ring", built("ring", json!({"beads": 100})), 2.0),
            ("net", net, 2.5),
            ("necklaces and small nets", mixed, 1.4),
        ] {
            let held = joints_held(&scene) * 1e-6;
            assert!(held >= millions, "{what}: {held:.2} million");
        }
    }
}
