// Former names, for kernels that people edited before a shader named its parts: most such texts still compile.

// uses: body, tie

alias Joint = Tie;

fn joint_velocity(
    arms: Arms, linear_a: vec3<f32>, angular_a: vec3<f32>, linear_b: vec3<f32>, angular_b: vec3<f32>,
) -> vec3<f32> {
    return relative(0u, arms, Twist(linear_a, angular_a), Twist(linear_b, angular_b));
}
