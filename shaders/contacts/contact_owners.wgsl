// Pairs were found between shapes, which may be parts of compounds. From here on they are pairs of the bodies that
// move, one thread per pair.

// uses: step, contact_rows, contact, compound, part
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(33) var<storage, read_write> pairs: array<BodyPair>;
@group(0) @binding(57) var<storage, read> parts: array<PartOf>;

@compute @workgroup_size(64)
fn contact_owners(@builtin(global_invocation_id) id: vec3<u32>) {
    if (!COMPOUNDS || id.x >= contact_numbers[PAIRS]) {
        return;
    }
    pairs[id.x].a = parts[pairs[id.x].a].owner;
    pairs[id.x].b = parts[pairs[id.x].b].owner;
}
