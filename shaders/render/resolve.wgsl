// A thread a pixel: shades what is seen there. Edges are exact: the beads seen in the pixel and its four
// neighbours are each asked how much of this pixel they cover, and laid over each other from the front.

@group(0) @binding(1) var<storage, read> beads: array<Bead>;
@group(0) @binding(2) var seen: texture_2d<u32>;
@group(0) @binding(3) var shadows: texture_2d<f32>;
@group(0) @binding(4) var smooth_sampler: sampler;
@group(0) @binding(5) var<storage, read> splats: array<u32>;

struct Layer {
    slot: u32,
    z: f32,
    share: f32,
}

// What splats are called among the layers.
const SPLATTED: u32 = 0xfffffffeu;

@vertex
fn resolve_corner(@builtin(vertex_index) corner: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(f32((corner << 1u) & 2u) * 2.0 - 1.0, f32(corner & 2u) * 2.0 - 1.0, 0.5, 1.0);
}

fn slot_at(pixel: vec2<i32>) -> u32 {
    // the texture holds slot + 1, so that what is cleared is nothing
    let last = vec2<i32>(frame.size) - 1;
    return textureLoad(seen, clamp(pixel, vec2<i32>(0), last), 0).x - 1u;
}

// The ground: a pool of light that fades into the background long before any horizon.
fn backdrop(ray: vec3<f32>, pixel: vec2<f32>) -> vec3<f32> {
    let height = frame.eye.y - frame.ground_height;
    if (ray.y >= -1e-4 || height <= 0.0) {
        return frame.background;
    }
    let p = frame.eye.xz - ray.xz * (height / ray.y);
    let off = (p - frame.middle.xz) / frame.pool;
    let lit = exp(-dot(off, off));
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

fn shown(light: vec3<f32>) -> vec3<f32> {
    return clamp(develop(light), vec3<f32>(0.0), vec3<f32>(1.0));
}

@fragment
fn resolve_pixel(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    let pixel = vec2<i32>(position.xy);
    let ray = ray_through(position.xy);
    var slots = array<u32, 5>(
        slot_at(pixel), slot_at(pixel + vec2<i32>(1, 0)), slot_at(pixel - vec2<i32>(1, 0)),
        slot_at(pixel + vec2<i32>(0, 1)), slot_at(pixel - vec2<i32>(0, 1)));

    // The three nearest layers, from the front.
    var first = Layer(NONE, 1e30, 0.0);
    var second = first;
    var third = first;
    for (var k = 0u; k < 5u; k++) {
        let slot = slots[k];
        if (slot == NONE || slot == first.slot || slot == second.slot || slot == third.slot) {
            continue;
        }
        let m = meet(beads[slot].centre, beads[slot].radius, ray);
        let layer = Layer(slot, m.z, coverage_of(m, beads[slot].radius, m.z));
        if (layer.share <= 0.0) {
            continue;
        }
        if (layer.z < first.z) {
            third = second;
            second = first;
            first = layer;
        } else if (layer.z < second.z) {
            third = second;
            second = layer;
        } else if (layer.z < third.z) {
            third = layer;
        }
    }
    var splat_colour = vec3<f32>(0.0);
    if (frame.splat_radius > 0.0) {
        let at = SPLAT_WORDS * (u32(pixel.y) * u32(frame.size.x) + u32(pixel.x));
        let low = splats[at + 1u];
        let high = splats[at + 2u];
        let share = f32(high & 0xffffu);
        if (share > 0.0) {
            let mean = vec3<f32>(f32(low >> 16u), f32(low & 0xffffu), f32(high >> 16u)) / share;
            splat_colour = mean * mean;
            let near = bitcast<f32>(splats[at]);
            let layer = Layer(SPLATTED, select(1e20, 1.0 / near, near > 0.0), min(share / 255.0, 1.0));
            if (layer.z < first.z) {
                third = second;
                second = first;
                first = layer;
            } else if (layer.z < second.z) {
                third = second;
                second = layer;
            } else {
                third = layer;
            }
        }
    }

    var colour = vec3<f32>(0.0);
    var left = 1.0;
    var layers = array<Layer, 3>(first, second, third);
    for (var k = 0u; k < 3u; k++) {
        let layer = layers[k];
        if (layer.slot == NONE || left < 0.004) {
            break;
        }
        var light = splat_colour;
        if (layer.slot != SPLATTED) {
            light = shown(pearl(layer.slot, meet(beads[layer.slot].centre, beads[layer.slot].radius, ray), ray));
        }
        colour += left * layer.share * light;
        left *= 1.0 - layer.share;
    }
    if (left > 0.004) {
        colour += left * backdrop(ray, position.xy);
    }
    return vec4<f32>(colour, 1.0);
}
