use super::records::{BodyPair, Touch, reach_of, way_of};
use crate::cpu::algebra::{Quat, Vec3};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::touch::{Manifold, Side, touch};
use crate::cpu::world::World;

/// How far the surface of what is round about a core stands from it, where the contact's middle is.
pub fn skin<N: Number>(roundness: N, depth: N) -> N {
    roundness.above(N::ZERO, roundness - N::HALF * depth, N::ZERO)
}

/// How far the surface of a cylinder whose axis leans is from r n, where it rolls: r (m − n), with m the part of n across the axis
/// as a unit vector.
#[inline(always)]
pub fn lean<N: Number>(rotation: Quat<N>, radius: N, n: Vec3<N>) -> Vec3<N> {
    let axis = rotation.rotate(Vec3::new(N::ZERO, N::ONE, N::ZERO));
    let m = n - axis.dot(n) * axis;
    radius * (m * (N::ONE / m.length()) - n)
}

pub fn contact_collide<N: Number>(world: &mut World<N>, step: &Step<N>, number: usize) {
    let contacts = &world.contacts;
    let BodyPair { a, b, kept, normal, count, .. } = contacts.pairs[number];
    let (surface_a, surface_b) = (contacts.surfaces[a], contacts.surfaces[b]);
    let (pose_a, pose_b) = (world.poses[a], world.poses[b]);
    let way = way_of(step.frame, world.velocities[a].linear, world.velocities[b].linear);
    let thin = surface_a.thinness().min(surface_b.thinness());
    let margin = reach_of(thin, pose_a.radius.min(pose_b.radius), way);
    let between = world.place_at(b) - world.place_at(a);
    let found = if kept {
        Manifold { normal, count, ..Manifold::default() }
    } else {
        touch(
            between,
            &Side { rotation: pose_a.rotation, shape: surface_a.shape },
            &Side { rotation: pose_b.rotation, shape: surface_b.shape },
            margin,
        )
    };
    let n = found.normal;
    let rolls = [found.rolls & 1 != 0, found.rolls & 2 != 0];
    let flat = surface_a.is_flat(rolls[0]) && surface_b.is_flat(rolls[1]);
    let places = [contacts.place_in(a, b), contacts.place_in(b, a)].map(|place| place.unwrap_or(0) as u32);
    let senses = surface_a.sensor || surface_b.sensor;
    for (k, point) in found.points[..if kept { 0 } else { found.count }].iter().enumerate() {
        let skin_a = skin(surface_a.roundness_where(rolls[0]), point.depth);
        let skin_b = skin(surface_b.roundness_where(rolls[1]), point.depth);
        let (mut arm_a, mut arm_b) = (point.arm - skin_a * n, (point.arm - between) + skin_b * n);
        if rolls[0] {
            arm_a -= lean(pose_a.rotation, surface_a.shape.half.x, n);
        }
        if rolls[1] {
            arm_b += lean(pose_b.rotation, surface_b.shape.half.x, n);
        }
        world.contacts.touches[number][k] = Touch {
            core_a: world.about_mass(a, pose_a.rotation.rotate_back(arm_a)),
            depth: point.depth,
            core_b: world.about_mass(b, pose_b.rotation.rotate_back(arm_b)),
            feature: point.feature,
        };
    }
    let contacts = &mut world.contacts;
    contacts.pairs[number] = BodyPair {
        normal: n,
        friction: (surface_a.friction * surface_b.friction).sqrt(),
        a,
        b,
        // where one is a sensor nothing pushes, rubs or bounces
        count: if senses { 0 } else { found.count },
        places,
        rolling: surface_a.rolling.max(surface_b.rolling),
        fresh: false,
        met: false,
        senses,
        touched: false,
        flat,
        stays: flat && step.gravity != Vec3::ZERO,
        kept,
        rolls,
        bounces: surface_a.restitution.max(surface_b.restitution) > N::ZERO,
    };
    contacts.twists[number].slop = surface_a.slop().min(surface_b.slop());
    contacts.twists[number].torque = Vec3::ZERO;
}
