// V* of a body. carried.wgsl has the same name. For shaders that bind `free_velocities`.

// uses: body

fn free_velocity_of(body: u32) -> Twist {
    return Twist(free_velocities[body].linear, free_velocities[body].angular);
}
