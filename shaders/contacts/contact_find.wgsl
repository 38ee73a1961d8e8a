// Finds the neighbours of a body, one thread per body. It looks at the 27 cells about the body and at all big bodies.
// The distance is at most the two radii plus the reach of a contact, and no face parts them by more than that. The sixteen
// lowest are kept, in order, so it is the same row however the lists lie. Bodies joined to it are left out. A held body
// finds nothing but big ones that move: all else finds it. A fast body also finds what it will meet at its speed at the
// frame's start: held bodies, and moving ones unless many are fast.

// uses: step, body, velocity, shape, surface, meeting, place, hulled, contact_rows, contact_cells, contact_meet
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(30) var<storage, read> contact_cells: array<u32>;
@group(0) @binding(31) var<storage, read_write> contact_numbers: array<atomic<u32>>;
@group(0) @binding(39) var<storage, read_write> contact_rows: array<u32>;
@group(0) @binding(41) var<storage, read> surfaces: array<Surface>;

// The lowest of those found so far in order, NONE behind them.
struct Row {
    first: vec4<u32>,
    second: vec4<u32>,
    third: vec4<u32>,
    last: vec4<u32>,
}

// Each place keeps its number, or takes the other, or the one before it: min(x_k, max(x_{k−1}, other)). NONE changes
// nothing.
fn row_with(row: Row, other: u32) -> Row {
    let o = vec4<u32>(other);
    return Row(
        min(row.first, max(vec4<u32>(0u, row.first.xyz), o)),
        min(row.second, max(vec4<u32>(row.first.w, row.second.xyz), o)),
        min(row.third, max(vec4<u32>(row.second.w, row.third.xyz), o)),
        min(row.last, max(vec4<u32>(row.third.w, row.last.xyz), o)));
}

const FAR: f32 = 1e30;

struct Seeker {
    body: u32,
    position: vec3<f32>,
    radius: f32,
    thinness: f32,
    velocity: vec3<f32>,
    held: bool,
    fast: bool,
    rotation: vec4<f32>,
    shape: Shape,
}

// No longer than `most`; without that it is as far as they may come in this frame.
fn reach_to(me: Seeker, other: u32, most: f32) -> f32 {
    let way = way_of(step.frame, me.velocity, velocities[other].linear);
    return reach_of(min(me.thinness, thinness(surfaces[other].shape)), most, way);
}

fn may_touch(me: Seeker, other: u32) -> bool {
    return other != me.body && !(me.held && velocities[other].inverse_mass == 0.0) && !are_parted(me.body, other)
        && may_meet(me.body, other);
}

// Where either is fast: whether they meet within the frame.
fn will_meet(me: Seeker, other: u32) -> bool {
    let shape = surfaces[other].shape;
    let between = place_at(other) - me.position;
    let way = step.frame * (velocities[other].linear - me.velocity);
    // the nearest that the two middles come on the way
    let share = clamp(-dot(between, way) / max(dot(way, way), 1e-30), 0.0, 1.0);
    let nearest = between + share * way;
    let most = me.radius + poses[other].radius;
    let close = (shape.kind == PLANE || dot(nearest, nearest) <= most * most)
        && (me.fast || is_fast(step.frame, velocities[other].linear, shape)) && may_touch(me, other);
    var s = PASSES;
    for (var go = close; go; go = false) {
        s = meeting(between, way, me.rotation, me.shape, poses[other].rotation, shape);
    }
    return s <= 1.0;
}

// A shape lies within a box and a skin of one thickness around it.
struct Within {
    half: vec3<f32>,
    skin: f32,
}

fn box_and_skin(shape: Shape, radius: f32) -> Within {
    let long = shape.kind == CAPSULE;
    let boxed = shape.kind == BOX || shape.kind == CYLINDER;
    let axis = vec3<f32>(0.0, select(0.0, shape.half.y, long), 0.0);
    return Within(select(axis, shape.half, boxed), select(select(radius, shape.half.x, long), 0.0, boxed));
}

fn has_sides(shape: Shape) -> bool {
    return shape.kind == BOX || shape.kind == CYLINDER || shape.kind == CAPSULE;
}

// Whether two are apart by more than they may come in this frame, along a face of either or from middle to middle. Along n that is
// |n·d| − Σ h_i |n·e_i| of both, less their skins. Of two balls it is known already.
fn are_parted_by_a_plane(me: Seeker, other: u32, d: vec3<f32>) -> bool {
    let shape = surfaces[other].shape;
    var parted = false;
    for (var asked = has_sides(me.shape) || has_sides(shape); asked; asked = false) {
        let rotation = poses[other].rotation;
        let a = box_and_skin(me.shape, me.radius);
        let b = box_and_skin(shape, poses[other].radius);
        let most = reach_to(me, other, FAR) + a.skin + b.skin;
        // as each of them sees it
        let d_a = abs(rotate_back(me.rotation, d));
        let d_b = abs(rotate_back(rotation, d));
        let turn = quaternion_product(vec4<f32>(-me.rotation.xyz, me.rotation.w), rotation);
        let x = abs(rotate(turn, unit_along(0u)));
        let y = abs(rotate(turn, unit_along(1u)));
        let z = abs(rotate(turn, unit_along(2u)));
        let past_a = d_a - a.half - (b.half.x * x + b.half.y * y + b.half.z * z);
        let past_b = d_b - b.half - vec3<f32>(dot(x, a.half), dot(y, a.half), dot(z, a.half));
        let farthest = max(past_a, past_b);
        let distance = length(d);
        parted = max(farthest.x, max(farthest.y, farthest.z)) > most
            || distance * distance - dot(d_a, a.half) - dot(d_b, b.half) > most * distance;
    }
    return parted;
}

// Of two that stand in cells.
fn is_near(me: Seeker, other: u32, between: vec3<f32>, radius: f32) -> bool {
    let most = me.radius + radius + reach_to(me, other, min(me.radius, radius));
    return dot(between, between) <= most * most && !are_parted_by_a_plane(me, other, between) && may_touch(me, other);
}

fn is_near_big(me: Seeker, other: u32) -> bool {
    let surface = surfaces[other];
    let way = rotate_back(poses[other].rotation, me.position - place_at(other));
    let near = distance_to(surface.shape, way) <= me.radius + reach_to(me, other, min(me.radius, poses[other].radius));
    return (surface.flags & COLLIDES) != 0u && ((near && may_touch(me, other)) || will_meet(me, other));
}

// Whether a body in the cells is not near yet, but will be met.
fn is_ahead(me: Seeker, other: u32) -> bool {
    let between = me.position - place_at(other);
    return other != me.body && (surfaces[other].flags & (COLLIDES | BIG)) == COLLIDES
        && !is_near(me, other, between, poses[other].radius) && will_meet(me, other);
}

@compute @workgroup_size(64)
fn contact_find(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let surface = surfaces[id.x];
    let me = Seeker(
        id.x, place_at(id.x), poses[id.x].radius, thinness(surface.shape), velocities[id.x].linear,
        velocities[id.x].inverse_mass == 0.0, is_fast(step.frame, velocities[id.x].linear, surface.shape), poses[id.x].rotation,
        surface.shape);
    var row = Row(vec4<u32>(NONE), vec4<u32>(NONE), vec4<u32>(NONE), vec4<u32>(NONE));
    var found = 0u;
    // step.extra.y bodies are big, from lists[step.first] on
    let seeks_big = (surface.flags & COLLIDES) != 0u && !(me.held && (surface.flags & BIG) != 0u);
    for (var k = 0u; k < step.extra.y && seeks_big; k++) {
        let other = lists[step.first + k];
        let near = is_near_big(me, other);
        row = row_with(row, select(NONE, other, near));
        found += u32(near);
    }
    let size = cell_size(bitcast<f32>(atomicLoad(&contact_numbers[SPEED])));
    let middle = cell_of(me.position, size);
    for (var i = 0; i < 27 && (surface.flags & (COLLIDES | BIG)) == COLLIDES && !me.held; i++) {
        let cell = middle + vec3<i32>(i % 3 - 1, (i / 3) % 3 - 1, i / 9 - 1);
        var next = contact_cells[head_of(cell)];
        while (next != 0u) {
            let other = next - 1u;
            next = contact_cells[next_at(other)];
            let position = place_at(other);
            // no reach is longer than the smaller radius; most are farther, and a loop that no thread enters costs nothing
            let radius = poses[other].radius;
            let between = me.position - position;
            let most = me.radius + radius + min(me.radius, radius);
            for (var close = dot(between, between) <= most * most; close; close = false) {
                // cells that share a hash share a list: a body is met in its own cell only
                let near = all(cell_of(position, size) == cell) && is_near(me, other, between, radius);
                row = row_with(row, select(NONE, other, near));
                found += u32(near);
            }
        }
    }
    // the held bodies in cells stand behind the big ones, and ahead of them how many they are
    let in_cells = (surface.flags & (COLLIDES | BIG)) == COLLIDES && !me.held;
    let held = step.first + step.extra.y;
    let fast = atomicLoad(&contact_numbers[FAST]);
    let seeks_held = in_cells && (me.fast || atomicLoad(&contact_numbers[FAST_HELD]) > 0u);
    for (var k = 1u; k <= lists[held] && seeks_held; k++) {
        let other = lists[held + k];
        let ahead = is_ahead(me, other);
        row = row_with(row, select(NONE, other, ahead));
        found += u32(ahead);
    }
    // a fast body looks at all bodies, the others at fast ones only
    let all = select(fast, step.body_count, me.fast);
    for (var k = 0u; k < all && in_cells && fast > 0u && fast <= MOST_FAST; k++) {
        let other = select(atomicLoad(&contact_numbers[ORDER + min(k, MOST_FAST)]), k, me.fast);
        let ahead = velocities[other].inverse_mass > 0.0 && is_ahead(me, other);
        row = row_with(row, select(NONE, other, ahead));
        found += u32(ahead);
    }
    for (var k = 0u; k < 4u; k++) {
        contact_rows[neighbour_at(id.x, k)] = row.first[k];
        contact_rows[neighbour_at(id.x, k + 4u)] = row.second[k];
        contact_rows[neighbour_at(id.x, k + 8u)] = row.third[k];
        contact_rows[neighbour_at(id.x, k + 12u)] = row.last[k];
    }
    if (found > ROW) {
        atomicAdd(&contact_numbers[DROPPED], found - ROW);
    }
}
