//! Pairs with something round in them against support functions: as deep as they overlap, and none missed.

use super::*;

/// Over all directions: the best of some, then ever smaller steps from there.
fn least_overlap(between: DVec3, a: &Side<f64>, b: &Side<f64>, some: &[DVec3], random: &mut Random) -> f64 {
    let along = |n: DVec3| overlap(between, a, b, n);
    let mut best =
        some.iter().map(|&n| (along(n), n)).min_by(|p, q| p.0.total_cmp(&q.0)).expect("a direction");
    let mut step = 0.2;
    for _ in 0..600 {
        let n = (best.1 + random.vector(step)).normalize();
        let value = along(n);
        if value < best.0 {
            best = (value, n);
        } else {
            step = f64::max(0.97 * step, 1e-7);
        }
    }
    best.0
}

/// Convex shapes that touch in one point have their depth along their normal, and no direction has less. These are all
/// pairs without two boxes or a plane, which boxes.rs and the cases above look at.
#[test]
fn round_shapes_overlap_by_their_depth_along_their_normal() {
    let mut random = Random::new(5);
    let directions: Vec<DVec3> = (0..300).map(|_| any_turn(&mut random) * DVec3::X).collect();
    let kinds = [SPHERE, BOX, CAPSULE];
    let (mut touching, mut shallow) = (0, 0);
    for _ in 0..6000 {
        let (a, b) = (kinds[random.below(3)], kinds[random.below(3)]);
        if a == BOX && b == BOX {
            continue;
        }
        let (a, b) = (any_side(&mut random, a), any_side(&mut random, b));
        let between = random.vector(1.2);
        let found = met(between, &a, &b, 0.05);
        let least = least_overlap(between, &a, &b, &directions, &mut random);
        if found.count == 0 {
            // convex shapes are apart by their largest gap along any direction; the search ends within 1e-6 of it
            assert!(least < -0.05 + 1e-6, "an overlap of {least} is missed");
            continue;
        }
        touching += 1;
        let n = vector(found.normal);
        let along = overlap(between, &a, &b, n);
        let depth = deepest(&found);
        let size = vector(a.shape.half).max_element().max(vector(b.shape.half).max_element());
        // capsules along one another are less deep at their ends than between them, by a hundredth of the smaller
        // radius at most. An edge that a capsule has sunk into is left for a face by 0.02 of the box's size
        let slack = 0.02 * size + 1e-9;
        assert!((depth - along).abs() <= slack, "{depth} deep, overlap {along}: {found:?}");
        shallow += usize::from((depth - along).abs() < 1e-9);
        assert!(along <= least + slack, "{along} along {n}, {least} along another: {found:?}");
    }
    println!("{touching} touch, {shallow} of them as deep as they overlap to rounding");
    assert!(touching > 2000 && shallow * 20 > touching * 19, "{shallow} of {touching}");
}
