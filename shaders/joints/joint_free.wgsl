// The velocity that a body would have without its joints, one thread per body: V* = V + h M⁻¹ Σ Jᵀ λ. V* then includes
// all impulses since V was found, such as those of contacts.

// uses: step, body, motion, mobility, six, tie, rows, row_store, reaction
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read_write> free_velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;

@compute @workgroup_size(64)
fn joint_free(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    let reaction = reaction_on(body);
    let v = moved(
        Twist(velocities[body].linear, velocities[body].angular), mobility_at(body),
        Wrench(-reaction.force, -reaction.torque));
    free_velocities[body].linear = v.linear;
    free_velocities[body].angular = v.angular;
}
