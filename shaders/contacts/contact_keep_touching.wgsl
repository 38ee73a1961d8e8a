// The bodies that a body touched in the last frame, one thread per body. Bit k of its word is set if it touched the
// k-th of its row and owns the pair.

// uses: step, contact_rows, contact, contact_met
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;
@group(0) @binding(39) var<storage, read> contact_rows: array<u32>;
@group(0) @binding(46) var<storage, read_write> contact_touching: array<u32>;

@compute @workgroup_size(64)
fn contact_keep_touching(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    var touching = 0u;
    for (var k = 0u; k < ROW; k++) {
        let number = contact_rows[number_at(id.x, k)];
        if (number < BY_PARTS && met_at(number, pairs[number]).a == id.x && (pairs[number].count & TOUCHED) != 0u) {
            touching |= 1u << k;
        }
    }
    contact_touching[id.x] = touching;
}
