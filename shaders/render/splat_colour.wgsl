// A thread a bead: each splat near enough to the nearest adds its light by what it covers, so that
// edges are soft and rows of tiny beads give an even tone instead of moiré.

@group(0) @binding(1) var<storage, read> beads: array<Bead>;
@group(0) @binding(2) var<storage, read_write> splats: array<atomic<u32>>;

// Splats no more than so many radii behind the nearest belong to the same surface.
const SURFACE: f32 = 4.0;

// √colour of the bead where it is `p` radii off its middle, right and down.
fn seen(p: vec2<f32>, colour: vec3<f32>, light: vec2<f32>) -> vec3<f32> {
    let n = p.x * frame.right - p.y * frame.up - sqrt(1.0 - dot(p, p)) * frame.forward;
    return sqrt(clamp(develop(far_pearl(n, colour, light)), vec3<f32>(0.0), vec3<f32>(1.0)));
}

@compute @workgroup_size(64)
fn splat_colour(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= frame.beads || (beads[id.x].kind & AS_SPLAT) == 0u) {
        return;
    }
    let centre = beads[id.x].centre;
    let disc = disc_of(centre, beads[id.x].pixels);
    let near = bitcast<u32>(1.0 / (to_view(centre).z - SURFACE * beads[id.x].radius));
    let colour = bead_colour(beads[id.x]);
    let light = unpack2x16float(beads[id.x].light);
    // Shaded at three points on the line towards the key light; between them a parabola.
    let axis = normalize(vec2<f32>(dot(KEY, frame.right), -dot(KEY, frame.up)) + vec2<f32>(1e-4, 0.0));
    let middle = seen(vec2<f32>(0.0), colour, light);
    let lit = seen(0.85 * axis, colour, light);
    let dark = seen(-0.85 * axis, colour, light);
    let slope = (lit - dark) / 1.7;
    let bulge = (0.5 * (lit + dark) - middle) / 0.7225;
    for (var y = disc.low.y; y < disc.high.y; y++) {
        for (var x = disc.low.x; x < disc.high.x; x++) {
            let off = vec2<f32>(f32(x), f32(y)) + 0.5 - disc.middle;
            let share = disc_coverage(disc, off);
            let at = SPLAT_WORDS * (y * u32(frame.size.x) + x);
            if (share < 0.004 || atomicLoad(&splats[at]) > near) {
                continue;
            }
            let t = dot(off, axis) * (0.85 / (disc.radius + 0.5));
            let c = clamp(middle + t * (slope + t * bulge), vec3<f32>(0.0), vec3<f32>(1.0));
            let word = vec4<u32>(255.0 * share * vec4<f32>(c, 1.0) + 0.5);
            atomicAdd(&splats[at + 1u], (word.x << 16u) | word.y);
            atomicAdd(&splats[at + 2u], (word.z << 16u) | word.w);
        }
    }
}
