// Where the velocities lead the joints of halved islands, one thread per joint. For hard rows it finds what their
// equations lack, C(x')/h. For all others it finds the mean speed ū = (C(x') − C)/h, as an offset to J V⁺ of the present.
// It also finds by how much driven and bounded ones miss their staircases, over NEAR.

// uses: step, rotation, symmetric, body, velocity, six, tie, rows, frames, courses, row_store, row_settings, kept, staired, stair, floors, halves, given, wound, note
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(9) var<storage, read_write> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;
@group(0) @binding(30) var<storage, read_write> stairs: array<vec4<f32>>;

/// The gap that may be left: of the smaller radius, and in rad.
const SHUT: f32 = 1e-4;
/// In the place of a gap of none, so that the island is solved until it is done.
const OPEN: f32 = 1e-12;

fn put_biases(t: u32, bias: vec3<f32>) {
    blocks[t].bias_x = bias.x;
    blocks[t].bias_y = bias.y;
    blocks[t].bias_z = bias.z;
}

fn see(l: u32) {
    let n = step.joint_count;
    let frames = frames_of(l);
    let a = poses[frames.tie.a];
    let b = poses[frames.tie.b];
    let radius = min(a.radius, b.radius);
    let found = find_rows(frames, a, b);
    let error = with_turns(frames, l, found.error);
    // nothing of a joint that broke
    let hard = pair_scaled(select(1.0, 0.0, multipliers[n + l].left != 0.0), hard_rows(frames));
    let open = only(found, hard).error;
    let gap = max(length(open.linear) / radius, length(open.angular));
    let rounding = rounding_of(a, b);
    // written so that NaN is open
    note_gap(l, select(OPEN, gap, !(gap <= SHUT * rounding)));

    let rows = rows_at(l, VELOCITIES);
    let moving = rows_relative(rows, twist_at(rows.a), twist_at(rows.b));
    let along = 0.5 * step.h * multipliers[l].lambda;
    let about = 0.5 * step.h * multipliers[n + l].lambda;
    let free = Pair(vec3<f32>(1.0) - hard.linear, vec3<f32>(1.0) - hard.angular);
    var linear = (step.inverse_h * open.linear + free.linear * (rows.softness.linear * along)) - moving.linear;
    var angular = (step.inverse_h * open.angular + free.angular * (rows.softness.angular * about)) - moving.angular;
    var most = 0.0;
    let dead = rows_dead(rows);
    let soft = soft_rows(frames);
    for (var left = stair_rows(l) | soft; left != 0u; left &= left - 1u) {
        let k = firstTrailingBit(left);
        let turns = k >= 3u;
        let i = select(k, k - 3u, turns);
        let yields = ((soft >> k) & 1u) == 1u && select(dead.linear[i], dead.angular[i], turns) == 0.0;
        var stair = Stair();
        if (!yields) {
            stair = stair_at(l, k);
        }
        if (!yields && !stair_is_there(stair)) {
            continue;
        }
        let half = half_at(l, k);
        let went = select(error.linear[i], error.angular[i], turns) - half.start;
        stair.u = select(went, short_way(went), turns) * step.inverse_h;
        let offset = stair.u - select(moving.linear[i], moving.angular[i], turns);
        let gamma = select(rows.softness.linear[i], rows.softness.angular[i], turns);
        let bias = select(bias_at_row(l, i), bias_at_row(n + l, i), turns) + (offset - half.offset);
        let put = select(bias, 0.0, gamma >= GIVEN);
        if (turns) {
            angular[i] = put;
        } else {
            linear[i] = put;
        }
        let at = stair_place(l, k);
        stairs[at + 1u].z = stair.u;
        stairs[at + 2u].y = offset;
        if (step.iteration == 1u) {
            stairs[at + 2u].w = stair.u;
        }
        let q = select(along[i], about[i], turns);
        if (!yields && !is_straight(stair)) {
            let size = NEAR * rounding * select(radius, 1.0, turns);
            let miss = miss_of(stair, stair.u, q);
            most = max(most, abs(miss) * step.h / size);
        }
    }
    put_biases(l, linear);
    put_biases(n + l, angular);
    note_miss(l, most);
}

fn bias_at_row(t: u32, i: u32) -> f32 {
    return vec3<f32>(blocks[t].bias_x, blocks[t].bias_y, blocks[t].bias_z)[i];
}

// A loop instead of an `if`: software devices run both sides of a branch, but skip a loop that no thread enters.
@compute @workgroup_size(64)
fn joint_seen(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    for (var go = !stays(l); go; go = false) {
        see(l);
    }
}
