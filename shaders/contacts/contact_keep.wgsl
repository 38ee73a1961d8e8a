// The last frame's contacts, so that this frame's find their λ again: one thread per pair. Forces stand there in world axes, since
// normals turn.

// uses: step, contact_rows, contact
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;
@group(0) @binding(34) var<storage, read> touches: array<Touch>;
@group(0) @binding(35) var<storage, read> contact_forces: array<Push>;
@group(0) @binding(37) var<storage, read_write> former_forces: array<Former>;

@compute @workgroup_size(64)
fn contact_keep(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= contact_numbers[PAIRS]) {
        return;
    }
    let pair = pairs[id.x];
    let behind = push_at(id.x, SLOTS);
    former_forces[behind] = Former(contact_forces[behind].lambda, points_of(pair));
    for (var k = 0u; k < points_of(pair); k++) {
        let at = push_at(id.x, k);
        former_forces[at] =
            Former(force_of(pair.normal, contact_forces[at].lambda), touches[SLOTS * id.x + k].feature);
    }
}
