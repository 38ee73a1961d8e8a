use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;
use crate::cpu::records::{Step, Velocity};
use crate::cpu::world::{World, fit};

/// The work of drives and soft rows of a joint in one half of a symplectic substep, −Σ q ½ J (V_before + V), in J. It is no gain of the
/// island's own. Nor is the work of a body that moves by its velocity, Σ q J V over all rows. `step.extra[0]` adds it to
/// that of the other half; where it is 2, only of islands with a blow.
pub fn joint_work<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    fit(&mut world.works, world.ties.len());
    let tie = world.ties[l];
    let rows = &world.rows[l];
    let before = rows.relative(&world.free_velocities[tie.a], &world.free_velocities[tie.b]).to_array();
    let (now, q) = (world.opening(l).to_array(), (world.lambda(l) * step.h).to_array());
    if step.extra[0] == 2 && world.blows[l] == N::ONE {
        return;
    }
    let mut work = if step.extra[0] > 0 { world.works[l] } else { N::ZERO };
    let hold = &world.frames[l].hold;
    for k in 0..6 {
        if hold.courses[k].is_some_and(|course| course.works()) || hold.softness_of(k).is_some() {
            work -= q[k] * (N::HALF * (before[k] + now[k]));
        }
    }
    let driven = |body: usize| {
        if world.bodies[body].is_fixed() { world.velocities[body] } else { Velocity::default() }
    };
    let by_ends = rows.relative(&driven(tie.a), &driven(tie.b));
    world.works[l] = work + Pair::from_array(q).dot(by_ends);
}
