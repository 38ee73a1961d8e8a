// Pairs by colour, one thread per pair. The order within a colour is free: its pairs share no body that moves. Pairs
// without a colour are solved side by side, and so are all where step.extra.x says it: among so many are its bodies
// shared.

// uses: step, contact_rows, contact, contact_palette
@group(0) @binding(31) var<storage, read_write> contact_numbers: array<atomic<u32>>;
@group(0) @binding(32) var<storage, read_write> contact_colours: array<atomic<u32>>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;

@compute @workgroup_size(64)
fn contact_list(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= atomicLoad(&contact_numbers[PAIRS])) {
        return;
    }
    let colour = atomicLoad(&contact_colours[colour_at(id.x)]);
    let pair = pairs[id.x];
    if (select(colour == PALETTE, points_of(pair) > 0u, step.extra.x == 1u)) {
        // one word for pairs, in the other half for points
        let more = 1u + (points_of(pair) << 16u);
        atomicAdd(&contact_colours[share_at(pair.a)], more);
        atomicAdd(&contact_colours[share_at(pair.b)], more);
    }
    if (colour <= PALETTE && step.extra.x == 0u) {
        atomicStore(&contact_numbers[ORDER + atomicAdd(&contact_numbers[CURSORS + colour], 1u)], id.x);
    }
}
