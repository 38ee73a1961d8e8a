// One thread per bead that is seen: the light that reaches it past the others. A pearl keeps it for the shading of its
// pixels. A splat adds its colour, by coverage, wherever it is near enough to the nearest one. So edges are soft, and
// rows of tiny beads give an even tone instead of moiré.

// uses: frame, bead, cells, colours, studio, splat, simulation
@group(0) @binding(1) var<storage, read_write> beads: array<Bead>;
@group(0) @binding(2) var<storage, read> arriving: array<u32>;
@group(0) @binding(3) var<storage, read_write> splats: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read> lit: array<u32>;
@group(0) @binding(5) var<storage, read> counters: array<u32>;

// Sky and key light in one cell.
fn light_in(cell: vec3<f32>) -> vec2<f32> {
    let inside = vec3<u32>(clamp(cell, vec3<f32>(0.0), vec3<f32>(f32(CELLS - 1u))));
    return unpack2x16unorm(arriving[cell_index(inside)]);
}

// Smoothly between the eight cells around a place.
fn light_at(centre: vec3<f32>) -> vec2<f32> {
    let at = (centre - cells_corner()) / frame.cells - 0.5;
    let low = floor(at);
    let f = at - low;
    let x = vec3<f32>(1.0, 0.0, 0.0);
    let y = vec3<f32>(0.0, 1.0, 0.0);
    let z = vec3<f32>(0.0, 0.0, 1.0);
    let near = mix(mix(light_in(low), light_in(low + x), f.x), mix(light_in(low + y), light_in(low + x + y), f.x), f.y);
    let far = mix(
        mix(light_in(low + z), light_in(low + x + z), f.x),
        mix(light_in(low + y + z), light_in(low + x + y + z), f.x), f.y);
    return mix(near, far, f.z);
}

// √colour of the bead where it is `p` radii off its middle, right and down.
fn seen(p: vec2<f32>, colour: vec3<f32>, light: vec2<f32>) -> vec3<f32> {
    let n = p.x * frame.right - p.y * frame.up - sqrt(1.0 - dot(p, p)) * frame.forward;
    return sqrt(clamp(develop(far_pearl(n, colour, light)), vec3<f32>(0.0), vec3<f32>(1.0)));
}

@compute @workgroup_size(64)
fn light_beads(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= counters[LIT]) {
        return;
    }
    let slot = lit[id.x];
    let centre = beads[slot].centre;
    var light = vec2<f32>(1.0);
    if (frame.cells > 0.0) {
        light = light_at(centre);
    }
    if ((beads[slot].kind & AS_SPLAT) == 0u) {
        beads[slot].light = pack2x16unorm(light);
        return;
    }
    let disc = disc_of(centre, beads[slot].pixels);
    let near = surface_nearness(centre, beads[slot].radius);
    let colour = bead_colour(beads[slot]);
    // Shaded at three points on the line towards the key light; between them a parabola.
    let axis = normalize(vec2<f32>(dot(KEY, frame.right), -dot(KEY, frame.up)) + vec2<f32>(1e-4, 0.0));
    let middle = seen(vec2<f32>(0.0), colour, light);
    let lit = seen(0.85 * axis, colour, light);
    let dark = seen(-0.85 * axis, colour, light);
    let slope = (lit - dark) / 1.7;
    let bulge = (0.5 * (lit + dark) - middle) / 0.7225;
    let edge = disc.radius + 0.5;
    for (var y = disc.low.y; y < disc.high.y; y++) {
        for (var x = disc.low.x; x < disc.high.x; x++) {
            let off = vec2<f32>(f32(x), f32(y)) + 0.5 - disc.middle;
            let square = dot(off, off);
            let at = SPLAT_WORDS * (y * u32(frame.size.x) + x);
            if (square >= edge * edge || atomicLoad(&splats[at]) > near) {
                continue;
            }
            let share = disc.share * min(edge - sqrt(square), 1.0);
            let t = dot(off, axis) * (0.85 / edge);
            let c = clamp(middle + t * (slope + t * bulge), vec3<f32>(0.0), vec3<f32>(1.0));
            let word = vec4<u32>(255.0 * share * vec4<f32>(c, 1.0) + 0.5);
            atomicAdd(&splats[at + 1u], (word.x << 16u) | word.y);
            atomicAdd(&splats[at + 2u], (word.z << 16u) | word.w);
        }
    }
}
