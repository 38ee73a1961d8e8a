//! Every pair of kinds by hand, in both orders.

use super::*;
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_4};

/// One by hand: the normal, the depth of the deepest point, and the arms from a.
struct Case {
    name: &'static str,
    between: DVec3,
    a: Side<f64>,
    b: Side<f64>,
    normal: DVec3,
    depth: f64,
    arms: Vec<DVec3>,
}

fn upright(radius: f64, half: f64) -> Side<f64> {
    side(CAPSULE, [radius, half, 0.0], DQuat::IDENTITY)
}

fn cases() -> Vec<Case> {
    let case = |name, between, a, b, normal, depth, arms: &[DVec3]| {
        let arms = arms.to_vec();
        Case { name, between, a, b, normal, depth, arms }
    };
    let (x, y) = (DVec3::X, DVec3::Y);
    let edge = v(FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0);
    let corner = DVec3::ONE / 3.0_f64.sqrt();
    let unit = cuboid([0.5; 3]);
    let slope = DQuat::from_rotation_z(0.3);
    let incline = side(PLANE, [0.0; 3], slope);
    let tilted = |r, h| side(CAPSULE, [r, h, 0.0], DQuat::from_rotation_z(FRAC_PI_4));
    // on edge, its diagonals along x and y
    let on_edge = side(BOX, [0.5; 3], DQuat::from_rotation_z(FRAC_PI_4));
    vec![
        case("balls", v(0.9, 0.0, 0.0), ball(0.6), ball(0.4), x, 0.1, &[v(0.55, 0.0, 0.0)]),
        case("balls apart", v(0.0, 1.01, 0.0), ball(0.6), ball(0.4), y, -0.01, &[v(0.0, 0.605, 0.0)]),
        case("balls in one place", DVec3::ZERO, ball(0.5), ball(0.5), y, 1.0, &[DVec3::ZERO]),
        case(
            "ball over a capsule",
            v(0.3, 0.6, 0.0),
            lying(0.3, 0.5),
            ball(0.4),
            y,
            0.1,
            &[v(0.3, 0.25, 0.0)],
        ),
        case(
            "ball at its end",
            v(0.0, 1.15, 0.0),
            upright(0.3, 0.5),
            ball(0.4),
            y,
            0.05,
            &[v(0.0, 0.775, 0.0)],
        ),
        case(
            "capsules along one another",
            v(0.2, 0.59, 0.0),
            lying(0.3, 0.5),
            lying(0.3, 0.5),
            y,
            0.01,
            &[v(-0.3, 0.295, 0.0), v(0.5, 0.295, 0.0)],
        ),
        case(
            "capsules across one another",
            v(0.1, 0.59, 0.2),
            lying(0.3, 0.5),
            side(CAPSULE, [0.3, 0.5, 0.0], DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2)),
            y,
            0.01,
            &[v(0.1, 0.295, 0.0)],
        ),
        case("ball on a face", v(0.2, 0.89, 0.1), unit, ball(0.4), y, 0.01, &[v(0.2, 0.495, 0.1)]),
        case(
            "ball on an edge",
            v(0.5, 0.5, 0.1) + 0.39 * edge,
            unit,
            ball(0.4),
            edge,
            0.01,
            &[v(0.5, 0.5, 0.1) - 0.005 * edge],
        ),
        case(
            "ball on a corner",
            v(0.5, 0.5, 0.5) + 0.41 * corner,
            unit,
            ball(0.4),
            corner,
            -0.01,
            &[v(0.5, 0.5, 0.5) + 0.005 * corner],
        ),
        case("ball within a box", v(0.3, 0.1, 0.0), unit, ball(0.2), x, 0.4, &[v(0.3, 0.1, 0.0)]),
        case("ball in its middle", DVec3::ZERO, unit, ball(0.2), y, 0.7, &[v(0.0, 0.15, 0.0)]),
        case(
            "capsule on a face",
            v(0.1, 0.69, 0.0),
            unit,
            lying(0.2, 0.3),
            y,
            0.01,
            &[v(-0.2, 0.495, 0.0), v(0.4, 0.495, 0.0)],
        ),
        case(
            "capsule over its border",
            v(0.4, 0.69, 0.0),
            unit,
            lying(0.2, 0.3),
            y,
            0.01,
            &[v(0.1, 0.495, 0.0), v(0.5, 0.495, 0.0)],
        ),
        case(
            "capsule that stands",
            v(0.1, 0.99, 0.0),
            unit,
            upright(0.2, 0.3),
            y,
            0.01,
            &[v(0.1, 0.495, 0.0)],
        ),
        case(
            "capsule across an edge",
            v(0.5, 0.5, 0.1) + 0.19 * edge,
            unit,
            tilted(0.2, 0.4),
            edge,
            0.01,
            &[v(0.5, 0.5, 0.1) - 0.005 * edge],
        ),
        case(
            "capsule along an edge",
            v(0.5, 0.5, 0.1) + 0.19 * edge,
            unit,
            side(CAPSULE, [0.2, 0.3, 0.0], DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2)),
            edge,
            0.01,
            &[v(0.5, 0.5, -0.2) - 0.005 * edge, v(0.5, 0.5, 0.4) - 0.005 * edge],
        ),
        case(
            "capsule sunk into a face",
            v(0.0, 0.45, 0.0),
            unit,
            lying(0.2, 0.3),
            y,
            0.25,
            &[v(-0.3, 0.375, 0.0), v(0.3, 0.375, 0.0)],
        ),
        case(
            "capsule sunk into an edge",
            v(0.5, 0.5, 0.1) - 0.05 * edge,
            unit,
            tilted(0.2, 0.8),
            edge,
            0.25,
            &[v(0.5, 0.5, 0.1) - 0.125 * edge],
        ),
        case(
            "box's edge on a face",
            v(0.0, 0.49 + 0.5_f64.sqrt(), 0.1),
            unit,
            on_edge,
            y,
            0.01,
            &[v(0.0, 0.495, -0.4), v(0.0, 0.495, 0.5)],
        ),
        case("ball on a plane", v(70.0, 0.39, -2.0), ground(), ball(0.4), y, 0.01, &[v(70.0, -0.005, -2.0)]),
        case(
            "ball on an incline",
            slope * v(1.0, 0.39, 2.0),
            incline,
            ball(0.4),
            slope * y,
            0.01,
            &[slope * v(1.0, -0.005, 2.0)],
        ),
        case(
            "capsule on a plane",
            v(0.0, 0.19, 0.0),
            ground(),
            lying(0.2, 0.3),
            y,
            0.01,
            &[v(-0.3, -0.005, 0.0), v(0.3, -0.005, 0.0)],
        ),
        case(
            "capsule that stands on it",
            v(0.0, 0.49, 0.0),
            ground(),
            upright(0.2, 0.3),
            y,
            0.01,
            &[v(0.0, -0.005, 0.0)],
        ),
        case(
            "box on a plane",
            v(2.0, 0.29, 0.0),
            ground(),
            cuboid([0.5, 0.3, 0.4]),
            y,
            0.01,
            &[v(1.5, -0.005, -0.4), v(1.5, -0.005, 0.4), v(2.5, -0.005, -0.4), v(2.5, -0.005, 0.4)],
        ),
        case(
            "box's edge on a plane",
            v(0.0, 0.5_f64.sqrt() + 0.01, 0.0),
            ground(),
            on_edge,
            y,
            -0.01,
            &[v(0.0, 0.005, -0.5), v(0.0, 0.005, 0.5)],
        ),
    ]
}

/// Rounding of a few operations on numbers of up to 70 m, and where a face's outline was met its thousandth beyond the edge.
fn allowed(case: &Case) -> f64 {
    if case.name == "box's edge on a face" { 6e-4 } else { 1e-12 }
}

#[test]
fn every_pair_of_kinds_is_as_by_hand_in_both_orders() {
    for case in cases() {
        let Case { name, between, ref a, ref b, normal, depth, ref arms } = case;
        println!("{name}");
        let found = met(between, a, b, 0.02);
        assert!(vector(found.normal).distance(normal) < 1e-9, "{name}: {found:?}");
        assert!((deepest(&found) - depth).abs() < 1e-9, "{name}: {found:?}");
        assert_arms(&found, arms, allowed(&case));
        if found.count == 1 && a.shape.kind == SPHERE || b.shape.kind == SPHERE {
            assert_eq!(features(&found), [0], "{name}");
        }

        let back = met(-between, b, a, 0.02);
        // where both are in one place either way is as good
        if between != DVec3::ZERO {
            assert!(vector(back.normal).distance(-normal) < 1e-9, "{name}, back: {back:?}");
            let other: Vec<DVec3> = arms.iter().map(|arm| *arm - between).collect();
            assert_arms(&back, &other, allowed(&case));
        }
        assert!((deepest(&back) - depth).abs() < 1e-9, "{name}, back: {back:?}");

        // the same pair 0.021 m beyond touching has nothing
        if between != DVec3::ZERO {
            let away = between + (depth + 0.021) * normal;
            assert_eq!(met(away, a, b, 0.02).count, 0, "{name} beyond the margin");
            assert_eq!(met(-away, b, a, 0.02).count, 0, "{name} beyond the margin, back");
        }
    }
}
