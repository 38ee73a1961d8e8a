//! Twin of shaders/shapes/hull.wgsl: the data of a hull. There rows of a buffer have it, here what `scene::Hull` worked
//! out.

use super::Shape;
use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::scene::{Face, Hull, HullData};

/// A hull by its shape.
pub fn hull_of<N: Number>(shape: &Shape<N>) -> &'static HullData {
    Hull::numbered(shape.half.y.to_f64() as usize).data()
}

pub fn corner<N: Number>(hull: &HullData, k: usize) -> Vec3<N> {
    hull.corners[k].into()
}

/// A face's normal, and how far out along it the face is.
pub fn plane<N: Number>(face: &Face) -> (Vec3<N>, N) {
    (face.normal.into(), N::from_f64(f64::from(face.offset)))
}

/// From the farthest plane of a face, negative inside.
pub fn above_planes<N: Number>(shape: &Shape<N>, p: Vec3<N>) -> N {
    let mut most = N::from_f64(-1e30);
    for face in &hull_of(shape).faces {
        let (normal, offset) = plane(face);
        most = most.max(normal.dot(p) - offset);
    }
    most
}
