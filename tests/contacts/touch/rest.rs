//! Boxes that lie: the corners of the overlap, and the same features while they tremble.

use super::*;

#[test]
fn a_box_on_a_box_touches_at_the_corners_of_the_overlap() {
    let (below, above) = (cuboid([0.5; 3]), cuboid([0.4, 0.3, 0.2]));
    // all of it over the other: its own corners, to rounding
    let found = met(v(0.05, 0.79, 0.1), &below, &above, 0.02);
    let inner = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)]
        .map(|(x, z)| v(0.05 + 0.4 * x, 0.495, 0.1 + 0.2 * z));
    assert_arms(&found, &inner, 1e-12);
    assert_eq!(vector(found.normal), DVec3::Y);
    assert!(found.points.iter().all(|p| (p.depth - 0.01).abs() < 1e-12));

    // half over it: a face reaches 1e-3 of the smallest half extent beyond its edges
    let found = met(v(0.5, 0.805, 0.0), &below, &above, 0.02);
    let outline = [(0.1, -0.2), (0.1, 0.2), (0.5, -0.2), (0.5, 0.2)].map(|(x, z)| v(x, 0.5025, z));
    assert_arms(&found, &outline, 1.5e-3 * 0.2);
    assert!(found.points.iter().all(|p| (p.depth + 0.005).abs() < 1e-12));
    assert_eq!(met(v(0.5, 0.821, 0.0), &below, &above, 0.02).count, 0);

    // the other order: the face is that of the small one now
    let found = met(v(-0.05, -0.79, -0.1), &above, &below, 0.02);
    assert_eq!(vector(found.normal), -DVec3::Y);
    assert_arms(&found, &inner.map(|p| p - v(0.05, 0.79, 0.1)), 1.5e-3 * 0.2);
}

#[test]
fn a_turned_box_keeps_four_far_points() {
    let below = cuboid([0.5; 3]);
    let above = side(BOX, [0.5; 3], DQuat::from_rotation_y(std::f64::consts::FRAC_PI_4));
    let found = met(v(0.0, 0.995, 0.0), &below, &above, 0.02);
    assert_eq!(found.count, 4);
    // an eight-sided outline with corners 0.541 m off the centre; four of them span it in both directions
    let corners = arms(&found);
    let spread = |axis: DVec3| {
        let along = corners.iter().map(|p| p.dot(axis));
        along.clone().fold(f64::MIN, f64::max) - along.fold(f64::MAX, f64::min)
    };
    for axis in [DVec3::X, DVec3::Z] {
        assert!(spread(axis) > 0.69, "{} m along {axis}: less than the outline's inner square", spread(axis));
    }
}

#[test]
fn edges_that_cross_touch_once() {
    // one edge along z on top of a, one along x below b
    let a = side(BOX, [0.5; 3], DQuat::from_rotation_z(std::f64::consts::FRAC_PI_4));
    let b = side(BOX, [0.5; 3], DQuat::from_rotation_x(std::f64::consts::FRAC_PI_4));
    let high = 2.0 * 0.5 * 2.0_f64.sqrt();
    for depth in [0.03, -0.01] {
        let found = met(v(0.1, high - depth, -0.2), &a, &b, 0.02);
        // rounding of the rotations
        assert!(vector(found.normal).distance(DVec3::Y) < 1e-12, "{found:?}");
        assert_arms(&found, &[v(0.0, 0.5 * (high - depth), -0.2)], 1e-12);
        assert!((found.points[0].depth - depth).abs() < 1e-12);
    }
}

/// A tremble of 1e-4 m and 1e-4 rad: far under what `SAME` and the preferences take for the same, on boxes of 1 m.
#[test]
fn features_stay_while_boxes_at_rest_tremble() {
    let mut random = Random::new(11);
    let rests = [
        ("square", v(0.0, 0.999, 0.0), [0.5; 3], 0.0),
        ("shifted", v(0.21, 0.999, 0.13), [0.5; 3], 0.0),
        ("turned", v(0.1, 0.999, -0.05), [0.5; 3], 0.6),
        ("small", v(0.1, 0.749, 0.3), [0.25; 3], 0.3),
        ("flush", v(0.25, 0.749, 0.25), [0.25; 3], 0.0),
    ];
    for (name, between, half, yaw) in rests {
        let below = cuboid([0.5; 3]);
        let above = |turn: DQuat| side(BOX, half, turn * DQuat::from_rotation_y(yaw));
        let still = features(&met(between, &below, &above(DQuat::IDENTITY), 0.02));
        assert_eq!(still.len(), 4, "{name}");
        for _ in 0..500 {
            let turn = DQuat::from_scaled_axis(random.vector(1e-4));
            let other = DQuat::from_scaled_axis(random.vector(1e-4));
            let below = side(BOX, [0.5; 3], other);
            let found = met(between + random.vector(1e-4), &below, &above(turn), 0.02);
            assert_eq!(features(&found), still, "{name}");
        }
    }
    let box_above = |turn| side(BOX, [0.5, 0.3, 0.4], turn);
    let still = features(&met(v(0.0, 0.3, 0.0), &ground(), &box_above(DQuat::IDENTITY), 0.02));
    for _ in 0..500 {
        let turn = DQuat::from_scaled_axis(random.vector(1e-4));
        let found = met(v(3.0, 0.3, 0.0) + random.vector(1e-4), &ground(), &box_above(turn), 0.02);
        assert_eq!(features(&found), still, "on a plane");
    }
}

/// Two points each, the same ones: on a capsule, a box, over a box's border and on a plane.
#[test]
fn features_stay_while_capsules_at_rest_tremble() {
    let mut random = Random::new(12);
    let below = [
        ("capsule", lying(0.3, 0.5), v(0.2, 0.499, 0.0)),
        ("box", cuboid([0.5; 3]), v(0.1, 0.699, 0.0)),
        ("border", cuboid([0.5; 3]), v(0.4, 0.699, 0.0)),
        ("plane", ground(), v(9.0, 0.199, 0.0)),
    ];
    for (name, below, between) in below {
        for _ in 0..500 {
            let mut above = lying(0.2, 0.3);
            let turn = DQuat::from_scaled_axis(random.vector(1e-4));
            above.rotation = Quat::from_array((turn * turn_of(&above)).to_array());
            let found = met(between + random.vector(1e-4), &below, &above, 0.02);
            assert_eq!(features(&found), [1, 2], "{name}");
        }
    }
}

/// Off along the plane by 10 km the depth is lost to rounding only as far as the plane leans.
#[test]
fn a_plane_may_be_far_away() {
    let plane = Side { rotation: Quat::<f32>::IDENTITY, shape: Shape { half: Vec3::ZERO, kind: PLANE } };
    let half = Vec3::new(0.5, 0.3, 0.4);
    let solid = Side { rotation: Quat::IDENTITY, shape: Shape { half, kind: BOX } };
    let found = touch(Vec3::new(-1e4, -0.29, 2e4), &solid, &plane, 0.02);
    assert_eq!(found.count, 4);
    for point in &found.points {
        assert!((point.depth - 0.01).abs() < 1e-6, "{point:?}: f32 rounding of 0.3 m");
        assert!((point.arm.x.abs() - 0.5).abs() < 1e-6, "{point:?}");
    }
}
