use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// How much of gravity the body gave in to: w = 1 + (V − V*)·g/(h |g|²), from 0 to 1
pub fn block_end<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let square = step.h * step.gravity.length_squared();
    let given = (world.velocities[body].linear - world.free_velocities[body].linear).dot(step.gravity);
    let share = N::ONE + given / square.max(N::from_f64(1e-30));
    world.leans[body] = if square > N::ZERO { share.max(N::ZERO).min(N::ONE) } else { N::ZERO };
}
