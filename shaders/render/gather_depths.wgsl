// One thread per pair of bodies that touch: how deep they are in one another, m, for both.

// uses: simulation
@group(0) @binding(1) var<uniform> drawn: Drawn;
@group(0) @binding(2) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(3) var<storage, read> pairs: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> contact_forces: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read_write> errors: array<atomic<u32>>;

@compute @workgroup_size(64)
fn gather_depths(@builtin(global_invocation_id) id: vec3<u32>) {
    // the first of the counts is that of pairs
    if (id.x >= contact_numbers[0]) {
        return;
    }
    let bodies = pairs[2u * id.x + 1u];
    for (var k = 0u; k < (bodies.z & 7u); k++) {
        // positive numbers sort like their bits
        let depth = bitcast<u32>(max(contact_forces[(drawn.slots + 1u) * id.x + k].w, 0.0));
        atomicMax(&errors[drawn.first_body + bodies.x], depth);
        atomicMax(&errors[drawn.first_body + bodies.y], depth);
    }
}
