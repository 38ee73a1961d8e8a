// The constant data of a joint, and its rows in a pose. For shaders that bind `ties` as rows of four words. Of n joints
// it holds n ties of two rows each, then n pairs of frames, then n heads of two rows. Then come the settings of soft
// joints, six rows each, and those of driven or bounded rows (courses.wgsl).

// uses: step, rotation, body, six, rows, distance, swing, cone, weld, universal, softness, head

struct Frames {
    tie: Tie,
    frame_a: vec4<f32>,
    frame_b: vec4<f32>,
    bits: u32,
    size: f32,               // of a rod, m
    recovery: vec2<f32>,     // m/s and rad/s, at which hard rows close at most
    settings: u32,           // where they begin, in rows
    courses: u32,            // the same of rows that are driven or bounded
}

const LINEAR_FRAME: u32 = 1u;
const LINEAR_DISTANCE: u32 = 2u;
const ANGULAR_SWING: u32 = 1u;
const ANGULAR_WELD: u32 = 2u;
const ANGULAR_HOOKE: u32 = 3u;
const ANGULAR_CONE: u32 = 4u;

fn frames_of(l: u32) -> Frames {
    let n = step.joint_count;
    let end_a = ties[2u * l];
    let end_b = ties[2u * l + 1u];
    let head = ties[4u * n + 2u * l];
    let rest = ties[4u * n + 2u * l + 1u];
    return Frames(
        Tie(bitcast<vec3<f32>>(end_a.xyz), end_a.w, bitcast<vec3<f32>>(end_b.xyz), end_b.w),
        bitcast<vec4<f32>>(ties[2u * n + 2u * l]), bitcast<vec4<f32>>(ties[2u * n + 2u * l + 1u]),
        head.x, bitcast<f32>(head.y), bitcast<vec2<f32>>(head.zw), rest.x, rest.w & ~FRICTION_BIT);
}

// N and N m that a joint bears at most.
fn strength_of(l: u32) -> vec2<f32> {
    return bitcast<vec2<f32>>(ties[4u * step.joint_count + 2u * l + 1u].yz);
}

// One or zero for each of three bits.
fn three_bits(bits: u32, first: u32) -> vec3<f32> {
    return vec3<f32>((vec3<u32>(bits) >> vec3<u32>(first, first + 1u, first + 2u)) & vec3<u32>(1u));
}

fn six_bits(bits: u32, first: u32) -> Pair {
    return Pair(three_bits(bits, first), three_bits(bits, first + 3u));
}

// Which rows are there at all.
fn live_rows(frames: Frames) -> Pair {
    return six_bits(frames.bits | (frames.bits >> COURSE_BITS), 0u);
}

// Which rows are held, and have no softness.
fn hard_rows(frames: Frames) -> Pair {
    let held = six_bits(frames.bits, 0u);
    let soft = six_bits(frames.bits, SOFT_BITS);
    return Pair(held.linear * (1.0 - soft.linear), held.angular * (1.0 - soft.angular));
}

// Which held rows yield, a bit each.
fn soft_rows(frames: Frames) -> u32 {
    return (frames.bits >> SOFT_BITS) & 63u;
}

struct Found {
    rows: Rows,
    error: Pair,     // C
}

// J and C of all six, those that hold nothing among them.
fn find_rows(frames: Frames, a: Pose, b: Pose) -> Found {
    let tie = frames.tie;
    let arms_now = arms_of(tie, a, b);
    let d = (a.position - b.position) + (arms_now.arm_a - arms_now.arm_b);
    let q_a = quaternion_product(a.rotation, frames.frame_a);
    let q_b = quaternion_product(b.rotation, frames.frame_b);
    let axes = mat3x3<f32>(
        rotate(q_a, vec3<f32>(1.0, 0.0, 0.0)), rotate(q_a, vec3<f32>(0.0, 1.0, 0.0)), rotate(q_a, vec3<f32>(0.0, 0.0, 1.0)));

    let zero = scalar_matrix(0.0);
    var rows = Rows(
        arms_now.arm_a, tie.a, arms_now.arm_b, tie.b, scalar_matrix(1.0), zero, Pair(vec3<f32>(0.0), vec3<f32>(0.0)));
    var error = Pair(d, vec3<f32>(0.0));
    let linear = (frames.bits >> LINEAR_BITS) & 3u;
    if (linear == LINEAR_FRAME) {
        // a's arm reaches b's anchor
        rows.arm_a = arms_now.arm_a - d;
        rows.linear = axes;
        error.linear = d * axes;
    } else if (linear == LINEAR_DISTANCE) {
        rows.linear = distance_rows(d);
        let size = length(d);
        error.linear = vec3<f32>(select(frames.size - size, 0.0, size < NEAREST), 0.0, 0.0);
    }
    let angular = (frames.bits >> ANGULAR_BITS) & 7u;
    if (angular == ANGULAR_SWING) {
        let swing = swing_rows(q_a, q_b);
        rows.angular = swing.rows;
        error.angular = swing.error;
    } else if (angular == ANGULAR_WELD) {
        rows.angular = axes;
        error.angular = weld_error(q_a, q_b);
    } else if (angular == ANGULAR_CONE) {
        let cone = cone_rows(q_a, q_b);
        rows.angular = cone.rows;
        error.angular = cone.error;
    } else if (angular == ANGULAR_HOOKE) {
        let row = universal_row(q_a, q_b);
        rows.angular = mat3x3<f32>(row.xyz, vec3<f32>(0.0), vec3<f32>(0.0));
        error.angular = vec3<f32>(row.w, 0.0, 0.0);
    }
    return Found(rows, error);
}

// Without the rows that hold nothing.
fn only(found: Found, held: Pair) -> Found {
    var rows = found.rows;
    rows.linear = mat3x3<f32>(
        held.linear.x * rows.linear[0], held.linear.y * rows.linear[1], held.linear.z * rows.linear[2]);
    rows.angular = mat3x3<f32>(
        held.angular.x * rows.angular[0], held.angular.y * rows.angular[1], held.angular.z * rows.angular[2]);
    return Found(rows, Pair(held.linear * found.error.linear, held.angular * found.error.angular));
}

fn setting_of(frames: Frames, row: u32) -> vec3<f32> {
    return bitcast<vec3<f32>>(ties[frames.settings + row].xyz);
}

// v, no longer than `most`.
fn slowed(v: vec3<f32>, most: f32) -> vec3<f32> {
    return v * min(1.0, most / max(length(v), 1e-20));
}
