// Before a residual is taken, one thread per joint with driven or bounded rows. Each such equation is rewritten so that
// its residual is the change of u that would put the row on its staircase,   A_rr (q* − q). There q* is where the
// staircase meets the line of u + A_rr q.

// uses: step, body, velocity, mobility, six, tie, rows, row_store, row_settings, kept, stair
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read_write> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;
@group(0) @binding(30) var<storage, read> stairs: array<vec4<f32>>;

@compute @workgroup_size(64)
fn joint_misses(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let n = step.joint_count;
    let rows = rows_at(l, VELOCITIES);
    let own = rows_own_blocks(rows, mobility_at(rows.a), mobility_at(rows.b));
    let moving = rows_relative(rows, twist_at(rows.a), twist_at(rows.b));
    // of a substep that was kept in halves λ is 2 μ
    let share = step.h * select(1.0, 0.5, stays(l));
    let along = share * multipliers[l].lambda;
    let about = share * multipliers[n + l].lambda;
    for (var left = stair_rows(l); left != 0u; left &= left - 1u) {
        let k = firstTrailingBit(left);
        let stair = stair_at(l, k);
        let turns = k >= 3u;
        let i = select(k, k - 3u, turns);
        if (stair_is_there(stair)) {
            let a = select(matrix_diagonal(own.ll)[i], matrix_diagonal(own.aa)[i], turns);
            let u = select(moving.linear[i], moving.angular[i], turns);
            let q = select(along[i], about[i], turns);
            put_row_setting(l, k, 0.0, a * (meeting(stair, u + a * q, a) - q) - u);
        }
    }
}
