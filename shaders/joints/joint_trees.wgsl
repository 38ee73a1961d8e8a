// Exact, islands without loops, one thread per island: joints of any kind.

// uses: step, tree
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(29) var<storage, read_write> rooted: array<vec4<f32>>;

const PIVOTS: bool = false;

@compute @workgroup_size(16)
fn joint_trees(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < step.count) {
        solve_tree(step.first + 4u * id.x);
    }
}
