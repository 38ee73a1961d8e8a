// Behind the bodies of a pass of AVBD, one thread per point joint, with D = C − α C₀ at the places as they are now:
//     λ ← λ + k D,   s ← s + growth |D|/r,   k = s k₀
// r is the smaller radius.

// uses: step, rotation, symmetric, body, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(56) var<storage, read_write> learnt: array<f32>;

@compute @workgroup_size(64)
fn block_joints(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let tie = ties[l];
    let a = poses[tie.a];
    let b = poses[tie.b];
    let left = error_of(l, a, b, arms_of(tie, a, b)) - blocks[l].work;
    multipliers[l].lambda += blocks[l].bias_z * left;
    let share = learnt[l] + step.penalty_growth * length(left) / min(a.radius, b.radius);
    learnt[l] = share;
    blocks[l].bias_z = share * blocks[l].bias_y;
}
