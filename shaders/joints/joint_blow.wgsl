// Blows within a symplectic substep, one thread per halved island. Where its first half met a stop after a share τ of
// the substep, what acts behind the blow must not act in it. So the second half has three solves:
//     1.  from V* − (1 − τ) h g                           FOUND says τ, the least of the island
//     2.  J' V = c,  u ≤ c at that stop,  c = (1 − τ) (J' − J) V     TURNED: rows were shut by J at the time of the blow
//     3.  from there + (1 − τ) h g, with new forces       BEHIND: drives for what is left of the substep; springs are done
// λ of the third is what the joints bear after the blow, and the next substep begins with it. Without the three a body
// that leaves a stop at once hung on it to the substep's end, which was an error of first order.
// Islands without a blow have τ = 1, and are passed over after the first solve.

// uses: step, rotation, symmetric, body, velocity, six, tie, rows, frames, courses, stair, floors, draft, wound, note
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(27) var<storage, read> drafts: array<Draft>;
@group(0) @binding(30) var<storage, read_write> stairs: array<vec4<f32>>;

/// step.extra.x
const FOUND: u32 = 0u;
const TURNED: u32 = 1u;
const BEHIND: u32 = 2u;
/// As `joint_search` has it.
const TOLERANCE: f32 = 1e-5;

fn blow_at(l: u32, k: u32) -> f32 {
    return stairs[stair_place(l, k) + 2u].w;
}

// Where a body was when the substep began. A body that stands has no draft.
fn began(body: u32) -> Pose {
    let pose = poses[body];
    let v = velocities[body];
    if (v.inverse_mass == 0.0 && all(v.linear == vec3<f32>(0.0)) && all(v.angular == vec3<f32>(0.0))) {
        return pose;
    }
    return Pose(drafts[body].position, pose.radius, drafts[body].rotation);
}

// The biases of some rows; those of all others stay.
fn put_biases(t: u32, rows: vec3<f32>, bias: vec3<f32>) {
    let put = mix(vec3<f32>(blocks[t].bias_x, blocks[t].bias_y, blocks[t].bias_z), bias, rows);
    blocks[t].bias_x = put.x;
    blocks[t].bias_y = put.y;
    blocks[t].bias_z = put.z;
}

// Where the stop is that this blow met.
fn put_stop(l: u32, k: u32, u: f32) {
    let at = stair_place(l, k) + 1u;
    if (blow_at(l, k) > 0.0) {
        stairs[at].y = u;
    } else {
        stairs[at].x = u;
    }
}

fn put_turned(l: u32, rest: f32) {
    let n = step.joint_count;
    let frames = frames_of(l);
    // J' V of hard rows is zero, and that of the others is u
    let was = find_rows(frames, began(frames.tie.a), began(frames.tie.b)).rows;
    let moving = rows_relative(was, twist_at(frames.tie.a), twist_at(frames.tie.b));
    let whole = select(0.0, rest, multipliers[n + l].left == 0.0);
    let hard = hard_rows(frames);
    put_biases(l, hard.linear, whole * moving.linear);
    put_biases(n + l, hard.angular, whole * moving.angular);
    for (var left = stair_rows(l); left != 0u; left &= left - 1u) {
        let k = firstTrailingBit(left);
        if (blow_at(l, k) != 0.0) {
            let by_start = select(moving.linear[min(k, 2u)], moving.angular[max(k, 3u) - 3u], k >= 3u);
            put_stop(l, k, rest * (stair_at(l, k).u - by_start));
        }
    }
}

fn put_behind(l: u32, rest: f32) {
    let n = step.joint_count;
    let frames = frames_of(l);
    put_biases(l, vec3<f32>(1.0), vec3<f32>(0.0));
    put_biases(n + l, vec3<f32>(1.0), vec3<f32>(0.0));
    // to begin with, what bore before the substep bears on
    let firm = six_bits(~soft_rows(frames), 0u);
    var along = rest * firm.linear * blocks[l].diagonal;
    var about = rest * firm.angular * blocks[n + l].diagonal;
    for (var left = stair_rows(l); left != 0u; left &= left - 1u) {
        let k = firstTrailingBit(left);
        let at = stair_place(l, k);
        let course = course_of(frames, k);
        if (blow_at(l, k) != 0.0) {
            put_stop(l, k, 0.0);
            if (k < 3u) {
                along[k] = 0.0;
            } else {
                about[k - 3u] = 0.0;
            }
        }
        // springs gave their share in the blow
        let most = stairs[at].z;
        let springs = course.is_driven && course.drive.x < HOLDING;
        stairs[at].z = select(select(most, rest * most, most < NO_BOUND), 0.0, springs);
        for (var go = course.has_stops && course.stop.x != HOLDING; go; go = false) {
            stairs[at + 1u].x = -OUT_OF_REACH;
            stairs[at + 1u].y = OUT_OF_REACH;
        }
        for (var go = has_friction(l); go; go = false) {
            stairs[rub_place(l, k)].z *= rest;
        }
    }
    blocks[3u * n + l].diagonal = multipliers[l].lambda;
    blocks[3u * n + l].off = multipliers[n + l].lambda;
    multipliers[l].lambda = along;
    multipliers[n + l].lambda = about;
}

@compute @workgroup_size(64)
fn joint_blow(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let record = step.first + 4u * id.x;
    let first = lists[record + 2u];
    let count = lists[record + 3u];
    var share = noted_blow(lists[first]);
    // loops in the place of `if`: software devices run both sides of a branch, but skip a loop that no thread enters
    for (var go = step.extra.x == FOUND; go; go = false) {
        share = 1.0;
        for (var i = first; i < first + count; i++) {
            for (var left = stair_rows(lists[i]); left != 0u; left &= left - 1u) {
                let blow = abs(blow_at(lists[i], firstTrailingBit(left)));
                share = select(share, min(share, blow), blow > 0.0);
            }
        }
        for (var i = first; i < first + count; i++) {
            note_blow(lists[i], share);
        }
    }
    for (var go = step.extra.x != FOUND; go; go = false) {
        // what did not land is taken back, and so is what was not calm
        var goes_on = share < 1.0 && noted_opening(lists[first]) < 1.0;
        for (var i = first; goes_on && i < first + count; i++) {
            goes_on = stair_rows(lists[i]) == 0u || noted_miss(lists[i]) <= TOLERANCE;
        }
        for (var i = first; i < first + count; i++) {
            note_settled(lists[i], !goes_on);
        }
        for (var i = first; goes_on && i < first + count; i++) {
            if (step.extra.x == TURNED) {
                put_turned(lists[i], 1.0 - share);
            } else {
                put_behind(lists[i], 1.0 - share);
            }
        }
    }
}
