// Colours of bodies, no two of which share a contact or a joint, one thread per body. A body without a colour bids by its
// mixed number. Where that is the highest among its neighbours without one, it takes the lowest of eight colours that no neighbour has.
// A colour of this round counts as none, so that the order of threads cannot be seen. A word is 1 + the colour, and above it 1 + the round
// (step.iteration). After the last round (step.extra.x) some bodies may have none.

// uses: step, body, velocity, surface, contact_rows, contact, contact_met, contact_palette, contact_own_rows, energy
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(31) var<storage, read_write> contact_numbers: array<atomic<u32>>;
@group(0) @binding(32) var<storage, read_write> contact_colours: array<atomic<u32>>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;
@group(0) @binding(39) var<storage, read> contact_rows: array<u32>;
@group(0) @binding(41) var<storage, read> surfaces: array<Surface>;

const COLOURS: u32 = 8u;
const COLOUR: u32 = 255u;
const STAMP: u32 = 8u;

// Of the neighbours so far: the colours that they have, and whether one goes first.
struct Seen {
    used: u32,
    waits: bool,
}

fn seen(own: u32, other: u32, before: Seen) -> Seen {
    let word = atomicLoad(&contact_colours[other]) & ~IS_BIG;
    if (velocities[other].inverse_mass == 0.0) {
        return before;
    }
    if (word == 0u || (word >> STAMP) == step.iteration + 1u) {
        return Seen(before.used, before.waits || mixed(other) > own);
    }
    return Seen(before.used | (1u << ((word & COLOUR) - 1u)), before.waits);
}

fn beside(own: u32, body: u32, number: u32, before: Seen) -> Seen {
    let pair = pairs[number];
    if (points_of(pair) == 0u) {
        return before;
    }
    return seen(own, select(pair.a, pair.b, pair.a == body), before);
}

@compute @workgroup_size(64)
fn contact_block_colour(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    if (atomicLoad(&contact_colours[body]) != 0u) {
        return;
    }
    let own = mixed(body);
    var all = Seen(0u, false);
    var big = false;
    let rows = own_rows(body);
    for (var row = rows.x; row < rows.y; row++) {
        big = big || (surfaces[row].flags & BIG) != 0u;
        for (var k = 0u; k < ROW && contact_rows[neighbour_at(row, k)] != NONE; k++) {
            let number = contact_rows[number_at(row, k)];
            if (number != NONE) {
                all = beside(own, body, number, all);
            }
        }
    }
    let count = select(0u, atomicLoad(&contact_numbers[PAIRS]), big);
    for (var number = 0u; number < count; number++) {
        if (pairs[number].b == body && (pairs[number].count & ON_BIG) != 0u) {
            all = beside(own, body, number, all);
        }
    }
    for (var i = lists[body]; i < lists[body + 1u]; i++) {
        // the other end of the joint
        let other = ties[2u * (lists[i] >> 1u) + 1u - (lists[i] & 1u)].w;
        all = seen(own, other, all);
    }
    if (all.waits && step.extra.x != 1u) {
        return;
    }
    let lowest = firstTrailingBit(~all.used);
    let colour = select(lowest, PALETTE, all.waits || lowest >= COLOURS);
    atomicStore(
        &contact_colours[body], (colour + 1u) | ((step.iteration + 1u) << STAMP) | select(0u, IS_BIG, big));
    atomicAdd(&contact_numbers[SIZES + colour], 1u);
}
