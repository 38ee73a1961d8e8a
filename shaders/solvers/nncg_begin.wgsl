// Nonlinear conjugate gradients 1 of 3, one thread per joint: λ as the first sweep finds it, and d = 0.

// uses: step, six, tie, conjugate, nncg
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;
@group(0) @binding(20) var<storage, read_write> conjugate: array<Conjugate>;

@compute @workgroup_size(64)
fn nncg_begin(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let lambda = swept_lambda(l);
    conjugate[l] = Conjugate(lambda.linear, 0.0, lambda.angular, 0.0);
    blocks[l].work = vec3<f32>(0.0);
    if (by_rows()) {
        blocks[step.joint_count + l].work = vec3<f32>(0.0);
    }
}
