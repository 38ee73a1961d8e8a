// Where a substep of AVBD begins, one thread per pair: λ ← αγ λ, and τ.

// uses: step, contact_rows, contact
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;
@group(0) @binding(35) var<storage, read_write> contact_forces: array<Push>;

@compute @workgroup_size(64)
fn contact_block_begin(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= contact_numbers[PAIRS]) {
        return;
    }
    for (var k = 0u; k < points_of(pairs[id.x]); k++) {
        contact_forces[push_at(id.x, k)].lambda *= step.warm_start;
    }
    contact_forces[push_at(id.x, SLOTS)].lambda *= step.warm_start;
}
