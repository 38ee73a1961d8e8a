// A convex shape as the collider sees it, in its own axes: a core, and a skin of one thickness around it. How far the core reaches
// in a direction, which of its faces looks there, and which of its edges.

// uses: solid, rolling, manifold, hull

// Corners of a face; a round one has so many.
const CORNERS: u32 = 8u;
// A direction that leans from the axis of a cylinder by more than 45° looks at its side.
const CAP: f32 = 0.70710678;
// Sine of the lean below which the corners of a cap stand where its body has them. A cap that leans more has one where it is deepest.
const LEAST_LEAN: f32 = 0.02;
// Sine of the angle between a direction and a possible edge across it.
const ACROSS: f32 = 0.1;

// Of a hull's thickness: how far a corner may lie below the plane of its face. Squared: by how much a face must look
// along a direction more than another.
const NEARLY: f32 = 1e-3;

// A face, an edge or a point that looks in a direction: its corners in order around, and which one of the shape's it is.
struct SideOf {
    corners: array<vec3<f32>, 8>,
    count: u32,
    name: u32,
}

// Thickness of the skin.
fn skin_of(shape: Shape) -> f32 {
    return select(0.0, shape.half.x, shape.kind == SPHERE || shape.kind == CAPSULE);
}

// Half of its width where it is thinnest.
fn thickness_of(shape: Shape) -> f32 {
    return select(shape.half.x, smallest_of(shape.half), shape.kind == BOX || shape.kind == CYLINDER);
}

// The end of −h to h on the side of x.
fn end_of(x: f32, h: f32) -> f32 {
    return select(h, -h, x < 0.0);
}

// The part of v across y as a unit vector, or x where there is none.
fn radial_of(v: vec3<f32>) -> vec3<f32> {
    let square = v.x * v.x + v.z * v.z;
    if (square > 1e-20) {
        let inverse = 1.0 / sqrt(square);
        return vec3<f32>(v.x * inverse, 0.0, v.z * inverse);
    }
    return vec3<f32>(1.0, 0.0, 0.0);
}

// The point of the core that is the farthest along n.
fn farthest_of(shape: Shape, n: vec3<f32>) -> vec3<f32> {
    let h = shape.half;
    if (shape.kind == BOX) {
        return vec3<f32>(end_of(n.x, h.x), end_of(n.y, h.y), end_of(n.z, h.z));
    }
    if (shape.kind == CAPSULE) {
        return vec3<f32>(0.0, end_of(n.y, h.y), 0.0);
    }
    if (shape.kind == CYLINDER) {
        let flat = n.x * n.x + n.z * n.z <= 1e-12 * n.y * n.y;
        let rim = select(h.x, 0.0, flat) * radial_of(n);
        return vec3<f32>(rim.x, end_of(n.y, h.y), rim.z);
    }
    if (HULLS && shape.kind == HULL) {
        let hull = hull_at(shape);
        return hull_corner(hull, farthest_corner(hull, n));
    }
    return vec3<f32>(0.0);
}

// The first of those that are the farthest along n.
fn farthest_corner(hull: HullAt, n: vec3<f32>) -> u32 {
    var best = 0u;
    var most = -1e30;
    for (var k = 0u; k < hull.corners; k++) {
        let along = dot(hull_corner(hull, k), n);
        if (along > most) {
            best = k;
            most = along;
        }
    }
    return best;
}

// Whether the unit vector n looks at a cap of a cylinder more than at its side.
fn is_cap(n: vec3<f32>) -> bool {
    return abs(n.y) > CAP;
}

// The face, edge or point that looks along the unit vector n the most.
fn side_of(shape: Shape, n: vec3<f32>) -> SideOf {
    let h = shape.half;
    var found: SideOf;
    found.count = 1u;
    if (shape.kind == BOX) {
        let j = widest_of(abs(n), 1e-3);
        let positive = dot(n, unit_along(j)) > 0.0;
        let e_u = unit_along((j + 1u) % 3u) * h;
        let e_v = unit_along((j + 2u) % 3u) * h;
        let middle = select(-h, h, positive) * unit_along(j);
        for (var k = 0u; k < 4u; k++) {
            found.corners[k] = middle + select(-e_u, e_u, k == 0u || k == 3u) + select(-e_v, e_v, k < 2u);
        }
        found.count = 4u;
        found.name = 2u * j + u32(positive);
    }
    if (shape.kind == CAPSULE) {
        found.corners[0] = vec3<f32>(0.0, -h.y, 0.0);
        found.corners[1] = vec3<f32>(0.0, h.y, 0.0);
        found.count = 2u;
    }
    if (shape.kind == CYLINDER && is_cap(n)) {
        let leans = n.x * n.x + n.z * n.z > LEAST_LEAN * LEAST_LEAN;
        let one = h.x * select(vec3<f32>(1.0, 0.0, 0.0), radial_of(n), leans);
        let other = vec3<f32>(-one.z, 0.0, one.x);
        let y = vec3<f32>(0.0, end_of(n.y, h.y), 0.0);
        let first = (one + other) * CAP;
        let second = (other - one) * CAP;
        found.corners[0] = y + one;
        found.corners[1] = y + first;
        found.corners[2] = y + other;
        found.corners[3] = y + second;
        found.corners[4] = y - one;
        found.corners[5] = y - first;
        found.corners[6] = y - other;
        found.corners[7] = y - second;
        found.count = 8u;
        found.name = u32(n.y > 0.0);
    }
    if (shape.kind == CYLINDER && !is_cap(n)) {
        let rim = h.x * radial_of(n);
        found.corners[0] = vec3<f32>(rim.x, -h.y, rim.z);
        found.corners[1] = vec3<f32>(rim.x, h.y, rim.z);
        found.count = 2u;
        found.name = 2u;
    }
    if (HULLS && shape.kind == HULL) {
        let hull = hull_at(shape);
        let at = farthest_of(shape, n);
        var most = -1e30;
        for (var k = 0u; k < hull.faces; k++) {
            let plane = hull_plane(hull, k);
            let looks = dot(plane.xyz, n);
            // of those that the farthest corner belongs to
            let has = dot(plane.xyz, at) >= plane.w - NEARLY * h.x;
            if (has && looks > most + NEARLY * NEARLY) {
                most = looks;
                found.name = k;
            }
        }
        let face = hull_face(hull, found.name);
        found.count = u32(face.x);
        for (var k = 0u; k < found.count; k++) {
            found.corners[k] = hull_corner(hull, hull_corner_of(face, k));
        }
    }
    return found;
}

// The two ends of an edge, alike where there is none.
struct EdgeOf {
    low: vec3<f32>,
    high: vec3<f32>,
}

// The edge that looks along the unit vector n, if one lies across it.
fn edge_of(shape: Shape, n: vec3<f32>) -> EdgeOf {
    let h = shape.half;
    let at = farthest_of(shape, n);
    if (shape.kind == BOX) {
        let steep = abs(n);
        let i = widest_of(-steep, 0.0);
        let e = unit_along(i);
        if (dot(e, steep) <= ACROSS) {
            let middle = at * (vec3<f32>(1.0) - e);
            return EdgeOf(middle - e * h, middle + e * h);
        }
    }
    if ((shape.kind == CAPSULE || shape.kind == CYLINDER) && abs(n.y) <= ACROSS) {
        return EdgeOf(vec3<f32>(at.x, -h.y, at.z), vec3<f32>(at.x, h.y, at.z));
    }
    if (HULLS && shape.kind == HULL) {
        // of all lines from a corner to others, edges lean the least
        let hull = hull_at(shape);
        let own = farthest_corner(hull, n);
        var best = own;
        var least = ACROSS;
        for (var k = 0u; k < hull.corners; k++) {
            let way = at - hull_corner(hull, k);
            let length = length(way);
            if (k != own && dot(n, way) < least * length) {
                best = k;
                least = dot(n, way) / length;
            }
        }
        return EdgeOf(hull_corner(hull, min(own, best)), hull_corner(hull, max(own, best)));
    }
    return EdgeOf(at, at);
}

// The side of a cylinder touches, or the rim of a cap that leans: it may roll.
fn rolls_on(shape: Shape, n: vec3<f32>, count: u32) -> bool {
    let leans = n.x * n.x + n.z * n.z > LEAST_LEAN * LEAST_LEAN;
    return shape.kind == CYLINDER && (!is_cap(n) || (count == 1u && leans));
}

// Two convex shapes in a's axes; d leads to b's centre, `axes` are b's.
struct Convexes {
    a: Shape,
    b: Shape,
    d: vec3<f32>,
    axes: mat3x3<f32>,
}

fn into_b(pair: Convexes, v: vec3<f32>) -> vec3<f32> {
    return vec3<f32>(dot(pair.axes[0], v), dot(pair.axes[1], v), dot(pair.axes[2], v));
}

fn out_of_b(pair: Convexes, v: vec3<f32>) -> vec3<f32> {
    return pair.axes[0] * v.x + pair.axes[1] * v.y + pair.axes[2] * v.z;
}

// From b's centre.
fn farthest_b(pair: Convexes, n: vec3<f32>) -> vec3<f32> {
    return out_of_b(pair, farthest_of(pair.b, into_b(pair, n)));
}

// From the middle of a to that of b.
fn middles_of(pair: Convexes) -> vec3<f32> {
    if (!HULLS || (pair.a.kind != HULL && pair.b.kind != HULL)) {
        return pair.d;
    }
    return pair.d + out_of_b(pair, middle_of(pair.b)) - middle_of(pair.a);
}

// As b has it.
fn turned_pair(pair: Convexes) -> Convexes {
    return Convexes(pair.b, pair.a, -into_b(pair, pair.d), transpose(pair.axes));
}
