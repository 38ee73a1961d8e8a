// The last frame's contacts, so that this frame's find their λ again: one thread per pair. Forces stand there in world axes, since
// normals turn. And where pairs of flat sides touched, for `contact_resume`.

// uses: step, contact_rows, contact, contact_met, former_manifold
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;
@group(0) @binding(34) var<storage, read> touches: array<Touch>;
@group(0) @binding(35) var<storage, read> contact_forces: array<Push>;
@group(0) @binding(37) var<storage, read_write> former_forces: array<Former>;
@group(0) @binding(44) var<storage, read> contact_reaches: array<Reach>;
@group(0) @binding(53) var<storage, read_write> former_manifolds: array<vec4<u32>>;

@compute @workgroup_size(64)
fn contact_keep(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= contact_numbers[PAIRS]) {
        return;
    }
    let pair = pairs[id.x];
    let behind = push_at(id.x, SLOTS);
    former_forces[behind] = Former(contact_forces[behind].lambda, points_of(pair) | (pair.count & FRESH));
    for (var k = 0u; k < points_of(pair); k++) {
        let at = push_at(id.x, k);
        former_forces[at] =
            Former(force_of(pair.normal, contact_forces[at].lambda), touches[SLOTS * id.x + k].feature);
    }
    if (SLOTS == 1u) {
        return;
    }
    let first = manifold_at(id.x);
    former_manifolds[first] = vec4<u32>(bitcast<vec3<u32>>(pair.normal), 0u);
    former_manifolds[first + 1u] = vec4<u32>(pair.a, pair.count, pair.b, met_at(id.x, pair).a);
    for (var k = 0u; k < points_of(pair) && (pair.count & STAYS) != 0u; k++) {
        let slot = SLOTS * id.x + k;
        let words = words_at(id.x, k);
        let point = touches[slot];
        former_manifolds[words] = vec4<u32>(bitcast<vec3<u32>>(point.core_a), bitcast<u32>(point.depth));
        former_manifolds[words + 1u] = vec4<u32>(bitcast<vec3<u32>>(point.core_b), point.feature);
        former_manifolds[words + 2u] = vec4<u32>(bitcast<vec3<u32>>(contact_reaches[slot].arm_a), 0u);
        former_manifolds[words + 3u] = vec4<u32>(bitcast<vec3<u32>>(contact_reaches[slot].arm_b), 0u);
    }
}
