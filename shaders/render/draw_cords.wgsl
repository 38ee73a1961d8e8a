// Threads and bars: a quad around each, in every pixel the distance of the ray from the piece's axis. They are
// drawn over the beads' picture against the beads' depth, thin ones by the share of a pixel they cover.

// uses: frame, cord, colours, studio, quad
@group(0) @binding(1) var<storage, read> cords: array<Cord>;

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) cord: u32,
}

struct Painted {
    @location(0) colour: vec4<f32>,
    @builtin(frag_depth) depth: f32,
}

// Thinner than this many pixels, a cord gets paler instead.
const LEAST: f32 = 0.7;

@vertex
fn draw_cords_corner(@builtin(vertex_index) vertex: u32) -> Corner {
    let corner = corner_of(vertex);
    let instance = quad_of(vertex);
    let cord = cords[instance];
    let a = to_view(cord.from_point);
    let b = to_view(cord.to_point);
    let p = to_pixel(a);
    let q = to_pixel(b);
    let along = normalize(q - p + vec2<f32>(1e-6, 0.0));
    let across = vec2<f32>(-along.y, along.x);
    let at_b = (corner & 2u) == 2u;
    let wide = frame.focal * cord.radius / select(a.z, b.z, at_b) + LEAST + 1.0;
    let pixel = select(p - along * wide, q + along * wide, at_b) + across * select(-wide, wide, (corner & 1u) == 1u);
    let gone = min(a.z, b.z) < frame.near || cord.radius <= 0.0;
    return Corner(select(pixel_to_clip(pixel, 0.5), vec4<f32>(2.0, 2.0, 0.5, 1.0), gone), instance);
}

@fragment
fn draw_cords_pixel(in: Corner) -> Painted {
    let cord = cords[in.cord];
    // Nearest points of ray o + s d and axis a + t u: t from (a − o) with the part along d taken out.
    let ray = normalize(ray_through(in.position.xy));
    let u = cord.to_point - cord.from_point;
    let from_eye = cord.from_point - frame.eye;
    let u_flat = u - dot(u, ray) * ray;
    let a_flat = from_eye - dot(from_eye, ray) * ray;
    let t = clamp(-dot(a_flat, u_flat) / max(dot(u_flat, u_flat), 1e-12), 0.0, 1.0);
    let off = a_flat + t * u_flat;
    let point = from_eye + t * u;
    let z = dot(point, frame.forward);
    let pixel = z / frame.focal;
    let radius = max(cord.radius, LEAST * pixel);
    let passes = length(off);
    var share = clamp(0.5 + (radius - passes) / pixel, 0.0, 1.0) * (cord.radius / radius);
    if (cord.dash > 0.0) {
        let at = fract((t * length(u) + 0.25 * cord.dash) / cord.dash);
        let soft = min(pixel / cord.dash, 0.3);
        share *= 1.0 - smoothstep(0.3 - soft, 0.3 + soft, abs(at - 0.5));
    }
    if (share < 0.004) {
        discard;
    }
    // the normal: across the axis by as much as the ray passes off it, the rest towards the eye
    let across = min(passes / radius, 1.0);
    let back = normalize(-ray - dot(-ray, normalize(u)) * normalize(u));
    let n = normalize(-off / max(passes, 1e-9) * across + back * sqrt(1.0 - across * across));
    let light = falls(n, lamp(0u), 0.3) + falls(n, lamp(1u), 0.3) + falls(n, lamp(2u), 0.3) + ambient(n);
    var seen = cord.colour * (0.35 + light);
    if (cord.dash < 0.0) {
        let d = reflect(ray, n);
        seen = cord.colour * (0.25 * light + room(d, vec2<f32>(0.35)).sharp);
    }
    let bulge = radius * sqrt(1.0 - across * across);
    return Painted(vec4<f32>(clamp(develop(seen), vec3<f32>(0.0), vec3<f32>(1.0)), 1.0) * share, depth_of(z - bulge));
}
