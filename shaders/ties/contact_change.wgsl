// What the last change of a pair's λ does to one of its bodies, if the pair was in that pass. All pairs are where
// step.extra.x is 1, else those without a colour. For shaders that bind `pairs`, `contact_colours`, `contact_changes`
// and `contact_reaches`.

// uses: step, body, contact_rows, contact, contact_palette

fn pair_wrench(number: u32, on_b: bool) -> Wrench {
    let pair = pairs[number];
    let sign = select(-1.0, 1.0, on_b);
    var sum = Wrench(vec3<f32>(0.0), vec3<f32>(0.0));
    if (points_of(pair) == 0u || (step.extra.x == 0u && contact_colours[colour_at(number)] != PALETTE)) {
        return sum;
    }
    sum.torque = sign * contact_changes[push_at(number, SLOTS)].xyz;
    for (var i = 0u; i < points_of(pair); i++) {
        let slot = SLOTS * number + i;
        let change = sign * force_of(pair.normal, contact_changes[push_at(number, i)].xyz);
        sum.force += change;
        sum.torque += cross(select(contact_reaches[slot].arm_a, contact_reaches[slot].arm_b, on_b), change);
    }
    return sum;
}
