// A box a against a sphere or capsule b, in the box's axes. b is all within r of p(s) = c + s û, |s| ≤ k; a sphere has k = 0.
// Where the axis stays outside, it is closest where the slope of half its squared distance,
//     û·(p − clamp(p, −h, h)),
// is zero: it rises with s, in straight pieces that meet where p crosses a plane of a face. Where the axis enters the box, the
// way out is the shortest along a face's normal or across û and an edge.

// uses: rotation, solid, manifold

// Of the shape's reach: an axis closer to the surface than this is taken to be inside, where rounding does not matter.
const NEAR: f32 = 1e-6;
// Faces are taken before edges by this share of the smallest half extent.
const FACE_FIRST: f32 = 0.02;
// The piece of b's axis that counts lies over the box along axes that the normal leans to by less than this.
const LEAN: f32 = 0.3;
const NO_EDGE: u32 = 3u;

// Which way out, and whether it is across an edge (its axis) from the inside.
struct BoxExit {
    normal: vec3<f32>,
    edge: u32,
}

struct BoxedAxis {
    centre: vec3<f32>,
    half: f32,
    unit: vec3<f32>,
    divisor: vec3<f32>,     // the unit, never zero: a crossing that is off is only one more place to look at
    box_half: vec3<f32>,
}

fn touch_box_point(
    between: vec3<f32>, rotation_a: vec4<f32>, a: Shape, rotation_b: vec4<f32>, b: Shape, margin: f32,
) -> Manifold {
    let h = a.half;
    let r = b.half.x;
    let k = half_height(b);
    let unit = rotate_back(rotation_a, rotate(rotation_b, vec3<f32>(0.0, 1.0, 0.0)));
    let divisor = select(unit, vec3<f32>(1e-6), abs(unit) < vec3<f32>(1e-6));
    let axis = BoxedAxis(rotate_back(rotation_a, between), k, unit, divisor, h);
    let nearest = nearest_to_box(axis);
    let off = off_box(axis, nearest);
    let apart = length(off);
    let near = NEAR * (h.x + h.y + h.z + k);
    let outside = apart > near;
    var exit = BoxExit(off * (1.0 / apart), NO_EDGE);
    for (var go = !outside; go; go = false) {
        exit = exit_of_box(axis);
    }
    let n = exit.normal;

    let piece = piece_over_box(axis, n, nearest);
    let low = piece.x;
    let high = piece.y;
    let p_low = axis.centre + low * unit;
    let p_high = axis.centre + high * unit;
    let off_low = off_box(axis, low);
    let off_high = off_box(axis, high);
    // how far from the surface the ends of the piece are, negative inside, and whether they lie that way
    let outline = dot(h, abs(n));
    let gap_low = select(dot(n, p_low) - outline, length(off_low), outside);
    let gap_high = select(dot(n, p_high) - outline, length(off_high), outside);
    let same_low = !outside || 0.9 * gap_low <= dot(n, off_low) + near;
    let same_high = !outside || 0.9 * gap_high <= dot(n, off_high) + near;
    let level = !outside || apart >= min(gap_low, gap_high) - 0.01 * r;
    let reach = r + margin;
    let both = gap_low <= reach && gap_high <= reach && same_low && same_high;

    var found = touches_none(rotate(rotation_a, n));
    if (exit.edge == NO_EDGE && both && level && high - low > 0.1 * r) {
        let arm_low = p_low - (0.5 * (gap_low + r)) * n;
        let arm_high = p_high - (0.5 * (gap_high + r)) * n;
        add_touching(&found, margin, rotate(rotation_a, arm_low), r - gap_low, 1u);
        add_touching(&found, margin, rotate(rotation_a, arm_high), r - gap_high, 2u);
    } else {
        var s = nearest;
        var gap = apart;
        var feature = end_feature(nearest, k);
        if (exit.edge != NO_EDGE) {
            s = beside_edge(axis, exit.edge, n);
            gap = dot(n, axis.centre + s * unit) - outline;
            feature = 0u;
        } else if (!outside) {
            s = select(high, low, gap_low <= gap_high);
            gap = min(gap_low, gap_high);
            feature = end_feature(s, k);
        }
        let arm = axis.centre + s * unit - (0.5 * (gap + r)) * n;
        add_touching(&found, margin, rotate(rotation_a, arm), r - gap, feature);
    }
    return found;
}

// From the box's nearest point to p(s).
fn off_box(axis: BoxedAxis, s: f32) -> vec3<f32> {
    let p = axis.centre + s * axis.unit;
    return p - clamp(p, -axis.box_half, axis.box_half);
}

// s where p(s) is closest to the box.
fn nearest_to_box(axis: BoxedAxis) -> f32 {
    var low = -axis.half;
    var high = axis.half;
    var falls = dot(axis.unit, off_box(axis, low));
    var rises = dot(axis.unit, off_box(axis, high));
    if (falls >= 0.0) {
        return low;
    }
    if (rises <= 0.0) {
        return high;
    }
    var enters = (-axis.box_half - axis.centre) / axis.divisor;
    var leaves = (axis.box_half - axis.centre) / axis.divisor;
    for (var i = 0u; i < 6u; i++) {
        let s = select(leaves[i % 3u], enters[i % 3u], i < 3u);
        if (s > low && s < high) {
            let slope = dot(axis.unit, off_box(axis, s));
            if (slope <= 0.0) {
                low = s;
                falls = slope;
            } else {
                high = s;
                rises = slope;
            }
        }
    }
    return low - falls * (high - low) / (rises - falls);
}

// The piece of the axis over the face, or along the edge, that n points out of; `nearest` is in it.
fn piece_over_box(axis: BoxedAxis, n: vec3<f32>, nearest: f32) -> vec2<f32> {
    let most = max(abs(axis.centre + nearest * axis.unit), axis.box_half);
    let one = (-most - axis.centre) / axis.divisor;
    let other = (most - axis.centre) / axis.divisor;
    let counts = (abs(n) < vec3<f32>(LEAN)) & (axis.unit == axis.divisor);
    let enters = select(vec3<f32>(-axis.half), min(one, other), counts);
    let leaves = select(vec3<f32>(axis.half), max(one, other), counts);
    let low = max(-axis.half, largest_of(enters));
    let high = min(axis.half, smallest_of(leaves));
    return vec2<f32>(min(low, nearest), max(high, nearest));
}

// The axis n along which box and segment overlap the least: n·c − Σ h|n| − k|n·û|, negative inside, is largest.
fn exit_of_box(axis: BoxedAxis) -> BoxExit {
    let h = axis.box_half;
    let size = smallest_of(h);
    var gaps = abs(axis.centre) - h - axis.half * abs(axis.unit);
    let face = widest_of(gaps, 1e-4 * size);
    var exit = BoxExit(unit_along(face), NO_EDGE);
    var best = gaps[face] + FACE_FIRST * size;
    for (var i = 0u; i < 3u; i++) {
        let across = cross(unit_along(i), axis.unit);
        let square = dot(across, across);
        if (axis.half > 0.0 && square > 1e-6) {
            let n = across * (1.0 / sqrt(square));
            let gap = abs(dot(n, axis.centre)) - dot(h, abs(n));
            if (gap > best) {
                best = gap;
                exit = BoxExit(n, i);
            }
        }
    }
    if (dot(exit.normal, axis.centre) < 0.0) {
        exit.normal = -exit.normal;
    }
    return exit;
}

// s where p(s) is closest to the box's edge along axis i whose corner is the farthest along n.
fn beside_edge(axis: BoxedAxis, i: u32, n: vec3<f32>) -> f32 {
    let corner = select(axis.box_half, -axis.box_half, n < vec3<f32>(0.0));
    let u = axis.unit * (vec3<f32>(1.0) - unit_along(i));
    return clamp(dot(corner - axis.centre, u) / dot(u, u), -axis.half, axis.half);
}
