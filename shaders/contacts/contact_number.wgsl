// Every pair that there is room for gets its number, one thread per body for those that are its own. The number of a
// pair is free: no result depends on it. step.extra.y is the room.

// uses: step, body, contact_rows, contact
@group(0) @binding(31) var<storage, read_write> contact_numbers: array<atomic<u32>>;
@group(0) @binding(33) var<storage, read_write> pairs: array<BodyPair>;
@group(0) @binding(39) var<storage, read_write> contact_rows: array<u32>;

@compute @workgroup_size(64)
fn contact_number(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    // pairs of the first ranks, as many as fit
    var most = 0u;
    var room = step.extra.y;
    for (var rank = 0u; rank < ROW; rank++) {
        let these = atomicLoad(&contact_numbers[RANKS + rank]);
        if (these <= room && most == rank) {
            room -= these;
            most = rank + 1u;
        }
    }
    var owned = 0u;
    for (var k = 0u; k < ROW; k++) {
        owned += select(0u, 1u, contact_rows[number_at(id.x, k)] != NONE);
    }
    if (owned == 0u) {
        return;
    }
    let taken = min(owned, most);
    let first = atomicAdd(&contact_numbers[PAIRS], taken);
    if (owned > taken) {
        atomicAdd(&contact_numbers[DROPPED], owned - taken);
    }
    for (var k = 0u; k < ROW; k++) {
        let rank = contact_rows[number_at(id.x, k)];
        if (rank == NONE) {
            continue;
        }
        if (rank >= taken) {
            contact_rows[number_at(id.x, k)] = NONE;
            continue;
        }
        contact_rows[number_at(id.x, k)] = first + rank;
        pairs[first + rank].a = id.x;
        pairs[first + rank].b = contact_rows[neighbour_at(id.x, k)];
        pairs[first + rank].count = 0u;
    }
}
