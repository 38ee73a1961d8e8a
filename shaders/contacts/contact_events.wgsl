// Pairs that began or ceased to touch in this frame, one thread per body, after the frame's last substep. A body looks
// at the pairs that it owns now and those that it owned in the frame before. Pinning a body gives its pairs to the
// other one, so both rows are looked at.

// uses: step, surface, contact_rows, contact, contact_met, event
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;
@group(0) @binding(39) var<storage, read> contact_rows: array<u32>;
@group(0) @binding(40) var<storage, read> former_rows: array<u32>;
@group(0) @binding(41) var<storage, read> surfaces: array<Surface>;
@group(0) @binding(46) var<storage, read> contact_touching: array<u32>;
@group(0) @binding(47) var<storage, read_write> events: array<atomic<u32>>;

fn is_watched(body: u32) -> bool {
    return (surfaces[body].flags & (SENSOR | EVENTS)) != 0u;
}

// Whether the pair with the k-th of its row is the body's own, and they touch.
fn touches_at(body: u32, k: u32) -> bool {
    let number = contact_rows[number_at(body, k)];
    var touches = false;
    if (number < BY_PARTS) {
        touches = met_at(number, pairs[number]).a == body && (pairs[number].count & TOUCHED) != 0u;
    }
    return touches;
}

fn touched_at(body: u32, k: u32) -> bool {
    return ((contact_touching[body] >> k) & 1u) != 0u;
}

fn touches(body: u32, other: u32) -> bool {
    var found = false;
    for (var k = 0u; k < ROW; k++) {
        found = found || (contact_rows[neighbour_at(body, k)] == other && touches_at(body, k));
    }
    return found;
}

fn touched(body: u32, other: u32) -> bool {
    var found = false;
    for (var k = 0u; k < ROW; k++) {
        found = found || (former_rows[neighbour_at(body, k)] == other && touched_at(body, k));
    }
    return found;
}

@compute @workgroup_size(64)
fn contact_events(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    for (var k = 0u; k < ROW; k++) {
        if (touches_at(id.x, k)) {
            let other = contact_rows[neighbour_at(id.x, k)];
            if ((is_watched(id.x) || is_watched(other)) && !touched(id.x, other) && !touched(other, id.x)) {
                happened(BEGAN, min(id.x, other), max(id.x, other));
            }
        }
        if (touched_at(id.x, k)) {
            let other = former_rows[neighbour_at(id.x, k)];
            if ((is_watched(id.x) || is_watched(other)) && !touches(id.x, other) && !touches(other, id.x)) {
                happened(ENDED, min(id.x, other), max(id.x, other));
            }
        }
    }
}
