// The first of the stages by which firm islands are symplectic, one thread per body: how the substep finds it is kept, to be taken back.
//     V' = G(V − h M⁻¹ Jᵀ q),   x' = x + h V',   with q such that C(x') = 0      joint_reach, joint_ahead
//     V = G(V') − h M'⁻¹ J'ᵀ μ,                  with μ such that J' V = 0;   λ = 2 μ      the stages of every step
// G is ½ h of gravity and of what a spin does to itself. The second line is the first one backwards, which keeps the energy; G and the
// force changed about in the first, a box that spins once a second gains 5 % in a minute. q begins as ½ λ, and is found by as many
// quasi-Newton steps as fast turning asks for. `joint_judge` tells what is kept; all else goes through the stages of a step that is projected, and `joint_keep` puts what was
// kept in its place again.

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
