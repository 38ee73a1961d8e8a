// Not the article's: |J V|² of the last substep beside the multiplier, for a measurement. There is no bias.

// uses: step, body, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(18) var<storage, read> jacobian: array<mat3x3<f32>>;

@compute @workgroup_size(64)
fn article_publish(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let ic = lists[step.first + id.x];
    let v0 = velocities[ties[ic].a];
    let v1 = velocities[ties[ic].b];
    let residual = (v0.linear - v1.linear) + jacobian[2u * ic] * v0.angular + jacobian[2u * ic + 1u] * v1.angular;
    multipliers[ic].left = dot(residual, residual);
}
