// Whether a body touches a sensor in this substep, one thread per pair, once they have moved. Such pairs have no points to go by: their shapes
// are looked at where they are now.

// uses: step, body, surface, place, hulled, touch, contact_rows, contact
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(33) var<storage, read_write> pairs: array<BodyPair>;
@group(0) @binding(41) var<storage, read> surfaces: array<Surface>;

@compute @workgroup_size(64)
fn contact_sense(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= contact_numbers[PAIRS]) {
        return;
    }
    let pair = pairs[id.x];
    // those of which it is not known yet: the others enter no loop
    for (var look = (pair.count & (SENSES | TOUCHED)) == SENSES; look; look = false) {
        let found = touch(
            place_at(pair.b) - place_at(pair.a), poses[pair.a].rotation, surfaces[pair.a].shape,
            poses[pair.b].rotation, surfaces[pair.b].shape, 0.0);
        if (found.count > 0u) {
            pairs[id.x].count = pair.count | TOUCHED;
        }
    }
}
