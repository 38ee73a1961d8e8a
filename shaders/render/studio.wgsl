// The room the beads are photographed in: three soft boxes and a dim surround. All in linear light; a white
// card facing the key light has radiance near 1.

// uses: frame

const KEY: vec3<f32> = vec3<f32>(-0.4969, 0.6776, 0.5421);

struct Lamp {
    towards: vec3<f32>,
    right: vec3<f32>,
    up: vec3<f32>,
    half: vec2<f32>,       // its half width and height over its distance
    light: vec3<f32>,
}

fn lamp(index: u32) -> Lamp {
    switch (index) {
        case 0u: {   // key, left above in front
            return Lamp(KEY, vec3<f32>(0.7372, 0.0000, 0.6757), vec3<f32>(0.4579, 0.7354, -0.4995),
                vec2<f32>(0.42, 0.34), vec3<f32>(6.5, 6.15, 5.5));
        }
        case 1u: {   // a tall strip from the right
            return Lamp(vec3<f32>(0.8847, 0.2163, 0.4129), vec3<f32>(0.4229, 0.0000, -0.9062),
                vec3<f32>(-0.1960, 0.9763, -0.0915), vec2<f32>(0.10, 0.85), vec3<f32>(1.7, 1.8, 2.0));
        }
        default: {   // rim, from behind and above
            return Lamp(vec3<f32>(0.3267, 0.5134, -0.7935), vec3<f32>(-0.9247, 0.0000, -0.3807),
                vec3<f32>(-0.1955, 0.8581, 0.4748), vec2<f32>(0.7, 0.22), vec3<f32>(2.4, 2.5, 2.75));
        }
    }
}

// Share of a lamp's light from direction d, seen in surfaces that blur by `blurs` (tangents of the lobes' half widths).
fn lamp_shares(l: Lamp, d: vec3<f32>, blurs: vec2<f32>) -> vec2<f32> {
    let facing = dot(d, l.towards);
    let p = vec2<f32>(dot(d, l.right), dot(d, l.up)) / max(facing, 0.05);
    let q = abs(p) - l.half + 0.12;
    let outside = length(max(q, vec2<f32>(0.0))) + min(max(q.x, q.y), 0.0) - 0.12;
    let shares = 1.0 - smoothstep(-blurs, blurs, vec2<f32>(outside));
    // a blurred lamp that is smaller than the blur is also dimmer
    let dim = l.half.x * l.half.y / ((l.half.x + 0.5 * blurs) * (l.half.y + 0.5 * blurs));
    return select(vec2<f32>(0.0), shares * dim, facing > 0.05);
}

// The surround: floor, walls, ceiling.
fn surround(d: vec3<f32>) -> vec3<f32> {
    let up = d.y;
    let floor_light = mix(frame.ground * 0.75, frame.ground, frame.dark);
    let wall = mix(vec3<f32>(0.24, 0.225, 0.205), vec3<f32>(0.030, 0.032, 0.038), frame.dark);
    let ceiling = mix(vec3<f32>(1.25, 1.23, 1.20), vec3<f32>(0.30, 0.31, 0.33), frame.dark);
    let low = mix(wall, floor_light, smoothstep(0.05, -0.7, up));
    return mix(low, ceiling, smoothstep(0.0, 0.95, up));
}

// The room as a sharp mirror shows it and as a blurred one does: most of the work serves both.
struct Room {
    sharp: vec3<f32>,
    satin: vec3<f32>,
}

fn room(d: vec3<f32>, blurs: vec2<f32>) -> Room {
    let around = surround(d);
    let key = lamp_shares(lamp(0u), d, blurs);
    let strip = lamp_shares(lamp(1u), d, blurs);
    let rim = lamp_shares(lamp(2u), d, blurs);
    return Room(
        around + lamp(0u).light * key.x + lamp(1u).light * strip.x + lamp(2u).light * rim.x,
        around + lamp(0u).light * key.y + lamp(1u).light * strip.y + lamp(2u).light * rim.y);
}

// Light that falls on a matt surface, over π: wrapped a little, since the lamps are wide and nacre lets some
// light through.
fn falls(n: vec3<f32>, l: Lamp, wrap: f32) -> vec3<f32> {
    let c = clamp((dot(n, l.towards) + wrap) / (1.0 + wrap), 0.0, 1.0);
    return l.light * (l.half.x * l.half.y * 1.0 * c * mix(c, 1.0, 0.5));
}

fn ambient(n: vec3<f32>) -> vec3<f32> {
    let up = 0.5 + 0.5 * n.y;
    let low = mix(frame.ground * 0.22, vec3<f32>(0.062, 0.054, 0.046), frame.dark);
    let high = mix(vec3<f32>(0.30, 0.30, 0.305), vec3<f32>(0.150, 0.143, 0.132), frame.dark);
    return mix(low, high, up);
}

// Schlick: F₀ + (1 − F₀)(1 − n·v)⁵
fn fresnel(f0: vec3<f32>, nv: f32) -> vec3<f32> {
    let k = 1.0 - nv;
    let k2 = k * k;
    return f0 + (vec3<f32>(1.0) - f0) * (k2 * k2 * k);
}

// Orient: the colours of nacre's thin layers. Light through a film changes from rose to green towards a grazing view.
// It is added to white, in proportion to how much of the light went through.
fn orient(nv: f32) -> vec3<f32> {
    let x = 1.0 - nv;
    let rose = smoothstep(0.05, 0.42, x) * smoothstep(0.85, 0.45, x);
    let green = smoothstep(0.5, 0.95, x);
    return rose * vec3<f32>(0.34, -0.17, 0.06) + green * vec3<f32>(-0.24, 0.22, 0.14);
}

// A pearl too far away for its reflections to be told apart.
fn far_pearl(n: vec3<f32>, colour: vec3<f32>, light: vec2<f32>) -> vec3<f32> {
    let v = -frame.forward;
    let nv = clamp(dot(n, v), 0.0, 1.0);
    let matt = falls(n, lamp(0u), 0.35) * light.y + falls(n, lamp(1u), 0.35) * light.x
        + falls(n, lamp(2u), 0.35) * light.x + ambient(n) * light.x;
    let d = reflect(-v, n);
    let gloss = fresnel(vec3<f32>(0.05), nv) * (lamp(0u).light * (lamp_shares(lamp(0u), d, vec2<f32>(0.6)).x * light.y) + surround(d) * light.x);
    return colour * matt + gloss;
}
