use crate::cpu::algebra::{Vec3, diagonal};
use crate::cpu::number::Number;
use crate::cpu::records::{Block, Step};
use crate::cpu::tie::jacobian;
use crate::cpu::world::World;

pub fn article_jacobian_and_delassus<N: Number>(world: &mut World<N>, _: &Step<N>, ic: usize) {
    let tie = world.ties[ic];
    let arms = tie.arms(&world.poses[tie.a], &world.poses[tie.b]);
    let [_, jw0, _, jw1] = jacobian(&arms);
    world.article.jacobian[ic] = [jw0, jw1];

    let (m0, m1) = (world.bodies[tie.a].inverse_mass, world.bodies[tie.b].inverse_mass);
    let mut a = diagonal(Vec3::splat(m0 + m1));
    if m0 > N::ZERO {
        a -= jw0 * world.article.ang_mass_inv[tie.a] * jw0;
    }
    if m1 > N::ZERO {
        a -= jw1 * world.article.ang_mass_inv[tie.b] * jw1;
    }
    world.article.delassus_inv[ic] = a.inverse();
    // not the article's: what dense.rs looks at
    world.arms[ic] = arms;
    world.blocks[ic] = Block::default();
}
