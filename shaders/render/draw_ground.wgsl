// The lit part of the ground: a square of the plane, as far as one sees that it is lit. The rest of the picture is
// cleared to the background.

// uses: frame, ground, quad

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) place: vec2<f32>,     // x and z, m
}

@vertex
fn draw_ground_corner(@builtin(vertex_index) vertex: u32) -> Corner {
    let corner = corner_of(vertex);
    let side = vec2<f32>(select(-1.0, 1.0, (corner & 1u) == 1u), select(-1.0, 1.0, (corner & 2u) == 2u));
    let place = frame.middle.xz + SEEN * frame.pool * side;
    let view = to_view(vec3<f32>(place.x, frame.ground_height, place.y));
    let across = 2.0 * frame.focal * view.xy / frame.size;
    return Corner(vec4<f32>(across, frame.near, view.z), place);
}

@fragment
fn draw_ground_pixel(in: Corner) -> @location(0) vec4<f32> {
    return vec4<f32>(ground_at(in.place, in.position.xy), 1.0);
}
