// Before a frame's contacts are found: empty cells, no colours, counts of zero, and pairs without points. One thread
// per word.

// uses: step, contact_rows, contact
@group(0) @binding(30) var<storage, read_write> contact_cells: array<u32>;
@group(0) @binding(31) var<storage, read_write> contact_numbers: array<u32>;
@group(0) @binding(32) var<storage, read_write> contact_colours: array<u32>;
@group(0) @binding(33) var<storage, read_write> pairs: array<BodyPair>;

@compute @workgroup_size(64)
fn contact_begin(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    contact_colours[id.x] = 0u;
    // heads of the cells: step.extra.x is their number less one
    if (id.x <= step.extra.x) {
        contact_cells[id.x] = 0u;
    }
    // a card prepares all that there is room for
    if (id.x < step.extra.y) {
        pairs[id.x].count = 0u;
    }
    if (id.x < ORDER && id.x != LOST) {
        contact_numbers[id.x] = 0u;
    }
}
