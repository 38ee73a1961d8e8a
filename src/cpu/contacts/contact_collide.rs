use super::records::{BodyPair, Touch, reach_of, way_of};
use super::seam::{Slide, deepest};
use crate::cpu::algebra::{Quat, Vec3};
use crate::cpu::number::Number;
use crate::cpu::records::{Step, Velocity};
use crate::cpu::touch::{Manifold, PLANE, Side, earliest, is_fast, meeting, touch};
use crate::cpu::world::World;

/// How far the surface of a round shape stands from its core, where the contact's middle is.
pub fn skin<N: Number>(roundness: N, depth: N) -> N {
    roundness.above(N::ZERO, roundness - N::HALF * depth, N::ZERO)
}

/// How far the surface of a leaning cylinder is from r n, where it rolls: r (m − n). Here m is the part of n across the
/// axis as a unit vector.
#[inline(always)]
pub fn lean<N: Number>(rotation: Quat<N>, radius: N, n: Vec3<N>) -> Vec3<N> {
    let axis = rotation.rotate(Vec3::new(N::ZERO, N::ONE, N::ZERO));
    let m = n - axis.dot(n) * axis;
    radius * (m * (N::ONE / m.length()) - n)
}

/// Turns of Newton's method for where two bodies meet.
const TURNS: usize = 4;

/// How b stands to a where they meet, and where they touch then.
fn touch_ahead<N: Number>(
    between: Vec3<N>,
    whole: Vec3<N>,
    [a, b]: [(&Side<N>, N); 2],
    thin: N,
) -> (Vec3<N>, Manifold<N>) {
    let most = N::from_f64(1.1) * a.1.min(b.1);
    let mut s = earliest(between, whole, a, b);
    let mut turn = 1;
    loop {
        let then = between + s * whole;
        let found = touch(then, a.0, b.0, most);
        let gap = -deepest(&found);
        let closing = -found.normal.dot(whole);
        if turn == TURNS || !(gap > N::from_f64(0.1) * thin && closing > N::ZERO) {
            return (then, found);
        }
        s = (s + gap / closing).min(N::ONE);
        turn += 1;
    }
}

pub fn contact_collide<N: Number>(world: &mut World<N>, step: &Step<N>, number: usize) {
    let contacts = &world.contacts;
    let BodyPair { a, b, kept, normal, count, .. } = contacts.pairs[number];
    let (surface_a, surface_b) = (contacts.surfaces[a], contacts.surfaces[b]);
    let (pose_a, pose_b) = (world.poses[a], world.poses[b]);
    let (va, vb) = (world.velocities[a].linear, world.velocities[b].linear);
    let way = way_of(step.frame, va, vb);
    let thin = surface_a.thinness().min(surface_b.thinness());
    let margin = reach_of(thin, pose_a.radius.min(pose_b.radius), way);
    let whole = step.frame * (vb - va);
    let slop = surface_a.slop().min(surface_b.slop());
    let slide = Slide::of(step, whole, thin, slop);
    let over_tiles = [a, b].iter().any(|&i| {
        let Velocity { linear, angular } = world.velocities[i];
        linear == Vec3::ZERO && angular == Vec3::ZERO
    }) && surface_a.shape.kind != PLANE
        && surface_b.shape.kind != PLANE;
    let mut between = world.place_at(b) - world.place_at(a);
    let mut found = Manifold { normal, count, ..Manifold::default() };
    let mut ahead = false;
    if !kept {
        let side_a = Side { rotation: pose_a.rotation, shape: surface_a.shape };
        let side_b = Side { rotation: pose_b.rotation, shape: surface_b.shape };
        found = touch(between, &side_a, &side_b, margin);
        let fast =
            is_fast(step.frame, va, surface_a.thinness()) || is_fast(step.frame, vb, surface_b.thinness());
        let unmet = found.count == 0 && fast;
        if over_tiles && (unmet || slide.may_trip(&found)) {
            let then = between + slide.beyond;
            let touches = touch(then, &side_a, &side_b, N::from_f64(1.1) * pose_a.radius.min(pose_b.radius));
            ahead = slide.passes(&touches);
            if ahead {
                (between, found) = (then, touches);
            }
        }
        if unmet && !ahead {
            ahead = meeting(between, whole, &side_a, &side_b) <= N::ONE;
            if ahead {
                let balls = [(&side_a, pose_a.radius), (&side_b, pose_b.radius)];
                (between, found) = touch_ahead(between, whole, balls, thin);
            }
        }
    }
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
        stays: flat && !ahead && !(over_tiles && slide.nears(&found)) && step.gravity != Vec3::ZERO,
        kept,
        rolls,
        ahead,
        bounces: surface_a.restitution.max(surface_b.restitution) > N::ZERO,
        met_by: [a, b],
        on_big: surface_b.big && !surface_a.big,
    };
    contacts.twists[number].slop = slop;
    contacts.twists[number].torque = Vec3::ZERO;
}
