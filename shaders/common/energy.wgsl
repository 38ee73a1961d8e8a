// Where bodies touch, AVBD keeps rows of four words for each body: V*, f, and H of inertia and contacts alone. H takes
// three columns each for ll, la and aa. An entry of the order of moves is a body's number, with the highest bit set for
// a big body.

const ENERGY: u32 = 13u;
const OF_FREE: u32 = 0u;
const OF_SLOPE: u32 = 2u;
const OF_CURVE: u32 = 4u;
const IS_BIG: u32 = 0x80000000u;

fn energy_at(body: u32, row: u32) -> u32 {
    return ENERGY * body + row;
}
