// Where the velocities lead a joint of a halved island. For hard rows it finds what their equations lack, C(x')/h. For all
// others it finds the mean speed ū = (C(x') − C)/h, as an offset to J V⁺ of the present. It also finds by how much driven
// and bounded ones miss their staircases, over NEAR. step.h is half a substep. For shaders that bind `ties`, `poses`,
// `velocities`, `arms`, `blocks`, `multipliers` and `stairs`.

// uses: step, rotation, body, velocity, six, tie, rows, frames, courses, row_store, row_settings, stair, floors, halves, given, wound, note

/// The gap that may be left: of the smaller radius, and in rad.
const SHUT: f32 = 1e-4;

fn put_biases(t: u32, bias: vec3<f32>) {
    blocks[t].bias_x = bias.x;
    blocks[t].bias_y = bias.y;
    blocks[t].bias_z = bias.z;
}

// In a round of so many.
fn see(l: u32, round: u32) {
    let n = step.joint_count;
    let to_end = 0.5 * step.inverse_h;   // 1/h of the substep
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
    note_gap(l, select(NEARLY_SHUT, gap, !(gap <= SHUT * rounding)));

    let rows = rows_at(l, VELOCITIES);
    let moving = rows_relative(rows, twist_at(rows.a), twist_at(rows.b));
    let along = step.h * multipliers[l].lambda;
    let about = step.h * multipliers[n + l].lambda;
    let free = Pair(vec3<f32>(1.0) - hard.linear, vec3<f32>(1.0) - hard.angular);
    var linear = (to_end * open.linear + free.linear * (rows.softness.linear * along)) - moving.linear;
    var angular = (to_end * open.angular + free.angular * (rows.softness.angular * about)) - moving.angular;
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
        stair.u = select(went, short_way(went), turns) * to_end;
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
        if (round == 1u) {
            stairs[at + 2u].w = stair.u;
        }
        let q = select(along[i], about[i], turns);
        if (!yields && !is_straight(stair)) {
            let size = NEAR * rounding * select(radius, 1.0, turns);
            let miss = miss_of(stair, stair.u, q);
            most = max(most, abs(miss) * (2.0 * step.h) / size);
        }
    }
    put_biases(l, linear);
    put_biases(n + l, angular);
    note_miss(l, most);
}

fn bias_at_row(t: u32, i: u32) -> f32 {
    return vec3<f32>(blocks[t].bias_x, blocks[t].bias_y, blocks[t].bias_z)[i];
}
