// Neighbours: for each body a row of sixteen of them, lowest first, and the number of the pair with each.
// `contact_numbers` holds counts and sums as integers, so that the order of threads cannot change them.

const ROW: u32 = 16u;
const NONE: u32 = 0xffffffffu;

// Words of `contact_numbers`.
const PAIRS: u32 = 0u;       // that are kept
const DROPPED: u32 = 1u;     // that found no room, in this frame
const SPEED: u32 = 2u;       // the greatest of any body, as the bits of an f32 that is not negative
const LOST: u32 = 3u;        // that found no room since it was measured
const DEEPEST: u32 = 4u;     // for `contact_measure`: as the bits of an f32
const PUSHING: u32 = 5u;     // and how many points push
const FAST: u32 = 6u;        // bodies that are fast in this frame
const FAST_HELD: u32 = 7u;   // and of them those that are held
const RANKS: u32 = 8u;       // pairs that are their owner's first, second, … sixteenth
const SIZES: u32 = 24u;      // of the sixteen colours, and of what found none
const STARTS: u32 = 41u;     // where they begin in the order
const CURSORS: u32 = 58u;
const ORDER: u32 = 96u;      // from here on: pairs by colour, and until they are found the fast bodies

const PALETTE: u32 = 16u;

// Fast bodies up to which all that moves looks for them; more of them look for held bodies alone.
const MOST_FAST: u32 = 256u;

fn neighbour_at(body: u32, k: u32) -> u32 {
    return 2u * ROW * body + k;
}

fn number_at(body: u32, k: u32) -> u32 {
    return 2u * ROW * body + ROW + k;
}
