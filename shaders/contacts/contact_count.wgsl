// Which neighbours of a body are pairs of its own, one thread per body: each gets its rank among them. The ranks are
// counted. So if there are more pairs than room, the same ones are left out whatever the order of threads.

// uses: step, body, velocity, contact_owner
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(31) var<storage, read_write> contact_numbers: array<atomic<u32>>;
@group(0) @binding(39) var<storage, read_write> contact_rows: array<u32>;
@group(0) @binding(41) var<storage, read> surfaces: array<Surface>;

@compute @workgroup_size(64)
fn contact_count(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    var rank = 0u;
    for (var k = 0u; k < ROW; k++) {
        let other = contact_rows[neighbour_at(id.x, k)];
        var mine = NONE;
        if (other != NONE && owns(id.x, other)) {
            mine = rank;
            rank += 1u;
            atomicAdd(&contact_numbers[RANKS + mine], 1u);
        }
        contact_rows[number_at(id.x, k)] = mine;
    }
}
