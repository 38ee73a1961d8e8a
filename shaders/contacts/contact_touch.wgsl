// Whether the two bodies of a pair touch in this substep, one thread per pair, once they have moved. They touch if some
// point is deep, or pushes. A pair that bounces may do neither; `contact_reflect` marks it as touching.

// uses: step, contact_rows, contact
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(33) var<storage, read_write> pairs: array<BodyPair>;
@group(0) @binding(35) var<storage, read> contact_forces: array<Push>;

@compute @workgroup_size(64)
fn contact_touch(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= contact_numbers[PAIRS]) {
        return;
    }
    let count = pairs[id.x].count;
    for (var k = 0u; k < points_of(pairs[id.x]); k++) {
        let push = contact_forces[push_at(id.x, k)];
        if (push.depth >= 0.0 || push.lambda.x > 0.0) {
            pairs[id.x].count = count | TOUCHED;
        }
    }
}
