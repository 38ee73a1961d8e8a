// What the pairs in a body's row do to it, in the order of the row: `pair_wrench` is that of contact_gather or of contact_change.
// For shaders that bind `pairs` and `contact_rows`.

// uses: body, contact_rows, contact, contact_own_rows

fn row_wrench(body: u32) -> Wrench {
    var sum = Wrench(vec3<f32>(0.0), vec3<f32>(0.0));
    let rows = own_rows(body);
    for (var row = rows.x; row < rows.y; row++) {
        for (var k = 0u; k < ROW && contact_rows[neighbour_at(row, k)] != NONE; k++) {
            let number = contact_rows[number_at(row, k)];
            if (number != NONE) {
                let on_body = pair_wrench(number, pairs[number].b == body);
                sum.force += on_body.force;
                sum.torque += on_body.torque;
            }
        }
    }
    return sum;
}
