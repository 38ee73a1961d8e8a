use super::records::{MOST_FAST, NONE, ROW, reach_of, way_of, whole_reach_of};
use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::records::{Pose, Step};
use crate::cpu::shape::distance_to;
use crate::cpu::ties::units;
use crate::cpu::touch::{BOX, CAPSULE, CYLINDER, PLANE, Shape, Side, is_fast, meeting};
use crate::cpu::world::World;

/// Whether each one's group has a bit in the other's mask.
pub fn may_meet<N: Number>(world: &World<N>, step: &Step<N>, body: usize, other: usize) -> bool {
    let masks = |body: usize| [0, 1].map(|word| world.lists[step.iterations + 2 * body + word]);
    step.iterations == 0 || {
        let (mine, theirs) = (masks(body), masks(other));
        mine[0] & theirs[1] != 0 && theirs[0] & mine[1] != 0
    }
}

/// A shape lies within a box and a skin of one thickness around it.
fn box_and_skin<N: Number>(shape: &Shape<N>, radius: N) -> (Vec3<N>, N) {
    match shape.kind {
        BOX | CYLINDER => (shape.half, N::ZERO),
        CAPSULE => (Vec3::new(N::ZERO, shape.half.y, N::ZERO), shape.half.x),
        _ => (Vec3::ZERO, radius),
    }
}

/// Whether two are apart by more than `reach`, along a face of either or from middle to middle. Along n that is |n·d| − Σ h_i |n·e_i| of both,
/// less their skins. Of two balls it is known already.
fn are_parted_by_a_plane<N: Number>(world: &World<N>, [a, b]: [usize; 2], reach: N) -> bool {
    let [shape_a, shape_b] = [a, b].map(|i| &world.contacts.surfaces[i].shape);
    let has_sides = |shape: &Shape<N>| matches!(shape.kind, BOX | CYLINDER | CAPSULE);
    if !(has_sides(shape_a) || has_sides(shape_b)) {
        return false;
    }
    let (pose_a, pose_b) = (&world.poses[a], &world.poses[b]);
    let (half_a, skin_a) = box_and_skin(shape_a, pose_a.radius);
    let (half_b, skin_b) = box_and_skin(shape_b, pose_b.radius);
    let most = reach + skin_a + skin_b;
    let absolute = |v: Vec3<N>| v.max(-v);
    let d = world.place_at(b) - world.place_at(a);
    // as each of them sees it
    let d_a = absolute(pose_a.rotation.rotate_back(d));
    let d_b = absolute(pose_b.rotation.rotate_back(d));
    let length = d.length();
    if length * length - d_a.dot(half_a) - d_b.dot(half_b) > most * length {
        return true;
    }
    let turn = pose_a.rotation.conjugate() * pose_b.rotation;
    let [x, y, z] = units().map(|unit| absolute(turn.rotate(unit)));
    let past_a = d_a - half_a - (half_b.x * x + half_b.y * y + half_b.z * z);
    let past_b = d_b - half_b - Vec3::new(x.dot(half_a), y.dot(half_a), z.dot(half_a));
    let farthest = past_a.max(past_b);
    farthest.x.max(farthest.y).max(farthest.z) > most
}

/// Whether two bodies are near enough for a contact, and may have one.
pub fn is_near<N: Number>(world: &World<N>, step: &Step<N>, body: usize, other: usize) -> bool {
    let surfaces = &world.contacts.surfaces;
    let (mine, theirs) = (&surfaces[body], &surfaces[other]);
    let held = |body: usize| world.bodies[body].is_fixed();
    if other == body || !theirs.collides || held(body) && held(other) {
        return false;
    }
    let (me, pose) = (&world.poses[body], &world.poses[other]);
    let between = world.place_at(body) - world.place_at(other);
    let way = way_of(step.frame, world.velocities[body].linear, world.velocities[other].linear);
    let thin = mine.thinness().min(theirs.thinness());
    let reach = reach_of(thin, me.radius.min(pose.radius), way);
    let near = if theirs.big {
        distance_to(&theirs.shape, pose.rotation.rotate_back(between)) <= me.radius + reach
    } else {
        let most = me.radius + pose.radius + reach;
        !mine.big
            && between.dot(between) <= most * most
            && !are_parted_by_a_plane(world, [body, other], whole_reach_of(thin, way))
    };
    near && !is_parted(world, step, body, other) && may_meet(world, step, body, other)
}

pub fn is_parted<N: Number>(world: &World<N>, step: &Step<N>, body: usize, other: usize) -> bool {
    let table = step.iteration;
    world.lists[world.lists[table + body] as usize..world.lists[table + body + 1] as usize]
        .contains(&(other as u32))
}

fn is_fast_here<N: Number>(world: &World<N>, step: &Step<N>, body: usize) -> bool {
    is_fast(step.frame, world.velocities[body].linear, world.contacts.surfaces[body].thinness())
}

/// Where either is fast: whether they meet within the frame.
fn will_meet<N: Number>(world: &World<N>, step: &Step<N>, body: usize, other: usize) -> bool {
    let (mine, theirs) = (&world.contacts.surfaces[body], &world.contacts.surfaces[other]);
    let fast = |body: usize| is_fast_here(world, step, body);
    let held = |body: usize| world.bodies[body].is_fixed();
    if !(fast(body) || fast(other)) || other == body || !theirs.collides || held(body) && held(other) {
        return false;
    }
    let (me, pose) = (&world.poses[body], &world.poses[other]);
    let between = world.place_at(other) - world.place_at(body);
    let way = step.frame * (world.velocities[other].linear - world.velocities[body].linear);
    // the nearest that the two middles come on the way
    let share = (-between.dot(way) / way.dot(way).max(N::from_f64(1e-30))).max(N::ZERO).min(N::ONE);
    let nearest = between + share * way;
    let most = me.radius + pose.radius;
    let side = |pose: &Pose<N>, shape| Side { rotation: pose.rotation, shape };
    (theirs.shape.kind == PLANE || nearest.dot(nearest) <= most * most)
        && !is_parted(world, step, body, other)
        && may_meet(world, step, body, other)
        && meeting(between, way, &side(me, mine.shape), &side(pose, theirs.shape)) <= N::ONE
}

/// A body in a cell that is not near yet.
fn is_ahead<N: Number>(world: &World<N>, step: &Step<N>, body: usize, other: usize) -> bool {
    !world.contacts.surfaces[other].big
        && !is_near(world, step, body, other)
        && will_meet(world, step, body, other)
}

/// Bodies in cells that it will meet: held ones, and moving ones unless too many are fast.
fn find_ahead<N: Number>(world: &World<N>, step: &Step<N>, body: usize, found: &mut Vec<u32>) {
    let contacts = &world.contacts;
    if contacts.fast.is_empty() {
        return;
    }
    let ahead = |other: u32| is_ahead(world, step, body, other as usize);
    let fast = is_fast_here(world, step, body);
    if fast || contacts.fast_held {
        // behind the big ones, and ahead of them how many they are
        let list = &world.lists[step.first + step.extra[1] as usize..];
        found.extend(list[1..=list[0] as usize].iter().copied().filter(|&other| ahead(other)));
    }
    if contacts.fast.len() <= MOST_FAST {
        let moves = |other: &u32| !world.bodies[*other as usize].is_fixed() && ahead(*other);
        if fast {
            found.extend((0..step.body_count as u32).filter(moves));
        } else {
            found.extend(contacts.fast.iter().copied().filter(moves));
        }
    }
}

pub fn contact_find<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    if body == 0 {
        world.find_nearby(step);
    }
    let surface = world.contacts.surfaces[body];
    let held = world.bodies[body].is_fixed();
    let mut found = std::mem::take(&mut world.contacts.found);
    found.clear();
    if surface.collides && !(held && surface.big) {
        let bigs = &world.lists[step.first..step.first + step.extra[1] as usize];
        let meets = |other: usize| is_near(world, step, body, other) || will_meet(world, step, body, other);
        found.extend(bigs.iter().copied().filter(|&other| meets(other as usize)));
    }
    if surface.collides && !surface.big && !held {
        let nearby = &world.contacts.nearby;
        found.extend_from_slice(nearby.of(body));
        find_ahead(world, step, body, &mut found);
    }
    found.sort_unstable();
    world.contacts.dropped += found.len().saturating_sub(ROW) as u32;
    let row = &mut world.contacts.rows[body];
    let count = found.len().min(ROW);
    row[..count].copy_from_slice(&found[..count]);
    row[count..].fill(NONE);
    world.contacts.found = found;
}
