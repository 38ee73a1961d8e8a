// What `contact_relax` changed, one thread per body: V ← V − h M⁻¹ Σ Jᵀ Δ over the pairs of its row that were in it, in
// the order of the row. Unless all pairs were in it (step.extra.x), there may be none without a colour.

// uses: step, symmetric, body, mobility, velocity, contact_rows, contact, contact_palette, contact_change, contact_row_sum
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(32) var<storage, read> contact_colours: array<u32>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;
@group(0) @binding(39) var<storage, read> contact_rows: array<u32>;
@group(0) @binding(44) var<storage, read> contact_reaches: array<Reach>;
@group(0) @binding(45) var<storage, read> contact_changes: array<vec4<f32>>;

@compute @workgroup_size(64)
fn contact_spread(@builtin(global_invocation_id) id: vec3<u32>) {
    let any = step.extra.x == 1u || contact_numbers[SIZES + PALETTE] > 0u;
    if (!any || id.x >= step.body_count || velocities[id.x].inverse_mass == 0.0) {
        return;
    }
    let sum = row_wrench(id.x);
    let v = kicked(twist_at(id.x), mobility_at(id.x), Wrench(step.h * sum.force, step.h * sum.torque));
    velocities[id.x].linear = v.linear;
    velocities[id.x].angular = v.angular;
}
