// The numbers of a body's pairs that are its neighbours' own, one thread per body.

// uses: step, body, velocity, contact_owner, compound
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(39) var<storage, read_write> contact_rows: array<u32>;
@group(0) @binding(41) var<storage, read> surfaces: array<Surface>;

@compute @workgroup_size(64)
fn contact_link(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    for (var k = 0u; k < ROW && contact_rows[neighbour_at(id.x, k)] != NONE; k++) {
        let other = contact_rows[neighbour_at(id.x, k)];
        if (may_own(other, id.x)) {
            let place = place_in(other, id.x);
            var number = NONE;
            if (place != NONE) {
                number = contact_rows[number_at(other, place)];
            }
            contact_rows[number_at(id.x, k)] = number;
        }
    }
    // a compound has no neighbours of its own: this is the range of parts whose rows have its pairs
    let shape = surfaces[id.x].shape;
    if (COMPOUNDS && shape.kind == COMPOUND) {
        contact_rows[number_at(id.x, 0u)] = u32(shape.half.y);
        contact_rows[number_at(id.x, 1u)] = u32(shape.half.z);
        contact_rows[number_at(id.x, ROW - 1u)] = BY_PARTS;
    }
}
