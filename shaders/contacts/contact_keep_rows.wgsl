// The last frame's neighbours, one thread per body; and the greatest speed of any body, which says how large cells must be.

// uses: step, body, velocity, contact_rows
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(31) var<storage, read_write> contact_numbers: array<atomic<u32>>;
@group(0) @binding(39) var<storage, read> contact_rows: array<u32>;
@group(0) @binding(40) var<storage, read_write> former_rows: array<u32>;

@compute @workgroup_size(64)
fn contact_keep_rows(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    for (var k = 0u; k < 2u * ROW; k++) {
        former_rows[2u * ROW * id.x + k] = contact_rows[2u * ROW * id.x + k];
    }
    // bits of numbers that are not negative are ordered as the numbers are
    let speed = length(velocities[id.x].linear);
    if (speed >= 0.0 && speed < 1e30) {
        atomicMax(&contact_numbers[SPEED], bitcast<u32>(speed));
    }
}
