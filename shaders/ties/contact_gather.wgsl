// What a pair does to one of its bodies. For shaders that bind `pairs`, `contact_forces` and `contact_reaches`.

// uses: body, contact

fn pair_wrench(number: u32, on_b: bool) -> Wrench {
    let pair = pairs[number];
    let sign = select(-1.0, 1.0, on_b);
    var sum = Wrench(vec3<f32>(0.0), sign * contact_forces[push_at(number, SLOTS)].lambda);
    for (var k = 0u; k < points_of(pair); k++) {
        let slot = SLOTS * number + k;
        let force = sign * force_of(pair.normal, contact_forces[push_at(number, k)].lambda);
        sum.force += force;
        sum.torque += cross(select(contact_reaches[slot].arm_a, contact_reaches[slot].arm_b, on_b), force);
    }
    return sum;
}
