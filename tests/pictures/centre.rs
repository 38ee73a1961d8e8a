//! A body whose centre of mass is not the origin of its shape looks and is picked as if it were. So it is on the device
//! and on the CPU.

use crate::common::every_machine::on_cpu;
use crate::common::*;
use crate::solids::{SIZE, camera, differs, picture, view};
use beadwork::render::{Drawn, Hit, ThemeColours, ViewOptions, webgl};
use beadwork::{Scene, Simulation};
use glam::Vec2;
use serde_json::{Value, json};

/// A box that hangs on a ball, and a capsule beside them. A thread is seen, since the joint is open.
fn scene(centre: Value) -> Scene {
    let off = |body: Value| {
        let mut body = body;
        body["centre"] = centre.clone();
        body
    };
    let turned = [0.2, 0.4, 0.4, 0.8];
    Scene::from_value(&json!({ "version": 2,
        "bodies": [
            off(json!({ "position": [-0.1, 0.3, 0], "radius": 0.12 })),
            off(json!({ "position": [-0.1, -0.2, 0], "rotation": turned, "shape": { "type": "box", "halfExtents": [0.1, 0.15, 0.2] } })),
            off(json!({ "position": [0.3, 0, 0.1], "rotation": turned, "shape": { "type": "capsule", "radius": 0.08, "halfHeight": 0.2 } })) ],
        "joints": [{ "type": "point", "a": 0, "b": 1, "anchorA": [0, -0.14, 0], "anchorB": [0, 0.18, 0] }] }))
    .expect("a scene")
}

fn both() -> [Scene; 2] {
    [json!([0, 0, 0]), json!([0.05, -0.08, 0.11])].map(scene)
}

/// The hit at every eighth pixel.
fn hits(mut pick: impl FnMut(Vec2) -> Option<Hit>) -> Vec<Option<Hit>> {
    let places = (0..SIZE / 8)
        .flat_map(|y| (0..SIZE / 8).map(move |x| Vec2::new(8.0 * x as f32 + 4.0, 8.0 * y as f32 + 4.0)));
    places.map(&mut pick).collect()
}

#[track_caller]
fn are_alike(one: &[Option<Hit>], other: &[Option<Hit>]) {
    let mut met = [0; 3];
    for (one, other) in one.iter().zip(other) {
        assert_eq!(one.is_some(), other.is_some(), "{one:?}, {other:?}");
        let (Some(one), Some(other)) = (one, other) else { continue };
        met[one.body] += 1;
        assert_eq!(one.body, other.body);
        // rays that graze a surface meet it as far apart
        let off = one.point.distance(other.point).max(one.local_point.distance(other.local_point));
        assert!(off < 2e-3, "{one:?}, {other:?}");
    }
    assert!(met.iter().all(|&count| count > 3), "{met:?}");
}

#[test]
fn it_is_drawn_and_picked_where_its_shape_is() {
    let [plain, off] = both().map(|scene| {
        let mut simulation = simulation(&scene, json!({}));
        let mut view = view(ViewOptions { ground: None, ..ViewOptions::default() });
        view.glide.jump(camera(1.7));
        let seen = picture(&mut view, &mut simulation);
        let mut pick =
            |at| pollster::block_on(view.pick(&mut [Drawn::new(&mut simulation)], at).expect("a pick"));
        (seen, hits(|at| pick(at).expect("an answer")))
    });
    // edges of shapes that stand 1e-8 m elsewhere
    assert!(differs(&plain.0, &off.0) <= 8, "{}", differs(&plain.0, &off.0));
    are_alike(&plain.1, &off.1);
    no_gpu_errors();
}

#[test]
fn on_the_cpu_too() {
    let [plain, off] = both().map(|scene| {
        let mut simulation: Simulation = on_cpu::<f32>(&scene, &json!({}));
        let mut view = webgl::View::new(SIZE, SIZE, ThemeColours::DARK);
        view.ground = None;
        view.glide.jump(camera(1.7));
        view.render_many(&mut [Drawn::new(&mut simulation)]).expect("a picture");
        let numbers = |name: &str| -> Vec<f32> { bytemuck::pod_collect_to_vec(view.bytes(name, 0)) };
        let (beads, cords) = (numbers("beads"), numbers("cords"));
        let mut pick =
            |at| pollster::block_on(view.pick(&mut [Drawn::new(&mut simulation)], at).expect("a pick"));
        (beads, cords, hits(|at| pick(at).expect("an answer")))
    });
    // where each is, how large and how turned: sixteen words a bead
    let places =
        |beads: &[f32]| -> Vec<f32> { beads.chunks(16).flat_map(|bead| bead[..8].to_vec()).collect() };
    for (one, other) in [(places(&plain.0), places(&off.0)), (plain.1, off.1)] {
        assert!(!one.is_empty() && one.len() == other.len());
        let most = one.iter().zip(&other).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(most < 1e-5, "{most}");
    }
    are_alike(&plain.2, &off.2);
}
