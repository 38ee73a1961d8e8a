//! Against the truth, ray by ray.

use super::truth::{Standing, between, standing, unit};
use super::*;
use beadwork::State;

/// How many of them were met, and how many came so near to an edge that either answer is right.
#[derive(Debug, Default)]
struct Counted {
    met: usize,
    grazing: usize,
    inside: usize,
}

/// A hit lies between the one if all were a little smaller and the one if all were a little larger. So does its point,
/// on the surface of the body that is named.
fn judged(what: &str, all: &[Standing], rays: &[Ray], hits: &[Option<RayHit>], off: f64) -> Counted {
    assert_eq!(hits.len(), rays.len(), "{what}");
    let mut counted = Counted::default();
    for (i, (ray, hit)) in rays.iter().zip(hits).enumerate() {
        // no farther apart than that is anything here, m, but for the ground where it is met far away
        let far = hit.map_or(20.0, |hit| hit.distance.max(20.0));
        let off = far * off;
        let [least, most] = between(all, ray, off);
        let found = hit.map_or(f64::INFINITY, |hit| hit.distance);
        // what a ray gains on a body's surface when that moves by `off` grows without bound where it grazes
        assert!(
            found >= least - 2.0 * off && found <= most + 2.0 * off,
            "{what}, ray {i} {ray:?}: {found:?}, should be from {least} to {most} ({hit:?})"
        );
        counted.grazing += usize::from(most - least > 1000.0 * off);
        let Some(RayHit { body, distance, point, normal }) = *hit else { continue };
        counted.met += 1;
        let direction = unit(ray);
        assert!(point.distance(ray.origin + distance * direction) <= 1e-12 * far, "{what}, ray {i}: {hit:?}");
        assert!((normal.length() - 1.0).abs() < 1e-12, "{what}, ray {i}: {hit:?}");
        let (deep, normals) = all[body].surface(point, 4.0 * off);
        if distance == 0.0 {
            counted.inside += 1;
            assert!(deep <= 2.0 * off, "{what}, ray {i} begins {deep} m outside: {hit:?}");
            assert!(normal.distance(-direction) < 1e-6, "{what}, ray {i}: {hit:?}");
            continue;
        }
        // of a round body the normal turns with the point, most on the smallest: 0.05 m
        let turned = off / 0.05 * 4.0;
        let nearest = normals.iter().map(|truth| truth.distance(normal)).fold(f64::INFINITY, f64::min);
        let grazes = normal.dot(direction).abs() < 1e-2;
        assert!(deep.abs() <= 3.0 * off || grazes, "{what}, ray {i} ends {deep} m off the surface: {hit:?}");
        assert!(nearest <= turned || grazes, "{what}, ray {i}: {hit:?}, should be one of {normals:?}");
        assert!(normal.dot(direction) <= 1e-4, "{what}, ray {i} leaves what it meets: {hit:?}");
    }
    counted
}

fn rays(random: &mut Random, scene: &Scene, count: usize) -> Vec<Ray> {
    (0..count).map(|_| any_ray(random, scene)).collect()
}

fn played(simulation: &mut Simulation, random: &mut Random, what: &str, off: f64, count: usize) {
    let scene = simulation.scene().clone();
    let rays = rays(random, &scene, count);
    let hits = cast_all(simulation, &rays);
    let counted = judged(what, &standing(&scene.bodies, &State::of(&scene)), &rays, &hits, off);
    // a third and more meet something; few are so near to an edge, or the ground so flat, that little is said of them
    assert!(counted.met > count / 3 && counted.met < count, "{what}: {counted:?} of {count}");
    assert!(counted.inside > count / 100, "{what}: {counted:?} of {count}");
    assert!(counted.grazing < count / 20, "{what}: {counted:?} of {count}");
}

#[test]
fn random_rays_on_the_cpu_meet_what_they_should() {
    let scenes = u64::from(common::part(2, 16));
    for seed in 0..scenes {
        let scene = crowd(&mut Random::new(seed));
        let mut random = Random::new(1000 + seed);
        played(&mut on_cpu::<f32>(&scene), &mut random, &format!("f32, scene {seed}"), 1e-6, 62_500);
        played(&mut on_cpu::<f64>(&scene), &mut random, &format!("f64, scene {seed}"), 1e-12, 6_250);
    }
}

/// The shader does what its twin does: the same bodies and, but for rounding, the same distances.
#[test]
fn random_rays_on_the_device_meet_what_they_should_and_what_the_twin_does() {
    for seed in 0..3 {
        let scene = crowd(&mut Random::new(50 + seed));
        let mut device = common::simulation(&scene, json!({}));
        played(&mut device, &mut Random::new(2000 + seed), &format!("GPU, scene {seed}"), 1e-6, 12_000);
        let rays = rays(&mut Random::new(3000 + seed), &scene, 4_000);
        let (ours, twins) = (cast_all(&mut device, &rays), cast_all(&mut on_cpu::<f32>(&scene), &rays));
        let same = |(ours, twin): (&Option<RayHit>, &Option<RayHit>)| match (ours, twin) {
            (Some(ours), Some(twin)) => {
                ours.body == twin.body && (ours.distance - twin.distance).abs() < 1e-4
            }
            (ours, twin) => ours.is_none() && twin.is_none(),
        };
        let others = ours.iter().zip(&twins).filter(|&pair| !same(pair)).count();
        // rays that graze an edge
        assert!(others <= rays.len() / 1000, "{others} of {} rays end elsewhere", rays.len());
    }
    common::no_gpu_errors();
}

/// The body it meets, how far away and with which normal; by hand.
fn by_hand(scene: &Scene, ray: Ray, truth: Option<(usize, f64, [f64; 3])>) {
    for (name, mut simulation, off) in everywhere(scene) {
        let hit = cast(&mut simulation, ray);
        let Some((body, distance, normal)) = truth else {
            assert_eq!(hit, None, "{name}: {ray:?}");
            continue;
        };
        let hit = hit.unwrap_or_else(|| panic!("{name}: {ray:?} meets nothing"));
        // what a scene says is f32 as well
        let off = off.max(1e-7) * distance.max(10.0);
        assert_eq!(hit.body, body, "{name}: {hit:?}");
        assert!((hit.distance - distance).abs() <= off, "{name}: {hit:?}, should be at {distance}");
        assert!(
            hit.normal.distance(DVec3::from_array(normal)) <= off,
            "{name}: {hit:?}, should be {normal:?}"
        );
        let point = ray.origin + distance * unit(&ray);
        assert!(hit.point.distance(point) <= off, "{name}: {hit:?}, should be at {point}");
        let mut others = cast_all(&mut simulation, &[ray, ray]);
        assert_eq!(others.pop().flatten(), Some(hit), "{name}: one of many");
        assert_eq!(others, [Some(hit)], "{name}: one of many");
    }
}

/// A ball of 0.5 m at x = −4, a brick of 0.5, 1 and 1.5 m to either side, a standing capsule of 0.5 m at x = 4, and the ground.
fn row() -> Scene {
    let brick = Solid::Box { half_extents: Vec3::new(0.5, 1.0, 1.5) };
    let pill = Solid::Capsule { radius: 0.5, half_height: 1.0 };
    let ball = Body { position: Vec3::new(-4.0, 3.0, 0.0), ..Body::of(Solid::Sphere, 0.5) };
    let brick = Body { position: Vec3::new(0.0, 3.0, 0.0), ..Body::of(brick, 1.0) };
    let pill = Body { position: Vec3::new(4.0, 3.0, 0.0), ..Body::of(pill, 1.0) };
    bodies(vec![ball, brick, pill, plane()])
}

#[test]
fn each_shape_from_above_aside_and_askew() {
    let up = [0.0, 1.0, 0.0];
    let down = [0.0, -3.0, 0.0];
    by_hand(&row(), ray([-4.0, 10.0, 0.0], down), Some((0, 6.5, up)));
    by_hand(&row(), ray([0.25, 10.0, 1.0], down), Some((1, 6.0, up)));
    by_hand(&row(), ray([4.0, 10.0, 0.0], down), Some((2, 5.5, up)));
    by_hand(&row(), ray([2.0, 10.0, 0.0], down), Some((3, 10.0, up)));
    // through all of them from the left and from the right
    by_hand(&row(), ray([-10.0, 3.0, 0.0], [0.1, 0.0, 0.0]), Some((0, 5.5, [-1.0, 0.0, 0.0])));
    by_hand(&row(), ray([10.0, 3.0, 0.0], [-7.0, 0.0, 0.0]), Some((2, 5.5, [1.0, 0.0, 0.0])));
    by_hand(&row(), ray([0.0, 2.5, 9.0], [0.0, 0.0, -1e-200]), Some((1, 7.5, [0.0, 0.0, 1.0])));
    // 3, 4, 5
    by_hand(&row(), ray([-1.0, 4.0, 0.0], [3.0, -4.0, 0.0]), Some((1, 2.5 / 3.0, [-1.0, 0.0, 0.0])));
    by_hand(&row(), ray([-4.0, 3.4, 4.3], [0.0, 0.0, -1e200]), Some((0, 4.0, [0.0, 0.8, 0.6])));
    // the cap of the pill, whose centre is 4 m high
    by_hand(&row(), ray([3.6, 9.3, 0.0], down), Some((2, 5.0, [-0.8, 0.6, 0.0])));
    by_hand(&row(), ray([20.0, 3.0, 0.0], [1.0, 0.0, 0.0]), None);
    by_hand(&row(), ray([0.0, 9.0, 0.0], [0.0, 1.0, 0.0]), None);
    // away from what is behind it
    by_hand(&row(), ray([-6.0, 3.0, 0.0], [-1.0, 0.0, 0.0]), None);
}

/// Half of √3 is how far the corner of a cube is; on an edge a cube is √2/2 high.
#[test]
fn bodies_that_are_turned() {
    let edge = Quat::from_rotation_z(std::f32::consts::FRAC_PI_4);
    let on_edge = bodies(vec![cube(Vec3::new(1.0, 2.0, 3.0), edge)]);
    let half = 0.5f64.sqrt();
    let high = 2.0 + half - 0.1;
    by_hand(&on_edge, ray([1.1, 5.0, 3.2], [0.0, -1.0, 0.0]), Some((0, 5.0 - high, [half, half, 0.0])));
    let lying = Quat::from_rotation_z(-std::f32::consts::FRAC_PI_2);
    let pill = solid(Solid::Capsule { radius: 0.25, half_height: 1.0 }, Vec3::ZERO, lying);
    by_hand(&bodies(vec![pill]), ray([5.0, 0.15, 0.0], [-1.0, 0.0, 0.0]), Some((0, 3.8, [0.8, 0.6, 0.0])));
    let wall = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    // its normal is −x
    let wall = bodies(vec![Body { position: Vec3::new(2.0, 0.0, 0.0), rotation: wall, ..plane() }]);
    by_hand(&wall, ray([0.0, 7.0, 1.0], [1.0, 0.0, 0.0]), Some((0, 2.0, [-1.0, 0.0, 0.0])));
    by_hand(&wall, ray([0.0, 7.0, 1.0], [-1.0, 0.0, 0.0]), None);
    by_hand(&wall, ray([3.0, 7.0, 1.0], [1.0, 0.0, 0.0]), Some((0, 0.0, [-1.0, 0.0, 0.0])));
}

#[test]
fn from_inside_the_distance_is_0_and_the_normal_is_against_the_ray() {
    for origin in [[-4.1, 3.2, 0.1], [0.4, 3.9, -1.4], [4.1, 4.3, 0.0], [1.0, -2.0, 0.0]] {
        let body = match origin {
            [_, y, _] if y < 0.0 => 3,
            [x, ..] if x < -1.0 => 0,
            [x, ..] if x > 1.0 => 2,
            _ => 1,
        };
        for way in [[0.0, 2.0, 0.0], [0.0, -1.0, 0.0], [3.0, 0.0, -4.0]] {
            let normal = (-DVec3::from_array(way).normalize()).to_array();
            by_hand(&row(), ray(origin, way), Some((body, 0.0, normal)));
            let short = Ray { max_distance: 0.0, ..ray(origin, way) };
            by_hand(&row(), short, Some((body, 0.0, normal)));
        }
    }
}

#[test]
fn a_plane_is_met_from_above_and_is_all_that_lies_below_it() {
    let ground = bodies(vec![plane()]);
    let up = [0.0, 1.0, 0.0];
    by_hand(&ground, ray([0.0, 1.0, 0.0], [0.0, 0.0, 1.0]), None);
    by_hand(&ground, ray([0.0, 1.0, 0.0], [0.0, 1.0, 0.0]), None);
    by_hand(&ground, ray([0.0, -0.5, 0.0], [0.0, 1.0, 0.0]), Some((0, 0.0, [0.0, -1.0, 0.0])));
    // flatter than any picture shows
    let flat: f64 = 1e-7;
    by_hand(&ground, ray([0.0, 0.001, 0.0], [1.0, -flat, 0.0]), Some((0, 1e4 * flat.hypot(1.0), up)));
}

#[test]
fn rays_that_graze_and_rays_along_faces() {
    let up = [0.0, 1.0, 0.0];
    for off in [1e-3, 1e-5] {
        // over and through the top of each; the brick's is 4 m high, the pill's 4.5 m, the ball's 3.5 m
        by_hand(&row(), ray([0.0, 4.0 + off, 9.0], [0.0, 0.0, -1.0]), None);
        by_hand(&row(), ray([0.0, 4.0 - off, 9.0], [0.0, 0.0, -1.0]), Some((1, 7.5, [0.0, 0.0, 1.0])));
        by_hand(&row(), ray([0.5 + off, 3.0, 9.0], [0.0, 0.0, -1.0]), None);
        by_hand(&row(), ray([0.5 - off, 3.0, 9.0], [0.0, 0.0, -1.0]), Some((1, 7.5, [0.0, 0.0, 1.0])));
        by_hand(&row(), ray([4.0, 4.5 + off, 9.0], [0.0, 0.0, -1.0]), None);
        by_hand(&row(), ray([-4.0, 3.5 + off, 9.0], [0.0, 0.0, -1.0]), None);
        // along the pill's wall
        by_hand(&row(), ray([4.5 + off, 9.0, 0.0], [0.0, -1.0, 0.0]), Some((3, 9.0, up)));
    }
    for (name, mut simulation, _) in everywhere(&row()) {
        let met = |simulation: &mut Simulation, ray: Ray| cast(simulation, ray).map(|hit| hit.body);
        let through = |x: f64, y: f64| ray([x, y, 9.0], [0.0, 0.0, -1.0]);
        assert_eq!(met(&mut simulation, through(4.0, 4.5 - 1e-4)), Some(2), "{name}");
        assert_eq!(met(&mut simulation, through(-4.0, 3.5 - 1e-4)), Some(0), "{name}");
        let wall = ray([4.5 - 1e-4, 9.0, 0.0], [0.0, -1.0, 0.0]);
        assert_eq!(met(&mut simulation, wall), Some(2), "{name}");
    }
}

#[test]
fn a_ray_ends_where_it_is_told_to() {
    let down = |most: f64| Ray { max_distance: most, ..ray([2.0, 10.0, 0.0], [0.0, -3.0, 0.0]) };
    let met = Some((3, 10.0, [0.0, 1.0, 0.0]));
    by_hand(&row(), down(9.999), None);
    by_hand(&row(), down(10.0), met);
    by_hand(&row(), down(1e300), met);
    by_hand(&row(), down(0.0), None);
}

#[test]
fn masks_choose_and_bodies_that_do_not_collide_are_seen() {
    let mut scene = row();
    scene.bodies[0].collides = false;
    let from_above = |mask: u32| Ray { collides_with: mask, ..ray([-4.0, 10.0, 0.0], [0.0, -1.0, 0.0]) };
    let met = Some((0, 6.5, [0.0, 1.0, 0.0]));
    by_hand(&scene, from_above(u32::MAX), met);
    by_hand(&scene, from_above(1), met);
    by_hand(&scene, from_above(0), None);
    by_hand(&scene, from_above(0x8000_0002), None);
}

/// Of those at one distance it is the one with the lowest number, whichever threads have looked at them.
#[test]
fn of_several_at_one_distance_the_lowest_number_is_met() {
    let apart = |i: usize| Vec3::new(10.0 + 3.0 * i as f32, 0.0, 0.0);
    for together in [vec![0, 1], vec![5, 69], vec![63, 64], vec![3, 70, 130], vec![66, 67, 131]] {
        let place = |i: usize| if together.contains(&i) { Vec3::ZERO } else { apart(i) };
        let scene = bodies((0..140).map(|i| cube(place(i), Quat::IDENTITY)).collect());
        by_hand(&scene, ray([0.0, 3.0, 0.0], [0.0, -1.0, 0.0]), Some((together[0], 2.5, [0.0, 1.0, 0.0])));
        by_hand(&scene, ray([0.1, 0.2, 0.0], [0.0, -1.0, 0.0]), Some((together[0], 0.0, [0.0, 1.0, 0.0])));
    }
}
