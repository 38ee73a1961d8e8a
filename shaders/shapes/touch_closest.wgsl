// Where two convex cores that lie apart are closest (Gilbert, Johnson, Keerthi): the point of their difference M = B − A that is the
// nearest to the origin. Up to four points of M span a simplex; v is its nearest point. The farthest point of M along −v joins them,
// and those that v does not need go, until nothing of M is nearer:
//     v·w ≥ |v|² (1 − ε).

// uses: solid, manifold, touch_support

// Simplices that are tried. Round rims take the most.
const ROUNDS: u32 = 24u;
// ε
const NEARER: f32 = 1e-6;
// Cores closer than the root of this have no direction between them, m².
const LEAST_SQUARE: f32 = 1e-30;

// Unit vector from a to b, and the two points.
struct Closest {
    normal: vec3<f32>,
    on_a: vec3<f32>,
    on_b: vec3<f32>,
}

// A point of M, and of A.
struct Difference {
    w: vec3<f32>,
    a: vec3<f32>,
}

fn difference_at(pair: Convexes, shift: vec3<f32>, n: vec3<f32>) -> Difference {
    let a = farthest_of(pair.a, n);
    return Difference(shift + farthest_b(pair, -n) - a, a);
}

// Shares of the three corners in the point of a triangle that is the nearest to the origin (Ericson).
fn nearest_of(p: vec3<f32>, q: vec3<f32>, r: vec3<f32>) -> vec3<f32> {
    let e = q - p;
    let f = r - p;
    let d1 = -dot(e, p);
    let d2 = -dot(f, p);
    let d3 = -dot(e, q);
    let d4 = -dot(f, q);
    let d5 = -dot(e, r);
    let d6 = -dot(f, r);
    if (d1 <= 0.0 && d2 <= 0.0) {
        return vec3<f32>(1.0, 0.0, 0.0);
    }
    if (d3 >= 0.0 && d4 <= d3) {
        return vec3<f32>(0.0, 1.0, 0.0);
    }
    if (d6 >= 0.0 && d5 <= d6) {
        return vec3<f32>(0.0, 0.0, 1.0);
    }
    let of_r = d1 * d4 - d3 * d2;
    if (of_r <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
        let t = d1 / (d1 - d3);
        return vec3<f32>(1.0 - t, t, 0.0);
    }
    let of_q = d5 * d2 - d1 * d6;
    if (of_q <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
        let t = d2 / (d2 - d6);
        return vec3<f32>(1.0 - t, 0.0, t);
    }
    let of_p = d3 * d6 - d5 * d4;
    if (of_p <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
        let t = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return vec3<f32>(0.0, 1.0 - t, t);
    }
    let inverse = 1.0 / (of_p + of_q + of_r);
    return vec3<f32>(of_p * inverse, of_q * inverse, of_r * inverse);
}

// `way` is about where b is from a.
fn closest_of(pair: Convexes, shift: vec3<f32>, way: vec3<f32>) -> Closest {
    var simplex: array<Difference, 4>;
    var shares = vec4<f32>(1.0, 0.0, 0.0, 0.0);
    simplex[0] = difference_at(pair, shift, way);
    var count = 1u;
    var v = simplex[0].w;
    for (var turn = 0u; turn < ROUNDS; turn++) {
        let square = dot(v, v);
        let next = difference_at(pair, shift, v);
        let nearer = square - dot(v, next.w) > NEARER * square;
        if (!nearer) {
            break;
        }
        // the newest stands first in each triangle; of four corners three triangles have it
        var best = vec4<f32>(0.0);
        var least = square;
        var found = false;
        let triangles = select(1u, 3u, count == 3u);
        for (var k = 0u; k < triangles; k++) {
            let i = select(0u, k, count == 3u);
            let j = select(count - 1u, (k + 1u) % 3u, count == 3u);
            let parts = nearest_of(next.w, simplex[i].w, simplex[j].w);
            let at = next.w * parts.x + simplex[i].w * parts.y + simplex[j].w * parts.z;
            let off = dot(at, at);
            if (off < least) {
                least = off;
                v = at;
                found = true;
                best = vec4<f32>(0.0, 0.0, 0.0, parts.x);
                best[i] += parts.y;
                best[j] += parts.z;
            }
        }
        if (!found) {
            break;
        }
        simplex[3] = next;
        var kept = 0u;
        for (var k = 0u; k < 4u; k++) {
            if (best[k] > 0.0 && (k == 3u || k < count) && kept < 3u) {
                simplex[kept] = simplex[k];
                shares[kept] = best[k];
                kept++;
            }
        }
        count = kept;
    }
    var on_a = vec3<f32>(0.0);
    for (var k = 0u; k < count; k++) {
        on_a += simplex[k].a * shares[k];
    }
    let square = dot(v, v);
    var normal = way;
    if (square > LEAST_SQUARE) {
        normal = v * (1.0 / sqrt(square));
    }
    return Closest(normal, on_a, on_a + v - shift);
}
