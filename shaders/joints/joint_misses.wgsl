// Before a residual is taken, one thread per joint with driven, bounded or soft rows. Each equation of the first two is
// rewritten so that its residual is the change of u that would put the row on its staircase,   A_rr (q* − q). There q*
// is where the staircase meets the line of u + A_rr q. A soft row of an island that was kept in halves has the like, with
// the q of a half.

// uses: step, body, velocity, mobility, six, tie, rows, row_store, row_settings, kept, stair, noted
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read_write> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;
@group(0) @binding(30) var<storage, read> stairs: array<vec4<f32>>;

/// As `joint_judge` has it.
const LEAST_REST: f32 = 0.1;

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
    // of a substep that was kept in halves λ is 2 μ, and after a blow it is for what was left of the substep
    let kept = stays(l);
    let over = noted_blow(l);
    let share = step.h * select(1.0, select(0.5, max(1.0 - over, LEAST_REST), over < 1.0), kept);
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
    let soft = select(0u, (ties[4u * n + 2u * l].x >> SOFT_BITS) & 63u, kept);
    // a loop, which software skips
    for (var go = soft != 0u; go; go = false) {
        let yields = rows_yielding(rows, mobility_at(rows.a), mobility_at(rows.b), Pair(along, about));
        for (var left = soft; left != 0u; left &= left - 1u) {
            let k = firstTrailingBit(left);
            let i = select(k, k - 3u, k >= 3u);
            let t = select(l, n + l, k >= 3u);
            let bias = vec3<f32>(blocks[t].bias_x, blocks[t].bias_y, blocks[t].bias_z)[i];
            let a = select(matrix_diagonal(own.ll)[i], matrix_diagonal(own.aa)[i], k >= 3u);
            let u = select(moving.linear[i], moving.angular[i], k >= 3u);
            var gamma = select(rows.softness.linear[i], rows.softness.angular[i], k >= 3u);
            // of one spring it is −γ̂
            gamma = select(gamma, -gamma * a, gamma < 0.0);
            let left = (u + bias) - select(yields.linear[i], yields.angular[i], k >= 3u);
            put_row_setting(l, k, 0.0, a / max(a + gamma, 1e-30) * left - u);
        }
    }
}
