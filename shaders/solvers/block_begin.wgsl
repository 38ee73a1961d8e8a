// Where a substep of AVBD begins, one thread per point joint:
//     k₀ = tr(A_ll⁻¹)/(3 h²),   s ← max(γ s, κ),   k = s k₀,   λ ← αγ λ
// `learnt` has s, `work` of a joint's block α C₀, its bias k₀ and k.

// uses: step, symmetric, body, mobility, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(56) var<storage, read_write> learnt: array<f32>;

@compute @workgroup_size(64)
fn block_begin(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let tie = ties[l];
    let a = poses[tie.a];
    let b = poses[tie.b];
    let arm = arms_of(tie, a, b);
    let inverse = symmetric_inverse(own_block(l, mobility_at(tie.a), mobility_at(tie.b), arm));
    let unit = (inverse.diagonal.x + inverse.diagonal.y + inverse.diagonal.z) / 3.0
        * step.inverse_h * step.inverse_h;
    let share = max(step.penalty_kept * learnt[l], step.penalty);
    let lambda = step.warm_start * multipliers[l].lambda;
    learnt[l] = share;
    blocks[l] = Block(vec3<f32>(0.0), 0.0, vec3<f32>(0.0), unit, step.gap_kept * error_of(l, a, b, arm), share * unit);
    multipliers[l].lambda = lambda;
}
