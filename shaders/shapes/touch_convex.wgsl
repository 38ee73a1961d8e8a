// Two convex shapes of which one is a cylinder or a hull, in a's axes, by how far each reaches. Along a unit vector n they are apart by
//     gap(n) = n·d − h_a(n) − h_b(−n),   h(n) = max p·n over the shape,   negative where they overlap,
// and the distance between them, or less than no distance, is the largest gap. Normals of faces are looked at first,
// and ways between axes. From the best of these, n, b is moved along n until a gap of ε is left. The direction n'
// between the closest points of the two cores then has a gap that is no smaller (n·n' ≤ 1):
//     gap(n') ≥ gap(n).
// A few such turns find the largest near by. Apart from one another two shapes have one only; of two that overlap by much three
// directions are begun from.
// Faces are taken before all else while that costs little, so that the choice stays from frame to frame.

// uses: solid, rolling, hull, manifold, touch_support, touch_closest, touch_patch

// Turns that look for a larger gap.
const TURNS: u32 = 4u;
// Of the smaller thickness: ε, how much larger a gap must be to count, and what a face may overlap more.
const APART: f32 = 0.25;
const LARGER: f32 = 1e-4;
const FACES_FIRST: f32 = 0.02;
// And the overlap beyond which a gap near by may not be the largest.
const DEEP: f32 = 0.05;
// Squared sine of the angle under which two edges lie along one another.
const EDGES_ALONG: f32 = 0.01;
// Squared: two unit vectors nearer than that are one.
const SAME_WAY: f32 = 1e-7;
// Above all names of faces.
const SINGLE: u32 = 2097152u;
// Cosine above which a direction is the axis of a cylinder, of which no way around is deepest.
const AXIS: f32 = 0.999;

// The direction with the largest gap among those that were looked at.
struct BestWay {
    n: vec3<f32>,
    gap: f32,
}

fn skins_of(pair: Convexes) -> f32 {
    return skin_of(pair.a) + skin_of(pair.b);
}

fn gap_along(pair: Convexes, n: vec3<f32>) -> f32 {
    return dot(n, pair.d + farthest_b(pair, -n) - farthest_of(pair.a, n)) - skins_of(pair);
}

fn has_axis(shape: Shape) -> bool {
    return shape.kind == CYLINDER || shape.kind == CAPSULE;
}

// A box has three pairs of faces, a cylinder the first of them.
fn has_face(shape: Shape, k: u32) -> bool {
    return shape.kind == BOX || (shape.kind == CYLINDER && k == 0u);
}

// Directions that are looked at: of faces of a, of faces of b, of ways between axes and edges, and from centre to centre. Zero where
// there is none.
const WAYS: u32 = 16u;

fn way_of_number(pair: Convexes, k: u32) -> vec3<f32> {
    // y first
    let own = vec3<f32>(vec3<u32>(k % 3u) == vec3<u32>(1u, 0u, 2u));
    let of_b = out_of_b(pair, own);
    let y = vec3<f32>(0.0, 1.0, 0.0);
    let axis_a = has_axis(pair.a);
    let axis_b = has_axis(pair.b);
    if (k < 3u) {
        return select(vec3<f32>(0.0), own, has_face(pair.a, k));
    }
    if (k < 6u) {
        return select(vec3<f32>(0.0), of_b, has_face(pair.b, k - 3u));
    }
    if (k == 6u) {
        return select(vec3<f32>(0.0), radial_of(middles_of(pair)), axis_a);
    }
    if (k == 7u) {
        return select(vec3<f32>(0.0), out_of_b(pair, radial_of(into_b(pair, middles_of(pair)))), axis_b);
    }
    if (k == 8u) {
        return select(vec3<f32>(0.0), cross(y, pair.axes[1]), axis_a && axis_b);
    }
    if (k < 12u) {
        return select(vec3<f32>(0.0), cross(own, pair.axes[1]), pair.a.kind == BOX && axis_b);
    }
    if (k < 15u) {
        return select(vec3<f32>(0.0), cross(y, of_b), pair.b.kind == BOX && axis_a);
    }
    return middles_of(pair);
}

struct Climbed {
    best: BestWay,
    at: Closest,
}

// The largest gap near a direction, and where the two are closest along it.
fn climb(pair: Convexes, start: BestWay, size: f32) -> Climbed {
    var found = Climbed(start, Closest(start.n, vec3<f32>(0.0), vec3<f32>(0.0)));
    // corners and edges are discerned the better the less is left between them: half as much in each turn
    let hulls = HULLS && (pair.a.kind == HULL || pair.b.kind == HULL);
    for (var turn = 0u; turn < TURNS; turn++) {
        var apart = APART;
        if (hulls) {
            apart = APART / f32(1u << turn);
        }
        let left = apart * size - (found.best.gap + skins_of(pair));
        let shift = found.best.n * max(left, 0.0);
        found.at = closest_of(pair, pair.d + shift, found.best.n);
        found.at.on_b += pair.d;
        let gap = gap_along(pair, found.at.normal);
        let larger = gap > found.best.gap + LARGER * size;
        // closest along the way that they were moved apart, they are so however little is left between them
        let turned = found.at.normal - found.best.n;
        if (!larger && (!hulls || dot(turned, turned) < SAME_WAY)) {
            break;
        }
        if (larger) {
            found.best = BestWay(found.at.normal, gap);
        }
    }
    return found;
}

// It says which of a and b is a cylinder that rolls.
fn touch_convex(
    between: vec3<f32>, rotation_a: vec4<f32>, a: Shape, rotation_b: vec4<f32>, b: Shape, margin: f32,
) -> Manifold {
    let axes = mat3x3<f32>(
        rotate_back(rotation_a, rotate(rotation_b, unit_along(0u))),
        rotate_back(rotation_a, rotate(rotation_b, unit_along(1u))),
        rotate_back(rotation_a, rotate(rotation_b, unit_along(2u))));
    var found = touch_in_a(Convexes(a, b, rotate_back(rotation_a, between), axes), margin);
    found.normal = rotate(rotation_a, found.normal);
    for (var i = 0u; i < found.count; i++) {
        found.points[i].arm = rotate(rotation_a, found.points[i].arm);
    }
    return found;
}

fn touch_in_a(given: Convexes, margin: f32) -> Manifold {
    var pair = given;
    let size = min(thickness_of(pair.a), thickness_of(pair.b));
    let tie = LARGER * size;
    let none = BestWay(vec3<f32>(0.0, 1.0, 0.0), -1e30);
    var face_a = none;
    var face_b = none;
    var best = none;
    var middle = none;
    // one loop for all, since software devices take long to compile code that stands in many places
    for (var k = 0u; k < WAYS; k++) {
        let way = way_of_number(pair, k);
        let square = dot(way, way);
        for (var go = square > select(1e-6, 1e-12 * size * size, k == WAYS - 1u); go; go = false) {
            let unit = way * (1.0 / sqrt(square));
            let n = select(unit, -unit, dot(unit, middles_of(pair)) < 0.0);
            let gap = gap_along(pair, n);
            if (k < 3u && gap > face_a.gap + tie) {
                face_a = BestWay(n, gap);
            }
            if (k >= 3u && k < 6u && gap > face_b.gap + tie) {
                face_b = BestWay(n, gap);
            }
            if (k >= 6u && k < 15u && gap > best.gap + tie) {
                best = BestWay(n, gap);
            }
            if (k == 15u) {
                middle = BestWay(n, gap);
            }
        }
    }
    // a hull's faces look one way each
    if (HULLS) {
        let hull_a = hull_at(pair.a);
        let hull_b = hull_at(pair.b);
        for (var k = 0u; k < hull_a.faces + hull_b.faces; k++) {
            let of_a = k < hull_a.faces;
            var n = vec3<f32>(0.0);
            if (of_a) {
                n = hull_plane(hull_a, k).xyz;
            } else {
                n = -out_of_b(pair, hull_plane(hull_b, k - hull_a.faces).xyz);
            }
            let gap = gap_along(pair, n);
            if (of_a && gap > face_a.gap + tie) {
                face_a = BestWay(n, gap);
            }
            if (!of_a && gap > face_b.gap + tie) {
                face_b = BestWay(n, gap);
            }
        }
    }
    var face = face_b;
    if (face_a.gap >= face_b.gap) {
        face = face_a;
    }
    // where no ways between axes are, the other shape's face
    if (HULLS && best.gap < -1e29 && (pair.a.kind == HULL || pair.b.kind == HULL)) {
        best = face_a;
        if (face_a.gap >= face_b.gap) {
            best = face_b;
        }
    }
    var first = face;
    var second = best;
    var third = middle;
    // from the best first
    if (best.gap > face.gap + tie) {
        first = best;
        second = face;
    }
    if (middle.gap > first.gap + tie) {
        third = second;
        second = first;
        first = middle;
    }
    let may = first.gap <= margin;
    if (!may) {
        return touches_none(vec3<f32>(0.0, 1.0, 0.0));
    }

    best = BestWay(first.n, -1e30);
    var at = Closest(best.n, vec3<f32>(0.0), vec3<f32>(0.0));
    for (var k = 0u; k < 3u; k++) {
        var start = first;
        if (k == 1u) {
            start = second;
        }
        if (k == 2u) {
            start = third;
        }
        for (var go = k == 0u || (best.gap < -DEEP * size && start.gap > -1e29); go; go = false) {
            let end = climb(pair, start, size);
            if (k == 0u || end.best.gap > best.gap + tie) {
                best = end.best;
                at = end.at;
            }
        }
    }
    let near = best.gap <= margin;
    if (!near) {
        return touches_none(vec3<f32>(0.0, 1.0, 0.0));
    }

    let round = skins_of(pair) > 0.0;
    let less = select(FACES_FIRST * size, tie, round);
    var found = touches_none(best.n);
    let faces = face.gap >= best.gap - less;
    let of_a = face_a.gap >= face_b.gap - less;
    // a loop of one round for both: software devices run both sides of a branch
    for (var go = faces; go; go = false) {
        var own = turned_pair(pair);
        var n = -into_b(pair, face_b.n);
        if (of_a) {
            own = pair;
            n = face_a.n;
        }
        found = touch_patch(own, n, select(1u, 0u, of_a), margin);
        if (!of_a) {
            found.normal = face_b.n;
            for (var i = 0u; i < found.count; i++) {
                found.points[i].arm = pair.d + out_of_b(pair, found.points[i].arm);
            }
            found.rolls = ((found.rolls & 1u) << 1u) | (found.rolls >> 1u);
        }
    }
    if (found.count == 0u) {
        found = touch_between_edges(pair, best, at, margin);
    }
    return found;
}

fn rolls_around(shape: Shape, n: vec3<f32>) -> bool {
    return shape.kind == CYLINDER && abs(n.y) < AXIS;
}

// One point where the two are closest, or two where an edge lies along an edge.
fn touch_between_edges(pair: Convexes, best: BestWay, at: Closest, margin: f32) -> Manifold {
    let n = best.n;
    var found = touches_none(n);
    let own_b = into_b(pair, n);
    found.rolls = select(0u, 1u, rolls_around(pair.a, n)) | select(0u, 2u, rolls_around(pair.b, own_b));
    let skins = skins_of(pair);
    let lift = n * (0.5 * (skin_of(pair.a) - skin_of(pair.b)));

    let edge_a = edge_of(pair.a, n);
    let edge_b = edge_of(pair.b, -own_b);
    let p = edge_a.low;
    let r = pair.d + out_of_b(pair, edge_b.low);
    let e = edge_a.high - p;
    let f = pair.d + out_of_b(pair, edge_b.high) - r;
    let ee = dot(e, e);
    let ff = dot(f, f);
    let ef = dot(e, f);
    let way = cross(e, f);
    let along = ee > 0.0 && ff > 0.0 && dot(way, way) < EDGES_ALONG * ee * ff;
    if (along) {
        // where along e the two ends of b's edge stand, 0 to 1
        let one = dot(r - p, e) / ee;
        let other = dot(r + f - p, e) / ee;
        let low = clamp(min(one, other), 0.0, 1.0);
        let high = clamp(max(one, other), 0.0, 1.0);
        let size = min(thickness_of(pair.a), thickness_of(pair.b));
        let long = (high - low) * sqrt(ee) > 0.1 * size;
        var two = found;
        for (var k = 0u; k < 2u; k++) {
            let on_a = p + e * select(low, high, k == 1u);
            let on_b = r + f * clamp(dot(on_a - r, e) / ef, 0.0, 1.0);
            let depth = skins - dot(n, on_b - on_a);
            add_touching(&two, margin, (on_a + on_b) * 0.5 + lift, depth, SINGLE + 1u + k);
        }
        if (long && two.count == 2u) {
            return two;
        }
    }
    add_touching(&found, margin, (at.on_a + at.on_b) * 0.5 + lift, -best.gap, SINGLE);
    return found;
}
