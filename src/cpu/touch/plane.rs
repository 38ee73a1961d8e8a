//! A solid a on a plane b. A point p of a stands H + p·n above the plane, with n out of the plane and
//! H = −n·(x_b − x_a). All is reckoned from the solid's centre, so that a plane's centre may be far away. A box touches
//! with its deepest corners, a cylinder with its side or with four points of a rim, a hull with its lowest face.

use super::support::{Convex, is_cap, side};
use super::{BOX, CYLINDER, HULL, Manifold, Side, convex, half_height, patch, unit_y};
use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;

pub(super) fn touch<N: Number>(between: Vec3<N>, a: &Side<N>, b: &Side<N>, margin: N) -> Manifold<N> {
    let up = b.rotation.rotate(unit_y());
    let height = -up.dot(between);
    let mut found = Manifold::none(-up);
    if a.shape.kind == BOX {
        add_corners(&mut found, height, up, a, margin);
        return found;
    }
    if a.shape.kind == CYLINDER {
        add_side(&mut found, height, up, a, margin);
        return found;
    }
    if a.shape.kind == HULL {
        add_face(&mut found, height, up, a, margin);
        return found;
    }
    let (radius, reach) = (a.shape.half.x, half_height(&a.shape));
    let axis = a.rotation.rotate(unit_y());
    let ends = if reach > N::ZERO { 2 } else { 1 };
    for i in 0..ends {
        let end = axis * if i == 0 { -reach } else { reach };
        let above = height + up.dot(end);
        let feature = if ends == 2 { i + 1 } else { 0 };
        found.add(margin, end - up * (N::HALF * (above + radius)), radius - above, feature);
    }
    found
}

/// The four deepest corners, in order. Corner k is on the positive side of x, y, z where bits 0, 1, 2 of k are set.
fn add_corners<N: Number>(found: &mut Manifold<N>, height: N, up: Vec3<N>, a: &Side<N>, margin: N) {
    let half = a.shape.half;
    let rise = a.rotation.rotate_back(up) * half;
    let mut taken = 0_u32;
    for _ in 0..4 {
        let mut deepest = 8;
        let mut least = N::ZERO;
        for k in 0..8 {
            let above = height + corner(rise, k).dot(Vec3::splat(N::ONE));
            if (taken >> k) & 1 == 0 && above <= margin && (deepest == 8 || above < least) {
                deepest = k;
                least = above;
            }
        }
        taken |= (1 << deepest) & 0xff;
    }
    for k in 0..8 {
        if (taken >> k) & 1 == 1 {
            let above = height + corner(rise, k).dot(Vec3::splat(N::ONE));
            let arm = a.rotation.rotate(corner(half, k)) - up * (N::HALF * above);
            found.add(margin, arm, -above, k);
        }
    }
}

/// Every second corner of a cap, or both ends of a line along the wall.
fn add_side<N: Number>(found: &mut Manifold<N>, height: N, up: Vec3<N>, a: &Side<N>, margin: N) {
    let down = a.rotation.rotate_back(-up);
    let below = side(&Convex::of(a.shape), down);
    let stride = if is_cap(down) { 2 } else { 1 };
    for k in (0..below.count).step_by(stride) {
        let p = a.rotation.rotate(below.corners[k]);
        let above = height + up.dot(p);
        found.add(margin, p - up * (N::HALF * above), -above, 8 * below.name + k as u32);
    }
    found.rolls = u32::from(convex::rolls_on(&a.shape, down, found.count));
}

/// At most four corners of the face that looks down: of more those that `patch` would keep.
fn add_face<N: Number>(found: &mut Manifold<N>, height: N, up: Vec3<N>, a: &Side<N>, margin: N) {
    let down = a.rotation.rotate_back(-up);
    let below = side(&Convex::of(a.shape), down);
    let stay = patch::kept(&below, down, height, margin, N::from_f64(patch::SAME) * a.shape.half.x);
    for k in 0..below.count {
        if (stay >> k) & 1 == 1 {
            let p = a.rotation.rotate(below.corners[k]);
            let above = height + up.dot(p);
            found.add(margin, p - up * (N::HALF * above), -above, 8 * below.name + k as u32);
        }
    }
}

fn corner<N: Number>(half: Vec3<N>, k: u32) -> Vec3<N> {
    let side = |x: N, bit: u32| if k & bit == 0 { -x } else { x };
    Vec3::new(side(half.x, 1), side(half.y, 2), side(half.z, 4))
}
