//! Bodies one after another, held together by hard points, in λ. A is block tridiagonal. The child's arm of joint i is c,
//! the parent's p; s is 1 at a body a and −1 at a body b; m and W are of the body between joints i and i + 1:
//!     A_i = (m_c⁻¹ + m_p⁻¹) 1 − [c]ₓ W_c [c]ₓ − [p]ₓ W_p [p]ₓ,   B_i = s_i s_i₊₁ (m⁻¹ 1 − [p_i]ₓ W [c_i₊₁]ₓ),
//!     L_i L_iᵀ = A_i − Y_i₋₁ᵀ Y_i₋₁,   Y_i = L_i⁻¹ B_i,   y_i = L_i⁻¹ (r_i − Y_i₋₁ᵀ y_i₋₁),   q_i = L_i⁻ᵀ (y_i − Y_i q_i₊₁).
//! That is a fifth of the work of `joint_trees`. A heavy load costs digits here, and none there: the held end loses as many
//! as the load has more than a body.

use super::joint_trees::{Ends, Tree, moves, push, turned};
use crate::cpu::algebra::{Mat3, Pair, Symmetric, Vec3, diagonal, inverse_root};
use crate::cpu::number::Number;
use crate::cpu::tie::{coupling, turning_block};
use crate::cpu::ties::units;
use crate::cpu::world::{World, fit};
use crate::lists::mixed::{FIRST, LEAF};

/// What stays of a joint for the way back.
#[derive(Clone, Copy, Debug, Default)]
pub struct Knot<N> {
    root: Mat3<N>,
    onward: Mat3<N>,
    right: Vec3<N>,
}

/// Each entry's parent is the next one's child.
pub fn is_chain(entries: &[u32]) -> bool {
    entries.iter().enumerate().all(|(k, entry)| entry & FIRST != 0 && (entry & LEAF != 0) == (k == 0))
}

/// Whether a joint holds a point, and its rows are those of one: not where it broke or was softened.
#[inline(always)]
pub fn is_point<N: Number>(world: &World<N>, rows_from: usize, joint: usize) -> bool {
    let rows = &world.rows[rows_from + joint];
    world.frames[joint].is_point && rows.linear == units() && rows.softness.linear == Vec3::ZERO
}

/// Takes r to V, as `eliminate` does. `take` gets the impulse of each joint.
#[inline(always)]
pub fn eliminate_chain<N: Number>(
    world: &mut World<N>,
    tree: &Tree,
    rows_from: usize,
    regularisation: N,
    mut take: impl FnMut(&mut World<N>, usize, Pair<N>),
) {
    fit(&mut world.knots, tree.count);
    let ends_of = |world: &World<N>, k: usize| Ends::at(world, rows_from, world.lists[tree.first + k]);
    let (mut onward, mut right) = (Mat3::ZERO, Vec3::ZERO);
    let mut ends = ends_of(world, 0);
    for k in 0..tree.count {
        let (child, parent) = (world.mobility_at(ends.child), world.mobility_at(ends.parent));
        let (of_child, of_parent) = (moves(world, ends.child), moves(world, ends.parent));
        let mut own = Symmetric::ZERO;
        if of_child {
            own = own + turning_block(&child, ends.child_arm).raised(child.inverse_mass);
        }
        if of_parent {
            own = own + turning_block(&parent, ends.parent_arm).raised(parent.inverse_mass);
        }
        let mut s = own.matrix();
        if !of_child {
            // several held bodies can ask for what cannot be
            s += diagonal(s.diagonal() * regularisation);
        }
        // a load of a million times a body's mass leaves nothing but rounding here
        let least = s.diagonal() * N::ROUNDING;
        let root = inverse_root(s - onward.square(), least);
        right = root.lower_times_vector(world.lefts[ends.joint].linear - onward.transpose() * right);
        if k + 1 < tree.count {
            let next = ends_of(world, k + 1);
            // the parent is b of one and a of the other, unless they look the same way
            let alike = N::from_f64(if ends.flipped == next.flipped { 1.0 } else { -1.0 });
            onward = root.lower_times(coupling(&parent, ends.parent_arm, next.child_arm) * alike);
            ends = next;
        }
        world.knots[k] = Knot { root, onward, right };
    }
    let mut q = Vec3::ZERO;
    for k in (0..tree.count).rev() {
        let ends = ends_of(world, k);
        let Knot { root, onward, mut right } = world.knots[k];
        if k + 1 < tree.count {
            right -= onward * q;
        }
        q = root.lower_back(right);
        let sides =
            [(ends.child, ends.child_arm, ends.flipped), (ends.parent, ends.parent_arm, !ends.flipped)];
        for (body, arm, at_b) in sides {
            if moves(world, body) {
                let force = turned(Pair { linear: q, angular: Vec3::ZERO }, at_b).linear;
                let m = world.mobility_at(body);
                let change = Pair { linear: force * m.inverse_mass, angular: m.turn(arm.cross(force)) };
                push(&mut world.velocities[body], -change);
            }
        }
        take(world, ends.joint, Pair { linear: q, angular: Vec3::ZERO });
    }
}
