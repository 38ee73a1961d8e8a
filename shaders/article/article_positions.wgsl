// The article's last step, which it names but does not print: v ← v + Δv, then the pose.

// uses: step, rotation, body
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(16) var<storage, read> lin_vel_delta: array<vec3<f32>>;
@group(0) @binding(17) var<storage, read> ang_vel_delta: array<vec3<f32>>;

@compute @workgroup_size(64)
fn article_positions(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let ib = lists[step.first + id.x];
    let linear = velocities[ib].linear + lin_vel_delta[ib];
    let angular = velocities[ib].angular + ang_vel_delta[ib];
    velocities[ib].linear = linear;
    velocities[ib].angular = angular;
    let pose = poses[ib];
    poses[ib].position = pose.position + step.h * linear;
    poses[ib].rotation = normalize(quaternion_product(exponential(step.h * angular), pose.rotation));
}
