// The owner of a pair. Of a small and a big body it is the small one. Of two bodies of one class, one of them held, it
// is the other one. Otherwise it is the body of lower number, if both have the other in their rows. So no row can
// overflow but that of a moving body among too many. For shaders that bind `contact_rows`, `surfaces` and `velocities`.

// uses: body, surface, contact_rows

// The place of `other` in the row of `body`, or NONE.
fn place_in(body: u32, other: u32) -> u32 {
    var k = 0u;
    while (k < ROW && contact_rows[neighbour_at(body, k)] < other) {
        k++;
    }
    return select(NONE, k, k < ROW && contact_rows[neighbour_at(body, k)] == other);
}

fn is_big(body: u32) -> bool {
    return (surfaces[body].flags & BIG) != 0u;
}

fn is_held(body: u32) -> bool {
    return velocities[body].inverse_mass == 0.0;
}

// Whether the pair is this body's, if it is one.
fn may_own(body: u32, other: u32) -> bool {
    let alike = select(other > body, is_held(other), is_held(body) != is_held(other));
    return select(alike, is_big(other), is_big(body) != is_big(other));
}

fn owns(body: u32, other: u32) -> bool {
    return may_own(body, other) && (is_big(other) || is_held(other) || place_in(other, body) != NONE);
}
