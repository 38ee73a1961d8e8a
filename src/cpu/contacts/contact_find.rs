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

/// How far a shape reaches at most along the unit vector n in its own axes.
fn extent<N: Number>(shape: &Shape<N>, radius: N, n: Vec3<N>) -> N {
    let sides = n.max(-n);
    match shape.kind {
        BOX | CYLINDER => sides.dot(shape.half),
        CAPSULE => shape.half.x + sides.y * shape.half.y,
        _ => radius,
    }
}

/// Whether two of which one is no ball are apart by more than `reach`, along a face of either or from middle to middle.
fn are_parted_by_a_plane<N: Number>(world: &World<N>, both: [usize; 2], reach: N) -> bool {
    let [a, b] = both.map(|i| (&world.contacts.surfaces[i].shape, &world.poses[i]));
    let has_sides = |shape: &Shape<N>| matches!(shape.kind, BOX | CYLINDER | CAPSULE);
    if !(has_sides(a.0) || has_sides(b.0)) {
        return false;
    }
    // in a's axes
    let axes = units().map(|unit| a.1.rotation.rotate_back(b.1.rotation.rotate(unit)));
    let d = a.1.rotation.rotate_back(world.place_at(both[1]) - world.place_at(both[0]));
    let middles = d * (N::ONE / d.length().max(N::from_f64(1e-30)));
    let parts = |n: Vec3<N>| {
        let in_b = Vec3::new(axes[0].dot(n), axes[1].dot(n), axes[2].dot(n));
        let along = n.dot(d);
        along.max(-along) - extent(a.0, a.1.radius, n) - extent(b.0, b.1.radius, in_b) > reach
    };
    parts(middles) || units().into_iter().any(parts) || axes.into_iter().any(parts)
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
