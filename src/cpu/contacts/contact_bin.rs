use super::nearby::Spot;
use super::records::Contacts;
use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::touch::is_fast;
use crate::cpu::world::World;

/// cell = 2 R + min(R, R/10 + 2 dt v_max)
pub fn cell_size<N: Number>(step: &Step<N>, speed: N) -> N {
    let (radius, two) = (step.gain, N::from_f64(2.0));
    two * radius + radius.min(N::from_f64(0.1) * radius + two * step.frame * speed)
}

pub fn cell_of<N: Number>(position: Vec3<N>, size: N) -> [i32; 3] {
    let place = |x: N| (x / size).to_f64().clamp(-1e9, 1e9).floor() as i32;
    [place(position.x), place(position.y), place(position.z)]
}

pub fn head_of<N: Number>(step: &Step<N>, cell: [i32; 3]) -> usize {
    let [x, y, z] = [cell[0] as u32, cell[1] as u32, cell[2] as u32];
    let hash = x.wrapping_mul(73856093) ^ y.wrapping_mul(19349663) ^ z.wrapping_mul(83492791);
    (hash & step.extra[0]) as usize
}

pub fn contact_bin<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    world.contacts.starts[body] = world.poses[body].position;
    let surface = &world.contacts.surfaces[body];
    if surface.big || !surface.collides {
        return;
    }
    if is_fast(step.frame, world.velocities[body].linear, surface.thinness()) {
        world.contacts.fast.push(body as u32);
        world.contacts.fast_held |= world.bodies[body].is_fixed();
    }
    let size = cell_size(step, world.contacts.speed);
    let (place, radius) = (world.place_at(body), world.poses[body].radius);
    let held = world.bodies[body].is_fixed();
    let cell = cell_of(place, size);
    let contacts: &mut Contacts<N> = &mut world.contacts;
    contacts.nearby.spots[body] = Spot { place, radius, held };
    contacts.nearby.in_cells.push(body as u32);
    let head = head_of(step, cell);
    contacts.cells[body] = cell;
    contacts.nexts[body] = contacts.heads[head];
    contacts.heads[head] = body as u32 + 1;
}
