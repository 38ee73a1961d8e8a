// A level line across the picture, one pixel high, paler towards its ends; behind the beads.

// uses: frame, quad

struct Corner {
    @builtin(position) position: vec4<f32>,
}

@vertex
fn draw_hairline_corner(@builtin(vertex_index) vertex: u32) -> Corner {
    let corner = corner_of(vertex);
    let pixel = vec2<f32>(
        select(0.0, frame.size.x, (corner & 1u) == 1u),
        frame.hairline + select(-1.5, 1.5, (corner & 2u) == 2u));
    return Corner(pixel_to_clip(pixel, 1e-9));
}

@fragment
fn draw_hairline_pixel(in: Corner) -> @location(0) vec4<f32> {
    let width = max(1.0, frame.size.y / 700.0);
    let share = clamp(0.5 + 0.5 * width - abs(in.position.y - frame.hairline), 0.0, 1.0);
    let x = in.position.x / frame.size.x;
    let ends = smoothstep(0.0, 0.12, x) * smoothstep(1.0, 0.88, x);
    return vec4<f32>(frame.line.xyz, 1.0) * (share * ends * frame.line.w);
}
