use crate::cpu::algebra::{Mat3, Vec3, diagonal};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn article_inertia<N: Number>(world: &mut World<N>, _: &Step<N>, ib: usize) {
    world.article.fit(world.bodies.len(), world.ties.len());
    let q = world.poses[ib].rotation;
    let (o, one) = (N::ZERO, N::ONE);
    let r = Mat3([Vec3::new(one, o, o), Vec3::new(o, one, o), Vec3::new(o, o, one)].map(|e| q.rotate(e)));
    let i_world = r * diagonal(world.bodies[ib].inertia) * r.transpose();
    world.article.ang_mass_inv[ib] = i_world.inverse();
}
