// What the ground looks like, and planes that stand in its place.

// uses: frame
@group(0) @binding(10) var shadows: texture_2d<f32>;
@group(0) @binding(11) var smooth_sampler: sampler;

// exp(−2.65²) is less than a thousandth.
const SEEN: f32 = 2.65;

// The share of the light that is left at a pixel. It falls towards the picture's edges, so that none of them looks like
// the edge of a pale sheet. It begins to fade at two sevenths of the shorter side.
fn within_picture(pixel: vec2<f32>) -> f32 {
    let left = min(pixel, frame.size - pixel) * (3.5 / min(frame.size.x, frame.size.y));
    return smoothstep(0.0, 1.0, left.x) * smoothstep(0.0, 1.0, left.y);
}

// The ground: a pool of light that fades into the background long before any horizon.
fn ground_at(p: vec2<f32>, pixel: vec2<f32>) -> vec3<f32> {
    let off = (p - frame.middle.xz) / frame.pool;
    let lit = exp(-dot(off, off)) * within_picture(pixel);
    let at = (p - frame.map_corner) / frame.map_side;
    let inside = clamp(20.0 * min(min(at.x, at.y), min(1.0 - at.x, 1.0 - at.y)), 0.0, 1.0);
    let through = mix(vec2<f32>(1.0), textureSampleLevel(shadows, smooth_sampler, at, 0.0).xy, inside);
    let depth = mix(0.42, 0.85, frame.dark) * smoothstep(0.0, 0.35, lit);
    let shade = 1.0 - depth * (1.0 - through.x * (0.45 + 0.55 * through.y));
    return grained(mix(frame.background, frame.ground, lit) * shade, pixel, smoothstep(0.0, 0.02, lit));
}

// Half a step of eight bits of noise, so that slow gradients show no bands: for s = √c, (s + n)² ≈ c + 2 s n.
fn grained(c: vec3<f32>, pixel: vec2<f32>, share: f32) -> vec3<f32> {
    let noise = fract(52.9829189 * fract(dot(pixel, vec2<f32>(0.06711056, 0.00583715)))) - 0.5;
    return max(c + sqrt(max(c, vec3<f32>(1e-6))) * (share * noise * 2.0 / 255.0), vec3<f32>(0.0));
}
