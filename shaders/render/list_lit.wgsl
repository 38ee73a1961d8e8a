// One thread per bead: puts seen beads on the list of those to be lit. A splat is seen if it is near enough to the
// nearest in its middle or at one of four places around it. In a dense scene most are not seen; lighting them all would
// cost more than the rest of the picture.

// uses: frame, bead, splat, simulation
@group(0) @binding(1) var<storage, read> beads: array<Bead>;
@group(0) @binding(2) var<storage, read> splats: array<u32>;
@group(0) @binding(3) var<storage, read_write> lit: array<u32>;
@group(0) @binding(4) var<storage, read_write> counters: Counters;

fn nearest_at(place: vec2<f32>) -> u32 {
    let pixel = vec2<u32>(clamp(place, vec2<f32>(0.0), frame.size - 1.0));
    return splats[SPLAT_WORDS * (pixel.y * u32(frame.size.x) + pixel.x)];
}

@compute @workgroup_size(64)
fn list_lit(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= frame.beads) {
        return;
    }
    let kind = beads[id.x].kind;
    var seen = (kind & AS_PEARL) != 0u;
    if ((kind & AS_SPLAT) != 0u) {
        let disc = disc_of(beads[id.x].centre, beads[id.x].pixels);
        let near = surface_nearness(beads[id.x].centre, beads[id.x].radius);
        let aside = 0.7 * disc.radius;
        seen = nearest_at(disc.middle) <= near
            || nearest_at(disc.middle + vec2<f32>(aside, aside)) <= near
            || nearest_at(disc.middle + vec2<f32>(-aside, aside)) <= near
            || nearest_at(disc.middle + vec2<f32>(aside, -aside)) <= near
            || nearest_at(disc.middle - vec2<f32>(aside, aside)) <= near;
    }
    if (seen) {
        let place = atomicAdd(&counters.lit, 1u);
        lit[place] = id.x;
        if (place % 64u == 0u) {
            atomicAdd(&counters.lit_groups, 1u);
        }
    }
}
