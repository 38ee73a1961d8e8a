// A thread a bead, first of two: how near the nearest splat is in every pixel.

@group(0) @binding(1) var<storage, read> beads: array<Bead>;
@group(0) @binding(2) var<storage, read_write> splats: array<atomic<u32>>;

@compute @workgroup_size(64)
fn splat_depth(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= frame.beads || (beads[id.x].kind & AS_SPLAT) == 0u) {
        return;
    }
    let bead = beads[id.x];
    let disc = disc_of(bead);
    let near = bitcast<u32>(1.0 / to_view(bead.centre).z);
    for (var y = disc.low.y; y < disc.high.y; y++) {
        for (var x = disc.low.x; x < disc.high.x; x++) {
            // what covers less than half a pixel hides nothing behind it
            if (disc_coverage(disc, vec2<f32>(f32(x), f32(y)) + 0.5 - disc.middle) >= 0.5) {
                atomicMax(&splats[SPLAT_WORDS * (y * u32(frame.size.x) + x)], near);
            }
        }
    }
}
