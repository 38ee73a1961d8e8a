use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn contact_keep_rows<N: Number>(world: &mut World<N>, _: &Step<N>, body: usize) {
    let contacts = &mut world.contacts;
    contacts.former_rows[body] = contacts.rows[body];
    contacts.former_numbers[body] = contacts.numbers[body];
    let speed = world.velocities[body].linear.length();
    if speed >= N::ZERO && speed < N::from_f64(1e30) {
        contacts.speed = contacts.speed.max(speed);
    }
}
