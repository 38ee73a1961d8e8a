// Last stage, one thread per body:
//     x ← x + h v,   q ← exp(h ω) q   (ω in world axes, so the turn stands on the left), then |q| = 1.

// uses: step, rotation, body
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;

@compute @workgroup_size(64)
fn compute_positions(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    let v = velocities[body];
    let pose = poses[body];
    poses[body].position = pose.position + step.h * v.linear;
    poses[body].rotation = normalize(quaternion_product(exponential(step.h * v.angular), pose.rotation));
}
