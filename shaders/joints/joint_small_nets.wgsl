// The same as joint_nets for small islands where a CPU stands in for a card, one thread per island (shaders/ties/net.wgsl
// has the formulas).

// uses: step, symmetric, velocity, tie, alone, net
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(28) var<storage, read_write> factors: array<vec4<f32>>;

@compute @workgroup_size(32)
fn joint_small_nets(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < step.count) {
        solve_net(id.x, 0u);
    }
}
