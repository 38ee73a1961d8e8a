// A face of a against the side of b that looks at it, in a's axes. That side is cut to the outline of the face. Of the
// part below the face, at most four points stay.

// uses: solid, manifold, touch_support

// Of the smaller thickness: heights and outlines that differ by less count as the same. A face reaches that much beyond its edges.
const ALIKE: f32 = 1e-3;
// Corners of both faces.
const MOST_CORNERS: u32 = 16u;

// The cut side: its corners, in order around. A corner has its height above the face and its place on it; its name says
// what made it, 16 · itself + the edge after.
struct CutPatch {
    corners: array<vec3<f32>, 16>,
    names: array<u32, 16>,
    count: u32,
}

fn push_place(cut: ptr<function, CutPatch>, at: vec3<f32>, name: u32) {
    if ((*cut).count < MOST_CORNERS) {
        (*cut).corners[(*cut).count] = at;
        (*cut).names[(*cut).count] = name;
        (*cut).count += 1u;
    }
}

// A unit vector across n.
fn across_of(n: vec3<f32>) -> vec3<f32> {
    let lean = select(vec3<f32>(1.0, 0.0, 0.0), vec3<f32>(0.0, 1.0, 0.0), abs(n.y) < 0.9);
    let u = lean - n * dot(n, lean);
    return u * (1.0 / length(u));
}

// `n` is the face's normal, `owner` 0 where the face is the first body's.
fn touch_patch(pair: Convexes, n: vec3<f32>, owner: u32, margin: f32) -> Manifold {
    let size = min(thickness_of(pair.a), thickness_of(pair.b));
    let same = ALIKE * size;
    var face = side_of(pair.a, n);
    let u = across_of(n);
    let v = cross(n, u);
    let height = dot(n, face.corners[0]);
    let against = into_b(pair, -n);
    var other = side_of(pair.b, against);
    let thick = skin_of(pair.b);

    var cut: CutPatch;
    for (var k = 0u; k < other.count; k++) {
        let p = pair.d + out_of_b(pair, other.corners[k]);
        push_place(&cut, vec3<f32>(dot(n, p) - height - thick, dot(u, p), dot(v, p)), 17u * k);
    }
    for (var border = 0u; border < face.count; border++) {
        // outwards along the unit vector (x, y) the face ends at z
        let p = face.corners[border];
        let q = face.corners[(border + 1u) % face.count];
        let over = face.corners[(border + (face.count + 1u) / 2u) % face.count];
        var out = vec2<f32>(dot(v, q) - dot(v, p), dot(u, p) - dot(u, q));
        out = out * (1.0 / sqrt(out.x * out.x + out.y * out.y));
        let most = out.x * dot(u, p) + out.y * dot(v, p);
        let inwards = out.x * dot(u, over) + out.y * dot(v, over) > most;
        let line = select(1.0, -1.0, inwards) * vec3<f32>(out, most);
        cut = trimmed_patch(cut, border, line, same);
    }

    var below: CutPatch;
    for (var k = 0u; k < cut.count; k++) {
        if (cut.corners[k].x <= margin) {
            push_place(&below, cut.corners[k], cut.names[k]);
        }
    }
    var stay = chosen_places(below, same);
    var found = touches_none(n);
    let looks = ((owner * 64u + face.name) * 64u + other.name) * 256u;
    // in the order of their names
    for (var i = 0u; i < 4u; i++) {
        var next = MOST_CORNERS;
        var name = 0u;
        for (var k = 0u; k < below.count; k++) {
            if (((stay >> k) & 1u) == 1u && (next == MOST_CORNERS || below.names[k] < name)) {
                next = k;
                name = below.names[k];
            }
        }
        if (next < MOST_CORNERS) {
            stay &= ~(1u << next);
            let at = below.corners[next];
            let arm = n * (height + 0.5 * at.x) + u * at.y + v * at.z;
            add_touching(&found, margin, arm, -at.x, looks + name / 16u);
        }
    }
    found.rolls = select(0u, 2u, rolls_on(pair.b, against, found.count));
    return found;
}

// Of the corners of a face that looks along n against a plane across n, `far` from the origin: a bit for each that stays.
fn kept_corners(given: SideOf, n: vec3<f32>, far: f32, margin: f32, same: f32) -> u32 {
    var face = given;
    let u = across_of(n);
    let v = cross(n, u);
    var below: CutPatch;
    for (var k = 0u; k < face.count; k++) {
        let above = far - dot(n, face.corners[k]);
        if (above <= margin) {
            push_place(&below, vec3<f32>(above, dot(u, face.corners[k]), dot(v, face.corners[k])), k);
        }
    }
    let stay = chosen_places(below, same);
    var bits = 0u;
    for (var k = 0u; k < below.count; k++) {
        bits |= ((stay >> k) & 1u) << below.names[k];
    }
    return bits;
}

// Cuts off the part beyond the border, and makes a corner where an edge crosses it.
fn trimmed_patch(whole: CutPatch, border: u32, line: vec3<f32>, same: f32) -> CutPatch {
    var cut = whole;
    var left: CutPatch;
    for (var k = 0u; k < cut.count; k++) {
        let p = cut.corners[k];
        let q = cut.corners[(k + 1u) % cut.count];
        let x = line.x * p.y + line.y * p.z - (line.z + same);
        let y = line.x * q.y + line.y * q.z - (line.z + same);
        let inside = x <= 0.0;
        if (inside) {
            push_place(&left, p, cut.names[k]);
        }
        // an edge by itself goes one way only
        let alone = cut.count == 2u && k == 1u;
        if (inside != (y <= 0.0) && !alone) {
            let edge = cut.names[k] % 16u;
            let after = select(edge, 8u + border, inside);
            push_place(&left, p + (q - p) * (x / (x - y)), 16u * (8u + 8u * edge + border) + after);
        }
    }
    return left;
}

// A bit for each that stays: the lowest, the farthest from it, and those that span the most to either side of these two.
// The first of those that are nearly as good, so that the choice stays from frame to frame.
fn chosen_places(whole: CutPatch, same: f32) -> u32 {
    var below = whole;
    if (below.count <= 4u) {
        return (1u << below.count) - 1u;
    }
    let better = 1.01;
    var low = 0u;
    for (var k = 1u; k < below.count; k++) {
        if (below.corners[k].x < below.corners[low].x - same) {
            low = k;
        }
    }
    let from_low = below.corners[low];
    var far = low;
    var longest = 0.0;
    for (var k = 0u; k < below.count; k++) {
        let off = below.corners[k].yz - from_low.yz;
        let square = dot(off, off);
        if (square > better * longest) {
            far = k;
            longest = square;
        }
    }
    let span = below.corners[far].yz - from_low.yz;
    var left = low;
    var right = low;
    var most = same * same;
    var least = -same * same;
    for (var k = 0u; k < below.count; k++) {
        let off = below.corners[k].yz - from_low.yz;
        let area = span.x * off.y - span.y * off.x;
        if (area > better * most) {
            left = k;
            most = area;
        }
        if (area < better * least) {
            right = k;
            least = area;
        }
    }
    return (1u << low) | (1u << far) | (1u << left) | (1u << right);
}
