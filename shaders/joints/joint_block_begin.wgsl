// Then, one thread per joint of any kind: C₀ − h b, with b as `joint_rows` has it, and s ← max(γ s, κ). Hard rows and
// those with a staircase get k = s k₀ and λ ← αγ λ.

// uses: step, rotation, body, tie, rows, frames
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(56) var<storage, read_write> learnt: array<f32>;

@compute @workgroup_size(64)
fn joint_block_begin(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let n = step.joint_count;
    let frames = frames_of(l);
    let error = find_rows(frames, poses[frames.tie.a], poses[frames.tie.b]).error;
    let driven = six_bits(frames.bits, COURSE_BITS);
    let bias = Pair(
        vec3<f32>(blocks[l].bias_x, blocks[l].bias_y, blocks[l].bias_z),
        vec3<f32>(blocks[n + l].bias_x, blocks[n + l].bias_y, blocks[n + l].bias_z));
    blocks[3u * n + l].diagonal = error.linear - step.h * ((1.0 - driven.linear) * bias.linear);
    blocks[3u * n + l].off = error.angular - step.h * ((1.0 - driven.angular) * bias.angular);
    let hard = hard_rows(frames);
    let learns = Pair(max(hard.linear, driven.linear), max(hard.angular, driven.angular));
    let share = max(step.penalty_kept * learnt[l], step.penalty);
    learnt[l] = share;
    let units = share * vec2<f32>(blocks[2u * n + l].bias_x, blocks[2u * n + l].bias_y);
    blocks[l].diagonal = select(blocks[l].diagonal, vec3<f32>(units.x), learns.linear > vec3<f32>(0.0));
    blocks[n + l].diagonal = select(blocks[n + l].diagonal, vec3<f32>(units.y), learns.angular > vec3<f32>(0.0));
    let lambda = pair_scaled(
        step.warm_start,
        Pair(learns.linear * multipliers[l].lambda, learns.angular * multipliers[n + l].lambda));
    blocks[l].work = lambda.linear;
    blocks[n + l].work = lambda.angular;
    blocks[3u * n + l].work.z = 0.0;
    blocks[2u * n + l].bias_z = select(1.0, 0.0, multipliers[n + l].left != 0.0);
    multipliers[l].lambda = lambda.linear;
    multipliers[n + l].lambda = lambda.angular;
}
