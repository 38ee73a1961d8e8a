// Line search in the first half of a symplectic substep, one thread per halved island in which rows change their parts.
// It goes to the zero of shaders/ties/slope.wgsl, with the observed ū and its change by J. λ goes so far at once.

// uses: step, body, velocity, six, tie, rows, row_store, kept, stair, slope
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(30) var<storage, read_write> stairs: array<vec4<f32>>;

/// As `joint_agree` says it.
const KEEP: f32 = 0.0;

fn tell_change(l: u32) {
    let rows = rows_at(l, VELOCITIES);
    let moving = rows_relative(rows, twist_at(rows.a), twist_at(rows.b));
    for (var left = stair_rows(l); left != 0u; left &= left - 1u) {
        let k = firstTrailingBit(left);
        let u = select(moving.linear[min(k, 2u)], moving.angular[max(k, 3u) - 3u], k >= 3u) + half_at(l, k).offset;
        let at = stair_place(l, k) + 1u;
        stairs[at].w = u - stairs[at].z;
    }
}

// A loop instead of an `if`: software devices run both sides of a branch, but skip a loop that no thread enters.
@compute @workgroup_size(64)
fn joint_stride(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let n = step.joint_count;
    let record = step.first + 4u * id.x;
    let first = lists[record];
    let count = lists[record + 1u];
    let first_course = lists[record + 2u];
    let courses = lists[record + 3u];
    let leader = lists[first];
    for (var go = !stays(leader) && blocks[2u * n + leader].bias_x != KEEP; go; go = false) {
        for (var i = first_course; i < first_course + courses; i++) {
            tell_change(lists[i]);
        }
        let share = zero_of_slope(first_course, courses);
        for (var i = first; share < 1.0 && i < first + count; i++) {
            let l = lists[i];
            let along = blocks[2u * n + l].diagonal;
            let about = blocks[2u * n + l].off;
            multipliers[l].lambda = along + share * (multipliers[l].lambda - along);
            multipliers[n + l].lambda = about + share * (multipliers[n + l].lambda - about);
        }
    }
}
