// A thread a bead: the light of the eight cells around it, smoothly.

@group(0) @binding(1) var<storage, read_write> beads: array<Bead>;
@group(0) @binding(2) var<storage, read> arriving: array<u32>;

fn light_in(cell: vec3<f32>) -> vec2<f32> {
    let inside = vec3<u32>(clamp(cell, vec3<f32>(0.0), vec3<f32>(f32(CELLS - 1u))));
    return unpack2x16float(arriving[cell_index(inside)]);
}

@compute @workgroup_size(64)
fn light_beads(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= frame.beads || (beads[id.x].kind & (AS_PEARL | AS_SPLAT)) == 0u) {
        return;
    }
    let at = (beads[id.x].centre - cells_corner()) / frame.cells - 0.5;
    let low = floor(at);
    let f = at - low;
    let x = vec3<f32>(1.0, 0.0, 0.0);
    let y = vec3<f32>(0.0, 1.0, 0.0);
    let z = vec3<f32>(0.0, 0.0, 1.0);
    let near = mix(mix(light_in(low), light_in(low + x), f.x), mix(light_in(low + y), light_in(low + x + y), f.x), f.y);
    let far = mix(
        mix(light_in(low + z), light_in(low + x + z), f.x),
        mix(light_in(low + y + z), light_in(low + x + y + z), f.x), f.y);
    beads[id.x].light = pack2x16float(mix(near, far, f.z));
}
