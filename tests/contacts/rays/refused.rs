//! What no ray can be is refused with its path, and nothing is cast.

use super::*;
use beadwork::simulation::MOST_RAYS;
use beadwork::{BeadworkError, Code};

fn refused<T>(made: Result<T, BeadworkError>) -> BeadworkError {
    made.err().expect("it is refused")
}

#[test]
fn what_is_no_ray_is_refused_with_its_path() {
    let good = ray([0.0, 3.0, 0.0], [0.0, -1.0, 0.0]);
    let (nan, huge) = (f64::NAN, f64::INFINITY);
    let wrong = [
        ("origin", Ray { origin: DVec3::new(0.0, nan, 0.0), ..good }),
        ("origin", Ray { origin: DVec3::new(huge, 0.0, 0.0), ..good }),
        ("origin", Ray { origin: DVec3::new(0.0, 0.0, -1.1e6), ..good }),
        ("direction", Ray { direction: DVec3::ZERO, ..good }),
        ("direction", Ray { direction: DVec3::new(-0.0, 0.0, 0.0), ..good }),
        ("direction", Ray { direction: DVec3::new(nan, 1.0, 0.0), ..good }),
        ("direction", Ray { direction: DVec3::new(0.0, 1.0, -huge), ..good }),
        ("maxDistance", Ray { max_distance: -1e-9, ..good }),
        ("maxDistance", Ray { max_distance: -huge, ..good }),
        ("maxDistance", Ray { max_distance: nan, ..good }),
    ];
    for (name, mut simulation, _) in everywhere(&bodies(vec![ball(Vec3::ZERO, 1.0)])) {
        for (field, ray) in &wrong {
            let error = refused(simulation.cast_ray(ray).map(|_| ()));
            assert_eq!(
                (error.code, error.path.as_deref()),
                (Code::Parameter, Some(*field)),
                "{name}: {ray:?}"
            );
            assert!(error.message.starts_with(&format!("{field} must be ")), "{}", error.message);
            let error = refused(simulation.cast_rays(&[good, good, good, *ray, good]).map(|_| ()));
            let path = format!("rays[3].{field}");
            assert_eq!(
                (error.code, error.path.as_deref()),
                (Code::Parameter, Some(&*path)),
                "{name}: {ray:?}"
            );
            assert!(error.message.starts_with(&format!("{path} must be ")), "{}", error.message);
        }
        assert_eq!(cast(&mut simulation, good).map(|hit| hit.body), Some(0), "{name} goes on");
        // the smallest and the largest that a number can be
        for length in [5e-324, 1e-300, 1e300, f64::MAX] {
            let hit =
                cast(&mut simulation, Ray { direction: DVec3::splat(-length), ..ray([2.0; 3], [1.0; 3]) });
            let truth = 12f64.sqrt() - 1.0;
            assert!(hit.is_some_and(|hit| (hit.distance - truth).abs() < 1e-5), "{name}: {hit:?}");
        }
    }
}

#[test]
fn as_many_rays_as_a_call_takes_and_no_more() {
    let down = ray([0.0, 3.0, 0.0], [0.0, -1.0, 0.0]);
    let aside = ray([2.0, 3.0, 0.0], [0.0, -1.0, 0.0]);
    let mut rays = vec![aside; MOST_RAYS];
    rays[MOST_RAYS - 1] = down;
    for (name, mut simulation, _) in everywhere(&bodies(vec![ball(Vec3::ZERO, 1.0)])) {
        assert_eq!(cast_all(&mut simulation, &[]), [], "{name}");
        // the buffers grow and stay
        for count in [1, 3, MOST_RAYS, 2] {
            let hits = cast_all(&mut simulation, &rays[MOST_RAYS - count..]);
            assert!(hits[..count - 1].iter().all(Option::is_none), "{name}");
            assert!(hits[count - 1].is_some_and(|hit| (hit.distance - 2.0).abs() < 1e-6), "{name}");
        }
        let error = refused(simulation.cast_rays(&[&rays[..], &[down]].concat()).map(|_| ()));
        assert_eq!((error.code, error.path.as_deref()), (Code::Limit, Some("rays")), "{name}");
        assert!(error.message.contains("65535") && error.message.contains("65536"), "{}", error.message);
        assert!(cast(&mut simulation, down).is_some(), "{name} goes on");
    }
    common::no_gpu_errors();
}
