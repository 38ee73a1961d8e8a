// The velocity that a body would have without its joints, one thread per body: shaders/ties/unpulled.wgsl.

// uses: step, symmetric, body, tie, unpulled
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read_write> free_velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;

@compute @workgroup_size(64)
fn joint_free(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    let v = unpulled(body);
    free_velocities[body].linear = v.linear;
    free_velocities[body].angular = v.angular;
}
