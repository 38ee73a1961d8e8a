// A pair has the colour that it bid for if its bid is the highest at both bodies, one thread per pair. In the last
// round (step.extra.x) a pair that has none stays without.

// uses: step, body, contact_rows, contact, contact_met, contact_palette
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(31) var<storage, read_write> contact_numbers: array<atomic<u32>>;
@group(0) @binding(32) var<storage, read_write> contact_colours: array<atomic<u32>>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;

@compute @workgroup_size(64)
fn contact_accept(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= atomicLoad(&contact_numbers[PAIRS])) {
        return;
    }
    let own = colour_at(id.x);
    let word = atomicLoad(&contact_colours[own]);
    if ((word & TRYING) == 0u) {
        return;
    }
    let pair = pairs[id.x];
    let met = met_at(id.x, pair);
    var colour = word & 31u;
    var won = colour < PALETTE;
    if (won) {
        let hash = pair_hash(met);
        let a_moves = velocities[pair.a].inverse_mass > 0.0;
        let b_moves = velocities[pair.b].inverse_mass > 0.0;
        if (a_moves) {
            won = atomicLoad(&contact_colours[bid_at(pair.a, colour)]) == bid_at_a(met, hash);
        }
        if (b_moves) {
            won = won && atomicLoad(&contact_colours[bid_at(pair.b, colour)]) == bid_at_b(met, hash);
        }
        if (won) {
            atomicOr(&contact_colours[pair.a], 1u << colour);
            atomicOr(&contact_colours[pair.b], 1u << colour);
        }
    }
    if (!won && step.extra.x == 1u) {
        colour = PALETTE;
        won = true;
    }
    if (won) {
        atomicStore(&contact_colours[own], colour);
        atomicAdd(&contact_numbers[SIZES + colour], 1u);
    }
}
