// After a solve, one thread per joint that can break. A joint that bore more than its limit holds nothing from the next
// substep on. In a substep of two halves that was kept, it bore the mean of both.

// uses: step, rotation, body, tie, rows, frames, kept, mean
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

@compute @workgroup_size(64)
fn joint_breaks(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let half = step.joint_count + l;
    let strength = strength_of(l);
    let kept = stays(l);
    let force = multipliers[select(l, mean_at(l), kept)].lambda;
    let torque = multipliers[select(half, mean_at(half), kept)].lambda;
    if (length(force) > strength.x || length(torque) > strength.y) {
        multipliers[l].lambda = vec3<f32>(0.0);
        multipliers[half] = Multiplier(vec3<f32>(0.0), 1.0);
        // of an island that was kept `joint_keep` takes λ from there
        blocks[2u * step.joint_count + l].diagonal = vec3<f32>(0.0);
        blocks[2u * step.joint_count + l].off = vec3<f32>(0.0);
    }
}
