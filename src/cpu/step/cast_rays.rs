use crate::cpu::algebra::Vec3;
use crate::cpu::contacts::shape_of;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::shape::{cast_at, near};
use crate::cpu::touch::Shape;
use crate::cpu::world::World;
use crate::scene::Body;
use crate::state::{self, group_of};

/// What rays know of a body besides its pose.
#[derive(Clone, Copy, Debug)]
pub struct RayBody<N> {
    pub shape: Shape<N>,
    /// Of mass, from the origin of the shape, body axes, m.
    pub centre: Vec3<N>,
    pub group: u32,
}

#[derive(Clone, Copy, Debug)]
pub struct Ray<N> {
    pub origin: Vec3<N>,
    /// m, along the ray.
    pub most: N,
    /// Unit.
    pub direction: Vec3<N>,
    /// Against bodies' groups.
    pub mask: u32,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct RayHit<N> {
    pub normal: Vec3<N>,
    /// m
    pub distance: N,
    /// `NOBODY` if it met none.
    pub body: usize,
}

pub const NOBODY: usize = usize::MAX;

impl<N: Number> RayBody<N> {
    pub fn of(body: &Body) -> Self {
        let [x, y, z, kind] = body.mass_solid().record(body.radius);
        let shape = Shape { half: Vec3::of([x, y, z]), kind: kind as u32 };
        Self { shape, centre: body.mass_centre().into(), group: group_of(body) }
    }
}

impl<N: Number> From<&state::Ray> for Ray<N> {
    fn from(ray: &state::Ray) -> Self {
        Self {
            origin: Vec3::of(ray.origin.to_array()),
            most: N::from_f64(ray.max_distance),
            direction: Vec3::of(ray.direction.to_array()),
            mask: ray.collides_with,
        }
    }
}

fn is_nearer<N: Number>(a: &RayHit<N>, b: &RayHit<N>) -> bool {
    a.distance < b.distance || (a.distance == b.distance && a.body < b.body)
}

fn nearer_of<N: Number>(world: &World<N>, ray: &Ray<N>, body: usize, best: RayHit<N>) -> RayHit<N> {
    let (known, pose) = (&world.ray_bodies[body], &world.poses[body]);
    let o = ray.origin - shape_of(pose, known.centre);
    let middle = -o.dot(ray.direction);
    let off = o + middle * ray.direction;
    // a little more, so that nothing is lost to rounding
    let around = N::from_f64(1.00001) * pose.radius + near::<N>() * middle.max(-middle);
    let passes =
        off.dot(off) > around * around || middle + around < N::ZERO || middle - around > best.distance;
    if passes || known.group & ray.mask == 0 {
        return best;
    }
    let q = pose.rotation;
    let met = cast_at(&known.shape, q.rotate_back(o), q.rotate_back(ray.direction));
    let hit = RayHit { normal: q.rotate(met.normal), distance: met.distance, body };
    if is_nearer(&hit, &best) { hit } else { best }
}

pub fn cast_rays<N: Number>(world: &mut World<N>, step: &Step<N>, group: usize, _: usize) {
    let ray = world.rays[group];
    let none = RayHit { normal: Vec3::ZERO, distance: ray.most, body: NOBODY };
    let bodies = 0..step.body_count;
    world.ray_hits[group] = bodies.fold(none, |best, body| nearer_of(world, &ray, body, best));
}
