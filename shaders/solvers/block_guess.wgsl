// From where AVBD's passes set out, one thread per body. `free_velocities` keeps V*.

// uses: step, body, guess
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read> free_velocities: array<Velocity>;
@group(0) @binding(56) var<storage, read> learnt: array<f32>;

@compute @workgroup_size(64)
fn block_guess(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    guess(lists[step.first + id.x]);
}
