// What the last frame found of bodies that come or go, one thread per pair: whoever comes into a number has touched nobody yet.

// uses: step, surface, contact_rows, contact
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
    if (((surfaces[pair.a].flags | surfaces[pair.b].flags) & CHANGES) == 0u) {
        return;
    }
    pairs[id.x].count = 0u;
    contact_forces[push_at(id.x, SLOTS)].lambda = vec3<f32>(0.0);
}
