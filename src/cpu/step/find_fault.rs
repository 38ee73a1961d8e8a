use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// The first body whose pose is not finite.
pub fn find_fault<N: Number>(world: &mut World<N>, _: &Step<N>, body: usize) {
    let pose = &world.poses[body];
    if !(pose.position.is_finite() && pose.rotation.is_finite()) {
        world.fault = world.fault.min(body as u32);
    }
}
