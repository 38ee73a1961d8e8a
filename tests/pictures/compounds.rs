//! Compounds: their parts are drawn where they stand, picked and held as one body, with WebGPU and without.

use beadwork::render::{Drawn, Hit, ThemeColours, ViewOptions, webgl};
use beadwork::{Scene, Simulation};
use glam::{Vec2, Vec3};
use pollster::block_on;
use serde_json::{Value, json};

use super::solids::{SIZE, camera, differs, picture, seen, view};
use crate::common::every_machine::on_cpu;
use crate::common::*;

fn cuboid(half: [f64; 3], at: [f64; 3]) -> Value {
    json!({"shape": {"type": "box", "halfExtents": half}, "position": at})
}

/// A box of two halves, and the box.
fn halves() -> Value {
    json!({"position": [0, 0, 0], "rotation": [0.1, 0.2, 0.1, 0.9], "shape": {"type": "compound",
        "parts": [cuboid([0.15, 0.2, 0.1], [-0.15, 0.0, 0.0]), cuboid([0.15, 0.2, 0.1], [0.15, 0.0, 0.0])]}})
}

fn whole() -> Value {
    json!({"position": [0, 0, 0], "rotation": [0.1, 0.2, 0.1, 0.9], "shape": {"type": "box", "halfExtents": [0.3, 0.2, 0.1]}})
}

#[test]
fn a_box_of_two_halves_looks_nearly_as_the_box() {
    let (one, other) = (seen(json!([halves()]), camera(1.7)), seen(json!([whole()]), camera(1.7)));
    let dark = ThemeColours::DARK.background.map(|x| (255.0 * x).round() as u8);
    // the same outline, to a pixel here and there
    let covered = |picture: &[u8]| -> Vec<bool> {
        picture.chunks_exact(4).map(|pixel| differs(&pixel[..3], &dark) > 8).collect()
    };
    let (a, b) = (covered(&one), covered(&other));
    let (many, apart) = (b.iter().filter(|x| **x).count(), a.iter().zip(&b).filter(|(x, y)| x != y).count());
    assert!(many > 3000 && apart < many / 100, "{apart} of {many} pixels");
}

/// A hammer: a handle along y and a head at its upper end, whose principal axes are its body axes, and which is heavy above.
fn hammer() -> Scene {
    let document = json!({"version": 2, "gravity": [0, 0, 0], "bodies": [
        {"position": [3, 0, 0], "radius": 0.1},
        {"position": [0, 0, 0], "shape": {"type": "compound", "parts": [cuboid([0.03, 0.3, 0.03], [0.0, 0.0, 0.0]),
            {"shape": {"type": "cylinder", "radius": 0.08, "halfHeight": 0.15}, "position": [0.1, 0.35, 0], "rotation": [0, 0, 0.6, 0.8]}]}}]});
    Scene::from_value(&document).expect("a scene")
}

#[test]
fn a_part_is_picked_and_its_compound_is_held_there() {
    let scene = hammer();
    let middle = 0.5 * SIZE as f32;
    let check = |name: &str, hit: Option<Hit>, local: Vec3| {
        let hit = hit.unwrap_or_else(|| panic!("{name}: nothing"));
        assert_eq!(hit.body, 1, "{name}: the compound, not its part");
        assert!(
            (hit.point - hit.local_point).length() < 1e-4,
            "{name}: it stands in the origin, not turned: {hit:?}"
        );
        assert!((hit.local_point - local).length() < 0.2, "{name}: {hit:?}, near {local}");
    };
    let mut gpu = simulation(&scene, json!({}));
    let mut view = view(ViewOptions { ground: None, ..ViewOptions::default() });
    view.glide.jump(camera(1.7));
    let shown = picture(&mut view, &mut gpu);
    let mut cpu = on_cpu::<f32>(&scene, &json!({}));
    let mut without = webgl::View::new(SIZE, SIZE, ThemeColours::DARK);
    without.ground = None;
    without.glide.jump(camera(1.7));
    for (what, y, local) in
        [("the handle", middle, Vec3::ZERO), ("the head", 0.33 * SIZE as f32, Vec3::new(0.05, 0.35, 0.0))]
    {
        let at = Vec2::new(middle, y);
        let pick = |simulation: &mut Simulation, view: &mut beadwork::render::View| {
            block_on(view.pick(&mut [Drawn::new(simulation)], at).expect("a pick")).expect("an answer")
        };
        check(&format!("WebGPU, {what}"), pick(&mut gpu, &mut view), local);
        without.render_many(&mut [Drawn::new(&mut cpu)]).expect("a picture");
        let found =
            block_on(without.pick(&mut [Drawn::new(&mut cpu)], at).expect("a pick")).expect("an answer");
        check(&format!("WebGL, {what}"), found, local);
    }
    assert!(shown.chunks_exact(4).filter(|pixel| pixel[1] > 90).count() > 300, "it is seen");
    no_gpu_errors();
}
