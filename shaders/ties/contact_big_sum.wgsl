// The same for a big body, whose row does not hold small ones. One workgroup looks through all rows for pairs with it,
// always in the same order. All threads get the sum. For shaders that bind `pairs` and `contact_rows`.

// uses: step, body, sum, contact_rows, contact, compound

fn big_wrench(thread: u32, body: u32) -> Wrench {
    var mine = Wrench(vec3<f32>(0.0), vec3<f32>(0.0));
    for (var i = thread; i < step.body_count; i += 64u) {
        for (var k = 0u; k < ROW; k++) {
            let number = contact_rows[number_at(i, k)];
            let near = contact_rows[neighbour_at(i, k)];
            // a compound stands in rows by its parts, and its own row has no pairs
            let here = select(near == body, near != NONE, COMPOUNDS);
            if (here && number < BY_PARTS && (pairs[number].count & ON_BIG) != 0u && (!COMPOUNDS || pairs[number].b == body)) {
                let on_body = pair_wrench(number, true);
                mine.force += on_body.force;
                mine.torque += on_body.torque;
            }
        }
    }
    let force = summed(thread, mine.force);
    workgroupBarrier();
    return Wrench(force, summed(thread, mine.torque));
}
