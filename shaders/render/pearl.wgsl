// The look of a pearl from near by: a matt ivory body that lets some light through. Its lustre has a sharp reflection,
// the layers below a blurred one, and their thinness a breath of colour. A small cap at both ends of its hole shows how
// it turns.

// uses: rotation, frame, bead, shape, shaped, studio

// Angle of the caps and of the hole's mouth from the axis, as cosines.
const CAP: f32 = 0.925;
const PETAL: f32 = 0.030;
const MOUTH: f32 = 0.9915;
// A box's rounded edge, the middle of its inlaid line and that line's width, over its least half extent.
const EDGE: f32 = 0.18;
const INLAID: f32 = 0.36;
const INLAY: f32 = 0.09;

// Where a cap ends, as a cosine, how deep its petals are, and how many times as fast cosines change there as on a pearl.
struct Cap {
    at: f32,
    petal: f32,
    steep: f32,
}

struct Surface {
    colour: vec3<f32>,     // matt
    metal: f32,            // 0 nacre, 1 metal
    depth: f32,            // how far inside the hole, 0 to 1
    bend: vec3<f32>,       // added to the normal
}

// The neighbours' share of the half space above the surface point, and the light that they hide and throw back.
struct Shade {
    open: f32,             // of the surround
    key: f32,
    mirror: f32,           // of the reflected ray
}

fn shade_by(point: vec3<f32>, n: vec3<f32>, d: vec3<f32>, slot: u32, found: Shade) -> Shade {
    if (slot == NONE) {
        return found;
    }
    var radius = beads[slot].radius;
    if (SHAPES) {
        radius = max(mean_radius(shape_at(slot)), 1e-6);
    }
    let off = beads[slot].centre - point;
    let square = max(dot(off, off), radius * radius);
    let sine2 = radius * radius / square;
    let towards = off * inverseSqrt(square);
    // a sphere's share of the cosine-weighted half space: sin² α cos θ, softened where it dips below
    let cosine = dot(n, towards);
    let soft = max(cosine, 0.0) * 0.75 + 0.25 * max(cosine + sqrt(sine2), 0.0) / (1.0 + sqrt(sine2));
    let open = found.open * (1.0 - 0.92 * sine2 * soft);
    // blocked key light: how far the ray to the lamp's middle passes off the neighbour
    let key = found.key * (1.0 - blocks(off, radius, KEY, 0.45));
    let mirror = found.mirror * (1.0 - blocks(off, radius, d, 0.16));
    return Shade(open, key, mirror);
}

// Share of a cone of half width `spread` about d that a sphere hides.
fn blocks(off: vec3<f32>, radius: f32, d: vec3<f32>, spread: f32) -> f32 {
    let along = dot(off, d);
    let passes = length(off - along * d);
    let soft = spread * max(along, 0.0) + 0.02 * radius;
    return smoothstep(soft, -soft, passes - radius) * smoothstep(-0.3 * radius, 0.3 * radius, along);
}

// Nacre, cap or hole at a point of the bead's own surface. `pixel` is the size of a pixel there, in radii.
fn surface_of(bead: Bead, n: vec3<f32>, pixel: f32, cap_is: Cap) -> Surface {
    let own = rotate_back(bead.rotation, n);
    let metal = bead_metal(bead);
    let body = bead_colour(bead);
    // |cos 3φ| of the angle around the axis, from cos 6φ = 4c³ − 3c with c = cos 2φ: six petals
    let flat = own.xz * inverseSqrt(max(dot(own.xz, own.xz), 1e-8));
    let c = flat.x * flat.x - flat.y * flat.y;
    let petals = sqrt(max(0.5 + 0.5 * c * (4.0 * c * c - 3.0), 0.0));
    let height = abs(own.y);
    // cos changes by sin α over an angle: the edges' softness in cosines
    let cap_edge = cap_is.at - cap_is.petal * petals;
    let soft_cap = max(pixel * 0.42, 0.004) * cap_is.steep;
    let cap = smoothstep(cap_edge - soft_cap, cap_edge + soft_cap, height);
    let soft_mouth = max(pixel * 0.15, 0.0015);
    let mouth = smoothstep(MOUTH - soft_mouth, MOUTH + soft_mouth, height);
    let thread = frame.threads[bead.kind & 255u].xyz;
    let colour = mix(body, thread, cap);
    // the cap's rim is rounded: the normal leans outwards there, and inwards at the mouth
    let axis = rotate(bead.rotation, vec3<f32>(0.0, sign(own.y), 0.0));
    let outward = n * height - axis;
    let rim = cap * (1.0 - smoothstep(cap_edge, cap_edge + 0.035 * cap_is.steep, height)) * (1.6 / cap_is.steep);
    let lip = smoothstep(MOUTH - 0.02, MOUTH, height) * 2.5;
    return Surface(colour, max(metal, cap), mouth, outward * (rim - lip));
}

// The same for other shapes. A capsule has larger caps; boxes, cylinders and hulls have rounded edges, and a line inlaid along them. A
// cylinder has one more around it through both caps, by which one sees it roll. `point` is
// off the centre, `pixel` in m.
fn surface_of_shape(bead: Bead, shape: Shape, n: vec3<f32>, point: vec3<f32>, pixel: f32) -> Surface {
    if (is_kind(shape, CAPSULE)) {
        return surface_of(bead, n, pixel / shape.half.x, Cap(0.62, 0.16, 2.2));
    }
    if (is_kind(shape, HULL)) {
        return surface_of_hull(bead, shape, n, point, pixel);
    }
    if (is_kind(shape, BOX) || is_kind(shape, CYLINDER)) {
        return surface_of_block(bead, shape, n, point, pixel);
    }
    return Surface();
}

fn surface_of_hull(bead: Bead, shape: Shape, n: vec3<f32>, point: vec3<f32>, pixel: f32) -> Surface {
    let thin = thinnest_of(shape);
    let soft = max(0.7 * pixel, 0.012 * thin);
    let width = min(max(EDGE * thin, 2.0 * pixel), 0.95 * thin);
    let rim = rim_of(shape, rotate_back(bead.rotation, n), rotate_back(bead.rotation, point), width);
    let line = smoothstep(-soft, soft, 0.5 * INLAY * thin - abs(rim.w - INLAID * thin));
    return inlaid(bead, n, line, rim.xyz);
}

// A box or a cylinder.
fn surface_of_block(bead: Bead, shape: Shape, n: vec3<f32>, point: vec3<f32>, pixel: f32) -> Surface {
    let h = shape.half;
    let thin = thinnest_of(shape);
    let own = rotate_back(bead.rotation, point);
    let soft = max(0.7 * pixel, 0.012 * thin);
    let core = h - min(max(EDGE * thin, 2.0 * pixel), 0.95 * thin);
    var inner = clamp(own, -core, core);
    // how far from the nearest edge: on a face, the second least of the distances to all faces
    let e = h - abs(own);
    var edge = max(min(e.x, e.y), min(max(e.x, e.y), e.z));
    var off = abs(edge - INLAID * thin);
    if (is_kind(shape, CYLINDER)) {
        let far = max(length(own.xz), 1e-6 * thin);
        let rim = min(far, core.x) / far;
        inner = vec3<f32>(rim * own.x, inner.y, rim * own.z);
        edge = max(h.x - far, e.y);
        off = min(abs(edge - INLAID * thin), select(1e9, abs(own.x), edge > INLAID * thin));
    }
    return inlaid(bead, n, smoothstep(-soft, soft, 0.5 * INLAY * thin - off), normalize(own - inner));
}

// With so much of the inlaid line in it; `round` is the normal in body axes as the edges are rounded.
fn inlaid(bead: Bead, n: vec3<f32>, line: f32, round: vec3<f32>) -> Surface {
    let thread = frame.threads[bead.kind & 255u].xyz;
    return Surface(
        mix(bead_colour(bead), thread, line), max(bead_metal(bead), line), 0.0, rotate(bead.rotation, round) - n);
}

// Of a point p of a hull's face with the normal n: a normal as its edges are rounded, and how far the nearest edge is. Face k cuts n's
// face at e_k / √(1 − (n·n_k)²) from p, with e_k = offset_k − n_k·p; where that is less than `width`, the normal leans to n_k, as a box's does.
fn rim_of(shape: Shape, n: vec3<f32>, p: vec3<f32>, width: f32) -> vec4<f32> {
    let hull = hull_at(shape);
    var lean = width * n;
    var edge = 1e9;
    for (var k = 0u; k < hull.faces; k++) {
        let plane = hull_plane(hull, k);
        let cosine = dot(plane.xyz, n);
        // not the face itself, which it may be to rounding
        if (cosine < 0.99999) {
            let off = max(plane.w - dot(plane.xyz, p), 0.0) * inverseSqrt(max(1.0 - cosine * cosine, 1e-6));
            edge = min(edge, off);
            lean += max(width - off, 0.0) * plane.xyz;
        }
    }
    return vec4<f32>(normalize(lean), edge);
}

fn pearl(bead: Bead, shape: Shape, m: Meeting, ray: vec3<f32>) -> vec3<f32> {
    let light = unpack2x16unorm(bead.light);
    if (FINEST < 2u || bead.pixels < frame.detail) {
        return far_pearl(m.normal, mix(bead_colour(bead), bead_colour(bead) * 0.6, bead_metal(bead)), light);
    }
    let v = -normalize(ray);
    let pixel = 1.0 / bead.pixels;
    var point = bead.centre + bead.radius * m.normal;
    var s: Surface;
    if (is_sphere(shape)) {
        s = surface_of(bead, m.normal, pixel / max(dot(m.normal, v), 0.15), Cap(CAP, PETAL, 1.0));
    } else {
        point = frame.eye + m.z * ray;
        let size = m.z / (frame.focal * max(dot(m.normal, v), 0.15));
        s = surface_of_shape(bead, shape, m.normal, point - bead.centre, size);
    }
    let n = normalize(m.normal + s.bend);
    let nv = clamp(dot(n, v), 0.02, 1.0);
    let d = reflect(-v, n);

    var shade = Shade(light.x, light.y, 1.0);
    shade = shade_by(point, m.normal, d, bead.neighbours.x, shade);
    shade = shade_by(point, m.normal, d, bead.neighbours.y, shade);
    // and by the ground
    var above = (bead.centre.y - frame.ground_height) / bead.radius;
    if (!is_sphere(shape)) {
        above = 1.0 + max(point.y - frame.ground_height, 0.0) / mean_radius(shape);
    }
    let grounded = 1.0 / max(above * above, 1.0);
    shade.open *= 1.0 - 0.85 * grounded * max(-m.normal.y, 0.0);

    // Matt: what falls in, dimmed by the neighbours; light that bounces between pearls is warm, so their
    // shadows are not black: a + (1 − a) a c.
    let lit = falls(n, lamp(0u), 0.3) * shade.key + (falls(n, lamp(1u), 0.3) + falls(n, lamp(2u), 0.3)) * shade.open
        + ambient(n) * shade.open;
    let bounce = s.colour * (1.0 - shade.open) * 0.22 * shade.key;
    // light that wanders through the pearl comes out warmer: the darker it is lit, the more of it one sees
    let through = s.colour * s.colour * vec3<f32>(0.075, 0.062, 0.046) * shade.open;
    let matt = s.colour * (lit + bounce) + through;

    // Nacre: the matt body under its sheen, sharp on the lustre and blurred in the layers.
    let layers = orient(nv) * mix(0.45, 1.0, frame.dark);
    let rest = s.colour * (0.3 * lit + 0.02);
    let seen = room(d, vec2<f32>(0.08, 0.62));
    let sharp = mix(rest, seen.sharp, shade.mirror);
    let satin = mix(rest, seen.satin, mix(0.3, 1.0, shade.mirror)) * mix(0.4, 1.0, shade.open);
    let f = fresnel(vec3<f32>(0.07), nv);
    let nacre = matt * (vec3<f32>(0.92) + 0.05 * layers) * (1.0 - 0.5 * f)
        + sharp * f * (vec3<f32>(1.0) + 0.5 * layers)
        + satin * mix(0.26, 0.17, nv) * (vec3<f32>(1.0) + layers);

    let base = mix(s.colour, vec3<f32>(0.8), 0.25);
    // metal blurs by something in between
    let polished = mix(rest, 0.5 * (seen.sharp + seen.satin), 0.25 + 0.75 * shade.mirror) * mix(0.35, 1.0, shade.open);
    let metal = base * (0.55 * lit + 0.9 * polished);
    return mix(nacre, metal, s.metal) * (1.0 - 0.93 * s.depth);
}
