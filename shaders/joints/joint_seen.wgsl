// Where the velocities lead the joints of halved islands, one thread per joint: shaders/ties/seeing.wgsl.

// uses: step, symmetric, tie, kept, seeing
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(9) var<storage, read_write> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;
@group(0) @binding(30) var<storage, read_write> stairs: array<vec4<f32>>;

// A loop instead of an `if`: software devices run both sides of a branch, but skip a loop that no thread enters.
@compute @workgroup_size(64)
fn joint_seen(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    for (var go = !stays(l); go; go = false) {
        see(l, step.iteration);
    }
}
