//! One step of the headline scene: 2,500 chains of 40, 20 passes of Jacobi, against f64.

use crate::common::*;
use beadwork::cpu::Twin;
use serde_json::json;

#[test]
fn a_hundred_thousand_beads_against_f64() {
    let scene = scene("necklaces", json!({"chains": 2500, "beads": 40}));
    // Twenty passes move a joint's rounding twenty beads. The exact solver adds up all forty, and with them the error
    // of a quaternion that is unit to f32 in each arm: 3e-8 m over h, forty times.
    for (solver, allowed) in [("jacobi", 1e-5), ("direct", 2e-4)] {
        let changes = json!({"solver": solver, "iterations": 20});
        let mut simulation = simulation(&scene, changes);
        let mut twin = Twin::new(&scene, simulation.parameters().clone()).expect("a twin");
        step(&mut simulation, 1);
        twin.step(1);
        let found = state(&mut simulation);
        let v = twin.world().velocities.iter().flat_map(|v| v.linear.to_array());
        let w = twin.world().velocities.iter().flat_map(|v| v.angular.to_array());
        assert_close(&format!("{solver}: v"), 3, worst(&found.linear_velocities, v), allowed);
        assert_close(&format!("{solver}: ω"), 3, worst(&found.angular_velocities, w), 3.0 * allowed);
    }
}
