//! The scenes that are run: of each kind of island and of contact the smallest that has everything in it.

use glam::{Quat, Vec3};
use serde_json::Map;

use super::sketch::Sketch;
use crate::scene::{
    Axis, Body, Compound, Hull, JointKind, Part, Scene, Servo, Softness, Solid, Travel, built_in,
};

const CHAIN: &[(u32, u32)] = &[(0, 1), (1, 2), (2, 3)];
const TREE: &[(u32, u32)] = &[(0, 1), (1, 2), (1, 3), (3, 4)];
const RING: &[(u32, u32)] = &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 1)];

/// Bodies whose inertia is another about each axis.
pub fn bricks(mut scene: Scene) -> Scene {
    scene.bodies.iter_mut().for_each(|body| body.inertia *= Vec3::new(0.4, 0.7, 1.0));
    scene
}

fn of_points(count: usize, pairs: &[(u32, u32)]) -> Scene {
    let mut sketch = Sketch::default();
    let first = sketch.beads(count, Vec3::ZERO);
    sketch.points(first, pairs);
    sketch.done()
}

/// A chain of a link less, since it is not stable on what branches.
pub fn slack_chain() -> Scene {
    of_points(4, CHAIN)
}

pub fn tree() -> Scene {
    strained(of_points(5, TREE))
}

/// Joints bear so much from the first that beads are stiffened.
fn strained(mut scene: Scene) -> Scene {
    scene.joints.iter_mut().for_each(|joint| joint.multiplier = Vec3::new(100.0, 900.0, 300.0));
    scene
}

/// As no two of them fall.
pub fn dragged() -> Scene {
    let mut scene = tree();
    for (i, body) in scene.bodies.iter_mut().enumerate() {
        body.linear_damping = 3.0 * i as f32;
        body.angular_damping = 40.0 - 5.0 * i as f32;
        body.gravity_scale = 1.5 - i as f32;
    }
    scene
}

pub fn ring() -> Scene {
    of_points(5, RING)
}

/// An even one: all joints are alike.
pub fn chain() -> Scene {
    necklace(4, 0.4)
}

/// As many joints as a workgroup has threads.
pub fn long_chain() -> Scene {
    necklace(66, 2.0)
}

fn necklace(beads: usize, speed: f32) -> Scene {
    let options = Map::from_iter([("chains".into(), 1.into()), ("beads".into(), beads.into())]);
    let mut scene = built_in::build("necklaces", &options).unwrap_or_default();
    for (i, body) in scene.bodies.iter_mut().enumerate().filter(|(_, body)| !body.fixed) {
        body.linear_velocity = speed * Vec3::new(0.3, 0.0, if i % 3 == 0 { 1.0 } else { -0.5 });
    }
    scene
}

/// A chain, a ring and a soft pendulum: islands of points beside one that is more.
pub fn beside() -> Scene {
    let mut sketch = Sketch::default();
    for (count, pairs) in [(4, CHAIN), (5, RING)] {
        let first = sketch.beads(count, Vec3::Z * count as f32);
        sketch.points(first, pairs);
    }
    soft_pendulum(&mut sketch);
    sketch.done()
}

/// The same of a tree.
pub fn tree_beside() -> Scene {
    let mut sketch = Sketch::default();
    let first = sketch.beads(5, Vec3::ZERO);
    sketch.points(first, TREE);
    soft_pendulum(&mut sketch);
    sketch.done()
}

fn soft_pendulum(sketch: &mut Sketch) {
    let first = sketch.beads(2, Vec3::X);
    sketch.join(JointKind::Point, first, first + 1).softness = Some(SOFT);
}

const SOFT: Softness = Softness::Frequency { hertz: 3.0, damping_ratio: 0.2 };

/// Of every kind a firm one: a tree, a chain of pivots, a ring that turns.
pub fn firm() -> Scene {
    let mut sketch = Sketch::default();
    let tree = sketch.beads(5, Vec3::ZERO);
    for (kind, (a, b)) in
        [JointKind::Hinge, JointKind::Universal, JointKind::Slider, JointKind::Fixed].into_iter().zip(TREE)
    {
        sketch.join(kind, tree + a, tree + b);
    }
    let chain = sketch.beads(3, Vec3::Z);
    for (a, b) in &CHAIN[..2] {
        sketch.join(JointKind::Point, chain + a, chain + b).recovery_speed = Some([1.0, 5.0]);
    }
    let ring = sketch.beads(5, Vec3::NEG_Z);
    for (k, (a, b)) in RING.iter().enumerate() {
        match k {
            0 => sketch.join(JointKind::Hinge, ring + a, ring + b),
            1 => sketch.join(JointKind::Cone, ring + a, ring + b),
            _ => sketch.rod(ring + a, ring + b),
        };
    }
    strained(sketch.done())
}

/// Joints that yield, and joints that break.
pub fn soft() -> Scene {
    let mut sketch = Sketch::default();
    let first = sketch.beads(4, Vec3::ZERO);
    sketch.join(JointKind::Hinge, first, first + 1).softness = Some(SOFT);
    let axes = [Axis::Soft(SOFT), Axis::Fixed, Axis::Fixed, Axis::Free, Axis::Soft(SOFT), Axis::Fixed];
    sketch.join(JointKind::six_dof(axes), first + 1, first + 2);
    sketch.join(JointKind::Fixed, first + 2, first + 3).break_force = Some(1.0);
    strained(sketch.done())
}

/// Stops, a motor against friction, a servo and a rope in a tree, and a chain of pivots with stops. Each is far from
/// where it would begin or cease to hold.
pub fn bounded() -> Scene {
    let mut sketch = Sketch::default();
    let tree = sketch.beads(5, Vec3::ZERO);
    sketch.join(JointKind::Hinge, tree, tree + 1).travel = Travel::FREE.limited(0.1, 1.0);
    sketch.join(JointKind::Hinge, tree + 1, tree + 2).travel = Travel::FREE.driven(2.0, 0.5).rubbing(0.1);
    sketch.join(JointKind::Slider, tree + 1, tree + 3).travel =
        Travel::FREE.servo(Servo::to(0.1).at_most(30.0));
    let max = 0.9 * sketch.apart(tree + 3, tree + 4);
    sketch.join(JointKind::Distance { min: 0.0, max }, tree + 3, tree + 4);
    let chain = sketch.beads(3, Vec3::Z);
    for (a, b) in &CHAIN[..2] {
        sketch.join(JointKind::Hinge, chain + a, chain + b).travel = Travel::FREE.limited(-1.0, -0.1);
    }
    sketch.done()
}

/// The same on an end that moves.
pub fn carried() -> Scene {
    let mut scene = bounded();
    let end = &mut scene.bodies[0];
    (end.fixed, end.kinematic) = (false, true);
    end.linear_velocity = Vec3::new(0.3, 0.1, -0.2);
    end.angular_velocity = Vec3::new(0.2, 0.0, 0.3);
    scene
}

/// A ring with a hinge and a rope that come to their ends.
pub fn bounded_ring() -> Scene {
    let mut sketch = Sketch::default();
    let ring = sketch.beads(5, Vec3::ZERO);
    for (k, (a, b)) in RING.iter().enumerate() {
        let max = 0.9 * sketch.apart(ring + a, ring + b);
        match k {
            0 => sketch.join(JointKind::Hinge, ring + a, ring + b).travel = Travel::FREE.limited(0.1, 1.0),
            1 => drop(sketch.join(JointKind::Distance { min: 0.0, max }, ring + a, ring + b)),
            _ => drop(sketch.rod(ring + a, ring + b)),
        }
    }
    sketch.done()
}

/// A chain with joints that come to their stops on the way, some to one side and some to the other. And a bead that is
/// thrown up against a stop, which it leaves at once.
pub fn stopping() -> Scene {
    let mut sketch = Sketch::default();
    let chain = sketch.beads(6, Vec3::ZERO);
    for k in 0..5 {
        let narrow = 0.008 * (1 + k % 3) as f32;
        sketch.join(JointKind::Hinge, chain + k, chain + k + 1).travel =
            Travel::FREE.limited(-narrow, narrow);
    }
    let thrown = sketch.beads(2, Vec3::Z);
    let apart = sketch.apart(thrown, thrown + 1);
    sketch.join(JointKind::Distance { min: 0.97 * apart, max: 2.0 * apart }, thrown, thrown + 1);
    let mut scene = sketch.done();
    let to = scene.bodies[thrown as usize].position - scene.bodies[thrown as usize + 1].position;
    scene.bodies[thrown as usize + 1].linear_velocity = 1.5 * to.normalize();
    for (k, body) in scene.bodies.iter_mut().enumerate().take(thrown as usize).skip(1) {
        body.angular_velocity.x += if k % 2 == 0 { 3.0 } else { -2.0 };
        body.angular_velocity.z -= 4.0 * (k % 3) as f32;
    }
    scene
}

/// Of both.
pub fn mixed() -> Scene {
    let mut sketch = Sketch::default();
    let first = sketch.beads(5, Vec3::ZERO);
    sketch.join(JointKind::Hinge, first, first + 1).travel = Travel::FREE.limited(0.1, 1.0);
    sketch.join(JointKind::Hinge, first + 1, first + 2);
    sketch.join(JointKind::Point, first + 2, first + 3).softness = Some(SOFT);
    sketch.join(JointKind::Fixed, first + 1, first + 4);
    strained(sketch.done())
}

fn ground(sketch: &mut Sketch) {
    sketch.put(Body::of(Solid::Plane, 1.0));
}

/// Three on the ground, and one on them.
pub fn spheres() -> Scene {
    heap(0)
}

/// So many that pairs are taken a colour at a time.
pub fn many_spheres() -> Scene {
    heap(260)
}

fn heap(held_ones: usize) -> Scene {
    let mut sketch = Sketch::default();
    ground(&mut sketch);
    for at in PLACES {
        sketch.solid(Solid::Sphere, at, false);
    }
    for k in 0..held_ones {
        sketch.solid(Solid::Sphere, Vec3::new(2.0 + k as f32, 1.0, 0.0), true);
    }
    sketch.touching()
}

const PLACES: [Vec3; 4] = [
    Vec3::new(0.0, 0.097, 0.0),
    Vec3::new(0.195, 0.096, 0.01),
    Vec3::new(0.09, 0.098, 0.17),
    Vec3::new(0.1, 0.25, 0.06),
];

pub fn bouncing() -> Scene {
    thrown_down(spheres())
}

/// All of it has events.
pub fn told(mut scene: Scene) -> Scene {
    scene.bodies.iter_mut().for_each(|body| body.events = true);
    scene
}

/// The last one is a sensor that goes down through the others.
pub fn sensed(mut scene: Scene) -> Scene {
    if let Some(last) = scene.bodies.last_mut() {
        last.sensor = true;
        last.linear_velocity = 3.0 * Vec3::NEG_Y;
    }
    scene
}

/// Some of them on rods.
pub fn bouncing_on_rods() -> Scene {
    let mut sketch = Sketch::default();
    ground(&mut sketch);
    let [a, b, _, d] = PLACES.map(|at| sketch.solid(Solid::Sphere, at, false));
    sketch.rod(a, d);
    sketch.rod(b, d);
    thrown_down(sketch.touching())
}

/// Bodies that bounce.
fn thrown_down(mut scene: Scene) -> Scene {
    for body in &mut scene.bodies {
        body.restitution = 0.6;
        body.linear_velocity.y -= if body.fixed { 0.0 } else { 2.0 };
    }
    scene
}

/// Too large for any cell, and as light as small ones, so that it feels them.
fn large(position: Vec3) -> Body {
    let large = Body::of(Solid::Sphere, 1.0);
    Body { position, mass: 0.01 * large.mass, inertia: 0.01 * large.inertia, ..large }
}

/// Small ones on one that is too large for any cell.
pub fn on_a_large_one() -> Scene {
    let mut sketch = Sketch::default();
    ground(&mut sketch);
    sketch.put(large(Vec3::new(0.01, 0.995, 0.02)));
    for at in PLACES {
        sketch.solid(Solid::Sphere, at + Vec3::Y * 1.99 - Vec3::new(0.1, 0.0, 0.06), false);
    }
    sketch.touching()
}

/// A box, a capsule and a bead on a box, which stands on an edge; all turn alike about every axis.
fn of_shapes() -> (Sketch, [u32; 4]) {
    let mut sketch = Sketch::default();
    ground(&mut sketch);
    let half_extents = Vec3::new(0.3, 0.1, 0.2);
    let solid = Solid::Box { half_extents };
    let capsule = Solid::Capsule { radius: 0.06, half_height: 0.1 };
    let turned = |x: f32, y: f32, z: f32| Quat::from_xyzw(x, y, z, 1.0).normalize();
    let bodies = [
        (solid, Vec3::new(0.0, 0.105, 0.0), turned(0.02, 0.1, 0.015)),
        (solid, Vec3::new(0.25, 0.3, 0.05), turned(-0.03, -0.3, 0.04)),
        (capsule, Vec3::new(-0.2, 0.255, -0.03), turned(0.65, 0.1, 0.05)),
        (Solid::Sphere, Vec3::new(-0.1, 0.295, 0.12), Quat::IDENTITY),
    ]
    .map(|(solid, position, rotation)| {
        let mut body = Body::of(solid, 0.1);
        body.inertia = Vec3::splat(body.inertia.y);
        sketch.put(Body { position, rotation, ..body })
    });
    (sketch, bodies)
}

pub fn shapes() -> Scene {
    of_shapes().0.touching()
}

/// Two that are each of two shapes, one on the other.
pub fn compounds() -> Scene {
    of_two_shapes(Solid::Sphere).touching()
}

/// The same beside two boxes that a slider joins, with a sphere above.
pub fn compounds_beside_a_slider() -> Scene {
    let mut sketch = of_two_shapes(Solid::Sphere);
    let brick = Solid::Box { half_extents: Vec3::new(0.1, 0.06, 0.08) };
    let [one, other] = [0.6, 0.9].map(|x| sketch.solid(brick, Vec3::new(x, 0.058, 0.0), false));
    sketch.join(JointKind::Slider, one, other);
    sketch.solid(Solid::Sphere, Vec3::new(0.6, 0.2, 0.0), false);
    sketch.touching()
}

/// Compounds of a box with a wedge.
pub fn compounds_with_hulls() -> Scene {
    of_two_shapes(wedge()).touching()
}

/// The same with two wedges beside them, whose centres of mass are no middles of their sides; a slider joins them.
/// A third lies on a large sphere.
pub fn compounds_beside_joined_hulls() -> Scene {
    let mut sketch = of_two_shapes(wedge());
    let [one, other] = [0.6, 0.9].map(|x| sketch.solid(wedge(), Vec3::new(x, 0.06, 0.0), false));
    sketch.join(JointKind::Slider, one, other);
    sketch.put(large(Vec3::new(4.0, 0.995, 0.02)));
    sketch.solid(wedge(), Vec3::new(4.0, 2.03, 0.0), false);
    sketch.touching()
}

/// Spheres with events that bounce on a board with a wedge, which is held and one body.
pub fn spheres_on_a_compound() -> Scene {
    let mut sketch = Sketch::default();
    ground(&mut sketch);
    let board = Solid::Box { half_extents: Vec3::new(0.4, 0.05, 0.4) };
    let part = |solid, at| Part::of(solid, 0.08, at, Quat::IDENTITY);
    let parts = [part(board, Vec3::ZERO), part(wedge(), Vec3::new(0.3, 0.1, 0.0))];
    if let Ok(compound) = Compound::of(&parts) {
        sketch.put(Body {
            position: 0.05 * Vec3::Y,
            fixed: true,
            ..Body::of(Solid::Compound(compound), 0.1)
        });
    }
    for at in PLACES {
        sketch.solid(Solid::Sphere, at + 0.1 * Vec3::Y, false);
    }
    told(thrown_down(sketch.touching()))
}

/// Of a few centimetres.
fn wedge() -> Solid {
    let across = [(-0.09, -0.07), (0.1, -0.07), (0.0, 0.08)];
    let points: Vec<Vec3> = across
        .iter()
        .flat_map(|&(x, z)| [Vec3::new(x, -0.05, z), Vec3::new(0.8 * x, 0.06, 0.8 * z)])
        .collect();
    Hull::of(&points).map_or(Solid::Sphere, Solid::Hull)
}

fn of_two_shapes(upper: Solid) -> Sketch {
    let mut sketch = Sketch::default();
    ground(&mut sketch);
    let half_extents = Vec3::new(0.2, 0.06, 0.12);
    let solid = Solid::Box { half_extents };
    let part = |solid, x: f32, y: f32| Part::of(solid, 0.08, Vec3::new(x, y, 0.01), Quat::IDENTITY);
    let parts = [part(solid, 0.0, 0.0), part(upper, 0.14, 0.1)];
    for (y, turn) in [(0.059, 0.01), (0.23, -0.04)] {
        let Ok(compound) = Compound::of(&parts) else { continue };
        let mut body = Body::of(Solid::Compound(compound), 0.1);
        body.inertia = Vec3::splat(body.inertia.y);
        let rotation = Quat::from_xyzw(turn, 0.3 * y, 0.5 * turn, 1.0).normalize();
        sketch.put(Body { position: Vec3::new(0.1 * y, y, 0.0), rotation, ..body });
    }
    sketch
}

/// Two of them are hinged together, as far as a stop lets them.
pub fn joined_shapes() -> Scene {
    let (mut sketch, [_, _, one, other]) = of_shapes();
    sketch.join(JointKind::Hinge, one, other).travel = Travel::FREE.limited(0.1, 1.0);
    sketch.touching()
}

/// A ring among spheres, with a rope that is pulled to its end.
pub fn ringed_spheres() -> Scene {
    let mut sketch = Sketch::default();
    ground(&mut sketch);
    let [a, b, _, d] = PLACES.map(|at| sketch.solid(Solid::Sphere, at, false));
    sketch.join(JointKind::Point, a, b);
    sketch.join(JointKind::Point, b, d);
    let max = 0.95 * sketch.apart(d, a);
    sketch.join(JointKind::Distance { min: 0.0, max }, d, a);
    sketch.touching()
}

/// A chain among spheres.
pub fn joined_spheres() -> Scene {
    let mut sketch = Sketch::default();
    ground(&mut sketch);
    let [a, b, _, d] = PLACES.map(|at| sketch.solid(Solid::Sphere, at, false));
    sketch.join(JointKind::Point, a, b);
    sketch.join(JointKind::Point, b, d);
    sketch.touching()
}
