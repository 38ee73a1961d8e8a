// Residual by iteration of the article's solver, when asked for: as record_residual, but with V = velocity +
// delta, J from its matrices, and no bias.

// uses: step, body, sum, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(13) var<storage, read_write> residual_partials: array<f32>;
@group(0) @binding(16) var<storage, read> lin_vel_delta: array<vec3<f32>>;
@group(0) @binding(17) var<storage, read> ang_vel_delta: array<vec3<f32>>;
@group(0) @binding(18) var<storage, read> jacobian: array<mat3x3<f32>>;

@compute @workgroup_size(64)
fn article_residual(
    @builtin(local_invocation_index) thread: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    var mine = 0.0;
    for (var i = group.x * 64u + thread; i < step.count; i += groups.x * 64u) {
        let ic = lists[step.first + i];
        let b0 = ties[ic].a;
        let b1 = ties[ic].b;
        let linear = (velocities[b0].linear + lin_vel_delta[b0]) - (velocities[b1].linear + lin_vel_delta[b1]);
        let residual = linear
            + jacobian[2u * ic] * (velocities[b0].angular + ang_vel_delta[b0])
            + jacobian[2u * ic + 1u] * (velocities[b1].angular + ang_vel_delta[b1]);
        mine += dot(residual, residual);
    }
    let sum = summed(thread, vec3<f32>(mine, 0.0, 0.0)).x;
    if (thread == 0u) {
        residual_partials[step.iteration * groups.x + group.x] += sum;
    }
}
