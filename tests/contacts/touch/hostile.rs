//! What no scene should hold: finite where the input is, and an end in any case.

use super::*;

fn is_whole<N: Number>(found: &Manifold<N>) -> bool {
    let points = &found.points[..found.count];
    found.normal.is_finite() && points.iter().all(|p| p.arm.is_finite() && p.depth.is_finite())
}

fn single(side: &Side<f64>) -> Side<f32> {
    let rotation = Quat::from_array(side.rotation.to_array().map(|x| x as f32));
    Side {
        rotation,
        shape: Shape { half: Vec3::of(side.shape.half.to_array().map(|x| x as f32)), kind: side.shape.kind },
    }
}

fn sides(size: f64) -> Vec<Side<f64>> {
    let turns =
        [DQuat::IDENTITY, DQuat::from_rotation_x(0.7), DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2)];
    let shapes = [
        (SPHERE, [size, 0.0, 0.0]),
        (BOX, [size; 3]),
        (BOX, [size, 1e-3 * size, size]),
        (BOX, [0.0; 3]),
        (CAPSULE, [size, size, 0.0]),
        (CAPSULE, [size, 0.0, 0.0]),
        (CAPSULE, [0.0, size, 0.0]),
        (PLANE, [0.0; 3]),
        (CYLINDER, [size, size, size]),
        (CYLINDER, [size, 1e-3 * size, size]),
        (CYLINDER, [0.0; 3]),
    ];
    turns.iter().flat_map(|&turn| shapes.map(|(kind, half)| side(kind, half, turn))).collect()
}

#[test]
fn finite_shapes_touch_at_finite_points() {
    // squares of areas of the huge ones are still numbers in f32; the tiny ones' squares too
    for (one, other) in [(1.0, 1.0), (1e-6, 1e-6), (1e8, 1e8), (1e-6, 1e8), (1e8, 1.0)] {
        for a in &sides(one) {
            for b in &sides(other) {
                for d in [
                    DVec3::ZERO,
                    DVec3::splat(1e-30),
                    v(0.0, one, 0.0),
                    v(one, other, 1e-9),
                    v(1e15, 0.1, 1e15),
                ] {
                    let found = met(d, a, b, 0.01);
                    assert!(is_whole(&found), "{d} {a:?} {b:?}: {found:?}");
                    let found = touch(Vec3::of(d.to_array().map(|x| x as f32)), &single(a), &single(b), 0.01);
                    assert!(is_whole(&found), "in f32: {d} {a:?} {b:?}: {found:?}");
                    let length = found.normal.length();
                    assert!(
                        found.count == 0 || (length - 1.0).abs() < 1e-5,
                        "{length} long: {d} {a:?} {b:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn no_number_comes_to_an_end() {
    let nan = f64::NAN;
    for a in &sides(1.0) {
        for b in &sides(1.0) {
            for bad in [nan, f64::INFINITY] {
                let lost = Side { rotation: Quat::from_array([bad, 0.0, 0.0, 1.0]), ..*b };
                let swollen = Side { shape: Shape { half: Vec3::splat(bad), ..b.shape }, ..*b };
                for (d, b) in [(v(bad, 0.0, 0.0), b), (v(0.1, 0.2, 0.3), &lost), (v(0.1, 0.2, 0.3), &swollen)]
                {
                    for found in [met(d, a, b, 0.01), met(-d, b, a, 0.01), met(d, a, b, nan)] {
                        assert!(found.count <= 4);
                        let depths = &found.points[..found.count];
                        assert!(depths.iter().all(|p| !p.depth.is_nan()), "{found:?}");
                    }
                }
            }
        }
    }
}
