//! Chapter 19: nets as the crate eliminates them, and one that is solved exactly beside one that is relaxed.

use beadwork::lists::elimination::eliminate;
use beadwork::scene::built_in;
use beadwork::{Parameters, Scene, cpu::Twin};
use serde_json::{Value, json};

/// Rows and columns: those of the page's figures, and the built-in scene as it opens.
const SMALL: [(u32, u32); 3] = [(3, 3), (3, 4), (4, 4)];
const SQUARES: [u32; 11] = [4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24];
const BUILT_IN: (u32, u32) = (16, 20);
/// The largest that the page speaks of.
const LARGE: (u32, u32) = (64, 64);
/// Frames after which the first figure is looked at, and its net.
const FRAMES: [u32; 3] = [1, 20, 120];
const SHOWN: (u32, u32) = (6, 8);
/// In place of a bead that does not move.
const HELD: u32 = u32::MAX;

pub fn values() -> Value {
    let squares = SQUARES.map(|side| (side, side));
    let sizes = SMALL.into_iter().chain(squares.into_iter().skip(1)).chain([BUILT_IN, (32, 32), LARGE]);
    json!({ "eliminations": sizes.map(elimination).collect::<Vec<_>>(), "shown": shown() })
}

fn scene((rows, columns): (u32, u32)) -> Scene {
    let options = json!({ "rows": rows, "columns": columns });
    built_in::build("net", options.as_object().expect("an object")).expect("a built-in scene")
}

/// What L has, and the order where it is short enough to be written down.
fn elimination(size: (u32, u32)) -> Value {
    let scene = scene(size);
    let end = |body: u32| if scene.bodies[body as usize].fixed { HELD } else { body };
    let ties: Vec<[u32; 2]> = scene.joints.iter().map(|joint| [end(joint.a), end(joint.b)]).collect();
    let lists = eliminate(&ties).expect("little work");
    let own = lists.own.iter().filter(|own| **own).count();
    let mut found = json!({
        "rows": size.0, "columns": size.1, "joints": ties.len(), "own": own, "fill": lists.blocks.len() - own,
        "products": lists.products.len(), "levels": lists.levels.len() - 1,
    });
    if SMALL.contains(&size) {
        found["order"] = json!(lists.order);
    }
    found
}

/// Gap in m and residual in m/s of both ways, by frame.
fn shown() -> Value {
    let scene = scene(SHOWN);
    let ways = [json!({"solver": "direct"}), json!({"solver": "chebyshev", "iterations": 20})];
    let ways = ways.map(|changes| {
        let parameters =
            Parameters::default().with(changes.as_object().expect("an object")).expect("within their ranges");
        let mut twin = Twin::new(&scene, parameters).expect("a scene that the solver takes");
        let mut done = 0;
        let frames = FRAMES.map(|frame| {
            twin.step(frame - done);
            done = frame;
            let measured = twin.measure();
            json!({ "frame": frame, "gap": measured.max_gap, "residual": measured.residual })
        });
        Value::from(frames.to_vec())
    });
    Value::from(ways.to_vec())
}
