// How deep bodies stand in one another and how many points push, one thread per pair. Largest numbers and counts: no order shows.

// uses: step, contact_rows, contact
@group(0) @binding(31) var<storage, read_write> contact_numbers: array<atomic<u32>>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;
@group(0) @binding(35) var<storage, read> contact_forces: array<Push>;

@compute @workgroup_size(64)
fn contact_measure(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= atomicLoad(&contact_numbers[PAIRS])) {
        return;
    }
    for (var k = 0u; k < points_of(pairs[id.x]); k++) {
        let push = contact_forces[push_at(id.x, k)];
        if (push.depth > 0.0) {
            atomicMax(&contact_numbers[DEEPEST], bitcast<u32>(push.depth));
        }
        if (push.lambda.x > 0.0) {
            atomicAdd(&contact_numbers[PUSHING], 1u);
        }
    }
}
