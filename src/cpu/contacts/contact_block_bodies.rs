use super::push_out::{axes_of, force_of};
use super::spring::{borne, both_of, rolled};
use crate::cpu::algebra::{Mat3, Pair, Six, Vec3, diagonal};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::ties::units;
use crate::cpu::world::{World, fit};

/// H and f of a body, of inertia and contacts alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Energy<N> {
    pub curve: Six<N>,
    pub slope: Pair<N>,
}

/// H = M/h² + Σ Jᵀ K J, f = M (V − V*)/h + Σ Jᵀ F over the body's points of contact and over what rolls
pub fn contact_block_bodies<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let bodies = world.bodies.len();
    fit(&mut world.energies, bodies);
    let m = world.mobility_at(body);
    let mass = N::ONE / m.inverse_mass;
    let inertia = m.tensor.inverse().matrix();
    let square = step.inverse_h * step.inverse_h;
    let (v, free) = (world.velocities[body], world.free_velocities[body]);
    let mut asked = Energy {
        curve: Six { ll: diagonal(Vec3::splat(square * mass)), la: Mat3::default(), aa: inertia * square },
        slope: Pair {
            linear: step.inverse_h * mass * (v.linear - free.linear),
            angular: step.inverse_h * (inertia * (v.angular - free.angular)),
        },
    };
    for number in world.contacts.pairs_of(body) {
        add_pair(world, step, body, number, &mut asked);
    }
    world.energies[body] = asked;
}

fn add_pair<N: Number>(world: &World<N>, step: &Step<N>, body: usize, number: usize, asked: &mut Energy<N>) {
    let contacts = &world.contacts;
    let pair = &contacts.pairs[number];
    let (axes, n, on_b) = (axes_of(pair.normal), pair.normal, pair.b == body);
    let sign = if on_b { -N::ONE } else { N::ONE };
    let both = both_of(&world.velocities, pair);
    let behind = &contacts.twists[number];
    let mut pushing = N::ZERO;
    for k in 0..pair.count {
        let (reach, push) = (&contacts.reaches[number][k], &contacts.forces[number][k]);
        let now = borne(step, pair.friction, behind.slop, axes, reach, push, &both);
        let arm = if on_b { reach.arm_b } else { reach.arm_a };
        let force = sign * force_of(axes, now.force);
        asked.slope.linear += force;
        asked.slope.angular += arm.cross(force);
        pushing += now.force.x;
        let more = now.along - now.across;
        for (i, unit) in units().into_iter().enumerate() {
            let turn = unit.cross(arm);
            let turned = now.across * turn + (more * n.dot(turn)) * n;
            asked.curve.ll[i] += now.across * unit + (more * n.dot(unit)) * n;
            asked.curve.la[i] += turned;
            asked.curve.aa[i] += arm.cross(turned);
        }
    }
    if pair.rolling > N::ZERO {
        let m = [&world.mobility_at(pair.a), &world.mobility_at(pair.b)];
        let (torque, slope) = rolled(step, pair.rolling, behind.torque, pushing, &both, m);
        asked.slope.angular += sign * torque;
        asked.curve = asked.curve.raised(Pair { linear: Vec3::ZERO, angular: Vec3::splat(slope) });
    }
}
