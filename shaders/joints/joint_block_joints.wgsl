// Behind the bodies of a pass, one thread per joint of any kind, at the places as they are now:
//     λ ← F,   s ← s + growth |(F − λ)/k|/r over rows that learn and are inside their bounds,   k = s k₀
// Angular rows are counted at the smaller radius r. λ of a soft row is its load and no more: the next pass does not use
// it.

// uses: step, rotation, body, six, tie, rows, sprung, squared
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(30) var<storage, read> stairs: array<vec4<f32>>;
@group(0) @binding(56) var<storage, read_write> learnt: array<f32>;

@compute @workgroup_size(64)
fn joint_block_joints(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let n = step.joint_count;
    let now = sprung_of(l);
    multipliers[l].lambda = now.force.linear;
    multipliers[n + l].lambda = now.force.angular;
    blocks[l].work = now.force.linear;
    blocks[n + l].work = now.force.angular;
    blocks[3u * n + l].work.z = f32(now.met);
    let radius = min(poses[now.rows.a].radius, poses[now.rows.b].radius);
    let share = learnt[l] + step.penalty_growth * sqrt(squared(now.rows, now.stretch)) / radius;
    learnt[l] = share;
    let bits = ties[4u * n + 2u * l].x;
    let learns = six_bits((bits & ~(bits >> SOFT_BITS)) | (bits >> COURSE_BITS), 0u);
    let units = share * vec2<f32>(blocks[2u * n + l].bias_x, blocks[2u * n + l].bias_y);
    blocks[l].diagonal = select(blocks[l].diagonal, vec3<f32>(units.x), learns.linear > vec3<f32>(0.0));
    blocks[n + l].diagonal = select(blocks[n + l].diagonal, vec3<f32>(units.y), learns.angular > vec3<f32>(0.0));
}
