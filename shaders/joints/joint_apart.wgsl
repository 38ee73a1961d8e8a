// Beside contacts, one thread per island of joints. An island is not tried in halves if a body of it is near another in this
// frame. Its joints stand as not calm and as done.

// uses: step, body, tie, contact_rows, contact_own_rows, note
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(39) var<storage, read> contact_rows: array<u32>;

fn touches(body: u32) -> bool {
    let rows = own_rows(body);
    for (var row = rows.x; row < rows.y; row++) {
        for (var k = 0u; k < ROW && contact_rows[neighbour_at(row, k)] != NONE; k++) {
            if (contact_rows[number_at(row, k)] != NONE) {
                return true;
            }
        }
    }
    return false;
}

// A big body that moves has pairs in others' rows: step.iterations of them stand in `lists` from step.iteration on.
fn is_big(body: u32) -> bool {
    for (var i = step.iteration; i < step.iteration + step.iterations; i++) {
        if (lists[i] == body) {
            return true;
        }
    }
    return false;
}

@compute @workgroup_size(64)
fn joint_apart(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let record = step.first + 4u * id.x;
    var near = false;
    for (var i = lists[record]; !near && i < lists[record] + lists[record + 1u]; i++) {
        near = touches(lists[i]) || is_big(lists[i]);
    }
    let first = lists[record + 2u];
    for (var i = first; i < first + lists[record + 3u]; i++) {
        note_settled(lists[i], near);
        if (near) {
            note_opening(lists[i], 1.0);
        }
    }
}
