// Box against box, in a's axes. Boxes that do not overlap are apart along a face's normal of either, or across an edge
// of each (15 axes). Where they overlap, the shortest way out is along one of these:
//     gap(n) = |n·d| − Σ h_a |n·e_a| − Σ h_b |n·e_b|,   negative inside, is largest.
// Faces are taken before edges and a's before b's while that costs little, so that the choice stays from frame to frame.

// uses: rotation, solid, manifold, touch_faces

// Of the smallest half extent: what a face may overlap more than an edge, and a's more than b's.
const PREFERENCE: f32 = 0.02;
// |e_a × e_b|² under which two edges count as parallel: faces say as much as they.
const PARALLEL_EDGES: f32 = 1e-6;
// Above all features of faces.
const EDGES: u32 = 4096u;

// An axis across an edge of each.
struct BoxCrossing {
    normal: vec3<f32>,
    gap: f32,
    of_a: u32,
    of_b: u32,
}

fn touch_boxes(
    between: vec3<f32>, rotation_a: vec4<f32>, a: Shape, rotation_b: vec4<f32>, b: Shape, margin: f32,
) -> Manifold {
    let h_a = a.half;
    let h_b = b.half;
    let size = min(smallest_of(h_a), smallest_of(h_b));
    let d = rotate_back(rotation_a, between);
    let x = rotate_back(rotation_a, rotate(rotation_b, vec3<f32>(1.0, 0.0, 0.0)));
    let y = rotate_back(rotation_a, rotate(rotation_b, vec3<f32>(0.0, 1.0, 0.0)));
    let z = rotate_back(rotation_a, rotate(rotation_b, vec3<f32>(0.0, 0.0, 1.0)));
    let axes = mat3x3<f32>(x, y, z);
    let back = vec3<f32>(dot(d, x), dot(d, y), dot(d, z));

    let of_b = abs(x) * h_b.x + abs(y) * h_b.y + abs(z) * h_b.z;
    let of_a = vec3<f32>(dot(h_a, abs(x)), dot(h_a, abs(y)), dot(h_a, abs(z)));
    var gaps_a = abs(d) - h_a - of_b;
    var gaps_b = abs(back) - h_b - of_a;
    let tie = 1e-4 * size;
    let face_a = widest_of(gaps_a, tie);
    let face_b = widest_of(gaps_b, tie);
    let faces_gap = max(largest_of(gaps_a), largest_of(gaps_b));
    let crossing = widest_crossing(d, axes, h_a, h_b, tie);

    let gap = max(faces_gap, crossing.gap);
    let near = gap <= margin;
    let less = PREFERENCE * size;
    let cross_edges = near && crossing.gap > faces_gap + less;
    let by_a = gaps_a[face_a] >= gaps_b[face_b] - less;
    var found = touches_none(vec3<f32>(0.0, 1.0, 0.0));
    var turn = rotation_a;
    var start = vec3<f32>(0.0);
    var way = 1.0;
    for (var go = cross_edges; go; go = false) {
        found = touch_edges(d, axes, h_a, h_b, crossing, margin);
    }
    for (var go = near && !cross_edges; go; go = false) {
        var face = BoxFace(h_a, face_a, 0u);
        var other = axes;
        var half = h_b;
        var to_other = d;
        if (!by_a) {
            face = BoxFace(h_b, face_b, 1u);
            other = transpose(axes);
            half = h_a;
            to_other = -back;
            turn = rotation_b;
            start = between;
            way = -1.0;
        }
        found = touch_faces(to_other, other, face, half, gap <= 0.0, margin);
    }
    if (near) {
        found.normal = way * rotate(turn, found.normal);
        for (var i = 0u; i < found.count; i++) {
            found.points[i].arm = start + rotate(turn, found.points[i].arm);
        }
    }
    return found;
}

fn widest_crossing(d: vec3<f32>, axes: mat3x3<f32>, h_a: vec3<f32>, h_b: vec3<f32>, tie: f32) -> BoxCrossing {
    var columns = axes;
    var best = BoxCrossing(vec3<f32>(0.0, 1.0, 0.0), -1e30, 0u, 0u);
    for (var i = 0u; i < 3u; i++) {
        for (var j = 0u; j < 3u; j++) {
            let across = cross(unit_along(i), columns[j]);
            let square = dot(across, across);
            if (square > PARALLEL_EDGES) {
                let n = across * (1.0 / sqrt(square));
                let of_b = dot(h_b, abs(vec3<f32>(dot(n, axes[0]), dot(n, axes[1]), dot(n, axes[2]))));
                let gap = abs(dot(n, d)) - dot(h_a, abs(n)) - of_b;
                if (gap > best.gap + tie) {
                    best = BoxCrossing(n, gap, i, j);
                }
            }
        }
    }
    if (dot(best.normal, d) < 0.0) {
        best.normal = -best.normal;
    }
    return best;
}

// p + s e_i and q + t e_j, the edges of a and b that are the farthest along n and against it, are closest where
//     s = (e_i·w − (e_i·e_j)(e_j·w)) / |e_i × e_j|²,   t = (e_i·e_j) s − e_j·w,   w = q − p.
fn touch_edges(
    d: vec3<f32>, axes: mat3x3<f32>, h_a: vec3<f32>, h_b: vec3<f32>, crossing: BoxCrossing, margin: f32,
) -> Manifold {
    var columns = axes;
    var halves_a = h_a;
    var halves_b = h_b;
    let n = crossing.normal;
    var p = vec3<f32>(0.0);
    var q = d;
    var sides = 0u;
    for (var k = 0u; k < 3u; k++) {
        let forth = dot(unit_along(k), n) > 0.0;
        let back = dot(columns[k], n) < 0.0;
        if (k != crossing.of_a) {
            p += unit_along(k) * select(-halves_a[k], halves_a[k], forth);
            sides = 2u * sides + u32(forth);
        }
        if (k != crossing.of_b) {
            q += columns[k] * select(-halves_b[k], halves_b[k], back);
            sides = 2u * sides + u32(back);
        }
    }
    let e = unit_along(crossing.of_a);
    let f = columns[crossing.of_b];
    let w = q - p;
    let cosine = dot(e, f);
    let across = cross(e, f);
    let most_s = halves_a[crossing.of_a];
    let most_t = halves_b[crossing.of_b];
    let s = clamp((dot(e, w) - cosine * dot(f, w)) / dot(across, across), -most_s, most_s);
    let t = clamp(cosine * s - dot(f, w), -most_t, most_t);
    let one = p + s * e;
    let other = q + t * f;

    var found = touches_none(n);
    // edges that pass each other farther off than the margin do not meet
    if (crossing.gap <= 0.0 || length(other - one) <= margin) {
        let feature = EDGES + 16u * (3u * crossing.of_a + crossing.of_b) + sides;
        add_touching(&found, margin, 0.5 * (one + other), -crossing.gap, feature);
    }
    return found;
}
