// Before a measurement, one thread per joint: |J V + β C/h|² of the last substep, beside the multiplier. Solvers
// that keep no arms publish it themselves.

// uses: step, body, velocity, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

@compute @workgroup_size(64)
fn publish_residual(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let arm = arms[l];
    let residual = relative(l, arm, twist_at(arm.a), twist_at(arm.b)) + block_bias(blocks[l]);
    multipliers[l].left = dot(residual, residual);
}
