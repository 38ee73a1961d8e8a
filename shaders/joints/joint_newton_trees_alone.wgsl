// The same as joint_newton_trees, one thread per island.

// uses: step, symmetric, body, velocity, tie, alone, newton
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(9) var<storage, read_write> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(29) var<storage, read_write> rooted: array<vec4<f32>>;
@group(0) @binding(30) var<storage, read_write> stairs: array<vec4<f32>>;

const PIVOTS: bool = false;

@compute @workgroup_size(8)
fn joint_newton_trees_alone(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < step.count) {
        solve_bounded(step.first + 7u * id.x, 0u);
    }
}
