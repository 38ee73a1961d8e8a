// Behind the bodies of a pass of AVBD, one thread per pair: λ ← F, and τ.

// uses: step, body, mobility, velocity, contact_rows, contact, contact_spring
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;
@group(0) @binding(35) var<storage, read_write> contact_forces: array<Push>;
@group(0) @binding(44) var<storage, read> contact_reaches: array<Reach>;

@compute @workgroup_size(64)
fn contact_block_pairs(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= contact_numbers[PAIRS]) {
        return;
    }
    let pair = pairs[id.x];
    let behind = contact_forces[push_at(id.x, SLOTS)];
    let both = Both(twist_at(pair.a), mobility_at(pair.a), twist_at(pair.b), mobility_at(pair.b));
    var pushing = 0.0;
    for (var k = 0u; k < points_of(pair); k++) {
        let at = push_at(id.x, k);
        let reach = contact_reaches[SLOTS * id.x + k];
        let now = borne_of(pair, reach, contact_forces[at], behind.depth, both.va, both.vb);
        contact_forces[at].lambda = now.force;
        pushing += now.force.x;
    }
    if (pair.rolling > 0.0) {
        contact_forces[push_at(id.x, SLOTS)].lambda = rolled_of(pair, behind.lambda, pushing, both).torque;
    }
}
