use super::contact_prepare::inverses_of;
use super::push_out::{Surfaces, axes_of, rolled, settled, softness_of, within_disc};
use super::records::{Both, Push, SLOTS};
use crate::codes::contact_relax_one::{ALONE, BACK};
use crate::cpu::algebra::{Symmetric, Vec3};
use crate::cpu::body::Mobility;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// A body of which n pairs have a share each; one whose points are all apart is not among the n, and has it to itself.
fn shared_by<N: Number>(m: &Mobility<N>, n: usize) -> Mobility<N> {
    let n = N::from_count(n.max(1));
    let tensor = Symmetric { diagonal: n * m.tensor.diagonal, off: n * m.tensor.off };
    Mobility { inverse_mass: n * m.inverse_mass, tensor }
}

/// Two kernels call it; a page loads it once.
#[inline(never)]
pub fn contact_relax<N: Number>(world: &mut World<N>, step: &Step<N>, number: usize) {
    let alone = step.extra[0] & ALONE != 0;
    let pair = world.contacts.pairs[number];
    let [share_a, share_b] = [pair.a, pair.b].map(|body| world.contacts.shares[body]);
    let (ma, mb) = (world.mobility_at(pair.a), world.mobility_at(pair.b));
    // a body that is held is shared by any number
    let points = |m: &Mobility<N>, share: [usize; 2]| if m.inverse_mass > N::ZERO { share[1] } else { 0 };
    let most = points(&ma, share_a).max(points(&mb, share_b)).max(1);
    let gain = if alone { N::ONE / N::from_count(most) } else { step.gain };
    let (ma, mb) = if alone { (ma, mb) } else { (shared_by(&ma, share_a[0]), shared_by(&mb, share_b[0])) };
    let mut both = Both { va: world.velocities[pair.a], vb: world.velocities[pair.b] };
    let contacts = &mut world.contacts;
    let behind = contacts.twists[number];
    let old = contacts.forces[number].map(|push| push.lambda);
    let mut found = old;
    let axes = axes_of(pair.normal);
    let surface = Surfaces { friction: pair.friction, slop: behind.slop, bounces: pair.bounces };
    let turns = if step.extra[0] & BACK != 0 && pair.count > 1 { 2 * pair.count } else { pair.count };
    for i in 0..turns {
        let k = if i >= pair.count { turns - 1 - i } else { i };
        let mut reach = contacts.reaches[number][k];
        let own = reach.inverse_normal;
        [reach.inverse_normal, reach.inverse_tangent] =
            inverses_of([&ma, &mb], [reach.arm_a, reach.arm_b], axes);
        // the softness of the contact with whole masses: Γ = A_nn γ/s, and a step of 1/(D + Γ)
        let gamma = step.yielding / (step.firmness.max(N::from_f64(1e-30)) * own) * reach.inverse_normal;
        let softness = softness_of(N::ONE / (N::ONE + gamma), gamma / (N::ONE + gamma), behind.slop);
        let push = Push { lambda: found[k], depth: contacts.forces[number][k].depth };
        let (after, lambda) = settled(step, &surface, axes, &reach, &push, softness, both, [&ma, &mb]);
        found[k] = lambda;
        if !alone {
            both = after;
        }
    }
    let mut pushing = N::ZERO;
    let mut changes = [Vec3::ZERO; SLOTS];
    for k in 0..pair.count {
        let mut z = old[k] + gain * (found[k] - old[k]);
        if step.blend != N::ZERO {
            z += step.blend * contacts.changes[number].0[k];
        }
        z.x = z.x.max(N::ZERO);
        let across = within_disc(Vec3::new(N::ZERO, z.y, z.z), pair.friction * z.x);
        z = Vec3::new(z.x, across.y, across.z);
        changes[k] = z - old[k];
        contacts.forces[number][k].lambda = z;
        pushing += z.x;
    }
    let mut torque = behind.torque;
    if pair.rolling > N::ZERO {
        let alone = rolled(step, pair.rolling, torque, pushing, &both, [&ma, &mb]);
        torque = within_disc(torque + gain * (alone - torque), pair.rolling * pushing);
    }
    contacts.changes[number] = (changes, torque - behind.torque);
    contacts.twists[number].torque = torque;
}
