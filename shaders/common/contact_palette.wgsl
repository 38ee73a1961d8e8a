// Sixteen colours for pairs, so that no two of one colour share a body that moves. `contact_colours` has for each body
// a mask of the colours of its pairs, then for each body and colour the highest bid. Then come for each body the number
// of its pairs that are solved side by side, and for each pair its colour.

// uses: step, contact_rows, contact, contact_met

const TRYING: u32 = 32u;     // and the colour that it bids for
const UNTOUCHED: u32 = 64u;  // the pair has no points

fn bid_at(body: u32, colour: u32) -> u32 {
    return step.body_count + PALETTE * body + colour;
}

fn colour_at(number: u32) -> u32 {
    return (2u + PALETTE) * step.body_count + number;
}

fn share_at(body: u32) -> u32 {
    return (1u + PALETTE) * step.body_count + body;
}

fn mixed(word: u32) -> u32 {
    var x = word;
    x = (x ^ (x >> 16u)) * 0x7feb352du;
    x = (x ^ (x >> 15u)) * 0x846ca68bu;
    return x ^ (x >> 16u);
}

fn pair_hash(pair: BodyPair) -> u32 {
    return mixed(pair.a ^ mixed(pair.b ^ mixed(step.iteration)));
}

// A bid: later rounds outbid all before, then the hash decides, and where it is the same the place in the body's row.
// No two bids at a body are the same, so that the winner does not depend on the order of threads.
fn bid_of(hash: u32, place: u32, met_by: u32) -> u32 {
    if (COMPOUNDS) {
        // parts of one compound have numbers in a row
        return ((step.iteration + 1u) << 28u) | (((hash >> 8u) & 0xfffffu) << 8u) | ((met_by & 15u) << 4u) | place;
    }
    return ((step.iteration + 1u) << 28u) | (((hash >> 8u) & 0xffffffu) << 4u) | place;
}

// At a big body, in whose row the others do not stand, by the other's number alone: an odd factor makes each its own.
fn bid_at_big(other: u32) -> u32 {
    return ((step.iteration + 1u) << 28u) | ((other * 0x9e3779b1u) & 0xfffffffu);
}

// These two are of a pair as it was found.
fn bid_at_a(pair: BodyPair, hash: u32) -> u32 {
    return bid_of(hash, place_a(pair), pair.a);
}

fn bid_at_b(pair: BodyPair, hash: u32) -> u32 {
    return select(bid_of(hash, place_b(pair), pair.b), bid_at_big(pair.a), (pair.count & ON_BIG) != 0u);
}
