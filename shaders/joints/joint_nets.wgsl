// The exact solver for islands with loops and joints of any kind, one workgroup per island (shaders/ties/net.wgsl has the
// formulas).

// uses: step, symmetric, velocity, tie, together, net
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(28) var<storage, read_write> factors: array<vec4<f32>>;

@compute @workgroup_size(LANES)
fn joint_nets(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    if (group.x < step.count) {
        solve_net(group.x, lane);
    }
}
