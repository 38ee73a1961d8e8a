// Newton's method for islands without loops, one workgroup per island: joints of any kind.
// shaders/ties/newton.wgsl has the stages.

// uses: step, symmetric, body, velocity, tie, together, newton
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(9) var<storage, read_write> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(29) var<storage, read_write> rooted: array<vec4<f32>>;
@group(0) @binding(30) var<storage, read_write> stairs: array<vec4<f32>>;

const PIVOTS: bool = false;

@compute @workgroup_size(LANES)
fn joint_newton_trees(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    if (group.x < step.count) {
        solve_bounded(step.first + 7u * group.x, lane);
    }
}
