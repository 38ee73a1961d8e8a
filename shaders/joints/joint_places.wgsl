// For a projection, one thread for step.iterations joints: J in the present poses, and by how much rows are open. It
// covers hard rows, and stops that are overrun or bear a load. Rounds are counted by step.iteration.

// uses: step, rotation, body, tie, rows, frames, courses, row_keep, kept, wound, note
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read> free_velocities: array<Velocity>;
@group(0) @binding(9) var<storage, read_write> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;

/// Of the smaller radius, and in rad: from where on a joint is far open.
const FAR: f32 = 0.1;
/// What a projection may leave: of the smaller radius, and in rad.
const SHUT: f32 = 1e-4;
/// Four last digits of a number of this size.
const ROUNDING: f32 = 2.4e-7;
/// More than what rounding adds to a largest force.
const LEANS: f32 = 1.00001;
/// What a solve leaves of a force that is given as 0, N.
const NOTHING: f32 = 1e-18;

// The part of C that stays: none, unless the joint was far open before this substep and still is.
fn left_of(now: vec3<f32>, before: vec3<f32>, far: f32, way: f32) -> vec3<f32> {
    let size = length(before);
    if (length(now) > far && size > far) {
        return before * max(0.0, 1.0 - way / size);
    }
    return vec3<f32>(0.0);
}

// How far a row is beyond a stop, or off the stop that it leans on with more than drive and friction have. y is 0 where
// it does neither.
fn stopped(course: Course, c: f32, lambda: f32) -> vec2<f32> {
    let over = beyond(course, c);
    let bears = LEANS * select(0.0, course.most + course.friction, course.is_driven) + NOTHING;
    if (over != 0.0) {
        return vec2<f32>(over, 1.0);
    }
    if (lambda > bears) {
        return vec2<f32>(c + course.low, 1.0);
    }
    return select(vec2<f32>(0.0), vec2<f32>(c + course.high, 1.0), lambda < -bears);
}

// J and C of hard rows, and of stops that are overrun or bear something.
fn to_shut(l: u32, frames: Frames, whole: bool, lambda: Pair, a: Pose, b: Pose) -> Found {
    var found = find_rows(frames, a, b);
    found.error = with_turns(frames, l, found.error);
    var held = hard_rows(frames);
    for (var left = (frames.bits >> COURSE_BITS) & 63u; left != 0u; left &= left - 1u) {
        let k = firstTrailingBit(left);
        let course = course_of(frames, k);
        if (!course.has_stops || course.stop.x != HOLDING) {
            continue;
        }
        if (k < 3u) {
            let stop = stopped(course, found.error.linear[k], lambda.linear[k]);
            found.error.linear[k] = stop.x;
            held.linear[k] = stop.y;
        } else {
            let stop = stopped(course, found.error.angular[k - 3u], lambda.angular[k - 3u]);
            found.error.angular[k - 3u] = stop.x;
            held.angular[k - 3u] = stop.y;
        }
    }
    return only(found, pair_scaled(select(0.0, 1.0, whole), held));
}

// Where a body was when the substep began.
fn pose_before(body: u32) -> Pose {
    let pose = poses[body];
    let v = velocities[body];
    let back = exponential(-step.h * v.angular);
    return Pose(pose.position - step.h * v.linear, pose.radius, quaternion_product(back, pose.rotation));
}

// Whether neither body has moved since the round before, or the joint is passed over.
fn rests(l: u32) -> bool {
    let a = free_velocities[ties[2u * l].w].w;
    let b = free_velocities[ties[2u * l + 1u].w].w;
    return (step.iteration > 0u && a == 0.0 && b == 0.0) || stays(l);
}

fn place(l: u32) {
    let n = step.joint_count;
    let frames = frames_of(l);
    let whole = multipliers[n + l].left == 0.0;
    let a = poses[frames.tie.a];
    let b = poses[frames.tie.b];
    let lambda = Pair(multipliers[l].lambda, multipliers[n + l].lambda);
    let found = to_shut(l, frames, whole, lambda, a, b);
    let radius = min(a.radius, b.radius);
    if (step.iteration == 0u) {
        let before = to_shut(l, frames, whole, lambda, pose_before(frames.tie.a), pose_before(frames.tie.b)).error;
        blocks[3u * n + l].diagonal =
            left_of(found.error.linear, before.linear, FAR * radius, step.h * frames.recovery.x);
        blocks[3u * n + l].off = left_of(found.error.angular, before.angular, FAR, step.h * frames.recovery.y);
    }
    let open = Pair(
        found.error.linear - blocks[3u * n + l].diagonal, found.error.angular - blocks[3u * n + l].off);
    let enough = max(SHUT * radius, ROUNDING * max(length(a.position), length(b.position)));
    let is_open = length(open.linear) > enough || length(open.angular) > SHUT;
    put_rows(l, PLACES, found.rows);
    note_gap(l, select(0.0, 1.0, is_open));
    blocks[l].work = step.inverse_h * open.linear;
    blocks[n + l].work = step.inverse_h * open.angular;
}

// Software devices run both sides of a branch, and skip only a loop that no thread enters. So each thread seeks its
// next joint first.
@compute @workgroup_size(64)
fn joint_places(@builtin(global_invocation_id) id: vec3<u32>) {
    var k = id.x * step.iterations;
    let end = min(k + step.iterations, step.count);
    while (k < end) {
        while (k < end && rests(lists[step.first + k])) {
            k++;
        }
        if (k < end) {
            place(lists[step.first + k]);
        }
        k++;
    }
}
