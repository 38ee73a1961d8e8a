// How a substep in two halves finds a joint, one thread per joint. It keeps λ, to be taken back, and h |J V| of the
// hard rows, which `joint_left` found. It writes 1 instead if the joint is far open, a hard stop is far overrun, or a
// taut string swings too fast for a substep:
//     h² |λ|/L > 2 m_eff,   m_eff = 1/(m_a⁻¹ + m_b⁻¹)

// uses: step, rotation, symmetric, body, tie, rows, frames, courses, wound, note
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;

/// A joint that is open, or a stop that is overrun, by more than this is closed gradually. In units of the smaller
/// radius, and in rad.
const FAR: f32 = 0.1;

/// Whether a string swings across too fast; the length is the one that it should have, of a rope its longest.
fn too_taut(frames: Frames, tension: f32) -> bool {
    if (((frames.bits >> LINEAR_BITS) & 3u) != LINEAR_DISTANCE) {
        return false;
    }
    let inverse_mass = velocities[frames.tie.a].inverse_mass + velocities[frames.tie.b].inverse_mass;
    var size = frames.size;
    if (((frames.bits >> COURSE_BITS) & 1u) != 0u) {
        let course = course_of(frames, 0u);
        size = select(size, course.high, course.has_stops);
    }
    return step.h * step.h * abs(tension) * inverse_mass > 2.0 * size;
}

// By how much hard stops are overrun at most, of the radius and in rad.
fn overrun(frames: Frames, error: Pair, radius: f32) -> f32 {
    var most = 0.0;
    for (var left = (frames.bits >> COURSE_BITS) & 63u; left != 0u; left &= left - 1u) {
        let k = firstTrailingBit(left);
        let course = course_of(frames, k);
        if (course.stop.x == HOLDING) {
            let c = select(error.linear[min(k, 2u)], error.angular[max(k, 3u) - 3u], k >= 3u);
            most = max(most, abs(beyond(course, c)) / select(radius, 1.0, k >= 3u));
        }
    }
    return most;
}

@compute @workgroup_size(64)
fn joint_calm(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let n = step.joint_count;
    let frames = frames_of(l);
    let a = poses[frames.tie.a];
    let b = poses[frames.tie.b];
    let radius = min(a.radius, b.radius);
    let found = find_rows(frames, a, b);
    let whole = multipliers[n + l].left == 0.0;
    let open = only(found, hard_rows(frames)).error;
    let gap = max(length(open.linear) / radius, length(open.angular));
    // rows that are driven, bounded or soft do not count
    let held = six_bits(~((frames.bits >> COURSE_BITS) | soft_rows(frames)), 0u);
    let opening = step.h * max(length(held.linear * blocks[l].work) / radius, length(held.angular * blocks[n + l].work));
    let calm = !whole || (gap < FAR && !too_taut(frames, multipliers[l].lambda.x)
        && !(overrun(frames, with_turns(frames, l, found.error), radius) > FAR));
    note_opening(l, select(1.0, opening, calm));
    blocks[l].diagonal = multipliers[l].lambda;
    blocks[n + l].diagonal = multipliers[n + l].lambda;
}
