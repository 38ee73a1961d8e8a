// The first body whose pose is not finite, by bits: some drivers compile x != x away. Velocities and multipliers
// need no look of their own, since the last stage of every substep carries what is wrong with them into the pose.

@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(25) var<storage, read_write> fault: array<atomic<u32>>;

@compute @workgroup_size(64)
fn find_fault(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let pose = poses[id.x];
    let infinite = vec4<u32>(0x7f800000u);
    let position = bitcast<vec4<u32>>(vec4<f32>(pose.position, 0.0)) & infinite;
    let rotation = bitcast<vec4<u32>>(pose.rotation) & infinite;
    if (any(position == infinite) || any(rotation == infinite)) {
        atomicMin(&fault[0], id.x);
    }
}
