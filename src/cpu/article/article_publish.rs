use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// Not the article's: |J V|² of the last substep beside the multiplier. There is no bias.
pub fn article_publish<N: Number>(world: &mut World<N>, _: &Step<N>, ic: usize) {
    let (v0, v1) = (world.velocities[world.ties[ic].a], world.velocities[world.ties[ic].b]);
    let [w0, w1] = world.article.jacobian[ic];
    let left = (v0.linear - v1.linear) + w0 * v0.angular + w1 * v1.angular;
    world.multipliers[ic].left = left.length_squared();
}
