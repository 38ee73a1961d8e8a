//! The collider for convex shapes against distances that are worked out here by other means. These are the largest gap
//! over all directions, by a search over the sphere, and figures by hand.

use super::*;

pub(super) const MARGIN: f64 = 0.05;
/// src/cpu/touch/convex.rs, in shares of the smaller thickness.
const PREFERENCE: f64 = 0.02;
const LARGER: f64 = 1e-4;

pub(super) fn thickness(side: &Side<f64>) -> f64 {
    let h = side.shape.half;
    if side.shape.kind == BOX || side.shape.kind == CYLINDER { h.x.min(h.y).min(h.z) } else { h.x }
}

/// The direction of the largest gap from a to b, climbed to from every one of a grid of directions that is better than its neighbours.
pub(super) fn largest_gap(between: DVec3, a: &Side<f64>, b: &Side<f64>, grid: &[DVec3]) -> f64 {
    let gap = |n: DVec3| -overlap(between, a, b, n);
    let mut found: Vec<(f64, DVec3)> = grid.iter().map(|&n| (gap(n), n)).collect();
    found.sort_by(|p, q| q.0.total_cmp(&p.0));
    // the best few that do not lie beside one another
    let mut starts: Vec<(f64, DVec3)> = Vec::new();
    for one in found {
        if starts.len() < 5 && starts.iter().all(|other| other.1.dot(one.1) < 0.97) {
            starts.push(one);
        }
    }
    let climb = |(mut best, mut n): (f64, DVec3)| {
        let mut step = 0.2;
        for _ in 0..120 {
            if step < 1e-6 {
                break;
            }
            let (u, v) = n.any_orthonormal_pair();
            let around = (0..8).map(|k| f64::from(k) * std::f64::consts::FRAC_PI_4);
            let near = around.map(|t| (n + step * (t.cos() * u + t.sin() * v)).normalize());
            let next = near.map(|n| (gap(n), n)).max_by(|p, q| p.0.total_cmp(&q.0)).expect("eight");
            if next.0 > best {
                (best, n) = next;
            } else {
                step *= 0.5;
            }
        }
        best
    };
    starts.into_iter().map(climb).fold(f64::NEG_INFINITY, f64::max)
}

pub(super) fn grid() -> Vec<DVec3> {
    let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    let count = 250;
    let at = |k: usize| {
        let y = 1.0 - 2.0 * (k as f64 + 0.5) / f64::from(count);
        let (r, t) = ((1.0 - y * y).sqrt(), golden * k as f64);
        DVec3::new(r * t.cos(), y, r * t.sin())
    };
    (0..count as usize).map(at).collect()
}

/// Every kind with a cylinder, in both orders.
#[test]
fn depth_is_the_distance_and_nothing_is_missed() {
    let (grid, mut random) = (grid(), Random::new(11));
    let kinds = [SPHERE, BOX, CAPSULE, CYLINDER];
    let (mut touching, mut deep, mut apart, mut missed) = (0, 0, 0, 0);
    let (mut worst, mut worst_deep) = (0.0_f64, 0.0_f64);
    for k in 0..6000 {
        let (one, other) = (any_side(&mut random, kinds[k % 4]), any_side(&mut random, CYLINDER));
        let (a, b) = if k % 8 < 4 { (one, other) } else { (other, one) };
        let between = random.vector(1.1);
        let found = met(between, &a, &b, MARGIN);
        let truth = largest_gap(between, &a, &b, &grid);
        let size = thickness(&a).min(thickness(&b));
        if truth > MARGIN + 1e-3 * size {
            apart += 1;
            assert_eq!(found.count, 0, "{truth} apart: {found:?}");
            continue;
        }
        if truth < -1e-6 {
            assert!(found.count > 0, "an overlap of {truth} is missed: {a:?} {b:?} {between}");
        }
        if found.count == 0 {
            missed += 1;
            continue;
        }
        touching += 1;
        let n = vector(found.normal);
        assert!((n.length() - 1.0).abs() < 1e-9);
        // along the normal they overlap by hardly more than along the best direction
        let along = overlap(between, &a, &b, n);
        let more = (along + truth) / size;
        let depth = deepest(&found);
        assert!(depth <= along + 1e-9 * size, "{depth} deep, {along} along the normal");
        if -truth < 0.3 * size {
            worst = worst.max(more);
            assert!(
                more <= PREFERENCE + 30.0 * LARGER,
                "{along} along {n}, {truth} is the distance: {found:?} {a:?} {b:?} {between}"
            );
        } else {
            deep += 1;
            worst_deep = worst_deep.max(more);
        }
    }
    println!(
        "{touching} touch, {deep} deep, {apart} apart, {missed} missed; worst {worst:.4}, deep {worst_deep:.4}"
    );
    assert!(touching > 2000 && apart > 1000 && 20 * missed < touching, "{touching} touch, {missed} missed");
}

fn standing(radius: f64, half: f64) -> Side<f64> {
    side(CYLINDER, [radius, half, radius], DQuat::IDENTITY)
}

/// Its axis along x.
fn laid(radius: f64, half: f64) -> Side<f64> {
    side(CYLINDER, [radius, half, radius], DQuat::from_rotation_z(-std::f64::consts::FRAC_PI_2))
}

#[test]
fn cylinders_by_hand() {
    // standing on the ground: four points of its rim
    let found = met(v(0.0, -0.49, 0.0), &standing(0.3, 0.5), &ground(), 0.05);
    assert_eq!((found.count, found.rolls), (4, 0));
    assert!((deepest(&found) - 0.01).abs() < 1e-12);
    assert_arms(
        &found,
        &[v(0.3, -0.495, 0.0), v(-0.3, -0.495, 0.0), v(0.0, -0.495, 0.3), v(0.0, -0.495, -0.3)],
        1e-12,
    );
    // lying: both ends of a line, and it rolls
    let found = met(v(0.0, -0.29, 0.0), &laid(0.3, 0.5), &ground(), 0.05);
    assert_eq!((found.count, found.rolls), (2, 1));
    assert_arms(&found, &[v(0.5, -0.295, 0.0), v(-0.5, -0.295, 0.0)], 1e-12);
    // on a box, below which it is the second
    let found = met(v(0.1, 0.79, 0.0), &cuboid([0.5; 3]), &laid(0.3, 0.2), 0.05);
    assert_eq!((found.count, found.rolls), (2, 2));
    assert!(vector(found.normal).distance(DVec3::Y) < 1e-9);
    assert_arms(&found, &[v(-0.1, 0.495, 0.0), v(0.3, 0.495, 0.0)], 1e-9);
    // one on another: their caps share an outline of eight corners, of which four stay
    let found = met(v(0.05, 0.99, 0.0), &standing(0.3, 0.5), &standing(0.3, 0.5), 0.05);
    assert_eq!((found.count, found.rolls), (4, 0));
    assert!((deepest(&found) - 0.01).abs() < 1e-9);
    // side by side
    let found = met(v(0.59, 0.2, 0.0), &standing(0.3, 0.5), &standing(0.3, 0.5), 0.05);
    assert_eq!((found.count, found.rolls), (2, 3));
    assert_arms(&found, &[v(0.295, -0.3, 0.0), v(0.295, 0.5, 0.0)], 1e-6);
    // crossed
    let found = met(
        v(0.0, 0.59, 0.1),
        &laid(0.3, 0.5),
        &side(CYLINDER, [0.3, 0.5, 0.3], DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2)),
        0.05,
    );
    assert_eq!((found.count, found.rolls), (1, 3));
    assert_arms(&found, &[v(0.0, 0.295, 0.0)], 1e-3);
    // a ball beside the wall, on a cap, and at the rim
    for (at, n, depth) in [
        (v(0.69, 0.2, 0.0), DVec3::X, 0.01),
        (v(0.1, 0.89, 0.1), DVec3::Y, 0.01),
        (v(0.3, 0.5, 0.0) + 0.39 * v(0.6, 0.8, 0.0), v(0.6, 0.8, 0.0), 0.01),
    ] {
        let found = met(at, &standing(0.3, 0.5), &ball(0.4), 0.05);
        assert_eq!(found.count, 1, "{at}");
        assert!(vector(found.normal).distance(n) < 1e-4, "{found:?} at {at}");
        assert!((deepest(&found) - depth).abs() < 1e-6, "{found:?} at {at}");
    }
}
