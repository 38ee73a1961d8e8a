// Stage 3, one thread per joint: the arms that make up J, the inverse of A_ll, and the bias β C/h.

// uses: step, symmetric, body, mobility, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read_write> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;

@compute @workgroup_size(64)
fn compute_jacobian_and_delassus(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let tie = ties[l];
    let pose_a = poses[tie.a];
    let pose_b = poses[tie.b];

    let arm = arms_of(tie, pose_a, pose_b);
    arms[l] = arm;

    let gap = error_of(l, pose_a, pose_b, arm);
    let bias = step.stabilisation * step.inverse_h * gap;
    let inverse = symmetric_inverse(own_block(l, mobility_at(tie.a), mobility_at(tie.b), arm));
    blocks[l] = Block(inverse.diagonal, bias.x, inverse.off, bias.y, vec3<f32>(0.0), bias.z);
}
