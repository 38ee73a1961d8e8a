// A face of one box against the other box, in the axes of the one. The other's face that looks against it the most is
// cut to its outline. Of the part below the face, at most four points stay.

// uses: solid, manifold

// Of the smallest half extent: heights and outlines that differ by less count as the same, so that boxes at rest keep their
// points. A face reaches that much beyond its edges.
const SAME: f32 = 1e-3;

// The face whose points are looked for.
struct BoxFace {
    half: vec3<f32>,
    axis: u32,
    owner: u32,             // 0 for a, 1 for b
}

// The cut face: its corners, in order around it. A corner has its height above the face and its place on it; its name
// says what made it, 8 · itself + the edge after.
struct CutFace {
    corners: array<vec3<f32>, 8>,
    names: array<u32, 8>,
    count: u32,
}

fn push_corner(cut: ptr<function, CutFace>, at: vec3<f32>, name: u32) {
    if ((*cut).count < 8u) {
        (*cut).corners[(*cut).count] = at;
        (*cut).names[(*cut).count] = name;
        (*cut).count += 1u;
    }
}

// `d` leads to the other box's centre, `axes` are its axes, `half` its half extents. Boxes that overlap touch in any case.
fn touch_faces(
    d: vec3<f32>, axes: mat3x3<f32>, face: BoxFace, half: vec3<f32>, overlap: bool, margin: f32,
) -> Manifold {
    // first the face's own axis, then the two along it
    let h = cycled(face.half, face.axis);
    let to = cycled(d, face.axis);
    let side = select(1.0, -1.0, to.x < 0.0);
    let size = min(smallest_of(face.half), smallest_of(half));
    let same = SAME * size;
    var e = mat3x3<f32>(cycled(axes[0], face.axis), cycled(axes[1], face.axis), cycled(axes[2], face.axis));

    let j = widest_of(abs(vec3<f32>(e[0].x, e[1].x, e[2].x)), SAME);
    let e_n = e[j];
    let e_u = e[(j + 1u) % 3u];
    let e_v = e[(j + 2u) % 3u];
    let g = cycled(half, j);
    let away = e_n.x * side > 0.0;
    let middle = to + e_n * select(g.x, -g.x, away);

    var cut: CutFace;
    var lowest = vec3<f32>(0.0);
    var lowest_name = 0u;
    for (var k = 0u; k < 4u; k++) {
        let u = e_u * select(-g.y, g.y, k == 0u || k == 3u);
        let v = e_v * select(-g.z, g.z, k < 2u);
        let p = middle + u + v;
        let at = vec3<f32>(side * p.x - h.x, p.y, p.z);
        push_corner(&cut, at, 9u * k);
        if (k == 0u || at.x < lowest.x) {
            lowest = at;
            lowest_name = 9u * k;
        }
    }
    for (var border = 0u; border < 4u; border++) {
        cut = trimmed(cut, border, h, same);
    }

    var below: CutFace;
    for (var k = 0u; k < cut.count; k++) {
        if (cut.corners[k].x <= margin) {
            push_corner(&below, cut.corners[k], cut.names[k]);
        }
    }
    if (below.count == 0u && overlap) {
        push_corner(&below, lowest, lowest_name);
    }

    var stay = chosen(below, same);
    var found = touches_none(uncycled(vec3<f32>(side, 0.0, 0.0), face.axis));
    let way = face.owner * 6u + face.axis * 2u + u32(side > 0.0);
    let looks = (way * 6u + j * 2u + u32(away)) * 40u;
    // in the order of their names
    for (var i = 0u; i < 4u; i++) {
        var next = 8u;
        var name = 0u;
        for (var k = 0u; k < below.count; k++) {
            if (((stay >> k) & 1u) == 1u && (next == 8u || below.names[k] < name)) {
                next = k;
                name = below.names[k];
            }
        }
        if (next < 8u) {
            stay &= ~(1u << next);
            let at = below.corners[next];
            let arm = vec3<f32>(side * (h.x + 0.5 * at.x), at.y, at.z);
            add_touching(&found, margin, uncycled(arm, face.axis), -at.x, looks + name / 8u);
        }
    }
    return found;
}

// One border of the face: the part beyond it is cut off, and a corner comes where an edge crosses it.
fn trimmed(whole: CutFace, border: u32, h: vec3<f32>, same: f32) -> CutFace {
    var cut = whole;
    let sign = select(-1.0, 1.0, border % 2u == 0u);
    let most = same + select(h.z, h.y, border < 2u);
    let along = sign * select(vec3<f32>(0.0, 0.0, 1.0), vec3<f32>(0.0, 1.0, 0.0), border < 2u);
    var left: CutFace;
    for (var k = 0u; k < cut.count; k++) {
        let p = cut.corners[k];
        let q = cut.corners[(k + 1u) % cut.count];
        let x = dot(along, p) - most;
        let y = dot(along, q) - most;
        let inside = x <= 0.0;
        if (inside) {
            push_corner(&left, p, cut.names[k]);
        }
        if (inside != (y <= 0.0)) {
            let edge = cut.names[k] % 8u;
            let after = select(edge, 4u + border, inside);
            push_corner(&left, p + (q - p) * (x / (x - y)), 8u * (4u + 4u * edge + border) + after);
        }
    }
    return left;
}

// A bit for each that stays: the lowest, the farthest from it, and those that span the most to either side of these two.
// The first of those that are nearly as good, so that the choice stays from frame to frame.
fn chosen(whole: CutFace, same: f32) -> u32 {
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

// With component i first, those after it in order.
fn cycled(v: vec3<f32>, i: u32) -> vec3<f32> {
    return select(select(v.zxy, v.yzx, i == 1u), v, i == 0u);
}

fn uncycled(v: vec3<f32>, i: u32) -> vec3<f32> {
    return cycled(v, (3u - i) % 3u);
}
