// How far a body has come in this frame, m. For shaders that bind `poses`, and `contact_cells` to read.

// uses: body, contact_cells

fn way_here(body: u32) -> vec3<f32> {
    let at = start_at(body);
    let start = vec3<u32>(contact_cells[at], contact_cells[at + 1u], contact_cells[at + 2u]);
    return poses[body].position - bitcast<vec3<f32>>(start);
}
