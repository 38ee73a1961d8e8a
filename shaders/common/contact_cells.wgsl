// Space in cells, of which a hash says where the list of its bodies begins. `contact_cells` has the heads, then for
// each body the next one in its cell, then the places where bodies began. A number is a body's plus one; 0 ends a list.
// The order within a list is free: rows are sorted.

// uses: step, contact_rows

// A moving body reaches no farther in a frame, on either side; R, the largest radius of the bodies in cells, is
// step.gain.
//     cell = 2 R + min(R, R/10 + 2 dt v_max)
fn cell_size(speed: f32) -> f32 {
    let radius = step.gain;
    return 2.0 * radius + min(radius, 0.1 * radius + 2.0 * step.frame * speed);
}

fn cell_of(position: vec3<f32>, size: f32) -> vec3<i32> {
    return vec3<i32>(floor(clamp(position / size, vec3<f32>(-1e9), vec3<f32>(1e9))));
}

fn head_of(cell: vec3<i32>) -> u32 {
    let at = vec3<u32>(cell);
    return ((at.x * 73856093u) ^ (at.y * 19349663u) ^ (at.z * 83492791u)) & step.extra.x;
}

fn next_at(body: u32) -> u32 {
    return step.extra.x + 1u + body;
}

// Three words: where the body was as the frame began, as the bits of f32 numbers.
fn start_at(body: u32) -> u32 {
    return step.extra.x + 1u + step.body_count + 3u * body;
}
