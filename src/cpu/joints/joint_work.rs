use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;
use crate::cpu::records::{Step, Velocity};
use crate::cpu::world::{World, fit};

/// The work of drives and soft rows of a joint in one half of a symplectic substep, −Σ q ½ J (V_before + V), in J. It is no gain of the
/// island's own. Nor is the work of a body that moves by its velocity, Σ q J V over all rows. `step.extra[0]` adds it to
/// that of the other half; where it is 2, only of islands with a blow.
pub fn joint_work<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    fit(&mut world.works, world.ties.len());
    if step.extra[0] == 2 && world.blows[l] == N::ONE {
        return;
    }
    let (tie, works) = (world.ties[l], world.frames[l].works);
    let so_far = if step.extra[0] > 0 { world.works[l] } else { N::ZERO };
    let is_held = |body: usize| world.bodies[body].is_fixed();
    if !works.contains(&true) && !is_held(tie.a) && !is_held(tie.b) {
        world.works[l] = so_far;
        return;
    }
    let rows = &world.rows[l];
    let before = rows.relative(&world.free_velocities[tie.a], &world.free_velocities[tie.b]).to_array();
    let (now, q) = (world.opening(l).to_array(), (world.lambda(l) * step.h).to_array());
    let mut work = so_far;
    for k in (0..6).filter(|&k| works[k]) {
        work -= q[k] * (N::HALF * (before[k] + now[k]));
    }
    let of_held = |body: usize| {
        if is_held(body) { world.velocities[body] } else { Velocity::default() }
    };
    let by_ends = rows.relative(&of_held(tie.a), &of_held(tie.b));
    world.works[l] = work + Pair::from_array(q).dot(by_ends);
}
