// One thread per bead: its colour says how far it is in error, over four decades: 10⁻⁵ to 10⁻¹ m or rad.

// uses: frame, bead, colours
@group(0) @binding(1) var<storage, read> errors: array<u32>;
@group(0) @binding(2) var<storage, read_write> beads: array<Bead>;

@compute @workgroup_size(64)
fn colour_errors(@builtin(global_invocation_id) id: vec3<u32>) {
    let slot = id.x;
    if (slot >= frame.beads || bead_metal(beads[slot]) > 0.5) {
        return;
    }
    let error = bitcast<f32>(errors[slot]);
    let said = clamp(1.0 + (log2(max(error, 1e-6)) * 0.30103 + 1.0) / 4.0, 0.0, 1.0);
    let colour = ramp(said);
    beads[slot].signal = said;
    beads[slot].colour = vec2<u32>(pack2x16unorm(colour.xy), pack2x16unorm(vec2<f32>(colour.z, 0.0)));
}
