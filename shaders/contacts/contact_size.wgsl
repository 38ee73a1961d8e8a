// How many workgroups those dispatches take whose items the device itself has counted, one thread in all. Their places
// in `contact_arguments`: 0 for all pairs, 1 + c for pairs of colour c, 1 + PALETTE for pairs without a colour. Place
// 2 + PALETTE is for bodies where there are such pairs.

// uses: step, contact_rows
@group(0) @binding(31) var<storage, read_write> contact_numbers: array<u32>;
@group(0) @binding(42) var<storage, read_write> contact_arguments: array<u32>;

const OF_PAIRS: u32 = 0u;
const OF_COLOURS: u32 = 1u;
const OF_MEASURE: u32 = 2u;

fn put(at: u32, items: u32) {
    contact_arguments[3u * at] = (items + 63u) / 64u;
    contact_arguments[3u * at + 1u] = 1u;
    contact_arguments[3u * at + 2u] = 1u;
}

@compute @workgroup_size(1)
fn contact_size() {
    if (step.extra.x == OF_PAIRS) {
        put(0u, contact_numbers[PAIRS]);
    }
    if (step.extra.x == OF_COLOURS) {
        var start = 0u;
        for (var colour = 0u; colour <= PALETTE; colour++) {
            contact_numbers[STARTS + colour] = start;
            contact_numbers[CURSORS + colour] = start;
            put(1u + colour, contact_numbers[SIZES + colour]);
            start += contact_numbers[SIZES + colour];
        }
        put(2u + PALETTE, select(0u, step.body_count, contact_numbers[SIZES + PALETTE] > 0u));
        contact_numbers[LOST] += contact_numbers[DROPPED];
    }
    if (step.extra.x == OF_MEASURE) {
        contact_numbers[DEEPEST] = 0u;
        contact_numbers[PUSHING] = 0u;
    }
}
