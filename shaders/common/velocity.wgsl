// V of a body. For shaders that bind `velocities`: only the words that are needed are read.

// uses: body

fn twist_at(body: u32) -> Twist {
    return Twist(velocities[body].linear, velocities[body].angular);
}
