//! Islands without loops in the lanes of `Four`, each to the bits that it would end in alone. Those of one shape go
//! through `joint_trees` together, or through `joint_chain`. The islands that are to be solved change from round to
//! round, so four are put together anew each time. The rest goes alone.

use std::collections::BTreeMap;

use super::Solve;
use super::joint_chain::{eliminate_chain, is_chain, is_point};
use super::joint_trees::{Tree, eliminate, joint_trees, moves};
use crate::cpu::algebra::{Pair, Symmetric, Vec3};
use crate::cpu::four::{Four, apart, asked_apart, number, two_vectors, vector};
use crate::cpu::four_records::{pair, rotation, velocities, velocity};
use crate::cpu::records::{Body, Pose, Step, Velocity};
use crate::cpu::tie::Tie;
use crate::cpu::ties::Rows;
use crate::cpu::world::World;
use crate::lists::mixed::{FIRST, HELD, LEAF, START, joint_of};
use crate::plan::Dispatch;

/// By entry: its bodies' places among the island's, and what its word says beside the joint. Then the root's place, and which bodies move.
type Shape = (Vec<(usize, usize, u32)>, Option<usize>, Vec<bool>);

/// Its record, its bodies in order, its joints as they are eliminated.
#[derive(Clone, Debug)]
struct Island {
    record: usize,
    bodies: Vec<usize>,
    joints: Vec<usize>,
}

/// Islands of one shape, and which lanes they take.
#[derive(Clone, Debug)]
struct Alike {
    islands: Vec<Island>,
    lanes: usize,
}

/// The world of one island, each number of which is four.
#[derive(Clone, Debug)]
struct Lanes {
    world: World<Four>,
    tree: Tree,
    /// By joint a one for each row that holds nothing, whether it turns freely, and what impulse it found.
    dead: Vec<Pair<Four>>,
    free: Vec<bool>,
    found: Vec<Pair<Four>>,
    /// Whether its joints follow one another, and whether all of them are points.
    is_chain: bool,
    of_points: bool,
}

/// The islands of one list, all or those of one batch, by shape.
#[derive(Clone, Debug)]
struct Crowd {
    list: (u32, u32, Option<usize>),
    alike: Vec<Alike>,
}

/// Cached until the lists change.
#[derive(Clone, Debug, Default)]
pub struct Crowds {
    crowds: Vec<Crowd>,
    lanes: BTreeMap<Shape, usize>,
    known: Vec<Lanes>,
}

/// Runs `joint_trees` over islands of the dispatch.
pub fn trees(
    world: &mut World<f32>,
    dispatch: &Dispatch,
    batch: Option<usize>,
    threads: impl Iterator<Item = usize>,
) {
    let step = Step::from(&dispatch.step);
    let (solve, list) = (Solve::of(&step), (dispatch.step.first, dispatch.step.count, batch));
    let mut all = std::mem::take(&mut world.by_four.crowds);
    let known = all.crowds.iter().position(|crowd| crowd.list == list);
    let place = known.unwrap_or_else(|| {
        let alike = all.sort(world, step.first, threads);
        all.crowds.push(Crowd { list, alike });
        all.crowds.len() - 1
    });
    for Alike { islands, lanes } in &all.crowds[place].alike {
        let lanes = &mut all.known[*lanes];
        let concerned =
            |island: &&Island| Tree::of(world, step.first, island.record).is_concerned(world, &solve);
        let islands: Vec<&Island> = islands.iter().filter(concerned).collect();
        for some in islands.chunks(4) {
            if some.len() == 1 || !lanes.solve(world, &step, &solve, some) {
                some.iter().for_each(|island| joint_trees(world, &step, island.record));
            }
        }
    }
    world.by_four.crowds = all;
}

impl Lanes {
    fn of((entries, root, moving): &Shape) -> Self {
        let (ties, bodies) = (entries.len(), moving.len());
        let world = World {
            lists: entries.iter().enumerate().map(|(l, (.., beside))| (l as u32) << 1 | beside).collect(),
            ties: entries.iter().map(|&(a, b, _)| Tie { a, b, ..Tie::default() }).collect(),
            rows: vec![Rows::default(); ties],
            lefts: vec![Pair::ZERO; ties],
            bodies: vec![Body::default(); bodies],
            poses: vec![Pose::default(); bodies],
            velocities: vec![Velocity::default(); bodies],
            mobility: vec![Symmetric::ZERO; bodies],
            ..World::default()
        };
        let tree = Tree::whole(ties, root.map_or(HELD, |place| place as u32));
        let none = vec![Pair::ZERO; ties];
        let is_chain = is_chain(&world.lists);
        Lanes {
            world,
            tree,
            dead: none.clone(),
            free: vec![false; ties],
            found: none,
            is_chain,
            of_points: false,
        }
    }

    /// Of up to four; lanes beyond them do what the first one does. False where they do not go one way.
    fn solve(&mut self, world: &mut World<f32>, step: &Step<f32>, solve: &Solve, some: &[&Island]) -> bool {
        let four = [0, 1, 2, 3].map(|lane| *some.get(lane).unwrap_or(&some[0]));
        if !self.take(world, solve.first_rows(world), four) {
            return false;
        }
        let Self { world: lanes, tree, dead, free, found, of_points, .. } = self;
        let regularisation = Four(glam::Vec4::splat(step.regularisation));
        let take = |_: &mut World<Four>, l: usize, q: Pair<Four>| found[l] = q;
        asked_apart();
        if *of_points {
            eliminate_chain(lanes, tree, 0, regularisation, take);
        } else {
            eliminate(lanes, tree, 0, regularisation, |_, l| dead[l], |_, l| free[l], take);
        }
        if asked_apart() {
            return false;
        }
        self.put(world, step, solve, some);
        true
    }

    /// False where some joint is one spring in all its rows: what softens that only its own world knows. Or where some
    /// turn freely and some do not, or some are chains of points and some are not.
    fn take(&mut self, world: &World<f32>, rows_from: usize, four: [&Island; 4]) -> bool {
        let of_points = four.map(|island| {
            self.is_chain && island.joints.iter().all(|&joint| is_point(world, rows_from, joint))
        });
        self.of_points = of_points[0];
        if of_points.iter().any(|&one| one != of_points[0]) {
            return false;
        }
        for l in 0..self.dead.len() {
            let joints = four.map(|island| island.joints[l]);
            let rows = joints.map(|joint| &world.rows[rows_from + joint]);
            let free = joints.map(|joint| !world.frames[joint].hold.turns());
            if rows.iter().any(|rows| rows.softness.linear.x < 0.0) || free.iter().any(|&one| one != free[0])
            {
                return false;
            }
            let two = |of: fn(&Rows<f32>) -> [Vec3<f32>; 2]| two_vectors(rows, of);
            let lefts = joints.map(|joint| &world.lefts[joint]);
            let taken = &mut self.world.rows[l];
            [taken.arm_a, taken.arm_b] = two(|rows| [rows.arm_a, rows.arm_b]);
            if self.of_points {
                self.world.lefts[l].linear = vector(lefts, |left| left.linear);
                continue;
            }
            [taken.linear[0], taken.linear[1]] = two(|rows| [rows.linear[0], rows.linear[1]]);
            if free[0] {
                [taken.linear[2], taken.softness.linear] = two(|rows| [rows.linear[2], rows.softness.linear]);
                self.world.lefts[l].linear = vector(lefts, |left| left.linear);
            } else {
                [taken.linear[2], taken.angular[0]] = two(|rows| [rows.linear[2], rows.angular[0]]);
                [taken.angular[1], taken.angular[2]] = two(|rows| [rows.angular[1], rows.angular[2]]);
                taken.softness = pair(rows.map(|rows| &rows.softness));
                self.world.lefts[l] = pair(lefts);
            }
            self.dead[l] = Pair { linear: dead(&taken.linear), angular: dead(&taken.angular) };
            self.free[l] = free[0];
        }
        for (i, body) in self.world.bodies.iter_mut().enumerate() {
            let bodies = four.map(|island| island.bodies[i]);
            body.inverse_mass = number(bodies.map(|body| &world.bodies[body]), |body| body.inverse_mass);
            let [diagonal, off] =
                two_vectors(bodies.map(|body| &world.mobility[body]), |w| [w.diagonal, w.off]);
            self.world.mobility[i] = Symmetric { diagonal, off };
            self.world.poses[i].rotation = rotation(bodies.map(|body| &world.poses[body]));
            self.world.velocities[i] = velocity(bodies.map(|body| &world.velocities[body]));
        }
        true
    }

    /// V and, where it is for velocities, λ.
    fn put(&self, world: &mut World<f32>, step: &Step<f32>, solve: &Solve, some: &[&Island]) {
        for (i, v) in self.world.velocities.iter().enumerate() {
            for (island, v) in some.iter().zip(velocities(v)) {
                let body = island.bodies[i];
                if moves(world, body) {
                    world.velocities[body] = v;
                }
            }
        }
        if solve.of_places {
            return;
        }
        let share = step.inverse_h;
        for (l, q) in self.found.iter().enumerate() {
            let (linear, angular) = (apart(q.linear), apart(q.angular));
            for (lane, island) in some.iter().enumerate() {
                let (joint, q) = (island.joints[l], Pair { linear: linear[lane], angular: angular[lane] });
                world.put_lambda(joint, world.lambda(joint) + q * share);
            }
        }
    }
}

/// A one for each row that is zero.
fn dead([x, y, z]: &[Vec3<Four>; 3]) -> Vec3<Four> {
    let one = |row: &Vec3<Four>| {
        let zero = glam::Vec4::ZERO;
        let is_zero = row.x.0.cmpeq(zero) & row.y.0.cmpeq(zero) & row.z.0.cmpeq(zero);
        Four(glam::Vec4::select(is_zero, glam::Vec4::ONE, zero))
    };
    Vec3::new(one(x), one(y), one(z))
}

impl Crowds {
    fn sort(
        &mut self,
        world: &World<f32>,
        first_record: usize,
        records: impl Iterator<Item = usize>,
    ) -> Vec<Alike> {
        let mut shapes: BTreeMap<Shape, Vec<Island>> = BTreeMap::new();
        for record in records {
            let tree = Tree::of(world, first_record, record);
            let entries = &world.lists[tree.first..tree.first + tree.count];
            let ties = || entries.iter().map(|&entry| &world.ties[joint_of(entry).0]);
            let mut bodies: Vec<usize> = ties().flat_map(|tie| [tie.a, tie.b]).collect();
            bodies.extend((tree.root != HELD).then_some(tree.root as usize));
            bodies.sort_unstable();
            bodies.dedup();
            let place = |body: usize| bodies.binary_search(&body).expect("a body of the island");
            let beside = |entry: u32| entry & (START | FIRST | LEAF | 1);
            let shape: Shape = (
                ties()
                    .zip(entries)
                    .map(|(tie, &entry)| (place(tie.a), place(tie.b), beside(entry)))
                    .collect(),
                (tree.root != HELD).then(|| place(tree.root as usize)),
                bodies.iter().map(|&body| moves(world, body)).collect(),
            );
            let joints = entries.iter().map(|&entry| joint_of(entry).0).collect();
            shapes.entry(shape).or_default().push(Island { record, bodies, joints });
        }
        shapes.into_iter().map(|(shape, islands)| Alike { islands, lanes: self.lanes_of(shape) }).collect()
    }

    fn lanes_of(&mut self, shape: Shape) -> usize {
        let known = &mut self.known;
        *self.lanes.entry(shape).or_insert_with_key(|shape| {
            known.push(Lanes::of(shape));
            known.len() - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Twin;
    use crate::parameters::Parameters;
    use crate::plan::Facts;
    use crate::scene::built_in;
    use crate::solvers;
    use serde_json::json;

    /// All that these kernels write, to the last bit: f32 prints as many digits as tell it apart.
    fn all(world: &World<f32>) -> String {
        let World { poses, velocities, multipliers, rows, lefts, open, kept, .. } = world;
        format!("{poses:?}{velocities:?}{multipliers:?}{rows:?}{lefts:?}{open:?}{kept:?}")
    }

    /// Steps both ways, and how many islands of one shape there are at most.
    fn compare(
        name: &str,
        options: serde_json::Value,
        positions: &str,
        disturb: impl Fn(&mut World<f32>),
    ) -> usize {
        let scene = built_in::build(name, options.as_object().expect("an object")).expect("a scene");
        let changes = json!({"solver": "direct", "positions": positions, "substeps": 2});
        let parameters = Parameters::default().with(changes.as_object().expect("an object")).expect("valid");
        let mut twin = Twin::<f32>::of(&scene, parameters).expect("a twin");
        disturb(twin.world_mut());
        let plan = solvers::plan(twin.parameters(), twin.lists(), Facts::default(), false);
        let mut one_by_one = twin.world().clone();
        let mut by_four = one_by_one.clone();
        for frame in 0..20 {
            for dispatch in plan.frame.iter().chain(&plan.substep).chain(&plan.substep).chain(&plan.ended) {
                one_by_one.run_one_by_one(dispatch);
                by_four.run(dispatch);
            }
            assert!(all(&one_by_one) == all(&by_four), "{name}, {positions}, frame {frame}");
        }
        let crowds = &by_four.by_four.crowds.crowds;
        crowds.iter().flat_map(|crowd| &crowd.alike).map(|alike| alike.islands.len()).max().unwrap_or(0)
    }

    #[test]
    fn islands_by_four_end_in_the_bits_of_islands_one_by_one() {
        for positions in ["symplectic", "projected", "pulled"] {
            for hinges in [0, 1] {
                let islands = compare("ragdolls", json!({"count": 6, "hinges": hinges}), positions, |_| ());
                assert_eq!(islands, 6);
            }
            compare("joint-grid", json!({"rows": 3, "columns": 3}), positions, |_| ());
        }
        // joints that are points, solved beside contacts
        assert_eq!(compare("pour", json!({"chains": 9, "beads": 6}), "auto", |_| ()), 9);
    }

    /// One whirls, one is torn and one has lost a joint, so that its rows are gone. Where four do not agree, they go
    /// alone.
    #[test]
    fn where_four_go_different_ways_they_go_alone() {
        for positions in ["symplectic", "projected", "pulled"] {
            compare("ragdolls", json!({"count": 9}), positions, |world| {
                world.velocities[3].angular.y = 400.0;
                world.poses[20].position.x += 0.3;
                world.bodies[31].inverse_mass = 0.0;
            });
        }
    }
}
