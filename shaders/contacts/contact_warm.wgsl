// The warm start of contacts, one thread per body: V* ← V* − h M⁻¹ Σ Jᵀ λ over the pairs of its row, in the order of the row.

// uses: step, symmetric, body, mobility, velocity, contact_rows, contact, contact_gather, contact_row_sum
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read_write> free_velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;
@group(0) @binding(35) var<storage, read> contact_forces: array<Push>;
@group(0) @binding(39) var<storage, read> contact_rows: array<u32>;
@group(0) @binding(44) var<storage, read> contact_reaches: array<Reach>;

@compute @workgroup_size(64)
fn contact_warm(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count || velocities[id.x].inverse_mass == 0.0) {
        return;
    }
    let sum = row_wrench(id.x);
    let free = Twist(free_velocities[id.x].linear, free_velocities[id.x].angular);
    let v = kicked(free, mobility_at(id.x), Wrench(step.h * sum.force, step.h * sum.torque));
    free_velocities[id.x].linear = v.linear;
    free_velocities[id.x].angular = v.angular;
}
