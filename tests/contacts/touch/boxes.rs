//! Box against box, checked by support functions alone: depth along the normal, no direction that is much shorter, and none
//! missed.

use super::*;

const MARGIN: f64 = 0.05;
/// src/cpu/touch/boxes.rs and faces.rs, in shares of the smallest half extent.
const PREFERENCE: f64 = 0.02;
const SAME: f64 = 1e-3;

/// The normals of the faces of both and the directions across an edge of each.
fn separating(a: &Side<f64>, b: &Side<f64>) -> Vec<DVec3> {
    let axes = |side| [DVec3::X, DVec3::Y, DVec3::Z].map(|e| turn_of(side) * e);
    let (p, q) = (axes(a), axes(b));
    let crossed = p.iter().flat_map(|e| q.iter().map(|f| e.cross(*f)));
    let across = crossed.filter(|c| c.length() > 1e-3).map(DVec3::normalize);
    p.into_iter().chain(q).chain(across).flat_map(|n| [n, -n]).collect()
}

fn smallest(a: &Side<f64>, b: &Side<f64>) -> f64 {
    vector(a.shape.half).min_element().min(vector(b.shape.half).min_element())
}

/// Random pairs, most of which overlap or nearly do.
fn pairs(seed: u64, count: usize) -> impl Iterator<Item = (DVec3, Side<f64>, Side<f64>)> {
    let mut random = Random::new(seed);
    (0..count).map(move |_| {
        let (a, b) = (any_box(&mut random), any_box(&mut random));
        (random.vector(1.4), a, b)
    })
}

#[test]
fn depth_is_the_overlap_along_the_normal_and_no_direction_has_much_less() {
    let mut random = Random::new(7);
    let directions: Vec<DVec3> = (0..500).map(|_| any_turn(&mut random) * DVec3::X).collect();
    let (mut by_faces, mut by_edges, mut preferred, mut worst) = (0, 0, 0, 0.0_f64);
    for (between, a, b) in pairs(1, 4000) {
        let found = met(between, &a, &b, MARGIN);
        if found.count == 0 {
            continue;
        }
        let n = vector(found.normal);
        assert!((n.length() - 1.0).abs() < 1e-12, "a normal of {n}: only rounding");
        let size = smallest(&a, &b);
        let along = overlap(between, &a, &b, n);
        let axes = separating(&a, &b);
        let least = axes.iter().map(|&n| overlap(between, &a, &b, n)).fold(f64::INFINITY, f64::min);
        // b's face is left for a's, and an edge for b's
        let allowed = 2.0 * PREFERENCE * size + 1e-4 * size;
        assert!(along <= least + allowed, "{along} along the normal, {least} along another axis, {found:?}");
        for &direction in &directions {
            let other = overlap(between, &a, &b, direction);
            assert!(along <= other + allowed, "{along} along {n}, {other} along {direction}");
        }
        let depth = deepest(&found);
        if found.points[0].feature >= 4096 {
            by_edges += 1;
            // rounding of sums of a few metres
            assert!((depth - along).abs() < 1e-9, "edges {depth} deep, overlap {along}");
            continue;
        }
        by_faces += 1;
        // the deepest corner lies over the face wherever that face is the shortest way out of an overlap. Where the
        // face was only preferred, or the boxes are apart, the corner may lie beside it
        if least > 0.0 && along - least < 1e-12 {
            // four of more than four points may leave out one that is deeper by less than SAME
            let left_out = if found.count == 4 { SAME * size } else { 0.0 };
            worst = worst.max((depth - along).abs());
            assert!(depth <= along + 1e-9 && depth >= along - 1e-9 - left_out, "{depth}, overlap {along}");
        } else {
            preferred += 1;
            assert!(depth <= along + 1e-9, "{depth} is deeper than the overlap {along}");
        }
    }
    println!("{by_faces} by faces ({preferred} preferred or apart), {by_edges} by edges, worst {worst:e}");
    assert!(by_faces > 1000 && by_edges > 200, "{by_faces} by faces, {by_edges} by edges");
}

#[test]
fn every_overlap_is_found_and_nothing_beyond_the_margin() {
    let (mut overlapping, mut apart, mut shell, mut passing) = (0, 0, 0, 0);
    for (between, a, b) in pairs(2, 8000) {
        let found = met(between, &a, &b, MARGIN);
        let axes = separating(&a, &b);
        let least = axes.iter().map(|&n| overlap(between, &a, &b, n)).fold(f64::INFINITY, f64::min);
        if least < -MARGIN {
            apart += 1;
            assert_eq!(found.count, 0, "{} apart", -least);
        } else if least > 0.0 {
            overlapping += 1;
            assert!(found.count > 0, "an overlap of {least} is missed");
        } else {
            // apart by no more than the margin along every axis; corners that pass one another may still be farther apart
            shell += 1;
            passing += usize::from(found.count == 0);
        }
        assert!(found.count == 0 || deepest(&found) >= -MARGIN);
    }
    println!("{overlapping} overlap, {apart} apart, {shell} within the margin, {passing} of these pass");
    assert!(overlapping > 1000 && apart > 1000 && shell > 100);
    assert!(2 * passing < shell, "{passing} of {shell} within the margin have no point");
}

/// Between the two surfaces: both boxes reach the arm within half the depth, in whichever direction.
#[test]
fn points_lie_between_the_surfaces() {
    for (between, a, b) in pairs(3, 4000) {
        let found = met(between, &a, &b, MARGIN);
        for point in &found.points[..found.count] {
            let arm = vector(point.arm);
            let outside = |side: &Side<f64>, p: DVec3| {
                let local = turn_of(side).inverse() * p;
                let h = vector(side.shape.half);
                (local.abs() - h).max(DVec3::ZERO).length()
            };
            // half the gap, or half the depth where a corner stands beside what was only preferred; the face reaches
            // SAME beyond its edges
            let allowed = 0.5 * point.depth.abs() + 2.0 * PREFERENCE * smallest(&a, &b);
            for (which, off) in [("a", outside(&a, arm)), ("b", outside(&b, arm - between))] {
                assert!(off <= allowed + 1e-9, "{off} outside {which}, {point:?}");
            }
        }
    }
}
