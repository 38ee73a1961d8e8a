// Puts a body that moves by its velocity back to where the substep began, one thread per body: both halves looked at where it ends.

// uses: step, rotation, body, draft
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(27) var<storage, read> drafts: array<Draft>;

@compute @workgroup_size(64)
fn joint_back(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    poses[body].position = drafts[body].position;
    poses[body].rotation = drafts[body].rotation;
}
