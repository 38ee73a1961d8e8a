use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::tie::Wrench;
use crate::cpu::world::World;

/// All pushes that a body's joints have found from the same places, in the order of its list.
pub fn place_gather<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let mut push = Wrench::default();
    for (l, side) in world.ties_of(body) {
        let aside = &world.asides[l];
        push.force += if side == 0 { -aside.force } else { aside.force };
        push.torque += aside.torques[side];
    }
    world.place(step, body, push);
}
