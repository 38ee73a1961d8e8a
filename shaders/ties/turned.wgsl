// How a body is turned. carried.wgsl has the same name. For shaders that bind `poses`.

// uses: body

fn rotation_of(body: u32) -> vec4<f32> {
    return poses[body].rotation;
}
