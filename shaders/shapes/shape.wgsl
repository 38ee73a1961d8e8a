// Where a ray o + s d meets a shape, in the shape's own axes with its centre at the origin. Lengths in m.

// uses: solid, hull

struct Crossing {
    s: f32,                 // where the ray enters, in lengths of d; where it passes closest by if it misses
    inside: f32,            // by how much it passes inside the shape's outline, as seen from o; negative outside
    point: vec3<f32>,       // of the surface
    normal: vec3<f32>,      // there, outwards
}

const NEVER: f32 = -1e30;

// Bit k: there may be shapes of kind k. Software devices run every case of a switch, so a case that cannot be is left out.
override KINDS: u32 = 63u;

fn is_kind(shape: Shape, kind: u32) -> bool {
    return (KINDS & (1u << kind)) != 0u && shape.kind == kind;
}

// The radius of the sphere that has as large a shadow, taken over all directions: a quarter of the surface over π.
fn mean_radius(shape: Shape) -> f32 {
    let h = shape.half;
    if (is_kind(shape, BOX)) {
        return sqrt(0.63661977 * (h.x * h.y + h.y * h.z + h.z * h.x));
    }
    if (is_kind(shape, CAPSULE)) {
        return sqrt(h.x * h.y + h.x * h.x);
    }
    if (is_kind(shape, CYLINDER)) {
        return sqrt(h.x * h.y + 0.5 * h.x * h.x);
    }
    return select(h.x, h.z, is_kind(shape, HULL));
}

// Half of its width where it is thinnest.
fn thinnest_of(shape: Shape) -> f32 {
    return select(shape.half.x, min(shape.half.x, min(shape.half.y, shape.half.z)), shape.kind == BOX || shape.kind == CYLINDER);
}

// Distance of a point from the surface, negative inside.
fn distance_to(shape: Shape, p: vec3<f32>) -> f32 {
    let h = shape.half;
    switch (shape.kind) {
        case BOX: {
            let q = abs(p) - h;
            return length(max(q, vec3<f32>(0.0))) + min(max(q.x, max(q.y, q.z)), 0.0);
        }
        case CAPSULE: { return length(p - vec3<f32>(0.0, clamp(p.y, -h.y, h.y), 0.0)) - h.x; }
        case PLANE: { return p.y; }
        case CYLINDER: {
            let q = vec2<f32>(length(p.xz) - h.x, abs(p.y) - h.y);
            return length(max(q, vec2<f32>(0.0))) + min(max(q.x, q.y), 0.0);
        }
        case HULL: { return above_planes(shape, p); }
        default: { return length(p) - h.x; }
    }
}

// The ray passes |o + s d| off the centre where s = −o·d / d·d.
fn ray_sphere(o: vec3<f32>, d: vec3<f32>, radius: f32) -> Crossing {
    let inverse = 1.0 / dot(d, d);
    let middle = -dot(o, d) * inverse;
    let off = o + middle * d;
    let square = dot(off, off);
    let s = middle - sqrt(max(radius * radius - square, 0.0) * inverse);
    let normal = normalize(o + s * d);
    return Crossing(s, radius - sqrt(square), radius * normal, normal);
}

// Mirrored so that d points along all three axes, the ray enters slab i at q_i/d_i and leaves slab j at p_j/d_j. It
// goes through the box if every entry comes before every exit. The plane through o and the edge where both meet is one
// side of the outline: the sine of the ray's angle to it is (p_j d_i − q_i d_j) / (√(q_i² + p_j²) |d|).
fn ray_box(o: vec3<f32>, d: vec3<f32>, h: vec3<f32>) -> Crossing {
    let side = select(vec3<f32>(-1.0), vec3<f32>(1.0), d >= vec3<f32>(0.0));
    let e = max(abs(d), vec3<f32>(1e-9));
    let q = -h - side * o;
    let p = h - side * o;
    let enters = q / e;
    let s = max(enters.x, max(enters.y, enters.z));
    let far = q * q + 1e-30;
    let one = (p.yzx * e - q * e.yzx) * inverseSqrt(far + p.yzx * p.yzx);
    let other = (p.zxy * e - q * e.zxy) * inverseSqrt(far + p.zxy * p.zxy);
    let sides = min(one, other);
    let inside = s * min(sides.x, min(sides.y, sides.z));
    // the face of the last entry
    var normal = vec3<f32>(-side.x, 0.0, 0.0);
    if (enters.y >= s) {
        normal = vec3<f32>(0.0, -side.y, 0.0);
    } else if (enters.z >= s) {
        normal = vec3<f32>(0.0, 0.0, -side.z);
    }
    return Crossing(s, select(NEVER, inside, s > 0.0), clamp(o + s * d, -h, h), normal);
}

// The outline is that of the balls along the axis: the ray passes `off` the nearest point of the axis. The surface is
// met from a point near by, so that nothing is lost far away.
fn ray_capsule(o: vec3<f32>, d: vec3<f32>, radius: f32, h: f32) -> Crossing {
    let square = dot(d, d);
    let along = dot(o, d) / square;
    let across = 1.0 - d.y * d.y / square;
    let y = clamp((o.y - along * d.y) / max(across, 1e-9), -h, h);
    let middle = (y * d.y) / square - along;
    let start = o + middle * d;
    let off = start - vec3<f32>(0.0, y, 0.0);
    let passes = length(off);
    let inside = radius - passes;
    var s = 0.0;
    if (inside > 0.0) {
        // the wall: (x + s dx)² + (z + s dz)² = r²
        let a = max(dot(d.xz, d.xz), 1e-9 * square);
        let b = dot(start.xz, d.xz);
        let wall = (-b - sqrt(max(b * b - a * (dot(start.xz, start.xz) - radius * radius), 0.0))) / a;
        s = wall;
        let height = start.y + wall * d.y;
        if (abs(height) > h) {
            let end = start - vec3<f32>(0.0, select(-h, h, height > 0.0), 0.0);
            let k = dot(end, d);
            s = (-k - sqrt(max(k * k - square * (dot(end, end) - radius * radius), 0.0))) / square;
        }
    }
    let found = start + s * d;
    let normal = normalize(found - vec3<f32>(0.0, clamp(found.y, -h, h), 0.0));
    return Crossing(middle + s, select(NEVER, inside, middle + s > 0.0), found, normal);
}

// Between the planes of its caps the ray is nearest to the axis at s, and passes the wall by r − ρ there. Where that is
// in a cap's plane, it passes the rim by less. Let m be the unit vector to the axis. Moving the ray sideways by e moves
// where it meets the plane by e − d (e_y/d_y), so that r − ρ changes by up to √(1 + (m·d/d_y)²) of |e|.
fn ray_cylinder(o: vec3<f32>, d: vec3<f32>, radius: f32, h: f32) -> Crossing {
    let square = dot(d, d);
    // by way of the place that is the nearest to the centre, so that nothing is lost far away
    let middle = -dot(o, d) / square;
    let start = o + middle * d;
    let steep = max(abs(d.y), 1e-9 * sqrt(square));
    let side = select(-1.0, 1.0, d.y >= 0.0);
    let enters = (-h - side * start.y) / steep;
    let leaves = (h - side * start.y) / steep;
    let a = max(dot(d.xz, d.xz), 1e-9 * square);
    let b = dot(start.xz, d.xz);
    let nearest = -b / a;
    let s = min(max(nearest, enters), leaves);
    let at = start + s * d;
    let off = length(at.xz);
    let slope = dot(at.xz, d.xz) / max(off, 1e-9 * radius);
    let clamped = nearest < enters || nearest > leaves;
    let share = select(1.0, steep / sqrt(steep * steep + slope * slope), clamped);
    let inside = (radius - off) * share;
    let wall = (-b - sqrt(max(b * b - a * (dot(start.xz, start.xz) - radius * radius), 0.0))) / a;
    let found = max(wall, enters);
    let point = start + found * d;
    let round = vec3<f32>(point.x, 0.0, point.z) * (1.0 / max(length(point.xz), 1e-9 * radius));
    let normal = select(round, vec3<f32>(0.0, -side, 0.0), enters > wall);
    // where it passes by, the nearest place
    let crossed = inside >= 0.0;
    let met = middle + select(s, found, crossed);
    return Crossing(met, select(NEVER, inside, met > 0.0), select(at, point, crossed), normal);
}

// A ray enters a hull at the last of the planes that d goes into, at s_i = q_i/(n_i·d) with q_i = offset_i − n_i·o. It
// leaves the hull at the first of the others. The plane through o and the line where these two meet is one side of the
// outline: across it stands q_j n_i − q_i n_j, against d where the ray passes inside.
fn ray_hull(o: vec3<f32>, d: vec3<f32>, shape: Shape) -> Crossing {
    let hull = hull_at(shape);
    let least = 1e-9 * length(d);
    var s = NEVER;
    var entry = vec4<f32>(0.0);
    var first = -NEVER;
    var exit = vec4<f32>(0.0);
    for (var k = 0u; k < hull.faces; k++) {
        let plane = hull_plane(hull, k);
        let far = plane.w - dot(plane.xyz, o);
        let steep = dot(plane.xyz, d);
        let enters = steep < 0.0;
        let at = far / select(max(steep, least), min(steep, -least), enters);
        if (enters && at > s) {
            s = at;
            entry = vec4<f32>(plane.xyz, far);
        }
        if (!enters && at < first) {
            first = at;
            exit = vec4<f32>(plane.xyz, far);
        }
    }
    let edge = exit.w * entry.xyz - entry.w * exit.xyz;
    let inside = -s * dot(edge, d) * inverseSqrt(max(dot(edge, edge), 1e-30));
    return Crossing(s, select(NEVER, inside, s > 0.0), o + s * d, entry.xyz);
}

// From above only; it has no outline.
fn ray_plane(o: vec3<f32>, d: vec3<f32>) -> Crossing {
    let s = -o.y / min(d.y, -1e-9);
    let seen = o.y > 0.0 && d.y < -1e-6;
    return Crossing(s, select(NEVER, -NEVER, seen), o + s * d, vec3<f32>(0.0, 1.0, 0.0));
}

fn ray_shape(o: vec3<f32>, d: vec3<f32>, shape: Shape) -> Crossing {
    if (is_kind(shape, BOX)) {
        return ray_box(o, d, shape.half);
    }
    if (is_kind(shape, CAPSULE)) {
        return ray_capsule(o, d, shape.half.x, shape.half.y);
    }
    if (is_kind(shape, PLANE)) {
        return ray_plane(o, d);
    }
    if (is_kind(shape, CYLINDER)) {
        return ray_cylinder(o, d, shape.half.x, shape.half.y);
    }
    if (is_kind(shape, HULL)) {
        return ray_hull(o, d, shape);
    }
    return ray_sphere(o, d, shape.half.x);
}
