use crate::cpu::algebra::{Mat3, Pair, Six, Vec3, diagonal, exponential};
use crate::cpu::body::world_inverse_inertia;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::ties::units;
use crate::cpu::world::World;

/// As `block_bodies`, with joints of any kind: each adds Jᵀ K J, column by column, and what turns or swings across under F on the diagonal
pub fn joint_block_bodies<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let facts = &world.bodies[body];
    let inertia = world_inverse_inertia(world.poses[body].rotation, facts.inertia).matrix();
    let square = step.inverse_h * step.inverse_h;
    let (v, free) = (world.velocities[body], world.free_velocities[body]);
    let mut force = step.inverse_h * facts.mass * (v.linear - free.linear);
    let mut torque = step.inverse_h * (inertia * (v.angular - free.angular));
    let mut h =
        Six { ll: diagonal(Vec3::splat(square * facts.mass)), la: Mat3::default(), aa: inertia * square };
    spring(world, step, body, &mut h, &mut force, &mut torque);
    descend(world, step, body, &h, Pair { linear: force, angular: torque });
}

/// Newton's step on a body's energy: (x, q) ← (x, q) − H⁻¹ f, V ← V − H⁻¹ f/h
pub fn descend<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize, h: &Six<N>, f: Pair<N>) {
    let change = h.root().solve(f);
    let pose = &mut world.poses[body];
    pose.position -= change.linear;
    pose.rotation = (exponential(-change.angular) * pose.rotation).normalize();
    let v = &mut world.velocities[body];
    v.linear -= step.inverse_h * change.linear;
    v.angular -= step.inverse_h * change.angular;
}

/// What the joints of a body add to H and f: Jᵀ K J and Jᵀ F.
pub fn spring<N: Number>(
    world: &World<N>,
    step: &Step<N>,
    body: usize,
    h: &mut Six<N>,
    force: &mut Vec3<N>,
    torque: &mut Vec3<N>,
) {
    for (l, side) in world.ties_of(body) {
        let now = world.sprung_of(step, l);
        let (arm, sign) = if side == 0 { (now.rows.arm_a, N::ONE) } else { (now.rows.arm_b, -N::ONE) };
        let pull = now.rows.wrench(arm, now.force);
        *force += sign * pull.force;
        *torque += sign * pull.torque;
        let answer = |linear: Vec3<N>, angular: Vec3<N>| {
            let ends = now.rows.end_velocity(arm, linear, angular);
            now.rows.wrench(arm, now.slope.times(ends))
        };
        for (k, unit) in units().into_iter().enumerate() {
            let (moved, turned) = (answer(unit, Vec3::ZERO), answer(Vec3::ZERO, unit));
            h.ll[k] += moved.force;
            h.la[k] += turned.force;
            h.aa[k] += turned.torque;
        }
        let whole = now.rows.wrench(Vec3::ZERO, now.force);
        let (line, twist) = (whole.force, whole.torque);
        let (reach, along, two) = (arm.length_squared(), arm.dot(line), N::from_f64(2.0));
        let columns = reach * line * line - two * along * arm * line + Vec3::splat(along * along);
        let turning = Vec3::splat(twist.length_squared()) - twist * twist;
        let root = |v: Vec3<N>| {
            let [x, y, z] = v.max(Vec3::ZERO).to_array().map(N::sqrt);
            Vec3::new(x, y, z)
        };
        let across = Vec3::splat(now.across);
        *h = h.raised(Pair { linear: across, angular: root(columns) + root(turning) });
    }
}
