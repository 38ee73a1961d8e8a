// Forgets the last frame's contacts of bodies that are added, removed or put elsewhere (step.extra.x), one thread per
// pair. Their pairs lose their points and their rolling torque. Where numbers become those of other bodies
// (step.extra.y is 1) they did not touch either.

// uses: step, surface, contact_rows, contact, contact_met
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(33) var<storage, read_write> pairs: array<BodyPair>;
@group(0) @binding(35) var<storage, read_write> contact_forces: array<Push>;
@group(0) @binding(41) var<storage, read> surfaces: array<Surface>;

@compute @workgroup_size(64)
fn contact_forget(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= contact_numbers[PAIRS]) {
        return;
    }
    let pair = pairs[id.x];
    let met = met_at(id.x, pair);
    let elsewhere = pair.a == step.extra.x || pair.b == step.extra.x;
    if (elsewhere || ((surfaces[met.a].flags | surfaces[met.b].flags) & CHANGES) != 0u) {
        pairs[id.x].count = (pair.count - points_of(pair)) & ~select(0u, TOUCHED, step.extra.y == 1u);
        contact_forces[push_at(id.x, SLOTS)].lambda = vec3<f32>(0.0);
    }
}
