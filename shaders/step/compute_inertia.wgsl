// Stage 1, one thread per body: the inverse inertia of this substep's solve, in world axes. The stiffness guard raises
// the inertia where the body's tension asks for it, which counts step.extra.x times if that is given.

// uses: step, symmetric, body, motion, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read_write> mobility: array<Symmetric>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;

@compute @workgroup_size(64)
fn compute_inertia(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];

    var tension = 0.0;   // Σ |λ||a|; |a| = |r|, turning changes no length
    if (step.guard_cap > 1.0) {
        for (var k = lists[body]; k < lists[body + 1u]; k++) {
            let item = lists[k];
            let tie = ties[item >> 1u];
            let anchor = select(tie.anchor_a, tie.anchor_b, (item & 1u) == 1u);
            tension += length(multipliers[item >> 1u].lambda) * length(anchor);
        }
    }

    tension *= f32(max(1u, step.extra.x));

    let facts = bodies[body];
    velocities[body].inverse_mass = facts.inverse_mass;
    if (ISOTROPIC) {
        velocities[body].w = guarded_inverse_inertia(facts, tension).x;
    } else {
        mobility[body] = world_inverse_inertia(poses[body].rotation, guarded_inverse_inertia(facts, tension));
    }
}
