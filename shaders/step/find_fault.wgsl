// The first body whose pose is not finite. Velocities and multipliers need no look of their own, since the last stage
// of every substep carries their faults into the pose.

// uses: step, body, finite
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(25) var<storage, read_write> fault: array<atomic<u32>>;

@compute @workgroup_size(64)
fn find_fault(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    if (!whole(poses[id.x])) {
        atomicMin(&fault[0], id.x);
    }
}
