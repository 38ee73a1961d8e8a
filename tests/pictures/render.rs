//! Pictures, small ones: what must be true of them whatever the taste of the day.

use crate::common::*;
use beadwork::render::{
    Bar, Bounds, Camera, ColourBy, Drawn, Glide, Target, ThemeColours, View, ViewOptions,
};
use beadwork::scene::built_in;
use beadwork::{Scene, Simulation};
use glam::{Vec2, Vec3};
use serde_json::{Map, Value, json};

const SIZE: u32 = 192;

struct Picture {
    width: u32,
    pixels: Vec<u8>,
}

impl Picture {
    fn at(&self, x: u32, y: u32) -> [u8; 3] {
        let i = 4 * (y * self.width + x) as usize;
        [self.pixels[i], self.pixels[i + 1], self.pixels[i + 2]]
    }

    fn green(&self) -> impl Iterator<Item = f64> {
        self.pixels.chunks_exact(4).map(|p| {
            let x = f64::from(p[1]) / 255.0;
            if x <= 0.04045 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) }
        })
    }
}

fn built(name: &str, options: Value) -> Scene {
    let options: Map<String, Value> = options.as_object().expect("an object").clone();
    built_in::build(name, &options).expect("a scene")
}

fn one_bead() -> Scene {
    Scene::from_value(&json!({ "version": 1, "joints": [],
        "bodies": [{ "position": [0, 1, 0], "radius": 0.1 }] }))
    .expect("a scene")
}

fn view(options: ViewOptions) -> View {
    View::new(gpu(), Target::Offscreen, options).expect("a view")
}

fn small() -> ViewOptions {
    ViewOptions { width: SIZE, height: SIZE, ..ViewOptions::default() }
}

fn take(view: &mut View, simulation: &mut Simulation) -> Picture {
    view.render(simulation).expect("a picture");
    shot(view)
}

fn shot(view: &View) -> Picture {
    let (width, _, pixels) =
        pollster::block_on(view.screenshot().expect("a screenshot")).expect("its pixels");
    no_gpu_errors();
    Picture { width, pixels }
}

fn looking_at(target: Vec3, distance: f32) -> Camera {
    Camera { target, yaw: 0.3, pitch: 0.2, distance, field_of_view: 0.5 }
}

/// How much of each pixel is covered, from pictures before black and before white: C = α F + (1 − α) B.
fn coverage(scene: &Scene, camera: Camera, splat_radius: f32) -> Vec<f64> {
    let mut simulation = simulation(scene, json!({}));
    let mut pictures = [0.0, 1.0].map(|grey| {
        let theme = ThemeColours { background: [grey; 3], ..ThemeColours::DARK };
        let mut view = view(ViewOptions { theme, ground: None, splat_radius: Some(splat_radius), ..small() });
        view.glide.jump(camera);
        take(&mut view, &mut simulation)
    });
    let [black, white] = pictures.each_mut().map(|p| p.green().collect::<Vec<f64>>());
    black.iter().zip(&white).map(|(b, w)| 1.0 - (w - b)).collect()
}

#[test]
fn a_bead_covers_the_area_of_its_outline() {
    let camera = looking_at(Vec3::new(0.0, 1.0, 0.0), 1.2);
    let area: f64 = coverage(&one_bead(), camera, 0.0).iter().sum();
    // seen centrally the outline is a circle of f r / √(d² − r²) pixels
    let focal = f64::from(camera.focal(SIZE as f32));
    let radius = focal * 0.1 / (1.44f64 - 0.01).sqrt();
    let truth = std::f64::consts::PI * radius * radius;
    assert!((area / truth - 1.0).abs() < 0.01, "{area} pixels, should be {truth}");
}

#[test]
fn what_is_looked_at_is_in_the_middle_of_the_picture() {
    let camera = looking_at(Vec3::new(0.0, 1.0, 0.0), 2.0);
    for splat_radius in [0.0, 100.0] {
        let covered = coverage(&one_bead(), camera, splat_radius);
        let area: f64 = covered.iter().sum();
        let side = SIZE as usize;
        // a pixel's middle lies half a pixel behind its number
        let along = |of: &dyn Fn(usize) -> usize| {
            covered.iter().enumerate().map(|(i, share)| share * (of(i) as f64 + 0.5)).sum::<f64>() / area
        };
        for middle in [along(&|i| i % side), along(&|i| i / side)] {
            let off = middle - 0.5 * side as f64;
            assert!(off.abs() < 0.1, "splats below {splat_radius} pixels: {off} pixels beside the middle");
        }
    }
}

#[test]
fn splats_cover_what_pearls_cover() {
    // radii of 8, 3 and 0.8 pixels; a splat is a disc whose soft edge rounds a little off
    for (distance, allowed) in [(4.7, 0.03), (12.5, 0.05), (47.0, 0.15)] {
        let camera = looking_at(Vec3::new(0.02, 1.01, 0.0), distance);
        let pearl: f64 = coverage(&one_bead(), camera, 0.0).iter().sum();
        let splat: f64 = coverage(&one_bead(), camera, 100.0).iter().sum();
        assert!((splat / pearl - 1.0).abs() < allowed, "at {distance} m: {splat} pixels against {pearl}");
    }
}

#[test]
fn tiny_splats_keep_their_light_wherever_they_fall() {
    // a bead of 0.3 pixels' radius covers 0.28 pixels, on a pixel's centre or between four
    for shift in [0.0, 0.13, 0.25, 0.4] {
        let camera = looking_at(Vec3::new(shift, 1.0 + shift, 0.0), 125.0);
        let area: f64 = coverage(&one_bead(), camera, 100.0).iter().sum();
        let radius = f64::from(camera.focal(SIZE as f32)) * 0.1 / 125.0;
        let truth = std::f64::consts::PI * radius * radius;
        assert!((area / truth - 1.0).abs() < 0.25, "shifted by {shift}: {area} pixels, should be {truth}");
    }
}

#[test]
fn the_pointer_finds_the_bead_under_it() {
    let mut simulation = simulation(&built("bridge", json!({"beads": 12})), json!({"solver": "direct"}));
    step(&mut simulation, 30);
    let mut view = view(small());
    view.frame_now(Bounds::of(&simulation));
    view.render(&mut simulation).expect("a picture");
    let axes = view.glide.now.axes();
    let focal = view.glide.now.focal(SIZE as f32);
    let positions = state(&mut simulation).positions;
    for body in 0..12 {
        let off = Vec3::from_slice(&positions[3 * body..3 * body + 3]) - axes.eye;
        let p = Vec2::new(off.dot(axes.right), -off.dot(axes.up)) * focal / off.dot(axes.forward);
        let at = p + 0.5 * SIZE as f32;
        let picking = view.pick(&mut [Drawn::new(&mut simulation)], at).expect("a pick");
        let hit = pollster::block_on(picking).expect("an answer").expect("a bead");
        assert_eq!((hit.drawn, hit.body), (0, body));
        // a point of its surface, towards the eye
        assert!((hit.local_point.length() - 0.1).abs() < 1e-4);
        assert!((hit.point - axes.eye).dot(axes.forward) < off.dot(axes.forward));
    }
    let picking = view.pick(&mut [Drawn::new(&mut simulation)], Vec2::ZERO).expect("a pick");
    assert_eq!(pollster::block_on(picking).expect("an answer"), None);
    no_gpu_errors();
}

#[test]
fn a_grip_follows_the_pointer_in_its_plane() {
    let mut simulation = simulation(&built("pendant", json!({})), json!({}));
    let mut view = view(small());
    view.frame_now(Bounds::of(&simulation));
    let offset = Vec3::new(0.5, 0.0, 0.0);
    let mut drawn = Drawn::new(&mut simulation);
    drawn.offset = offset;
    view.render_many(&mut [drawn]).expect("a picture");
    let axes = view.glide.now.axes();
    let off = Vec3::new(0.0, 12.5, 0.0) + offset - axes.eye;
    let focal = view.glide.now.focal(SIZE as f32);
    let at =
        Vec2::new(off.dot(axes.right), -off.dot(axes.up)) * focal / off.dot(axes.forward) + 0.5 * SIZE as f32;
    let mut drawn = Drawn::new(&mut simulation);
    drawn.offset = offset;
    let hit =
        pollster::block_on(view.pick(&mut [drawn], at).expect("a pick")).expect("an answer").expect("a bead");
    let grip = view.grip(hit, at, offset);
    assert!(view.goal(&grip, at, offset).distance(hit.point) < 1e-4);
    let moved = view.goal(&grip, at + Vec2::new(focal, 0.0), offset) - hit.point;
    assert!(moved.dot(axes.forward).abs() < 1e-3 && moved.normalize().dot(axes.right) > 0.9999);
}

#[test]
fn scenes_show_in_both_themes() {
    let scenes = [
        ("pendant", json!({})),
        ("ring", json!({})),
        ("curtain", json!({"chains": 12, "beads": 10})),
        ("necklaces", json!({"chains": 16, "beads": 12})),
    ];
    for (name, options) in scenes {
        let mut simulation = simulation(&built(name, options), json!({}));
        step(&mut simulation, 20);
        for theme in [ThemeColours::DARK, ThemeColours::LIGHT] {
            let mut view = view(ViewOptions { theme, ..small() });
            view.frame_now(Bounds::of(&simulation));
            let picture = take(&mut view, &mut simulation);
            // the background meets the page: exactly, but for one step of rounding
            let corner = picture.at(0, 0);
            for (ours, truth) in corner.iter().zip(theme.background) {
                assert!((f32::from(*ours) - 255.0 * truth).abs() <= 1.0, "{name}: corner {corner:?}");
            }
            let green: Vec<f64> = picture.green().collect();
            let mean = green.iter().sum::<f64>() / green.len() as f64;
            let spread = (green.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / green.len() as f64).sqrt();
            // pearls on the ground of either theme: a dark room is mostly dark, a light one mostly light
            let expected = if theme.dark { 0.003..0.25 } else { 0.55..0.97 };
            assert!(expected.contains(&mean), "{name}: mean {mean}");
            assert!(spread > 0.02, "{name}: spread {spread}");
        }
    }
}

#[test]
fn every_colouring_shows_something_of_its_own() {
    // joints with gaps and stops, on a ground
    let people = built("ragdoll-drop", json!({"count": 2}));
    let mut simulation = simulation(&people, json!({"solver": "jacobi", "iterations": 5}));
    step(&mut simulation, 60);
    let mut seen: Vec<Vec<u8>> = Vec::new();
    for (_, colour_by) in ColourBy::NAMES {
        let mut view = view(ViewOptions { colour_by, ..small() });
        view.frame_now(Bounds::of(&simulation));
        seen.push(take(&mut view, &mut simulation).pixels);
    }
    for i in 0..seen.len() {
        for j in 0..i {
            assert_ne!(seen[i], seen[j], "{} and {}", ColourBy::NAMES[i].0, ColourBy::NAMES[j].0);
        }
    }
}

#[test]
fn open_joints_warn() {
    let pendant = built("pendant", json!({}));
    let reddish = |solver: Value| {
        let mut simulation = simulation(&pendant, solver);
        step(&mut simulation, 60);
        let mut view = view(small());
        view.frame_now(Bounds::of(&simulation));
        let picture = take(&mut view, &mut simulation);
        picture
            .pixels
            .chunks(4)
            .filter(|p| p[0] > 120 && u32::from(p[0]) > 2 * u32::from(p[1]) && p[2] < 90)
            .count()
    };
    let exact = reddish(json!({"solver": "direct"}));
    let loose = reddish(json!({"solver": "jacobi", "iterations": 20, "stabilisation": 0.05}));
    assert!(loose > exact + 5, "{loose} pixels of warning where joints are open, {exact} where not");
}

#[test]
fn two_simulations_share_a_picture() {
    let mut left = simulation(&built("pendant", json!({})), json!({}));
    let mut right = simulation(&built("ring", json!({})), json!({}));
    let mut view = view(small());
    view.overlays.bars =
        vec![Bar { from: Vec3::new(-3.0, 12.0, 0.0), to: Vec3::new(3.0, 12.0, 0.0), radius: 0.1 }];
    view.overlays.hairline = Some(6.0);
    let both = Bounds::of(&left).moved(Vec3::NEG_X).with(Bounds::of(&right).moved(Vec3::X));
    view.frame_now(both);
    for _ in 0..2 {
        let mut drawn = [Drawn::new(&mut left), Drawn::new(&mut right)];
        drawn[0].offset = Vec3::NEG_X;
        drawn[1].offset = Vec3::X;
        drawn[1].thread = Some([0.0, 0.7, 0.8]);
        drawn[1].dashed = true;
        view.render_many(&mut drawn).expect("a picture");
    }
    let statistics = pollster::block_on(view.statistics()).expect("figures");
    assert_eq!(statistics.pearls + statistics.splats, 24 + 40);
    shot(&view);
}

#[test]
fn cutting_pinning_and_loading_show_at_once() {
    let mut simulation = simulation(&built("pendant", json!({})), json!({}));
    let mut view = view(small());
    view.frame_now(Bounds::of(&simulation));
    let before = take(&mut view, &mut simulation).pixels;
    simulation.set_fixed(10, true).expect("a pin");
    assert_ne!(take(&mut view, &mut simulation).pixels, before, "a pin is of steel");
    simulation.cut(15).expect("a cut");
    take(&mut view, &mut simulation);
    pollster::block_on(simulation.load(built("net", json!({"rows": 4, "columns": 5}))))
        .expect("another scene");
    take(&mut view, &mut simulation);
    let statistics = pollster::block_on(view.statistics()).expect("figures");
    assert_eq!(statistics.pearls + statistics.splats, 20);
}

#[test]
fn sizes_that_no_canvas_can_have_do_no_harm() {
    let mut simulation = simulation(&one_bead(), json!({}));
    let mut view = view(small());
    view.resize(0, 100);
    assert_eq!(view.size(), (SIZE, SIZE));
    view.resize(u32::MAX, 8);
    assert_eq!(view.size(), (gpu().limits.max_texture_dimension_2d, 8));
    view.resize(33, 17);
    take(&mut view, &mut simulation);
    assert_eq!(view.size(), (33, 17));
}

#[test]
fn a_dropped_view_frees_what_it_had() {
    // a device of its own: other tests allocate on theirs
    let gpu = pollster::block_on(beadwork::Gpu::new()).expect("a device");
    let allocated = || gpu.allocated.load(std::sync::atomic::Ordering::Relaxed);
    let scene = built("curtain", json!({"chains": 10, "beads": 10}));
    let mut simulation = pollster::block_on(Simulation::create(gpu.clone(), scene, parameters(json!({}))))
        .expect("a simulation");
    let before = allocated();
    let mut view = View::new(gpu.clone(), Target::Offscreen, small()).expect("a view");
    for round in 0..4 {
        view.resize(100 + round, 90);
        view.render(&mut simulation).expect("a picture");
        let picking = view.pick(&mut [Drawn::new(&mut simulation)], Vec2::splat(40.0)).expect("a pick");
        pollster::block_on(picking).expect("an answer");
    }
    assert!(allocated() > before);
    drop(view);
    assert_eq!(allocated(), before);
    assert_eq!(gpu.take_error(), None);
}

#[test]
fn the_camera_is_never_upside_down() {
    let mut camera = Camera::default();
    for _ in 0..100 {
        camera.orbit(0.7, 0.4);
        assert!(camera.axes().up.y > 0.0);
    }
    let mad = Camera { yaw: f32::NAN, pitch: 9.0, distance: -1.0, ..camera }.tame();
    assert!(mad.yaw.is_finite() && mad.distance > 0.0 && mad.axes().up.y > 0.0);
}

#[test]
fn zooming_and_panning_keep_what_is_under_the_pointer() {
    let size = Vec2::new(800.0, 500.0);
    let at = Vec2::new(610.0, 120.0);
    let mut camera = looking_at(Vec3::new(1.0, 2.0, 3.0), 7.0);
    let seen = |camera: &Camera, at: Vec2| {
        let (eye, ray) = camera.ray(at, size);
        eye + camera.distance * ray
    };
    let before = seen(&camera, at);
    camera.zoom(0.4, at, size);
    assert!(seen(&camera, at).distance(before) < 1e-4);
    let by = Vec2::new(-37.0, 52.0);
    camera.pan(by, size.y);
    assert!(seen(&camera, at + by).distance(before) < 1e-4);
}

#[test]
fn gliding_does_not_depend_on_the_frame_rate() {
    let goal = Camera { yaw: 2.0, distance: 20.0, ..looking_at(Vec3::X, 1.0) };
    let mut slow = Glide { goal, ..Glide::default() };
    let mut fast = slow;
    slow.advance(0.1);
    (0..10).for_each(|_| {
        fast.advance(0.01);
    });
    assert!(slow.now.target.distance(fast.now.target) < 1e-4);
    assert!((slow.now.distance / fast.now.distance - 1.0).abs() < 1e-4);
    while fast.advance(0.02) {}
    assert_eq!(fast.now, goal.tame());
}
