//! Hulls against distances that are worked out here by other means: face by face and edge by edge, or by a search over directions.

use super::convex::{MARGIN, grid, largest_gap, thickness};
use super::*;
use beadwork::scene::Hull;

/// src/cpu/touch/convex.rs, in shares of the smaller thickness: faces before edges, and a's before b's.
const PREFERENCE: f64 = 2.0 * 0.02;
const LARGER: f64 = 1e-4;

fn points_of(side: &Side<f64>) -> Vec<DVec3> {
    let turn = turn_of(side);
    let hull = Hull::numbered(side.shape.half.y as usize).data();
    hull.corners.iter().map(|corner| turn * corner.as_dvec3()).collect()
}

/// Outward normals of faces, triangles of them and edges, turned.
struct Polytope {
    points: Vec<DVec3>,
    normals: Vec<DVec3>,
    triangles: Vec<[DVec3; 3]>,
    edges: Vec<[DVec3; 2]>,
}

impl Polytope {
    fn of(side: &Side<f64>, at: DVec3) -> Self {
        let hull = Hull::numbered(side.shape.half.y as usize).data();
        let points: Vec<DVec3> = points_of(side).into_iter().map(|p| p + at).collect();
        let (mut triangles, mut edges) = (Vec::new(), Vec::new());
        for face in &hull.faces {
            let around: Vec<DVec3> = face.corners.iter().map(|&k| points[k as usize]).collect();
            triangles.extend((2..around.len()).map(|k| [around[0], around[k - 1], around[k]]));
            edges.extend((0..around.len()).filter_map(|k| {
                let next = (k + 1) % around.len();
                (face.corners[k] < face.corners[next]).then_some([around[k], around[next]])
            }));
        }
        let normals = hull.faces.iter().map(|face| turn_of(side) * face.normal.as_dvec3()).collect();
        Self { points, normals, triangles, edges }
    }

    fn most(&self, n: DVec3) -> f64 {
        self.points.iter().map(|p| p.dot(n)).fold(f64::NEG_INFINITY, f64::max)
    }
}

fn between_segments([p, q]: [DVec3; 2], [r, s]: [DVec3; 2]) -> f64 {
    let (d, e, w) = (q - p, s - r, p - r);
    let (a, b, c, f, g) = (d.dot(d), d.dot(e), e.dot(e), d.dot(w), e.dot(w));
    let at = |t: f64, u: f64| (w + t * d - u * e).length();
    let sine = a * c - b * b;
    let mut least = f64::INFINITY;
    if sine > 1e-12 * a * c {
        let (t, u) = ((b * g - c * f) / sine, (a * g - b * f) / sine);
        if (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u) {
            least = at(t, u);
        }
    }
    for t in [0.0, 1.0] {
        least = least.min(at(t, ((g + t * b) / c).clamp(0.0, 1.0)));
        least = least.min(at(((t * b - f) / a).clamp(0.0, 1.0), t));
    }
    least
}

/// Of a point over the inside of a triangle.
fn over_triangle(p: DVec3, [a, b, c]: [DVec3; 3]) -> Option<f64> {
    let n = (b - a).cross(c - a).normalize();
    let inside = [(a, b), (b, c), (c, a)].iter().all(|(x, y)| (*y - *x).cross(p - *x).dot(n) >= 0.0);
    inside.then(|| (p - a).dot(n).abs())
}

/// The largest gap over all directions. Where they are apart that is the distance. Where they overlap, it is the best
/// of the normals of faces and of the ways across an edge of each. These are the normals of their difference.
fn truth_of(a: &Polytope, b: &Polytope) -> f64 {
    let gap = |n: DVec3| -b.most(-n) - a.most(n);
    let mut best = f64::NEG_INFINITY;
    for &n in &a.normals {
        best = best.max(gap(n));
    }
    for &n in &b.normals {
        best = best.max(gap(-n));
    }
    for [p, q] in &a.edges {
        for [r, s] in &b.edges {
            let n = (*q - *p).cross(*s - *r);
            if n.length() > 1e-9 {
                let n = n.normalize();
                best = best.max(gap(n)).max(gap(-n));
            }
        }
    }
    if best < 0.0 {
        return best;
    }
    let mut least = f64::INFINITY;
    for &one in &a.edges {
        for &other in &b.edges {
            least = least.min(between_segments(one, other));
        }
    }
    for (points, triangles) in [(&a.points, &b.triangles), (&b.points, &a.triangles)] {
        for &p in points {
            for &triangle in triangles {
                least = least.min(over_triangle(p, triangle).unwrap_or(f64::INFINITY));
            }
        }
    }
    least
}

#[test]
fn hulls_are_as_far_apart_as_their_faces_and_edges_say() {
    let mut random = Random::new(21);
    let (mut touching, mut deep, mut apart, mut missed, mut longer) = (0, 0, 0, 0, 0);
    let (mut worst, mut worst_deep) = (0.0_f64, 0.0_f64);
    for _ in 0..20_000 {
        let (a, b) = (any_side(&mut random, HULL), any_side(&mut random, HULL));
        let between = random.vector(0.9);
        let found = met(between, &a, &b, MARGIN);
        let (one, other) = (Polytope::of(&a, DVec3::ZERO), Polytope::of(&b, between));
        let truth = truth_of(&one, &other);
        let size = thickness(&a).min(thickness(&b));
        if truth > MARGIN + 1e-3 * size {
            apart += 1;
            assert_eq!(found.count, 0, "{truth} apart: {found:?}");
            continue;
        }
        if found.count == 0 {
            assert!(truth >= -1e-6, "an overlap of {truth} is missed: {a:?} {b:?} {between}");
            missed += 1;
            continue;
        }
        touching += 1;
        let n = vector(found.normal);
        assert!((n.length() - 1.0).abs() < 1e-5, "{n}");
        let along = one.most(n) + other.most(-n);
        let (more, depth) = ((along + truth) / size, deepest(&found));
        assert!(depth <= along + 1e-5 * size, "{depth} deep, {along} along the normal");
        if -truth < 0.1 * size {
            worst = worst.max(more);
            assert!(
                more <= PREFERENCE + 30.0 * LARGER,
                "{along} along {n}, {truth} is the distance: {found:?} {a:?} {b:?} {between}"
            );
        } else {
            // of several ways out another may be found
            deep += 1;
            longer += usize::from(more > PREFERENCE + 30.0 * LARGER);
            worst_deep = worst_deep.max(more);
        }
    }
    println!(
        "{touching} touch, {deep} deep of which {longer} take a longer way, {apart} apart, {missed} missed; worst {worst:.4}, deep {worst_deep:.4}"
    );
    assert!(30 * longer < deep, "{longer} of {deep} take a longer way out");
    assert!(
        touching > 5000 && apart > 2000 && 20 * missed < touching,
        "{touching} touch, {missed} missed, {apart} apart"
    );
}

#[test]
fn hulls_meet_all_other_shapes() {
    let (grid, mut random) = (grid(), Random::new(22));
    let kinds = [SPHERE, BOX, CAPSULE, CYLINDER];
    let (mut touching, mut apart, mut missed, mut worst) = (0, 0, 0, 0.0_f64);
    for k in 0..3000 {
        let (one, other) = (any_side(&mut random, kinds[k % 4]), any_side(&mut random, HULL));
        let (a, b) = if k % 8 < 4 { (one, other) } else { (other, one) };
        let between = random.vector(1.0);
        let found = met(between, &a, &b, MARGIN);
        let truth = largest_gap(between, &a, &b, &grid);
        let size = thickness(&a).min(thickness(&b));
        if truth > MARGIN + 1e-3 * size {
            apart += 1;
            assert_eq!(found.count, 0, "{truth} apart: {found:?}");
            continue;
        }
        if found.count == 0 {
            assert!(truth >= -1e-6, "an overlap of {truth} is missed: {a:?} {b:?} {between}");
            missed += 1;
            continue;
        }
        touching += 1;
        let along = overlap(between, &a, &b, vector(found.normal));
        assert!(deepest(&found) <= along + 1e-5 * size);
        if -truth < 0.3 * size {
            worst = worst.max((along + truth) / size);
        }
    }
    println!("{touching} touch, {apart} apart, {missed} missed; worst {worst:.4}");
    assert!(worst <= PREFERENCE + 30.0 * LARGER, "{worst}");
    assert!(
        touching > 800 && apart > 400 && 20 * missed < touching,
        "{touching} touch, {missed} missed, {apart} apart"
    );
}

/// A cube as a hull on the ground, on a box and on another touches as the box does.
#[test]
fn a_cube_touches_as_the_box_does() {
    let cube =
        hull(&[-0.5, 0.5].map(|x| [-0.5, 0.5].map(|y| [-0.5, 0.5].map(|z| v(x, y, z)))).concat().concat());
    for (at, other) in
        [(v(0.1, -0.49, 0.2), ground()), (v(0.1, -0.99, 0.2), cuboid([0.5; 3])), (v(0.1, -0.99, 0.2), cube)]
    {
        let found = met(at, &cube, &other, 0.05);
        let truth = met(
            at,
            &cuboid([0.5; 3]),
            &if other.shape.kind == HULL { cuboid([0.5; 3]) } else { other },
            0.05,
        );
        assert_eq!((found.count, truth.count), (4, 4), "{found:?}");
        assert!(vector(found.normal).distance(vector(truth.normal)) < 1e-6, "{found:?}, {truth:?}");
        assert!((deepest(&found) - deepest(&truth)).abs() < 1e-6, "{found:?}, {truth:?}");
        // a face reaches a thousandth of its thickness beyond its edges
        assert_arms(&found, &truth.points.map(|point| vector(point.arm)), 1e-3);
    }
}
