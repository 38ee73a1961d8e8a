// Soft steps over one colour, one thread per joint: a joint is a spring that the substep can follow,
//     Δ = s A_ll⁻¹ h⁻¹ (J_l V + κ C_l) − γ λ_l,   λ_l += Δ,   V −= h M⁻¹ J_lᵀ Δ,
// and when bodies have moved the pass that relaxes does the same without κ C. No two joints of a colour share a movable
// body, so no two threads touch the same velocity.

// uses: step, symmetric, body, velocity, mobility, tie, kick
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

// step.extra.x
const RELAXING: u32 = 1u;

@compute @workgroup_size(64)
fn soft_joints(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    let arm = arms[l];
    let block = blocks[l];
    let closing = select(block_bias(block), vec3<f32>(0.0), step.extra.x == RELAXING);
    let left = relative(l, arm, twist_at(arm.a), twist_at(arm.b)) + closing;
    let lambda = multipliers[l].lambda;
    let change = step.firmness * step.inverse_h * block_times(block, left) - step.yielding * lambda;
    multipliers[l].lambda = lambda + change;
    kick(arm.a, wrench(l, arm.arm_a, -step.h * change));
    kick(arm.b, wrench(l, arm.arm_b, step.h * change));
}
