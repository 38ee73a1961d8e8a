// Quads in one list of triangles, two for each. For quads drawn as instances, a software device begins a draw anew for
// each: 40 us for an 8 x 8 tile that is shaded in 10.

// Vertices of a quad.
const QUAD: u32 = 6u;

fn quad_of(vertex: u32) -> u32 {
    return vertex / QUAD;
}

// 0 1 2 and 3 2 1: its lowest bit is right or left, the other below or above.
fn corner_of(vertex: u32) -> u32 {
    let k = vertex % QUAD;
    return min(k, QUAD - k);
}
