// λ of points that were there in the last frame, one thread per pair: found by the other body in the owner's row, then by
// feature. Where there may be compounds, pairs stand behind all pairs as they were found: see contact_met.wgsl.

// uses: step, contact_rows, contact, former_pair, compound
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(33) var<storage, read_write> pairs: array<BodyPair>;
@group(0) @binding(34) var<storage, read> touches: array<Touch>;
@group(0) @binding(35) var<storage, read_write> contact_forces: array<Push>;
@group(0) @binding(37) var<storage, read> former_forces: array<Former>;
@group(0) @binding(40) var<storage, read> former_rows: array<u32>;

@compute @workgroup_size(64)
fn contact_recall(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= contact_numbers[PAIRS]) {
        return;
    }
    let pair = pairs[id.x];
    let former = former_of(pair.a, pair.b);
    var torque = vec3<f32>(0.0);
    var count = 0u;
    var was_fresh = false;
    if (former != NONE) {
        torque = former_forces[push_at(former, SLOTS)].wrench;
        count = former_forces[push_at(former, SLOTS)].tag & 7u;
        was_fresh = (former_forces[push_at(former, SLOTS)].tag & FRESH) != 0u;
    }
    contact_forces[push_at(id.x, SLOTS)].lambda = torque;
    var pushed = 0.0;
    let n = pair.normal;
    let t = first_tangent(n);
    for (var k = 0u; k < points_of(pair); k++) {
        let slot = SLOTS * id.x + k;
        var lambda = vec3<f32>(0.0);
        for (var i = 0u; i < count; i++) {
            let before = former_forces[push_at(former, i)];
            if (before.tag == touches[slot].feature) {
                lambda = vec3<f32>(max(dot(n, before.wrench), 0.0), dot(t, before.wrench), dot(cross(n, t), before.wrench));
            }
        }
        contact_forces[push_at(id.x, k)] = Push(lambda, touches[slot].depth);
        pushed += lambda.x;
    }
    if (pushed == 0.0 || was_fresh) {
        pairs[id.x].count = pair.count | MET | select(0u, FRESH, pushed == 0.0);
    }
    if (COMPOUNDS) {
        pairs[arrayLength(&pairs) / 2u + id.x] = pairs[id.x];
    }
}
