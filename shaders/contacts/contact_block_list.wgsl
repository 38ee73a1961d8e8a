// Bodies by colour, one thread per body. The order within a colour is free: its bodies touch each other nowhere.

// uses: step, contact_rows, energy
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(31) var<storage, read_write> contact_numbers: array<atomic<u32>>;
@group(0) @binding(32) var<storage, read> contact_colours: array<u32>;

@compute @workgroup_size(64)
fn contact_block_list(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    let word = contact_colours[body];
    let colour = (word & 255u) - 1u;
    atomicStore(
        &contact_numbers[ORDER + atomicAdd(&contact_numbers[CURSORS + colour], 1u)], body | (word & IS_BIG));
}
