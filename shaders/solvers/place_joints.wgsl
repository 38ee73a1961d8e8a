// A pass over places, one thread per point joint of a colour, which share no body that moves:
//     μ = ω (A_ll + α̃ 1)⁻¹ (C − α̃ Σμ),   α̃ = compliance/h²,   Σμ = h² λ
//     x ← x − M⁻¹ Jᵀ μ,   V ← V − h⁻¹ M⁻¹ Jᵀ μ,   λ ← λ + μ/h²
// at the places as they are now. λ begins at 0 in each substep (step.iteration is 0). Side by side (step.extra.x) μ waits in `blocks` for
// `place_gather`.

// uses: step, rotation, symmetric, body, mobility, tie, place_push, place_share
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

@compute @workgroup_size(64)
fn place_joints(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let tie = ties[l];
    let a = poses[tie.a];
    let b = poses[tie.b];
    let arm = arms_of(tie, a, b);
    let lambda = select(multipliers[l].lambda, vec3<f32>(0.0), step.iteration == 0u);
    let left = error_of(l, a, b, arm) - step.compliance * lambda;
    var own = own_block(l, mobility_at(tie.a), mobility_at(tie.b), arm);
    own.diagonal += vec3<f32>(step.compliance * step.inverse_h * step.inverse_h);
    let mu = place_share(tie.a, tie.b) * symmetric_times(symmetric_inverse(own), left);
    multipliers[l].lambda = lambda + step.inverse_h * (step.inverse_h * mu);
    let on_a = wrench(l, arm.arm_a, -mu);
    let on_b = wrench(l, arm.arm_b, mu);
    if (step.extra.x == 1u) {
        blocks[l].work = on_b.force;
        blocks[l].diagonal = on_a.torque;
        blocks[l].off = on_b.torque;
        return;
    }
    place(tie.a, on_a);
    place(tie.b, on_b);
}
