// Each pair without a colour bids for one that is free at both its bodies, chosen by a hash, one thread per pair.

// uses: step, body, contact_rows, contact, contact_met, contact_palette
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(32) var<storage, read_write> contact_colours: array<atomic<u32>>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;

// So many colours are for all pairs, the others for those that find nothing among these.
const USUAL: u32 = 12u;

@compute @workgroup_size(64)
fn contact_propose(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= contact_numbers[PAIRS]) {
        return;
    }
    let pair = pairs[id.x];
    let met = met_at(id.x, pair);
    let own = colour_at(id.x);
    if (step.iteration == 0u) {
        atomicStore(&contact_colours[own], select(TRYING, UNTOUCHED, points_of(pair) == 0u));
    }
    if ((atomicLoad(&contact_colours[own]) & TRYING) == 0u) {
        return;
    }
    // pairs of one colour may share a held body
    let a_moves = velocities[pair.a].inverse_mass > 0.0;
    let b_moves = velocities[pair.b].inverse_mass > 0.0;
    let used = select(0u, atomicLoad(&contact_colours[pair.a]), a_moves)
        | select(0u, atomicLoad(&contact_colours[pair.b]), b_moves);
    let usual = ((1u << USUAL) - 1u) & ~used;
    let free = select(0xffffu & ~used, usual, usual != 0u);
    let hash = pair_hash(met);
    if (free == 0u) {
        atomicStore(&contact_colours[own], TRYING | PALETTE);
        return;
    }
    var left = hash % countOneBits(free);
    var rest = free;
    for (; left > 0u; left--) {
        rest &= rest - 1u;
    }
    let colour = countTrailingZeros(rest);
    atomicStore(&contact_colours[own], TRYING | colour);
    if (a_moves) {
        atomicMax(&contact_colours[bid_at(pair.a, colour)], bid_at_a(met, hash));
    }
    if (b_moves) {
        atomicMax(&contact_colours[bid_at(pair.b, colour)], bid_at_b(met, hash));
    }
}
