// Every body into its cell, one thread per body. The big ones stand in none. Fast bodies are listed in any order, and
// each body's starting place is kept.

// uses: step, body, velocity, surface, place, contact_rows, contact_cells
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(30) var<storage, read_write> contact_cells: array<atomic<u32>>;
@group(0) @binding(31) var<storage, read_write> contact_numbers: array<atomic<u32>>;
@group(0) @binding(41) var<storage, read> surfaces: array<Surface>;

@compute @workgroup_size(64)
fn contact_bin(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let start = bitcast<vec3<u32>>(poses[id.x].position);
    for (var k = 0u; k < 3u; k++) {
        atomicStore(&contact_cells[start_at(id.x) + k], start[k]);
    }
    if ((surfaces[id.x].flags & (COLLIDES | BIG)) != COLLIDES) {
        return;
    }
    let velocity = velocities[id.x];
    if (is_fast(step.frame, velocity.linear, surfaces[id.x].shape)) {
        atomicStore(&contact_numbers[ORDER + atomicAdd(&contact_numbers[FAST], 1u)], id.x);
        atomicAdd(&contact_numbers[FAST_HELD], u32(velocity.inverse_mass == 0.0));
    }
    let size = cell_size(bitcast<f32>(atomicLoad(&contact_numbers[SPEED])));
    let head = head_of(cell_of(place_at(id.x), size));
    let next = atomicExchange(&contact_cells[head], id.x + 1u);
    atomicStore(&contact_cells[next_at(id.x)], next);
}
