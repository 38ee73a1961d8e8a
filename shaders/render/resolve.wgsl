// Shades the picture, once per pixel, in those tiles that hold any bead. Software devices do the whole of a shader for
// every pixel, whatever its branches say. Edges are exact: the beads seen in the pixel and its four neighbours give
// their coverage of this pixel. They are laid over each other from the front. The open rest shows the ground that was
// drawn before.

// uses: frame, bead, met, colours, splat, screen, pearl, quad
@group(0) @binding(1) var<storage, read> beads: array<Bead>;
@group(0) @binding(2) var seen: texture_2d<u32>;
@group(0) @binding(3) var<storage, read> splats: array<u32>;
@group(0) @binding(4) var<storage, read> tiles: array<u32>;
@group(0) @binding(5) var<storage, read> shapes: array<vec4<f32>>;

// The finest thing in the tiles that this is compiled for: 0 splats, 1 small pearls, 2 large ones.
override FINEST: u32 = 2u;

struct Layer {
    slot: u32,
    z: f32,
    share: f32,
}

// The name of splats among the layers.
const SPLATTED: u32 = 0xfffffffeu;

@vertex
fn resolve_corner(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4<f32> {
    let corner = corner_of(vertex);
    let columns = tile_columns();
    let tile = tiles[FINEST * columns * tile_rows() + quad_of(vertex)];
    let at = vec2<u32>(tile % columns + (corner & 1u), tile / columns + (corner >> 1u));
    return pixel_to_clip(vec2<f32>(at * TILE), 0.5);
}

fn slot_at(pixel: vec2<i32>) -> u32 {
    // the texture holds slot + 1, so that a cleared pixel is nothing
    let last = vec2<i32>(frame.size) - 1;
    return textureLoad(seen, clamp(pixel, vec2<i32>(0), last), 0).x - 1u;
}

struct Splat {
    layer: Layer,
    colour: vec3<f32>,
}

// What the splats left in a pixel.
fn splat_at(pixel: vec2<i32>) -> Splat {
    let at = SPLAT_WORDS * (u32(pixel.y) * u32(frame.size.x) + u32(pixel.x));
    let low = splats[at + 1u];
    let high = splats[at + 2u];
    let share = f32(high & 0xffffu);
    let near = bitcast<f32>(splats[at]);
    let layer = Layer(SPLATTED, select(1e20, 1.0 / max(near, 1e-20), near > 0.0), min(share / 255.0, 1.0));
    let mean = vec3<f32>(f32(low >> 16u), f32(low & 0xffffu), f32(high >> 16u)) / max(share, 1.0);
    return Splat(layer, mean * mean);
}

fn shown(light: vec3<f32>) -> vec3<f32> {
    return clamp(develop(light), vec3<f32>(0.0), vec3<f32>(1.0));
}

@fragment
fn resolve_pixel(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    let pixel = vec2<i32>(position.xy);
    if (FINEST == 0u) {
        let splat = splat_at(pixel);
        return vec4<f32>(splat.colour, 1.0) * splat.layer.share;
    }

    let ray = ray_through(position.xy);
    // Each bead seen here or beside, once: mostly there is one, and the loop below runs once.
    var slots = array<u32, 5>(slot_at(pixel), NONE, NONE, NONE, NONE);
    var count = select(1u, 0u, slots[0] == NONE);
    for (var k = 0; k < 4; k++) {
        // right, left, below, above
        let step = select(1, -1, (k & 1) == 1);
        let slot = slot_at(pixel + select(vec2<i32>(0, step), vec2<i32>(step, 0), k < 2));
        if (slot != NONE && slot != slots[0] && slot != slots[1] && slot != slots[2] && slot != slots[3]) {
            slots[count] = slot;
            count += 1u;
        }
    }

    // The three nearest layers, from the front.
    var first = Layer(NONE, 1e30, 0.0);
    var second = first;
    var third = first;
    for (var k = 0u; k < count; k++) {
        let slot = slots[k];
        // one reading of each: without a graphics processor a reading is dear
        let bead = beads[slot];
        let shape = shape_of(slot);
        let m = meet_bead(bead, shape, ray);
        var layer = Layer(slot, m.z, coverage_of(m, bead.radius, m.z));
        if (SHAPES && is_kind(shape, PLANE)) {
            // a bead on a plane keeps its soft edge: below it a ray meets the plane first, by up to a pixel
            layer.z += m.z * length(ray) / (frame.focal * max(-dot(m.normal, normalize(ray)), 0.02));
        }
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
        let splat = splat_at(pixel);
        let layer = splat.layer;
        splat_colour = splat.colour;
        if (layer.share > 0.0) {
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
            let bead = beads[layer.slot];
            let shape = shape_of(layer.slot);
            if (SHAPES && is_kind(shape, PLANE)) {
                // it was drawn before, as the ground
                break;
            }
            light = shown(pearl(bead, shape, meet_bead(bead, shape, ray), ray));
        }
        colour += left * layer.share * light;
        left *= 1.0 - layer.share;
    }
    return vec4<f32>(colour, 1.0 - left);
}
