// The first row in which a body's pairs stand, and the one behind the last: its own row, or those of a compound's parts. For shaders
// that bind `contact_rows`.

// uses: contact_rows, compound

fn own_rows(body: u32) -> vec2<u32> {
    if (COMPOUNDS && contact_rows[number_at(body, ROW - 1u)] == BY_PARTS) {
        return vec2<u32>(contact_rows[number_at(body, 0u)], contact_rows[number_at(body, 1u)]);
    }
    return vec2<u32>(body, body + 1u);
}
