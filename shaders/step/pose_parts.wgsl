// Parts of compounds where their compounds are, one thread per part:
//     x = x_o + Q_o r,   q = Q_o s,   v = v_o + ω_o × (x − x_o),   ω = ω_o.
// Their V* is theirs alone: what contacts add to it is forgotten here.

// uses: step, rotation, body, part
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read_write> free_velocities: array<Velocity>;
@group(0) @binding(57) var<storage, read> parts: array<PartOf>;

@compute @workgroup_size(64)
fn pose_parts(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = step.first + id.x;
    let part = parts[body];
    let q = poses[part.owner].rotation;
    let arm = rotate(q, part.offset);
    poses[body].position = poses[part.owner].position + arm;
    poses[body].rotation = quaternion_product(q, part.rotation);
    velocities[body].linear = velocities[part.owner].linear + cross(velocities[part.owner].angular, arm);
    velocities[body].angular = velocities[part.owner].angular;
    free_velocities[body] = velocities[body];
}
