use super::records::{Reach, Touch};
use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::records::{Pose, Step};
use crate::cpu::world::World;

/// Bounds in smallest edges: arms wrong along the surface, anchors slid along it, anchors closed or opened.
const WRONG: f64 = 0.05;
const SLID: f64 = 0.02;
const OPENED: f64 = 0.1;

/// A body on fewer points may turn onto another corner before an arm is wrong.
const POINTS_OF_A_FACE: usize = 3;

/// Whether a point is where it was found, as far as matters.
fn is_as_it_was<N: Number>(
    [(pose_a, off_a), (pose_b, off_b)]: [(&Pose<N>, Vec3<N>); 2],
    n: Vec3<N>,
    edge: N,
    touch: &Touch<N>,
    reach: &Reach<N>,
) -> bool {
    let along = |v: Vec3<N>| v - n.dot(v) * n;
    let within =
        |v: Vec3<N>, share: f64| v.dot(v) < (N::from_f64(share) * edge) * (N::from_f64(share) * edge);
    let arm_a = pose_a.rotation.rotate(touch.core_a);
    let arm_b = pose_b.rotation.rotate(touch.core_b);
    let apart = (pose_a.position - pose_b.position) + (arm_a - arm_b);
    let aside = along(apart);
    within(along((arm_a + off_a) - reach.arm_a), WRONG)
        && within(along((arm_b + off_b) - reach.arm_b), WRONG)
        && within(aside, SLID)
        && within(apart - aside, OPENED)
}

pub fn contact_resume<N: Number>(world: &mut World<N>, _: &Step<N>, number: usize) {
    world.contacts.pairs[number].kept = false;
    let contacts = &world.contacts;
    let (a, b) = (contacts.pairs[number].a, contacts.pairs[number].b);
    let Some(former) = contacts.former_of(a, b) else { return };
    let before = contacts.former_manifolds[former];
    let poses =
        [(&world.poses[a], world.carried(a, before.a)), (&world.poses[b], world.carried(b, before.b))];
    let edge = N::from_f64(2.0) * contacts.surfaces[a].thinness().min(contacts.surfaces[b].thinness());
    let mut kept = before.stays && before.met_by == a && before.count >= POINTS_OF_A_FACE;
    for k in 0..before.count {
        kept = kept && is_as_it_was(poses, before.normal, edge, &before.touches[k], &before.reaches[k]);
    }
    if kept {
        let contacts = &mut world.contacts;
        contacts.touches[number] = before.touches;
        contacts.reaches[number] = before.reaches;
        let pair = &mut contacts.pairs[number];
        (pair.normal, pair.count, pair.kept) = (before.normal, before.count, true);
    }
}
