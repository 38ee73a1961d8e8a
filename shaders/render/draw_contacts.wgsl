// Where bodies touch: at each point a disc that lies in both surfaces, hollow while nothing pushes there. On request,
// arrows show the normal force and friction, as the upper body bears them. A strip has all points of a pair, those of
// the discs first, then those of the arrows. The shader reads the arrays of contacts as they lie on the device
// (shaders/ties/contact.wgsl).

// uses: rotation, body, finite, tangent, frame, simulation, stroke
@group(0) @binding(1) var<uniform> drawn: Drawn;
@group(0) @binding(2) var<storage, read> poses: array<Pose>;
@group(0) @binding(3) var<storage, read> pairs: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> contact_reaches: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read> contact_forces: array<vec4<f32>>;
@group(0) @binding(6) var depth: texture_depth_2d;

// Corners of a disc and of an arrow, the first and the last twice: the strip between two of them has no area.
const DISC_CORNERS: u32 = 6u;
const ARROW_CORNERS: u32 = 14u;
// In radii of the smaller body, and in pixels at least: a disc's radius, and half its width seen from its edge.
const DISC_RADIUS: f32 = 0.1;
const LEAST_DISC: f32 = 2.0;
const LEAST_EDGE: f32 = 1.1;
// A ring's inner radius, and how much is seen of it.
const HOLLOW: f32 = 0.55;
const SEEN_HOLLOW: f32 = 0.6;
// Below this the normal is as good as level, and the force is shown that b bears.
const LEVEL: f32 = 0.1;
// Friction, in a light room and in a dark one.
const FRICTION_LIGHT: vec3<f32> = vec3<f32>(0.0, 0.168, 0.287);
const FRICTION_DARK: vec3<f32> = vec3<f32>(0.107, 0.533, 0.694);

// Marks at a point: a disc, the normal's arrow, that of friction.
const DISC: u32 = 0u;
const NORMAL: u32 = 1u;

struct Point {
    at: vec3<f32>,           // m, in the picture
    normal: vec3<f32>,       // from a to b
    lambda: vec3<f32>,       // along it and across, N
    size: f32,               // the radius around the smaller body, m
    there: bool,
}

fn point_of(number: u32, k: u32) -> Point {
    let way = bitcast<vec4<f32>>(pairs[2u * number]);
    let bodies = pairs[2u * number + 1u];
    let reach = contact_reaches[2u * (drawn.slots * number + k)];
    let push = contact_forces[(drawn.slots + 1u) * number + k];
    let a = poses[bodies.x];
    // 1/A_nn is 0 where no step has found the point yet
    let there = k < (bodies.z & 7u) && reach.w > 0.0 && whole(a) && finite(reach) && finite(push);
    return Point(a.position + reach.xyz + drawn.offset, way.xyz, push.xyz, min(a.radius, poses[bodies.y].radius), there);
}

// In pixels along the picture, of a small way from a point that is seen at p.
fn flattened(p: vec3<f32>, way: vec3<f32>) -> vec2<f32> {
    let q = vec3<f32>(dot(way, frame.right), dot(way, frame.up), dot(way, frame.forward));
    return frame.focal / p.z * vec2<f32>(q.x - p.x / p.z * q.z, -(q.y - p.y / p.z * q.z));
}

// A disc is seen as an ellipse: the image of a circle about two tangents. Half its axes are the square roots of the eigenvalues of Σ q qᵀ.
fn disc(point: Point, corner: u32, readable: f32) -> Corner {
    let scale = max(1.0, frame.size.y / 700.0);
    let p = to_view(point.at);
    let radius = max(DISC_RADIUS * point.size, LEAST_DISC * scale * p.z / frame.focal);
    let t = first_tangent(point.normal);
    let q1 = radius * flattened(p, t);
    let q2 = radius * flattened(p, cross(point.normal, t));
    let xx = q1.x * q1.x + q2.x * q2.x;
    let yy = q1.y * q1.y + q2.y * q2.y;
    let xy = q1.x * q1.y + q2.x * q2.y;
    let middle = 0.5 * (xx + yy);
    let apart = length(vec2<f32>(0.5 * (xx - yy), xy));
    let half = max(sqrt(vec2<f32>(middle + apart, max(middle - apart, 0.0))), vec2<f32>(LEAST_EDGE * scale));
    let angle = 0.5 * atan2(2.0 * xy, xx - yy + 1e-6);
    let along = vec2<f32>(cos(angle), sin(angle));
    let margin = EDGE * scale + 1.0;
    let side = vec2<f32>(select(-1.0, 1.0, corner > 1u), select(-1.0, 1.0, (corner & 1u) == 1u));
    let within = side * (vec2<f32>(1.0) + margin / half);
    let off = within * half;
    let pixel = to_pixel(p) + along * off.x + vec2<f32>(-along.y, along.x) * off.y;
    let pushes = point.lambda.x > 0.0;
    return Corner(
        pixel_to_clip(pixel, 0.5), vec3<f32>(within, select(HOLLOW, 0.0, pushes)), depth_of(p.z - 0.04 * point.size),
        vec4<f32>(frame.line.xyz, readable * select(SEEN_HOLLOW, 1.0, pushes)), HIDDEN);
}

fn arrow(point: Point, what: u32, corner: u32) -> Corner {
    let scale = max(1.0, frame.size.y / 700.0);
    let t = first_tangent(point.normal);
    let upper = select(1.0, -1.0, point.normal.y < -LEVEL);
    var force = upper * point.lambda.x * point.normal;
    var colour = frame.warning;
    if (what != NORMAL) {
        force = upper * (point.lambda.y * t + point.lambda.z * cross(point.normal, t));
        colour = mix(FRICTION_LIGHT, FRICTION_DARK, frame.dark);
    }
    let most = length(force);
    let reach = FORCE_LENGTH * drawn.force_size * log2(1.0 + most * drawn.force_scale);
    let shown = smoothstep(0.05, 0.14, reach / drawn.force_size);
    let z = to_view(point.at).z;
    let pixels = frame.focal * drawn.force_size / z;
    let readable = smoothstep(UNREAD * scale, READ * scale, pixels);
    if (readable * shown <= 0.0 || z - reach < frame.near) {
        return NOWHERE;
    }
    let none = vec3<f32>(0.0);
    let along = force / max(most, 1e-30);
    let curve = Curve(FORCE, point.at, along, none, none, reach, drawn.force_size, 0.0, 0.0, 0.0);
    let narrow = arrow_width(pixels, reach * frame.focal / z, scale);
    return widened(curve, corner, narrow, z, drawn.force_size, vec4<f32>(colour, readable * shown), HIDDEN_FORCE);
}

@vertex
fn draw_contacts_corner(@builtin(vertex_index) vertex: u32, @builtin(instance_index) number: u32) -> Corner {
    let discs = DISC_CORNERS * drawn.slots;
    let is_disc = vertex < discs;
    let rest = vertex - select(discs, 0u, is_disc);
    let corners = select(ARROW_CORNERS, DISC_CORNERS, is_disc);
    let strip = rest / corners;
    let corner = clamp(rest % corners, 1u, corners - 2u) - 1u;
    let point = point_of(number, strip % drawn.slots);
    let z = to_view(point.at).z;
    let readable = smoothstep(0.5 * UNREAD, READ, frame.focal * point.size / z / max(1.0, frame.size.y / 700.0));
    if (!point.there || z < frame.near || readable <= 0.0) {
        return NOWHERE;
    }
    if (is_disc) {
        return disc(point, corner, readable);
    }
    return arrow(point, NORMAL + strip / drawn.slots, corner);
}

@fragment
fn draw_contacts_pixel(in: Corner) -> @location(0) vec4<f32> {
    let before = textureLoad(depth, vec2<i32>(in.position.xy), 0);
    // of discs in radii, of strokes in pixels
    let round = length(in.stroke.xy);
    let steep = length(vec2<f32>(dpdx(round), dpdy(round)));
    var off = length(vec2<f32>(in.stroke.x, max(in.stroke.y, 0.0))) - in.stroke.z;
    if (in.hidden < HIDDEN_FORCE) {
        off = max(round - 1.0, in.stroke.z - round) / max(steep, 1e-6);
    }
    return inked(in, off, before);
}
