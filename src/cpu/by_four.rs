//! Runs four chains of equal shape at once, one per SIMD lane of `Four`, by the same kernels as one chain. Bits are those of the kernels one by one: lanes do not mix, and where four chains would go different ways they go alone.

use std::collections::BTreeMap;

use super::algebra::{Quat, Symmetric};
use super::contacts::PALETTE;
use super::contacts::by_four as pairs;
use super::contacts::contact_sweep_wide::relax_rest;
use super::contacts::packed::Packed;
use super::four::{Four, apart, asked_apart, number, vector};
use super::four_records::velocities;
use super::joints::by_four as islands;
use super::records::{Arms, Block, Body, Multiplier, Pose, Step, Velocity};
use super::solvers::solve_chains::solve_chains;
use super::solvers::symplectic_chains::symplectic_chains;
use super::step::by_four as bodies;
use super::tie::Tie;
use super::world::World;
use crate::plan::{self, Dispatch};

/// By joint: its bodies' places among the chain's, and the entry's last bit, which says from which end it is walked.
type Shape = Vec<(usize, usize, u32)>;

/// A chain's record, its bodies in order, its joints as they are walked.
#[derive(Clone, Debug)]
struct Chain {
    record: usize,
    bodies: Vec<u32>,
    joints: Vec<u32>,
}

/// Four chains of one shape, by lanes.
#[derive(Clone, Debug)]
struct Bundle {
    records: [usize; 4],
    bodies: Vec<[u32; 4]>,
    joints: Vec<[u32; 4]>,
}

/// The chains of a list: bundles by shape, and the records of those that are left over.
#[derive(Clone, Debug)]
struct Sorted {
    list: (u32, u32),
    bundles: Vec<(Shape, Vec<Bundle>)>,
    alone: Vec<usize>,
}

/// Cached until the lists change.
#[derive(Clone, Debug, Default)]
pub struct ByFour {
    sorted: Vec<Sorted>,
    /// One chain, each number of which is four.
    world: Option<Box<World<Four>>>,
    pub crowds: islands::Crowds,
    pub pairs: Packed,
}

impl ByFour {
    /// The lists are other ones.
    pub fn forget(&mut self) {
        self.sorted.clear();
        self.crowds = islands::Crowds::default();
    }

    /// A kernel ran that may have turned bodies, so that their mobilities are others.
    pub fn note(&mut self, kernel: &str) {
        if matches!(kernel, "compute_inertia" | "contact_start" | "solve_chains" | "place_predict") {
            self.pairs.turned = true;
        }
    }
}

/// Runs a dispatch over chains, or pairs of bodies, by four; false where it is of another kind.
pub fn run(world: &mut World<f32>, dispatch: &Dispatch) -> bool {
    let step = Step::from(&dispatch.step);
    match dispatch.kernel {
        "contact_prepare" => pairs::prepare(world, &step),
        "contact_sweep" => pairs::sweep(world, &step, step.extra[0] as usize),
        "contact_sweep_all" => (0..PALETTE).for_each(|colour| pairs::sweep(world, &step, colour)),
        "contact_sweep_wide" => {
            (step.first..PALETTE).for_each(|colour| pairs::sweep(world, &step, colour));
            // pairs without a colour are not packed
            relax_rest(world, &step);
        }
        "contact_warm" => pairs::warm(world, &step),
        "contact_warm_big" => pairs::warm_big(world, &step),
        // over pairs that bounce or have no colour, which are not packed
        "contact_reflect" => return false,
        "contact_relax" | "contact_spread" | "contact_spread_big" if step.extra[0] & 1 == 0 => return false,
        kernel if kernel.starts_with("contact_") => {
            pairs::unpack(world);
            // bodies have the colours where these are listed by another kernel
            match kernel {
                "contact_list" => world.by_four.pairs.coloured = step.extra[0] == 0,
                "contact_block_list" => world.by_four.pairs.coloured = false,
                _ => {}
            }
            return false;
        }
        "joint_trees"
        | "joint_pivots"
        | "joint_reach"
        | "compute_inertia"
        | "compute_free_velocity"
        | "compute_positions" => {
            return run_part(world, dispatch, None, 0..dispatch.step.count as usize);
        }
        "symplectic_chains" => {
            run_over(world, dispatch, symplectic_chains, symplectic_chains, |world, bundle, four| {
                put_moved(world, bundle, four);
                put_verdicts(world, bundle, four);
            });
        }
        // chains that were taken back go alone
        "solve_chains" if dispatch.step.extra[0] == 0 => {
            run_over(world, dispatch, solve_chains, solve_chains, |world, bundle, four| {
                put_moved(world, bundle, four);
                put_kept(world, bundle, four);
            });
        }
        _ => return false,
    }
    true
}

/// The same of the threads of one batch of islands, or of all.
pub fn run_part(
    world: &mut World<f32>,
    dispatch: &Dispatch,
    batch: Option<usize>,
    threads: impl Iterator<Item = usize>,
) -> bool {
    match dispatch.kernel {
        "joint_trees" | "joint_pivots" => islands::trees(world, dispatch, batch, threads),
        _ => return bodies::run(world, dispatch, threads),
    }
    true
}

fn run_over(
    world: &mut World<f32>,
    dispatch: &Dispatch,
    one: fn(&mut World<f32>, &Step<f32>, usize),
    four: fn(&mut World<Four>, &Step<Four>, usize),
    put: fn(&mut World<f32>, &Bundle, &World<Four>),
) {
    let plan::Step { first, count, extra, .. } = dispatch.step;
    let mut by_four = std::mem::take(&mut world.by_four);
    let known = by_four.sorted.iter().position(|sorted| sorted.list == (first, count));
    let place = known.unwrap_or_else(|| {
        by_four.sorted.push(sort(world, (first, count)));
        by_four.sorted.len() - 1
    });
    let sorted = &by_four.sorted[place];
    let lanes = by_four.world.get_or_insert_default();
    let step = Step::from(&dispatch.step);
    let step_of_four = Step::from(&plan::Step { first: 0, count: 1, extra: [extra[0], 0], ..dispatch.step });
    // a chain that a hand holds goes another way
    let is_held = |bundle: &Bundle| bundle.bodies.iter().flatten().any(|&body| body + 1 == extra[1]);
    for (shape, bundles) in &sorted.bundles {
        make_room(lanes, shape);
        for bundle in bundles {
            if !is_held(bundle) {
                take(world, bundle, lanes);
                lanes.falls = 0;
                asked_apart();
                four(lanes, &step_of_four, 0);
                // chains that are taken back are counted alone
                if !asked_apart() && lanes.falls == 0 {
                    put(world, bundle, lanes);
                    continue;
                }
            }
            bundle.records.iter().for_each(|&record| one(world, &step, record));
        }
    }
    sorted.alone.iter().for_each(|&record| one(world, &step, record));
    world.by_four = by_four;
}

fn sort(world: &World<f32>, list: (u32, u32)) -> Sorted {
    let mut chains: BTreeMap<Shape, Vec<Chain>> = BTreeMap::new();
    for record in 0..list.1 as usize {
        let at = list.0 as usize + 2 * record;
        let (first, count) = (world.lists[at] as usize, world.lists[at + 1] as usize);
        let entries = &world.lists[first..first + count];
        let ties = || entries.iter().map(|&entry| &world.ties[entry as usize >> 1]);
        let mut bodies: Vec<u32> = ties().flat_map(|tie| [tie.a as u32, tie.b as u32]).collect();
        bodies.sort_unstable();
        bodies.dedup();
        let place = |body: usize| bodies.binary_search(&(body as u32)).expect("a body of the chain");
        let shape =
            ties().zip(entries).map(|(tie, &entry)| (place(tie.a), place(tie.b), entry & 1)).collect();
        let joints = entries.iter().map(|entry| entry >> 1).collect();
        chains.entry(shape).or_default().push(Chain { record, bodies, joints });
    }
    let alone = chains.values().flat_map(|alike| alike.chunks_exact(4).remainder()).map(|chain| chain.record);
    let alone = alone.collect();
    let bundled = |alike: Vec<Chain>| alike.chunks_exact(4).map(bundle).collect();
    let bundles = chains.into_iter().map(|(shape, alike)| (shape, bundled(alike))).collect();
    Sorted { list, bundles, alone }
}

fn bundle(four: &[Chain]) -> Bundle {
    let across = |of: fn(&Chain) -> &[u32]| {
        (0..of(&four[0]).len()).map(|k| std::array::from_fn(|lane| of(&four[lane])[k])).collect()
    };
    Bundle {
        records: std::array::from_fn(|lane| four[lane].record),
        bodies: across(|chain| &chain.bodies),
        joints: across(|chain| &chain.joints),
    }
}

/// Makes it a world of one chain of this shape.
fn make_room(world: &mut World<Four>, shape: &Shape) {
    let ties = shape.len();
    let bodies = ties + 1;
    let entries = shape.iter().enumerate().map(|(l, (.., end))| (l as u32) << 1 | end);
    *world = World {
        // the record, then its entries
        lists: [2, ties as u32].into_iter().chain(entries).collect(),
        ties: shape.iter().map(|&(a, b, _)| Tie { a, b, ..Tie::default() }).collect(),
        bodies: vec![Body::default(); bodies],
        poses: vec![Pose::default(); bodies],
        velocities: vec![Velocity::default(); bodies],
        free_velocities: vec![Velocity::default(); bodies],
        mobility: vec![Symmetric::ZERO; bodies],
        multipliers: vec![Multiplier::default(); ties],
        means: vec![None; ties],
        arms: vec![Arms::default(); ties],
        blocks: vec![Block::default(); ties],
        ..World::default()
    };
}

/// Reads the data of four chains for a substep.
fn take(world: &World<f32>, bundle: &Bundle, four: &mut World<Four>) {
    for (i, places) in bundle.bodies.iter().enumerate() {
        let facts = places.map(|body| &world.bodies[body as usize]);
        four.bodies[i] = Body {
            inertia: vector(facts, |body| body.inertia),
            mass: number(facts, |body| body.mass),
            inverse_inertia: vector(facts, |body| body.inverse_inertia),
            inverse_mass: number(facts, |body| body.inverse_mass),
        };
        let poses = places.map(|body| &world.poses[body as usize]);
        let rotation =
            Quat { xyz: vector(poses, |pose| pose.rotation.xyz), w: number(poses, |pose| pose.rotation.w) };
        let (position, radius) = (vector(poses, |pose| pose.position), number(poses, |pose| pose.radius));
        four.poses[i] = Pose { position, radius, rotation };
        let v = places.map(|body| &world.velocities[body as usize]);
        four.velocities[i] = Velocity { linear: vector(v, |v| v.linear), angular: vector(v, |v| v.angular) };
    }
    for (l, places) in bundle.joints.iter().enumerate() {
        let ties = places.map(|joint| &world.ties[joint as usize]);
        four.ties[l].anchor_a = vector(ties, |tie| tie.anchor_a);
        four.ties[l].anchor_b = vector(ties, |tie| tie.anchor_b);
        let multipliers = places.map(|joint| &world.multipliers[joint as usize]);
        four.multipliers[l].lambda = vector(multipliers, |multiplier| multiplier.lambda);
    }
}

fn symmetric(m: &Symmetric<Four>) -> [Symmetric<f32>; 4] {
    let (diagonal, off) = (apart(m.diagonal), apart(m.off));
    std::array::from_fn(|lane| Symmetric { diagonal: diagonal[lane], off: off[lane] })
}

fn put<T>(array: &mut [T], places: [u32; 4], four: [T; 4]) {
    for (place, item) in places.into_iter().zip(four) {
        array[place as usize] = item;
    }
}

/// Where bodies are, how they move, and λ.
fn put_moved(world: &mut World<f32>, bundle: &Bundle, four: &World<Four>) {
    for (i, &places) in bundle.bodies.iter().enumerate() {
        let Pose { position, rotation, .. } = four.poses[i];
        let (positions, xyz, w) = (apart(position), apart(rotation.xyz), rotation.w.0.to_array());
        for (lane, body) in places.into_iter().enumerate() {
            let pose = &mut world.poses[body as usize];
            pose.position = positions[lane];
            pose.rotation = Quat { xyz: xyz[lane], w: w[lane] };
        }
        put(&mut world.velocities, places, velocities(&four.velocities[i]));
    }
    for (&places, multiplier) in bundle.joints.iter().zip(&four.multipliers) {
        let (lambda, left) = (apart(multiplier.lambda), multiplier.left.0.to_array());
        let multipliers = std::array::from_fn(|k| Multiplier { lambda: lambda[k], left: left[k] });
        put(&mut world.multipliers, places, multipliers);
    }
    for (&places, mean) in bundle.joints.iter().zip(&four.means) {
        let means = mean.map_or([None; 4], |mean| apart(mean).map(Some));
        put(&mut world.means, places, means);
    }
}

/// Where `verdict_of` looks.
fn put_verdicts(world: &mut World<f32>, bundle: &Bundle, four: &World<Four>) {
    let said = four.blocks[0].bias.x.0.to_array();
    for (joint, said) in bundle.joints[0].into_iter().zip(said) {
        world.blocks[joint as usize].bias.x = said;
    }
}

/// Writes the other results of solve_chains.
fn put_kept(world: &mut World<f32>, bundle: &Bundle, four: &World<Four>) {
    for (i, &places) in bundle.bodies.iter().enumerate() {
        put(&mut world.free_velocities, places, velocities(&four.free_velocities[i]));
        put(&mut world.mobility, places, symmetric(&four.mobility[i]));
    }
    for (l, &places) in bundle.joints.iter().enumerate() {
        let (block, arms) = (&four.blocks[l], &four.arms[l]);
        let (inverse, work) = (symmetric(&block.inverse), apart(block.work));
        let (arm_a, arm_b) = (apart(arms.arm_a), apart(arms.arm_b));
        for (lane, joint) in places.into_iter().enumerate() {
            let block = &mut world.blocks[joint as usize];
            (block.inverse, block.work) = (inverse[lane], work[lane]);
        }
        put(&mut world.arms, places, std::array::from_fn(|k| Arms { arm_a: arm_a[k], arm_b: arm_b[k] }));
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
    use serde_json::json;

    /// Necklaces of two lengths: five of nine beads, and four of six, whose clasps weigh what they like.
    fn scene() -> Scene {
        let of = |chains: u32, beads: u32| {
            let options = json!({"chains": chains, "beads": beads});
            built_in::build("necklaces", options.as_object().expect("an object")).expect("a scene")
        };
        let (mut scene, more) = (of(5, 9), of(4, 6));
        let before = scene.bodies.len() as u32;
        scene.bodies.extend(more.bodies.into_iter().map(|mut body| {
            body.position.x += 9.0;
            body
        }));
        scene.joints.extend(more.joints.into_iter().map(|mut joint| {
            joint.a += before;
            joint.b += before;
            joint
        }));
        scene.bodies[8].mass *= 30.0;
        scene
    }

    /// All that a kernel of chains writes, to the last bit: f32 prints as many digits as tell it apart.
    fn all(world: &World<f32>) -> String {
        let World { poses, velocities, free_velocities, mobility, arms, blocks, multipliers, .. } = world;
        let World { means, falls, .. } = world;
        format!(
            "{poses:?}{velocities:?}{free_velocities:?}{mobility:?}{arms:?}{blocks:?}{multipliers:?}{means:?}{falls}"
        )
    }

    /// Steps both ways, and how many bundles had to go alone.
    fn compare(scene: &Scene, positions: &str, disturb: impl Fn(&mut Twin<f32>)) {
        let changes = json!({"solver": "direct", "positions": positions});
        let parameters = Parameters::default().with(changes.as_object().expect("an object")).expect("valid");
        let mut twin = Twin::<f32>::of(scene, parameters).expect("a twin");
        disturb(&mut twin);
        let mut plan = solvers::plan(twin.parameters(), twin.lists(), Facts::default(), false);
        if let Some(pull) = twin.pull() {
            solvers::chores::hold(&mut plan, pull.body);
        }
        let mut one_by_one = twin.world().clone();
        let mut by_four = one_by_one.clone();
        for step in 0..30 {
            for dispatch in &plan.substep {
                one_by_one.run_one_by_one(dispatch);
                by_four.run(dispatch);
            }
            assert!(all(&one_by_one) == all(&by_four), "{positions}, step {step}");
        }
        let bundles = |sorted: &Sorted| sorted.bundles.iter().map(|(_, all)| all.len()).sum::<usize>();
        let sorted: Vec<usize> = by_four.by_four.sorted.iter().map(bundles).collect();
        assert_eq!(sorted, [2], "{positions}: two bundles and one chain alone");
    }

    #[test]
    fn chains_by_four_end_in_the_bits_of_chains_one_by_one() {
        for positions in ["symplectic", "pulled"] {
            compare(&scene(), positions, |_| ());
        }
    }

    /// The exponential map of a fast turn is another one, a chain that is torn is taken back, and one that is held is projected.
    #[test]
    fn where_four_go_different_ways_they_go_alone() {
        for positions in ["symplectic", "pulled"] {
            compare(&scene(), positions, |twin| twin.world_mut().velocities[12].angular.y = 400.0);
            compare(&scene(), positions, |twin| twin.world_mut().poses[12].position.x += 0.5);
            compare(&scene(), positions, |twin| {
                let local_point = glam::Vec3::ZERO;
                let pull = twin.gentle_pull(3, local_point, glam::Vec3::Y);
                twin.set_pull(Some(pull)).expect("a hand");
            });
        }
    }
}
