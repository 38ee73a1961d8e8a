// The result of a round of Newton's method for the driven and bounded rows of a joint. It is the change of u, and by how
// much u misses the staircase. For shaders that bind `velocities`, `arms`, `blocks`, `multipliers` and `stairs`.

// uses: step, body, velocity, six, tie, rows, row_store, stair, note

fn land(l: u32) {
    let n = step.joint_count;
    let rows = rows_at(l, VELOCITIES);
    let moving = rows_relative(rows, twist_at(rows.a), twist_at(rows.b));
    let along = step.h * multipliers[l].lambda;
    let about = step.h * multipliers[n + l].lambda;
    var most = 0.0;
    for (var left = stair_rows(l); left != 0u; left &= left - 1u) {
        let k = firstTrailingBit(left);
        let stair = stair_at(l, k);
        if (!stair_is_there(stair)) {
            continue;
        }
        let turns = k >= 3u;
        let i = select(k, k - 3u, turns);
        let u = select(moving.linear[i], moving.angular[i], turns);
        let q = select(along[i], about[i], turns);
        stairs[stair_place(l, k) + 1u].w = u - stair.u;
        if (!is_straight(stair)) {
            most = max(most, abs(miss_of(stair, u, q)));
        }
    }
    note_miss(l, most);
}
