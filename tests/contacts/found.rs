//! What the test suites of other engines found wrong where bodies touch.

use beadwork::Scene;
use beadwork::scene::{Body, Solid};
use glam::{DVec3, Quat, Vec3};
use serde_json::json;

use crate::common::either::{Either, close};
use crate::{ball, plane, solid, touching, wishes};

/// Two equal balls with e = 1 change their speeds, also where the gap is just as long as the way of a whole number of substeps.
#[test]
fn a_gap_that_closes_exactly_bounces() {
    for substeps in [1u8, 8] {
        for (shift, speed) in [(0.0f32, 15.0f32), (100.0, 15.0), (0.0, 30.0), (-7.3, 6.0)] {
            let gap = speed / (60.0 * f32::from(substeps));
            let of = |x: f32, v: f32| Body {
                linear_velocity: v * Vec3::X,
                friction: 0.0,
                restitution: 1.0,
                ..ball(Vec3::new(shift + x, 0.0, 0.0), 0.5)
            };
            let scene =
                Scene { gravity: Some(Vec3::ZERO), ..touching(vec![of(0.0, speed), of(1.0 + gap, 0.0)]) };
            for mut machine in Either::both(&scene, &json!({ "substeps": substeps })) {
                machine.step(20);
                let [left, hit] = [0, 1].map(|i| machine.body(i).v.x / f64::from(speed));
                let what = format!("{}, {substeps} substeps, {speed} m/s at {shift} m", machine.name());
                close(&what, left, 0.0, 1e-5);
                close(&what, hit, 1.0, 1e-5);
            }
        }
    }
}

/// A cube of 2 m that comes down flat with e = 0 stays there: no corner takes the whole blow.
#[test]
fn a_cube_that_lands_flat_stays_flat() {
    // by substep, also one whose blow falls into the last of a frame
    for (speed, gap, frames, substeps) in
        [(60.0, 0.018, 30, 8), (5.0, 0.018, 30, 8), (0.0, 2.0, 120, 8), (0.0, 2.0, 120, 4)]
    {
        let cube =
            solid(Solid::Box { half_extents: Vec3::ONE }, Vec3::new(0.0, 1.0 + gap, 0.0), Quat::IDENTITY);
        let falling = Body { linear_velocity: Vec3::new(0.0, -speed, 0.0), ..cube };
        let scene = touching(vec![plane(), falling]);
        for mut machine in Either::both(&scene, &wishes(&scene, json!({"substeps": substeps}))) {
            let what = format!("{}, {speed} m/s, {substeps} substeps", machine.name());
            machine.step(2);
            let (mut fastest, mut whirl): (f64, f64) = (0.0, 0.0);
            for _ in 2..frames {
                machine.step(1);
                let body = machine.body(1);
                // of what fell from 2 m it lands on the way
                if speed > 0.0 {
                    fastest = fastest.max(body.v.length());
                    whirl = whirl.max(body.omega.length());
                }
            }
            // what Jolt asserts
            assert!(fastest < 0.05 && whirl < 0.01, "{what}: {fastest} m/s, {whirl} rad/s");
            let body = machine.body(1);
            let lean = (body.q * DVec3::Y).y.min(1.0).acos();
            let aside = DVec3::new(body.x.x, 0.0, body.x.z).length();
            assert!(lean < 1e-3 && aside < 2e-3, "{what}: {lean} rad aslant, {aside} m aside");
        }
    }
}
