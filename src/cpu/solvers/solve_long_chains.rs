//! Twin of shaders/solvers/solve_long_chains.wgsl: the same system, by block Thomas from end to end.

use crate::cpu::algebra::{Mat3, Symmetric, Vec3};
use crate::cpu::number::Number;
use crate::cpu::records::{Arms, Step};
use crate::cpu::tie::coupling;
use crate::cpu::world::{World, fit};

/// What elimination keeps of a joint: S⁻¹ and z.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChainLink<N> {
    inverse: Symmetric<N>,
    work: Vec3<N>,
}

/// A joint turned so that it points along the chain.
struct Link<N> {
    joint: usize,
    sign: N,
    far: usize,
    near_arm: Vec3<N>,
    far_arm: Vec3<N>,
}

fn load_link<N: Number>(world: &World<N>, entry: u32) -> Link<N> {
    let joint = entry as usize >> 1;
    let (tie, Arms { arm_a, arm_b }) = (&world.ties[joint], world.arms[joint]);
    if entry & 1 == 1 {
        Link { joint, sign: -N::ONE, far: tie.a, near_arm: arm_b, far_arm: arm_a }
    } else {
        Link { joint, sign: N::ONE, far: tie.b, near_arm: arm_a, far_arm: arm_b }
    }
}

/// U on the body that two links share.
fn couple<N: Number>(world: &World<N>, before: &Link<N>, after: &Link<N>) -> Mat3<N> {
    coupling(&world.mobility_at(before.far), before.far_arm, after.near_arm)
}

/// A_kk + γ
fn regular_block<N: Number>(world: &World<N>, step: &Step<N>, l: usize) -> Symmetric<N> {
    let d = world.own_block(l);
    d.raised(step.regularisation * d.trace() / N::from_f64(3.0))
}

pub fn solve_long_chains<N: Number>(world: &mut World<N>, step: &Step<N>, record: usize) {
    fit(&mut world.chain_links, world.ties.len());
    let at = step.first + 2 * record;
    let (first, count) = (world.lists[at] as usize, world.lists[at + 1] as usize);

    let mut before: Option<Link<N>> = None;
    for k in 0..count {
        let link = load_link(world, world.lists[first + k]);
        let mut d = regular_block(world, step, link.joint);
        // h⁻¹ (J V⁰ + β C/h), turned
        let mut b = link.sign * step.inverse_h * world.left(link.joint);
        if let Some(before) = before {
            let ChainLink { inverse, work } = world.chain_links[before.joint];
            let u = couple(world, &before, &link);
            d = d - (u.transpose() * inverse.matrix() * u).symmetric_part();
            b -= u.transpose() * work;
        }
        let inverse = d.inverse();
        world.chain_links[link.joint] = ChainLink { inverse, work: inverse * b };
        before = Some(link);
    }

    let mut delta = Vec3::ZERO;
    let mut after: Option<Link<N>> = None;
    for k in (0..count).rev() {
        let link = load_link(world, world.lists[first + k]);
        let ahead = after.map_or(Vec3::ZERO, |after| couple(world, &link, &after) * delta);
        let ChainLink { inverse, work } = world.chain_links[link.joint];
        delta = work - inverse * ahead;
        world.multipliers[link.joint].lambda += link.sign * delta;
        after = Some(link);
    }
}
