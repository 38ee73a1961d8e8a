// Whose a pair is: of two of a size that of the lower number, of a small and a big one that of the small one. Of two of a size both must
// have the other in their rows. For shaders that bind `contact_rows` and `surfaces`.

// uses: surface, contact_rows

// The place of `other` in the row of `body`, or NONE.
fn place_in(body: u32, other: u32) -> u32 {
    var k = 0u;
    while (k < ROW && contact_rows[neighbour_at(body, k)] < other) {
        k++;
    }
    return select(NONE, k, k < ROW && contact_rows[neighbour_at(body, k)] == other);
}

// Whether the pair is this body's, if it is one.
fn may_own(body: u32, other: u32) -> bool {
    let other_big = (surfaces[other].flags & BIG) != 0u;
    let alike = other_big == ((surfaces[body].flags & BIG) != 0u);
    return select(other_big, other > body, alike);
}

fn owns(body: u32, other: u32) -> bool {
    return may_own(body, other) && ((surfaces[other].flags & BIG) != 0u || place_in(other, body) != NONE);
}
