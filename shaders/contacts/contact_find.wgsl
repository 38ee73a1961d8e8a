// Who is near a body, one thread per body: all in the 27 cells about it, and the big ones, whose distance is no more than the two
// radii and the reach of a contact. The sixteen lowest are kept, in order, so it is the same row however the lists lie. Left out is
// who is joined to it. A held body finds nothing but big ones that move: all else finds it.

// uses: step, body, velocity, shape, surface, place, hulled, contact_rows, contact_cells
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

// Each place keeps what it has, or takes the other, or what stood before it: min(x_k, max(x_{k−1}, other)). NONE changes nothing.
fn row_with(row: Row, other: u32) -> Row {
    let o = vec4<u32>(other);
    return Row(
        min(row.first, max(vec4<u32>(0u, row.first.xyz), o)),
        min(row.second, max(vec4<u32>(row.first.w, row.second.xyz), o)),
        min(row.third, max(vec4<u32>(row.second.w, row.third.xyz), o)),
        min(row.last, max(vec4<u32>(row.third.w, row.last.xyz), o)));
}

struct Seeker {
    body: u32,
    position: vec3<f32>,
    radius: f32,
    thinness: f32,
    velocity: vec3<f32>,
    held: bool,
    // who is joined to it by a joint whose bodies pass through one another: in `lists` from here to there
    parted: vec2<u32>,
}

fn is_parted(me: Seeker, other: u32) -> bool {
    var found = false;
    for (var k = me.parted.x; k < me.parted.y; k++) {
        found = found || lists[k] == other;
    }
    return found;
}

// Whether each one's group has a bit in the other's mask: all the same where step.iterations is 0, and else as `lists` has it from there.
fn may_meet(body: u32, other: u32) -> bool {
    if (step.iterations == 0u) {
        return true;
    }
    let mine = step.iterations + 2u * body;
    let theirs = step.iterations + 2u * other;
    return (lists[mine] & lists[theirs + 1u]) != 0u && (lists[theirs] & lists[mine + 1u]) != 0u;
}

fn reach_to(me: Seeker, other: u32, radius: f32) -> f32 {
    let way = way_of(step.frame, me.velocity, velocities[other].linear);
    return reach_of(min(me.thinness, thinness(surfaces[other].shape)), min(me.radius, radius), way);
}

fn may_touch(me: Seeker, other: u32) -> bool {
    return other != me.body && !(me.held && velocities[other].inverse_mass == 0.0) && !is_parted(me, other)
        && may_meet(me.body, other);
}

// Of two that stand in cells.
fn is_near(me: Seeker, other: u32, between: vec3<f32>, radius: f32) -> bool {
    let most = me.radius + radius + reach_to(me, other, radius);
    return dot(between, between) <= most * most && may_touch(me, other);
}

fn is_near_big(me: Seeker, other: u32) -> bool {
    let surface = surfaces[other];
    let way = rotate_back(poses[other].rotation, me.position - place_at(other));
    let near = distance_to(surface.shape, way) <= me.radius + reach_to(me, other, poses[other].radius);
    return near && (surface.flags & COLLIDES) != 0u && may_touch(me, other);
}

@compute @workgroup_size(64)
fn contact_find(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let surface = surfaces[id.x];
    let table = step.iteration + id.x;
    let me = Seeker(
        id.x, place_at(id.x), poses[id.x].radius, thinness(surface.shape), velocities[id.x].linear,
        velocities[id.x].inverse_mass == 0.0, vec2<u32>(lists[table], lists[table + 1u]));
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
