// W and V* of bodies behind the rows of `rooted`, where `joint_carry` puts them. A shader that binds all that Newton's
// method needs has no room for their own buffers. For shaders that write `rooted`.

// uses: step, symmetric, body, rooted

/// Rows of a body behind those of all bodies.
const CARRIED: u32 = 4u;

fn carried_at(body: u32) -> u32 {
    return ROWS * step.body_count + CARRIED * body;
}

fn tensor_of(body: u32) -> Symmetric {
    let at = carried_at(body);
    return Symmetric(rooted[at].xyz, rooted[at + 1u].xyz);
}

fn free_velocity_of(body: u32) -> Twist {
    let at = carried_at(body);
    return Twist(rooted[at + 2u].xyz, rooted[at + 3u].xyz);
}

fn put_free_velocity(body: u32, v: Twist) {
    let at = carried_at(body);
    rooted[at + 2u] = vec4<f32>(v.linear, 0.0);
    rooted[at + 3u] = vec4<f32>(v.angular, 0.0);
}
