use super::contact_find::{is_parted, may_meet};
use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::touch::{PASSES, PLANE, away_from, middle_of, sweep};
use crate::cpu::world::World;

/// Its way in this frame.
pub fn way_here<N: Number>(world: &World<N>, body: usize) -> Vec3<N> {
    world.poses[body].position - world.contacts.starts[body]
}

/// The share of the way after which it is to halt; `PASSES` if it does not meet the other one.
fn halt_at<N: Number>(world: &World<N>, body: usize, way: Vec3<N>, other: usize, along: Vec3<N>) -> N {
    let (shape, pose) = (&world.contacts.surfaces[other].shape, &world.poses[other]);
    let back = |v| pose.rotation.rotate_back(v);
    let d = back(way - along);
    let surface = &world.contacts.surfaces[body];
    let ball = world.place_at(body) + world.poses[body].rotation.rotate(middle_of(&surface.shape));
    let p = back(ball - world.place_at(other)) - d;
    let radius = surface.thinness();
    // the nearest that the two middles come on the way
    let nearest = p + (-p.dot(d) / d.dot(d).max(N::from_f64(1e-30))).max(N::ZERO).min(N::ONE) * d;
    let most = radius + pose.radius;
    let begins = away_from(shape, p).length();
    let mut s = N::from_f64(PASSES);
    if begins > N::ZERO && (shape.kind == PLANE || nearest.dot(nearest) <= most * most) {
        s = sweep(shape, p, d, (N::HALF * radius).min(N::from_f64(0.9) * begins));
    }
    if s <= N::ONE {
        let whole = sweep(shape, p, d, radius);
        s = if whole <= N::ONE { whole } else { s };
    }
    s
}

pub fn contact_halt<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let contacts = &world.contacts;
    let is_part = contacts.owner_of(body) != body;
    if is_part || world.bodies[body].is_fixed() {
        return;
    }
    let solid = |body: usize| {
        let surface = &contacts.surfaces[body];
        surface.collides && !surface.sensor
    };
    let (mut least, mut way, mut carried) = (N::from_f64(PASSES), Vec3::ZERO, Vec3::ZERO);
    // the big bodies, and behind them those that are held and stand in cells
    let big = step.extra[1] as usize;
    let list = &world.lists[step.first..];
    let held = list[big] as usize;
    for by in contacts.rows_of(body) {
        let own_way = way_here(world, by);
        let fast = own_way.length() > contacts.surfaces[by].thinness() || contacts.fast_held;
        if !fast || !solid(by) {
            continue;
        }
        for &other in list[..big].iter().chain(&list[big + 1..=big + held]) {
            let other = other as usize;
            let meets = other != by
                && world.bodies[other].is_fixed()
                && solid(other)
                && !is_parted(world, step, by, other)
                && may_meet(world, step, by, other);
            if meets {
                let along = way_here(world, other);
                let s = halt_at(world, by, own_way, other, along);
                if s < least {
                    (least, way, carried) = (s, own_way, along);
                }
            }
        }
    }
    if least <= N::ONE {
        let left = N::ONE - least;
        world.poses[body].position = (world.poses[body].position - left * way) + left * carried;
    }
}
