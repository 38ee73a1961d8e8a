use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::ties::sprung::learns;
use crate::cpu::world::World;

/// λ ← F, s ← s + growth |(F − λ)/k|/r over rows that learn and are inside their bounds, k = s k₀
pub fn joint_block_joints<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let now = world.sprung_of(step, l);
    world.put_lambda(l, now.force);
    let tie = world.ties[l];
    let radius = world.poses[tie.a].radius.min(world.poses[tie.b].radius);
    let turned = radius * now.stretch.angular;
    let open = (now.stretch.linear.length_squared() + turned.length_squared()).sqrt();
    world.penalties[l] += step.penalty_growth * open / radius;
    let share = world.penalties[l];
    let learns = learns(&world.frames[l]);
    let springs = &mut world.springs_of_rows[l];
    (springs.lambda, springs.met) = (now.force, now.met);
    springs.stiffen(learns, share);
}
