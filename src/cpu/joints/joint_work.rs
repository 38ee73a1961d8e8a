use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::{World, fit};

/// What drives and soft stops of a joint did in one half of a symplectic substep, −Σ q ½ J (V_before + V), in J: it is no gain of its own.
/// `step.extra[0]` adds it to that of the other half.
pub fn joint_work<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    fit(&mut world.works, world.ties.len());
    let tie = world.ties[l];
    let rows = &world.rows[l];
    let before = rows.relative(&world.free_velocities[tie.a], &world.free_velocities[tie.b]).to_array();
    let (now, q) = (world.opening(l).to_array(), (world.lambda(l) * step.h).to_array());
    let mut work = if step.extra[0] == 1 { world.works[l] } else { N::ZERO };
    for (k, course) in world.frames[l].hold.courses.iter().enumerate() {
        if course.as_ref().is_some_and(|course| course.works()) {
            work -= q[k] * (N::HALF * (before[k] + now[k]));
        }
    }
    world.works[l] = work;
}
