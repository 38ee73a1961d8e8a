// After a solve, one thread per joint that can break. A joint that bore more than its limit holds nothing from the next
// substep on.

// uses: step, rotation, body, tie, rows, frames
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

@compute @workgroup_size(64)
fn joint_breaks(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let half = step.joint_count + l;
    let strength = strength_of(l);
    if (length(multipliers[l].lambda) > strength.x || length(multipliers[half].lambda) > strength.y) {
        multipliers[l].lambda = vec3<f32>(0.0);
        multipliers[half] = Multiplier(vec3<f32>(0.0), 1.0);
    }
}
