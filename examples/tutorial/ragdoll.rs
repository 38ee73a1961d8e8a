//! Chapter 18: the ragdoll that is thrown, solved exactly and by passes of Jacobi: what each has left undone since the throw.

use beadwork::cpu::Twin;
use beadwork::parameters::Parameters;
use beadwork::scene::built_in;
use serde_json::{Value, json};

/// As many as the picture of the chapter has.
const FRAMES: usize = 60;

pub fn values() -> Value {
    json!({ "frames": FRAMES, "direct": thrown(json!({ "solver": "direct" })), "jacobi": thrown(json!({ "solver": "jacobi" })) })
}

/// The largest gap in m and overshoot in rad of any frame, and the rounds of each.
fn thrown(changes: Value) -> Value {
    let options = json!({ "count": 1 });
    let scene =
        built_in::build("ragdolls", options.as_object().expect("an object")).expect("a built-in scene");
    let parameters =
        Parameters::default().with(changes.as_object().expect("an object")).expect("within their ranges");
    let mut twin = Twin::new(&scene, parameters).expect("a scene that the solver takes");
    let (mut gap, mut over, mut rounds) = (0.0_f64, 0.0_f64, Vec::new());
    for _ in 0..FRAMES {
        twin.step(1);
        let measured = twin.measure();
        gap = gap.max(measured.max_gap);
        over = over.max(measured.max_overshoot);
        rounds.push(measured.rounds);
    }
    json!({ "gap": gap, "over": over, "rounds": rounds })
}
