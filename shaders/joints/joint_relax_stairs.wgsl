// One pass of block Jacobi for joints with rows that are bounded, one thread per joint:
//     λ += gain h⁻¹ Δq,   Δq of the joint's own problem

// uses: step, left, local
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(30) var<storage, read> stairs: array<vec4<f32>>;

@compute @workgroup_size(64)
fn joint_relax_stairs(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let change = pair_scaled(step.gain * step.inverse_h, local_change(l, rows_at(l, VELOCITIES)));
    multipliers[l].lambda += change.linear;
    multipliers[step.joint_count + l].lambda += change.angular;
}
