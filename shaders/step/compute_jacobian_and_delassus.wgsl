// Stage 3, a thread a joint: the arms that make up J, the inverse of A_ll, the bias β C/h, and the share of
// the last step's multiplier that the solve starts from.

// uses: step, rotation, symmetric, body, joint
@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(4) var<storage, read> joints: array<Joint>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read_write> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

fn mobility_at(body: u32) -> Mobility {
    if (ISOTROPIC) {
        return Mobility(velocities[body].inverse_mass, velocities[body].w, Symmetric());
    }
    return Mobility(velocities[body].inverse_mass, 0.0, mobility[body]);
}

@compute @workgroup_size(64)
fn compute_jacobian_and_delassus(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = order[step.first + id.x];
    let joint = joints[l];
    let pose_a = poses[joint.a];
    let pose_b = poses[joint.b];

    let arm_a = rotate(pose_a.rotation, joint.anchor_a);
    let arm_b = rotate(pose_b.rotation, joint.anchor_b);
    arms[l] = Arms(arm_a, joint.a, arm_b, joint.b);

    let gap = (pose_a.position - pose_b.position) + (arm_a - arm_b);
    let bias = step.stabilisation * step.inverse_h * gap;
    let inverse = symmetric_inverse(delassus_block(mobility_at(joint.a), arm_a, mobility_at(joint.b), arm_b));
    blocks[l] = Block(inverse.diagonal, bias.x, inverse.off, bias.y, vec3<f32>(0.0), bias.z);

    multipliers[l].lambda *= step.warm_start;
}
