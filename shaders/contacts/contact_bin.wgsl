// Every body into its cell, one thread per body. The big ones stand in none.

// uses: step, body, surface, place, contact_rows, contact_cells
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(30) var<storage, read_write> contact_cells: array<atomic<u32>>;
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(41) var<storage, read> surfaces: array<Surface>;

@compute @workgroup_size(64)
fn contact_bin(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count || (surfaces[id.x].flags & (COLLIDES | BIG)) != COLLIDES) {
        return;
    }
    let size = cell_size(bitcast<f32>(contact_numbers[SPEED]));
    let head = head_of(cell_of(place_at(id.x), size));
    let next = atomicExchange(&contact_cells[head], id.x + 1u);
    atomicStore(&contact_cells[next_at(id.x)], next);
}
