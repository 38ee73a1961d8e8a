// The number that the pair of a and b had in the frame before; NONE: they were no pair. For shaders that bind `former_rows`.

// uses: contact_rows

fn former_of(a: u32, b: u32) -> u32 {
    var former = NONE;
    for (var k = 0u; k < ROW; k++) {
        if (former_rows[neighbour_at(a, k)] == b) {
            former = former_rows[number_at(a, k)];
        }
    }
    return former;
}
