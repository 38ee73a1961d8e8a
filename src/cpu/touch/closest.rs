//! Twin of shaders/shapes/touch_closest.wgsl. Where two convex cores that lie apart are closest (Gilbert, Johnson, Keerthi): the point
//! of their difference M = B − A that is the nearest to the origin. Up to four points of M span a simplex; v is its nearest point. The
//! farthest point of M along −v joins them, and those that v does not need go, until nothing of M is nearer:
//!     v·w ≥ |v|² (1 − ε).

use super::convex::Pair;
use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;

/// Simplices that are tried. Round rims take the most.
const ROUNDS: usize = 24;
/// ε
const NEARER: f64 = 1e-6;
/// Cores closer than the root of this have no direction between them, m².
const NO_WAY: f64 = 1e-30;

/// Unit vector from a to b, and the two points.
#[derive(Clone, Copy)]
pub(super) struct Closest<N> {
    pub normal: Vec3<N>,
    pub on_a: Vec3<N>,
    pub on_b: Vec3<N>,
}

/// A point of M, and of A.
#[derive(Clone, Copy)]
struct Vertex<N> {
    w: Vec3<N>,
    a: Vec3<N>,
}

/// Shares of the three corners in the point of a triangle that is the nearest to the origin (Ericson).
fn nearest_of<N: Number>([p, q, r]: [Vec3<N>; 3]) -> [N; 3] {
    let (zero, one) = (N::ZERO, N::ONE);
    let (e, f) = (q - p, r - p);
    let (d1, d2) = (-e.dot(p), -f.dot(p));
    let (d3, d4) = (-e.dot(q), -f.dot(q));
    let (d5, d6) = (-e.dot(r), -f.dot(r));
    if d1 <= zero && d2 <= zero {
        return [one, zero, zero];
    }
    if d3 >= zero && d4 <= d3 {
        return [zero, one, zero];
    }
    if d6 >= zero && d5 <= d6 {
        return [zero, zero, one];
    }
    let of_r = d1 * d4 - d3 * d2;
    if of_r <= zero && d1 >= zero && d3 <= zero {
        let t = d1 / (d1 - d3);
        return [one - t, t, zero];
    }
    let of_q = d5 * d2 - d1 * d6;
    if of_q <= zero && d2 >= zero && d6 <= zero {
        let t = d2 / (d2 - d6);
        return [one - t, zero, t];
    }
    let of_p = d3 * d6 - d5 * d4;
    if of_p <= zero && d4 - d3 >= zero && d5 - d6 >= zero {
        let t = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return [zero, one - t, t];
    }
    let inverse = one / (of_p + of_q + of_r);
    [of_p * inverse, of_q * inverse, of_r * inverse]
}

/// `way` is about where b is from a.
pub(super) fn closest<N: Number>(pair: &Pair<N>, shift: Vec3<N>, way: Vec3<N>) -> Closest<N> {
    let vertex = |n: Vec3<N>| {
        let a = pair.farthest_a(n);
        Vertex { w: shift + pair.farthest_b(-n) - a, a }
    };
    let mut simplex = [vertex(way); 4];
    let mut shares = [N::ONE, N::ZERO, N::ZERO, N::ZERO];
    let mut count = 1;
    let mut v = simplex[0].w;
    for _ in 0..ROUNDS {
        let square = v.dot(v);
        let next = vertex(v);
        let nearer = square - v.dot(next.w) > N::from_f64(NEARER) * square;
        if !nearer {
            break;
        }
        // the newest stands first in each triangle; of four corners three triangles have it
        let mut best = [N::ZERO; 4];
        let mut least = square;
        let mut found = false;
        let triangles = if count == 3 { 3 } else { 1 };
        for k in 0..triangles {
            let (i, j) = match count {
                1 => (0, 0),
                2 => (0, 1),
                _ => (k, (k + 1) % 3),
            };
            let [of_next, of_i, of_j] = nearest_of([next.w, simplex[i].w, simplex[j].w]);
            let at = next.w * of_next + simplex[i].w * of_i + simplex[j].w * of_j;
            let off = at.dot(at);
            if off < least {
                (least, v, found) = (off, at, true);
                best = [N::ZERO; 4];
                best[i] += of_i;
                best[j] += of_j;
                best[3] = of_next;
            }
        }
        if !found {
            break;
        }
        simplex[3] = next;
        let mut kept = 0;
        for k in 0..4 {
            if best[k] > N::ZERO && (k == 3 || k < count) && kept < 3 {
                (simplex[kept], shares[kept]) = (simplex[k], best[k]);
                kept += 1;
            }
        }
        count = kept;
    }
    let mut on_a = Vec3::ZERO;
    for k in 0..count {
        on_a += simplex[k].a * shares[k];
    }
    let square = v.dot(v);
    let normal = if square > N::from_f64(NO_WAY) { v * (N::ONE / square.sqrt()) } else { way };
    Closest { normal, on_a, on_b: on_a + v - shift }
}
