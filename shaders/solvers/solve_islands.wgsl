// The exact solver for islands that are more than a chain, one workgroup per island
// (shaders/common/island_substep.wgsl has the formulas).

// uses: step, body, tie, together, rounds_together, island_substep
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(27) var<storage, read_write> drafts: array<Draft>;
@group(0) @binding(28) var<storage, read_write> factors: array<vec4<f32>>;

@compute @workgroup_size(LANES)
fn solve_islands(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    if (group.x < step.count) {
        island_substep(group.x, lane);
    }
}
