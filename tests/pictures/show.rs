//! Joints in the picture: what each leaves free and what it bears, and nothing unless it is asked for.

use std::sync::atomic::Ordering;

use crate::common::*;
use beadwork::render::{Camera, ColourBy, Drawn, Show, Target, View, ViewOptions};
use beadwork::scene::built_in;
use beadwork::{Gpu, Parameters, Scene, Simulation};
use glam::{Vec2, Vec3};
use serde_json::{Map, Value, json};

const SIZE: u32 = 192;
const JOINTS: Show = Show { joints: true, forces: false, contacts: false };
const FORCES: Show = Show { joints: false, forces: true, contacts: false };

/// A box on a fixed one, with a joint of this kind between them at the origin; x is its axis.
fn two_boxes(joint: Value) -> Simulation {
    let solid = json!({ "type": "box", "halfExtents": [0.2, 0.05, 0.2] });
    let mut joint = joint;
    if [json!("hinge"), json!("slider")].contains(&joint["type"]) && joint.get("axisA").is_none() {
        joint["axisA"] = json!([1, 0, 0]);
    }
    let own = joint.as_object_mut().expect("an object");
    own.extend(
        json!({ "a": 0, "b": 1, "anchorA": [0, -0.05, 0], "anchorB": [0, 0.05, 0] })
            .as_object()
            .expect("an object")
            .clone(),
    );
    let document = json!({ "version": 2, "joints": [joint], "bodies": [
        { "position": [0, 0.05, 0], "shape": solid, "fixed": true },
        { "position": [0, -0.05, 0], "shape": solid } ] });
    simulation(&Scene::from_value(&document).expect("a scene"), json!({}))
}

fn hung(mass: f32) -> Simulation {
    let document = json!({ "version": 1,
        "bodies": [{ "position": [0, 0.1, 0], "radius": 0.1, "fixed": true },
            { "position": [0, -0.1, 0], "radius": 0.1, "mass": mass },
            { "position": [0, -0.3, 0], "radius": 0.1, "mass": 1 },
            { "position": [0, -0.5, 0], "radius": 0.1, "mass": 1 }],
        "joints": [{ "type": "point", "a": 0, "b": 1, "anchorA": [0, -0.1, 0], "anchorB": [0, 0.1, 0] },
            { "type": "point", "a": 1, "b": 2, "anchorA": [0, -0.1, 0], "anchorB": [0, 0.1, 0] },
            { "type": "point", "a": 2, "b": 3, "anchorA": [0, -0.1, 0], "anchorB": [0, 0.1, 0] }] });
    let mut simulation =
        simulation(&Scene::from_value(&document).expect("a scene"), json!({"solver": "direct"}));
    step(&mut simulation, 1);
    simulation
}

fn view() -> View {
    let options = ViewOptions { width: SIZE, height: SIZE, ground: None, ..ViewOptions::default() };
    let mut view = View::new(gpu(), Target::Offscreen, options).expect("a view");
    view.glide.jump(Camera { target: Vec3::ZERO, yaw: 0.4, pitch: 0.3, distance: 1.6, field_of_view: 0.5 });
    view
}

fn picture(view: &mut View, simulation: &mut Simulation, show: Show) -> Vec<u8> {
    view.show = show;
    view.render(simulation).expect("a picture");
    let (.., pixels) = pollster::block_on(view.screenshot().expect("a screenshot")).expect("its pixels");
    no_gpu_errors();
    pixels
}

/// Pixels, from the top left, in which two pictures are not alike.
fn differing(one: &[u8], other: &[u8]) -> Vec<Vec2> {
    let pairs = one.chunks_exact(4).zip(other.chunks_exact(4)).zip(0u32..);
    pairs.filter(|((a, b), _)| a != b).map(|(_, i)| Vec2::new((i % SIZE) as f32, (i / SIZE) as f32)).collect()
}

fn marks(joint: Value) -> Vec<Vec2> {
    let (mut view, mut simulation) = (view(), two_boxes(joint));
    let plain = picture(&mut view, &mut simulation, Show::default());
    let shown = picture(&mut view, &mut simulation, JOINTS);
    differing(&plain, &shown)
}

fn pixel(view: &View, point: Vec3) -> Vec2 {
    let axes = view.glide.now.axes();
    let off = point - axes.eye;
    let flat = Vec2::new(off.dot(axes.right), -off.dot(axes.up)) / off.dot(axes.forward);
    view.glide.now.focal(SIZE as f32) * flat + 0.5 * SIZE as f32
}

#[test]
fn a_hinge_shows_its_axis_also_inside_of_bodies() {
    let found = marks(json!({ "type": "hinge" }));
    let view = view();
    for x in [-0.2, -0.1, 0.0, 0.1, 0.2] {
        let at = pixel(&view, Vec3::X * x);
        assert!(found.iter().any(|p| p.distance(at) < 2.0), "nothing at x = {x}, {at}");
    }
    // as long as the boxes are wide, and nothing far from it but the arc
    let middle = pixel(&view, Vec3::ZERO);
    let farthest = found.iter().map(|p| p.distance(middle)).fold(0.0, f32::max);
    let end = pixel(&view, Vec3::X * 0.22).distance(middle);
    assert!(farthest < 1.15 * end, "a mark {farthest} pixels from the hinge, whose axis is {end} long");
}

#[test]
fn every_kind_has_marks_of_its_own_and_rods_have_none() {
    let six = |axes: Value| json!({ "type": "six-dof", "axes": axes });
    let kinds = [
        json!({ "type": "point" }),
        json!({ "type": "hinge" }),
        json!({ "type": "slider" }),
        json!({ "type": "fixed" }),
        json!({ "type": "universal" }),
        json!({ "type": "cone" }),
        six(json!({ "x": "fixed", "y": "fixed", "rx": "fixed", "ry": "fixed", "rz": "fixed" })),
        six(json!({ "x": "fixed", "z": "fixed", "ry": "fixed", "rz": "fixed" })),
    ];
    let seen: Vec<Vec<Vec2>> = kinds.iter().map(|kind| marks(kind.clone())).collect();
    for i in 0..seen.len() {
        assert!(seen[i].len() > 10, "{}: {} pixels", kinds[i], seen[i].len());
        for j in 0..i {
            assert_ne!(seen[i], seen[j], "{} and {}", kinds[i], kinds[j]);
        }
    }
    // its line is drawn anyway
    assert!(marks(json!({ "type": "distance", "min": 0.1, "max": 0.1 })).is_empty());
}

/// The size that marks of `two_boxes` go by, m: the radius of a sphere with as large a shadow.
fn size() -> f32 {
    (2.0 / std::f32::consts::PI * (0.2 * 0.05 + 0.05 * 0.2 + 0.2 * 0.2)).sqrt()
}

fn is_near(found: &[Vec2], view: &View, point: Vec3) -> bool {
    let at = pixel(view, point);
    found.iter().any(|p| p.distance(at) < 2.0)
}

/// About x, from y towards z.
fn about_x(angle: f32, radius: f32) -> Vec3 {
    radius * size() * Vec3::new(0.0, angle.cos(), angle.sin())
}

#[test]
fn a_hinge_with_stops_shows_its_arc_between_them() {
    let view = view();
    for limit in [[-0.4f32, 1.2], [-2.0, -0.3], [0.5, 3.0]] {
        let found = marks(json!({ "type": "hinge", "limit": limit }));
        let [low, high] = limit;
        for (angle, radius) in [(low, 1.1), (high, 1.1), (0.5 * (low + high), 0.95), (low + 0.2, 0.95)] {
            assert!(is_near(&found, &view, about_x(angle, radius)), "{limit:?}: nothing at {angle} rad");
        }
        // the angle is 0: a hand there, whether or not that is between the stops
        assert!(is_near(&found, &view, about_x(0.0, 0.7)), "{limit:?}: no hand");
        // beyond both
        let opposite = 0.5 * (low + high) + std::f32::consts::PI;
        assert!(!is_near(&found, &view, about_x(opposite, 0.95)), "{limit:?}: an arc at {opposite} rad");
    }
}

#[test]
fn a_servo_shows_where_it_draws() {
    let view = view();
    for target in [-1.5f32, 0.8, 2.5] {
        let found = marks(json!({ "type": "hinge", "servo": { "target": target, "hertz": 1 } }));
        assert!(is_near(&found, &view, about_x(target, 1.4)), "nothing at {target} rad");
        assert!(!is_near(&found, &view, about_x(-target, 1.4)), "something at {} rad", -target);
    }
}

#[test]
fn a_slider_with_stops_shows_its_rail() {
    let view = view();
    let found = marks(json!({ "type": "slider", "limit": [-0.1, 0.25], "axisA": [0, 1, 0] }));
    for y in [-0.09, -0.05, 0.1, 0.2, 0.24] {
        assert!(is_near(&found, &view, Vec3::Y * y), "nothing at {y} m");
    }
    for y in [-0.16, 0.31] {
        assert!(!is_near(&found, &view, Vec3::Y * y), "something at {y} m");
    }
    // across its ends, as one sees it: to both sides
    let right = view.glide.now.axes().right;
    for (y, aside) in [(0.25, 0.2), (0.25, -0.2), (-0.1, 0.2), (-0.1, -0.2)] {
        assert!(is_near(&found, &view, Vec3::Y * y + aside * size() * right), "no end at {y} m");
    }
}

#[test]
fn a_cone_shows_how_far_it_swings() {
    let view = view();
    for swing in [0.3f32, 0.8, 2.2] {
        let found = marks(json!({ "type": "cone", "swing": swing, "axisA": [0, 1, 0] }));
        for about in [0.4f32, 1.9, 4.0] {
            let across = Vec3::new(about.cos(), 0.0, about.sin());
            let rim = 1.3 * size() * (swing.cos() * Vec3::Y + swing.sin() * across);
            assert!(is_near(&found, &view, rim), "a swing of {swing}: nothing at {about} rad round");
        }
        // b's x, along which there is none
        assert!(is_near(&found, &view, 1.2 * size() * Vec3::Y));
    }
}

#[test]
fn a_drive_shows_which_way_it_turns() {
    for target in [-1.0f32, 1.0] {
        let (mut view, mut simulation) =
            (view(), two_boxes(json!({ "type": "hinge", "servo": { "target": target, "hertz": 3 } })));
        let before = picture(&mut view, &mut simulation, FORCES);
        assert!(differing(&picture(&mut view, &mut simulation, Show::default()), &before).is_empty());
        step(&mut simulation, 1);
        let [plain, shown] = [Show::default(), FORCES].map(|show| picture(&mut view, &mut simulation, show));
        let found = differing(&plain, &shown);
        let readings =
            pollster::block_on(simulation.read_joints(None).expect("a reading")).expect("readings");
        let angle = readings[0].coordinates[3] as f32;
        // from the hand on, the way that b is pushed
        let on = 0.3 * target.signum();
        assert!(
            is_near(&found, &view, about_x(angle + on, 1.3)),
            "to {target}: nothing, {} pixels",
            found.len()
        );
        assert!(!is_near(&found, &view, about_x(angle - on, 1.3)), "to {target}: the other way");
    }
}

#[test]
fn marks_of_limits_go_by_joints_as_they_were_changed() {
    let (mut view, mut simulation) = (view(), two_boxes(json!({ "type": "hinge", "limit": [-1, 0.4] })));
    let plain = picture(&mut view, &mut simulation, Show::default());
    let mut high = |simulation: &mut Simulation, angle: f32| {
        let found = differing(&plain, &picture(&mut view, simulation, JOINTS));
        is_near(&found, &view, about_x(angle, 1.1))
    };
    assert!(high(&mut simulation, 0.4) && !high(&mut simulation, 2.9));
    let change = json!({ "limit": [-1, 2.9] });
    simulation.set_joint(0, change.as_object().expect("an object")).expect("a change");
    assert!(high(&mut simulation, 2.9) && !high(&mut simulation, 0.4));
}

#[test]
fn arrows_point_where_a_joint_pushes_and_grow_with_the_force() {
    let reach = |mass: f32| {
        let (mut view, mut simulation) = (view(), hung(mass));
        let plain = picture(&mut view, &mut simulation, Show::default());
        let shown = picture(&mut view, &mut simulation, FORCES);
        let anchor = pixel(&view, Vec3::ZERO);
        let found = differing(&plain, &shown);
        let tip = found.iter().map(|p| anchor.y - p.y).fold(f32::MIN, f32::max);
        // the top joint holds what hangs below it: its arrow goes up from the anchor, and is narrow
        assert!(found.iter().all(|p| (p.x - anchor.x).abs() < 12.0));
        (tip, anchor.y, view)
    };
    // 0.4 log2(1 + F/F₀) radii: F is the weight of all three, F₀ of the middle one of 1 kg, and the gravity is Earth's
    for mass in [1.0f32, 30.0, 1000.0] {
        let (tip, anchor, view) = reach(mass);
        let truth = anchor - pixel(&view, Vec3::Y * 0.4 * 0.1 * (1.0 + (mass + 2.0)).log2()).y;
        // the rim, and what of a tip is too thin to be seen
        assert!((tip - truth).abs() < 3.0, "{mass} kg: {tip} pixels, should be {truth}");
    }
}

#[test]
fn what_is_cut_or_broken_shows_nothing() {
    let hinge = || json!({ "type": "hinge", "breakForce": 0.01 });
    for breaks in [false, true] {
        let (mut view, mut simulation) = (view(), two_boxes(hinge()));
        let [plain, shown] = [Show::default(), JOINTS].map(|show| picture(&mut view, &mut simulation, show));
        assert!(differing(&plain, &shown).len() > 10);
        match breaks {
            true => step(&mut simulation, 2),
            false => simulation.cut(0).expect("a joint"),
        }
        let all = Show { joints: true, forces: true, contacts: false };
        let [plain, shown] = [Show::default(), all].map(|show| picture(&mut view, &mut simulation, show));
        assert!(differing(&plain, &shown).is_empty(), "broken: {breaks}");
    }
}

#[test]
fn marks_go_by_joints_as_they_were_changed() {
    let axes =
        |z: Value| json!({ "x": "fixed", "y": "fixed", "z": z, "rx": "fixed", "ry": "fixed", "rz": "fixed" });
    let spring = || json!({ "softness": { "hertz": 2, "dampingRatio": 1 } });
    let (mut view, mut simulation) =
        (view(), two_boxes(json!({ "type": "six-dof", "axes": axes(json!("fixed")) })));
    let held = picture(&mut view, &mut simulation, JOINTS);
    let change = json!({ "axes": axes(spring()) });
    simulation.set_joint(0, change.as_object().expect("an object")).expect("a change");
    let soft = picture(&mut view, &mut simulation, JOINTS);
    assert!(differing(&held, &soft).len() > 10);
    simulation.reset().expect("a reset");
    assert!(differing(&held, &picture(&mut view, &mut simulation, JOINTS)).is_empty());
}

#[test]
fn nothing_is_allocated_unless_something_is_shown() {
    // a device of its own: others allocate meanwhile
    let gpu = pollster::block_on(Gpu::new()).expect("a device");
    let scene = built_in::build("linkage", &Map::new()).expect("a scene");
    let mut simulation = pollster::block_on(Simulation::create(gpu.clone(), scene, Parameters::default()))
        .expect("a simulation");
    let options = ViewOptions { width: SIZE, height: SIZE, ..ViewOptions::default() };
    let mut view = View::new(gpu.clone(), Target::Offscreen, options).expect("a view");
    let mut allocated = |show: Show| {
        view.show = show;
        view.render(&mut simulation).expect("a picture");
        gpu.allocated.load(Ordering::Relaxed)
    };
    let plain = allocated(Show::default());
    assert!(allocated(JOINTS) > plain);
    assert_eq!(allocated(Show::default()), plain);
}

#[test]
fn marks_follow_the_size_of_the_canvas_and_the_place_in_the_picture() {
    let (mut view, mut simulation) = (view(), two_boxes(json!({ "type": "hinge" })));
    view.show = JOINTS;
    view.render(&mut simulation).expect("a picture");
    // the depth that they look at is another texture from here on
    view.resize(2 * SIZE, SIZE);
    let mut aside = Drawn::new(&mut simulation);
    aside.offset = Vec3::X;
    view.render_many(&mut [aside]).expect("a picture");
    view.resize(SIZE, SIZE);
    view.glide.jump(Camera { target: Vec3::X, ..view.glide.now });
    let images = [Show::default(), JOINTS].map(|show| {
        view.show = show;
        let mut aside = Drawn::new(&mut simulation);
        aside.offset = Vec3::X;
        view.render_many(&mut [aside]).expect("a picture");
        let (.., pixels) = pollster::block_on(view.screenshot().expect("a screenshot")).expect("its pixels");
        pixels
    });
    no_gpu_errors();
    let [plain, shown] = &images;
    let middle = pixel(&view, Vec3::X);
    assert!(differing(plain, shown).iter().any(|p| p.distance(middle) < 2.0));
}

const CONTACTS: Show = Show { joints: false, forces: false, contacts: true };
const PUSHES: Show = Show { joints: false, forces: true, contacts: true };

/// A box on a slope that is just not steep enough for it to slide, under ten times Earth's gravity: something pushes, and something rubs.
fn on_a_slope() -> Simulation {
    let turned = [0.0, 0.0, 0.2f32.sin(), 0.2f32.cos()];
    let document = json!({ "version": 2, "contacts": true, "bodies": [
        { "position": [0.05 * 0.4f32.sin(), -0.05 * 0.4f32.cos(), 0], "shape": { "type": "plane" }, "rotation": turned },
        { "position": [0, 0, 0], "shape": { "type": "box", "halfExtents": BRICK }, "mass": 2, "rotation": turned }] });
    let changes = json!({ "gravity": [0, -98.1, 0] });
    let mut simulation = simulation(&Scene::from_value(&document).expect("a scene"), changes);
    step(&mut simulation, 10);
    simulation
}

const BRICK: [f32; 3] = [0.1, 0.05, 0.1];

fn contacts(simulation: &mut Simulation) -> Vec<beadwork::state::ContactReading> {
    pollster::block_on(simulation.read_contacts().expect("a reading")).expect("contacts")
}

#[test]
fn contacts_show_a_disc_at_each_point_and_arrows_as_long_as_their_forces() {
    let (mut view, mut simulation) = (view(), on_a_slope());
    let [plain, discs, arrows] =
        [Show::default(), CONTACTS, PUSHES].map(|show| picture(&mut view, &mut simulation, show));
    let (discs, arrows) = (differing(&plain, &discs), differing(&discs, &arrows));
    let found = contacts(&mut simulation);
    assert_eq!(found.len(), 4, "{found:?}");
    let vector = |v: [f64; 3]| Vec3::from_array(v.map(|x| x as f32));
    for contact in &found {
        let at = vector(contact.point);
        assert!(is_near(&discs, &view, at), "no disc at {at}");
        assert!(contact.force > 10.0 && vector(contact.friction).length() > 5.0, "{contact:?}");
        // a is the box, which is above: it bears the opposite of what is read
        for force in [-contact.force as f32 * vector(contact.normal), -vector(contact.friction)] {
            // 0.4 log2(1 + F/F₀) sizes, F₀ the weight on Earth
            let [x, y, z] = BRICK;
            let size = (2.0 / std::f32::consts::PI * (x * y + y * z + z * x)).sqrt();
            let long = 0.4 * size * (1.0 + force.length() / (2.0 * 9.81)).log2();
            let end = at + 0.6 * long * force.normalize();
            assert!(is_near(&arrows, &view, end), "no arrow from {at} along {force}");
        }
    }
    let near =
        |p: &&Vec2| found.iter().all(|contact| pixel(&view, vector(contact.point)).distance(**p) > 40.0);
    assert_eq!(
        discs.iter().chain(&arrows).filter(near).count(),
        0,
        "something is marked where nothing touches"
    );
}

#[test]
fn contacts_that_go_leave_no_mark_and_come_back() {
    let (mut view, mut simulation) = (view(), on_a_slope());
    let plain = |view: &mut View, simulation: &mut Simulation| picture(view, simulation, Show::default());
    let marked = |view: &mut View, simulation: &mut Simulation| {
        let before = plain(view, simulation);
        differing(&before, &picture(view, simulation, PUSHES)).len()
    };
    assert!(marked(&mut view, &mut simulation) > 100);
    let switch = |simulation: &mut Simulation, on: bool| {
        let changes = json!({ "contacts": on });
        simulation.set_parameters(changes.as_object().expect("an object")).expect("a parameter");
    };
    switch(&mut simulation, false);
    assert_eq!(marked(&mut view, &mut simulation), 0);
    switch(&mut simulation, true);
    // no frame has looked for them yet
    assert_eq!(marked(&mut view, &mut simulation), 0);
    step(&mut simulation, 1);
    assert!(marked(&mut view, &mut simulation) > 100);
    let kept = state(&mut simulation);
    simulation.reset().expect("a reset");
    assert_eq!(marked(&mut view, &mut simulation), 0);
    // what a state remembers are forces: where they act the next step finds
    simulation.write_state(&kept).expect("a state");
    assert_eq!(marked(&mut view, &mut simulation), 0);
    step(&mut simulation, 1);
    assert!(marked(&mut view, &mut simulation) > 100);
}

#[test]
fn showing_contacts_changes_and_allocates_nothing_where_there_are_none() {
    let gpu = pollster::block_on(Gpu::new()).expect("a device");
    let scene = built_in::build("linkage", &Map::new()).expect("a scene");
    let mut simulation = pollster::block_on(Simulation::create(gpu.clone(), scene, Parameters::default()))
        .expect("a simulation");
    let options = ViewOptions { width: SIZE, height: SIZE, ..ViewOptions::default() };
    let mut view = View::new(gpu.clone(), Target::Offscreen, options).expect("a view");
    let mut seen = |show: Show| {
        view.show = show;
        view.render(&mut simulation).expect("a picture");
        let bytes = gpu.allocated.load(Ordering::Relaxed);
        (bytes, pollster::block_on(view.screenshot().expect("a screenshot")).expect("its pixels"))
    };
    assert_eq!(seen(Show::default()), seen(CONTACTS));
}

/// How bright the picture is by these colours, so many pixels below its middle: the ramp grows lighter evenly.
fn brightness(simulation: &mut Simulation, by: ColourBy, below: u32) -> u32 {
    let mut view = view();
    view.colour_by = by;
    let pixels = picture(&mut view, simulation, Show::default());
    let at = 4 * (SIZE * (SIZE / 2 + below) + SIZE / 2) as usize;
    pixels[at..at + 3].iter().map(|&x| u32::from(x)).sum()
}

#[test]
fn colours_say_how_far_a_joint_is_beyond_its_stop() {
    // the lower box, which moves
    let seen_of = |simulation: &mut Simulation| brightness(simulation, ColourBy::Overshoot, 26);
    let beyond = |limit: [f32; 2]| seen_of(&mut two_boxes(json!({ "type": "hinge", "limit": limit })));
    let seen = [beyond([-1.0, 1.0]), beyond([-1.0, -1e-4]), beyond([-1.0, -3e-3]), beyond([0.1, 1.0])];
    assert!(seen.is_sorted() && seen[3] > seen[2] + 20 && seen[1] > seen[0] + 20, "{seen:?}");
    // hard points have none, and neither has what is cut
    let mut cut = two_boxes(json!({ "type": "hinge", "limit": [0.1, 1.0] }));
    cut.cut(0).expect("a joint");
    assert_eq!(seen_of(&mut cut), seen[0]);
    assert_eq!(seen_of(&mut two_boxes(json!({ "type": "point" }))), seen[0]);
}

#[test]
fn colours_say_how_deep_a_body_is_in_another() {
    let deep = |gap: f32, touching: bool| {
        let document = json!({ "version": 2, "contacts": touching, "bodies": [
            { "position": [0, -0.2 - gap, 0], "radius": 0.1, "fixed": true },
            { "position": [0, 0, 0], "radius": 0.1 }] });
        let mut simulation =
            simulation(&Scene::from_value(&document).expect("a scene"), json!({ "gravity": [0, 0, 0] }));
        if touching {
            // a frame long enough to find them and too short for them to part
            let short = json!({ "timestep": 1e-4, "substeps": 1 });
            simulation.set_parameters(short.as_object().expect("an object")).expect("parameters");
            step(&mut simulation, 1);
        }
        brightness(&mut simulation, ColourBy::Depth, 6)
    };
    let seen = [deep(0.02, true), deep(-1e-3, true), deep(-0.02, true)];
    assert!(seen.is_sorted_by(|a, b| a + 20 < *b), "{seen:?}");
    assert_eq!(deep(-0.02, false), seen[0]);
}
