// The first stage of symplectic firm islands, one thread per body: it keeps the state at the substep's start, to be
// taken back.
//     V' = G(V − h M⁻¹ Jᵀ q),   x' = x + h V',   with q such that C(x') = 0      joint_reach, joint_ahead
//     V = G(V') − h M'⁻¹ J'ᵀ μ,                  with μ such that J' V = 0;   λ = 2 μ      the stages of every step
// G is ½ h of gravity and of what a spin does to itself. The second line is the first one run backwards, which keeps
// the energy. With G and the force swapped in the first line, a box that spins once a second gains 5 % in a minute.
// `joint_judge` decides which islands are kept. All others go through the stages of a projected step; `joint_keep` then
// restores the kept ones.

// uses: step, rotation, symmetric, body, draft
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read_write> free_velocities: array<Velocity>;
@group(0) @binding(27) var<storage, read_write> drafts: array<Draft>;

@compute @workgroup_size(64)
fn joint_draft(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    free_velocities[body] = velocities[body];
    drafts[body].position = poses[body].position;
    drafts[body].rotation = poses[body].rotation;
    drafts[body].linear = velocities[body].linear;
    drafts[body].angular = velocities[body].angular;
}
