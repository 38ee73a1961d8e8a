// The same as solve_islands for small islands where a CPU stands in for a card, one thread per island
// (shaders/common/island_substep.wgsl has the formulas).

// uses: step, body, tie, alone, rounds_alone, island_substep
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(27) var<storage, read_write> drafts: array<Draft>;
@group(0) @binding(28) var<storage, read_write> factors: array<vec4<f32>>;

@compute @workgroup_size(32)
fn solve_small_islands(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < step.count) {
        island_substep(id.x, 0u);
    }
}
