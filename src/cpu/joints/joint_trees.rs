use crate::cpu::algebra::{Pair, Root, Six, Symmetric, Vec3, diagonal, outer_square};
use crate::cpu::number::Number;
use crate::cpu::records::{Step, Velocity};
use crate::cpu::tie::Wrench;
use crate::cpu::ties::{Rows, units};
use crate::cpu::world::{World, fit};
use crate::lists::mixed::{FIRST, HELD, LEAF, joint_of};

use super::Solve;
use super::joint_chain::{eliminate_chain, is_chain, is_point};

/// A body and all that hangs on it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rooted<N> {
    /// M̂
    inertia: Six<N>,
    /// P, then V'
    v: Pair<N>,
    root: Root<N>,
}

/// A joint seen from child and parent: what stays of it for the way back.
#[derive(Clone, Copy, Debug, Default)]
pub struct Link<N> {
    root: Root<N>,
    right: Pair<N>,
}

/// The two ends of an entry's joint.
pub(super) struct Ends<N> {
    pub joint: usize,
    pub flipped: bool,
    pub child: usize,
    pub parent: usize,
    pub child_arm: Vec3<N>,
    pub parent_arm: Vec3<N>,
}

impl<N: Number> Ends<N> {
    pub fn at(world: &World<N>, rows_from: usize, entry: u32) -> Self {
        Self::of(world, &world.rows[rows_from + joint_of(entry).0], entry)
    }

    fn of(world: &World<N>, rows: &Rows<N>, entry: u32) -> Self {
        let (joint, flipped) = joint_of(entry);
        let tie = &world.ties[joint];
        let (a, b) = ((tie.a, rows.arm_a), (tie.b, rows.arm_b));
        let ((child, child_arm), (parent, parent_arm)) = if flipped { (b, a) } else { (a, b) };
        Self { joint, flipped, child, parent, child_arm, parent_arm }
    }
}

/// An island without loops: its entries in `lists`, and the body that is its root, or `HELD`.
#[derive(Clone, Debug)]
pub struct Tree {
    pub first: usize,
    pub count: usize,
    pub root: u32,
    first_joint: usize,
}

impl Tree {
    pub fn of<N>(world: &World<N>, first_record: usize, record: usize) -> Self {
        let words = &world.lists[first_record + 4 * record..];
        let [first, count, first_joint] = [0, 1, 3].map(|k| words[k] as usize);
        Self { first, count, root: words[2], first_joint }
    }

    /// Of a world with nothing else in it.
    pub fn whole(count: usize, root: u32) -> Self {
        Self { first: 0, count, root, first_joint: 0 }
    }

    /// Whether it is to be solved.
    pub fn is_concerned<N: Number>(&self, world: &World<N>, solve: &Solve) -> bool {
        let joints = world.lists[self.first..self.first + self.count].iter().map(|&entry| joint_of(entry).0);
        solve.concerns(world, self.first_joint, joints)
    }
}

/// Elimination from the leaves to the root in information form, one island: the shader's head has the formulas.
#[inline(never)]
pub fn joint_trees<N: Number>(world: &mut World<N>, step: &Step<N>, record: usize) {
    let (tree, solve) = (Tree::of(world, step.first, record), Solve::of(step));
    if tree.is_concerned(world, &solve) {
        world.eliminations += 1;
        let rows_from = solve.first_rows(world);
        let take = |world: &mut World<N>, joint: usize, q: Pair<N>| {
            if !solve.of_places {
                world.put_lambda(joint, world.lambda(joint) + q * step.inverse_h);
            }
        };
        let entries = &world.lists[tree.first..tree.first + tree.count];
        if is_chain(entries) && entries.iter().all(|&entry| is_point(world, rows_from, joint_of(entry).0)) {
            return eliminate_chain(world, &tree, rows_from, step.regularisation, take);
        }
        let dead = |rows: &Rows<N>, _| rows.dead();
        let turns_freely = |world: &World<N>, joint: usize| !world.frames[joint].hold.turns();
        eliminate(world, &tree, rows_from, step.regularisation, dead, turns_freely, take);
    }
}

/// `dead` has a one for each row of a joint that holds nothing. Where it turns freely, half of the work is left out. `take` gets
/// the impulse of each joint.
#[inline(always)]
pub fn eliminate<N: Number>(
    world: &mut World<N>,
    &Tree { first, count, root, .. }: &Tree,
    rows_from: usize,
    regularisation: N,
    dead: impl Fn(&Rows<N>, usize) -> Pair<N>,
    turns_freely: impl Fn(&World<N>, usize) -> bool,
    mut take: impl FnMut(&mut World<N>, usize, Pair<N>),
) {
    fit(&mut world.rooted, world.bodies.len());
    fit(&mut world.links, world.ties.len());
    for k in first..first + count {
        let entry = world.lists[k];
        let rows = world.rows[rows_from + joint_of(entry).0];
        let Ends { joint, flipped, child, parent, child_arm, parent_arm } = Ends::of(world, &rows, entry);
        let seen = Seen { rows: &rows, holds_angles: !turns_freely(world, joint) };
        let mut s = Six::default();
        let mut r = world.lefts[joint];
        if moves(world, child) {
            if entry & LEAF != 0 {
                world.rooted[child] = alone(world, child);
            }
            let node = &mut world.rooted[child];
            node.root = node.inertia.root();
            node.v = node.root.solve(node.v);
            // Y = L⁻¹ J_cᵀ
            let [n, x, g] = rows.columns(child_arm);
            let Root { l, x: across, a } = node.root;
            let (one, two) = (l.lower_times(n), across * n + a.lower_times(x));
            s.ll = one.square() + two.square();
            if seen.holds_angles {
                let three = a.lower_times(g);
                (s.la, s.aa) = (two.transpose() * three, three.square());
            }
            r += turned(seen.velocity(child_arm, node.v), flipped);
        } else {
            // a held leaf: several of them can ask for what cannot be
            s = s.raised(world.own_of(joint, &rows).diagonal() * regularisation);
        }
        let s = rows.softened(s, || world.own_blocks(joint)).raised(dead(&rows, joint));
        let root = if seen.holds_angles { s.root() } else { s.linear_root() };
        if moves(world, parent) {
            if entry & FIRST != 0 {
                world.rooted[parent] = alone(world, parent);
            }
            let node = &mut world.rooted[parent];
            // Z = L_S⁻¹ J_p
            let [n, x, g] = rows.columns(parent_arm);
            let (n, x, g) = (n.transpose(), x.transpose(), g.transpose());
            let (b1, b2) = (root.l.lower_times(n), root.l.lower_times(x));
            let mut given = Six { ll: b1.square(), la: b1.transpose() * b2, aa: b2.square() };
            if seen.holds_angles {
                let (b3, b4) = (root.x * n, root.x * x + root.a.lower_times(g));
                given = given.plus(&Six { ll: b3.square(), la: b3.transpose() * b4, aa: b4.square() });
            }
            node.inertia = node.inertia.plus(&given);
            let wrench = seen.wrench(parent_arm, turned(seen.solve(&root, r), !flipped));
            node.v += Pair { linear: -wrench.force, angular: -wrench.torque };
        }
        world.links[joint] = Link { root, right: r };
    }
    if root != HELD {
        let body = root as usize;
        let node = &mut world.rooted[body];
        node.root = node.inertia.root();
        node.v = node.root.solve(node.v);
        push(&mut world.velocities[body], node.v);
    }
    for k in (first..first + count).rev() {
        let entry = world.lists[k];
        let rows = world.rows[rows_from + joint_of(entry).0];
        let Ends { joint, flipped, child, parent, child_arm, parent_arm } = Ends::of(world, &rows, entry);
        let seen = Seen { rows: &rows, holds_angles: !turns_freely(world, joint) };
        let Link { root, mut right } = world.links[joint];
        if moves(world, parent) {
            right += turned(seen.velocity(parent_arm, world.rooted[parent].v), !flipped);
        }
        let q = seen.solve(&root, right);
        if moves(world, child) {
            let node = &mut world.rooted[child];
            let wrench = seen.wrench(child_arm, turned(q, flipped));
            let pushed = node.root.solve(Pair { linear: wrench.force, angular: wrench.torque });
            node.v = node.v - pushed;
            push(&mut world.velocities[child], node.v);
        }
        take(world, joint, q);
    }
}

/// A joint's rows, and whether those of its angles may be other than zero: they are left out where not.
struct Seen<'a, N> {
    rows: &'a Rows<N>,
    holds_angles: bool,
}

impl<N: Number> Seen<'_, N> {
    /// The part of one end in J V, as it is at a.
    #[inline(always)]
    fn velocity(&self, arm: Vec3<N>, v: Pair<N>) -> Pair<N> {
        if self.holds_angles {
            let one = Rows { arm_a: arm, ..*self.rows };
            return one.relative(&Velocity { linear: v.linear, angular: v.angular }, &Velocity::default());
        }
        Pair { linear: self.rows.along(v.linear + v.angular.cross(arm)), angular: Vec3::ZERO }
    }

    /// Jᵀ q of one end, as it is at a.
    #[inline(always)]
    fn wrench(&self, arm: Vec3<N>, q: Pair<N>) -> Wrench<N> {
        if self.holds_angles {
            return self.rows.wrench(arm, q);
        }
        let force = self.rows.force(q.linear);
        Wrench { force, torque: arm.cross(force) }
    }

    /// S⁻¹ r
    #[inline(always)]
    fn solve(&self, root: &Root<N>, r: Pair<N>) -> Pair<N> {
        if self.holds_angles {
            return root.solve(r);
        }
        Pair { linear: root.l.lower_back(root.l.lower_times_vector(r.linear)), angular: Vec3::ZERO }
    }
}

pub fn moves<N: Number>(world: &World<N>, body: usize) -> bool {
    !world.bodies[body].is_fixed()
}

/// A body on which nothing hangs yet.
fn alone<N: Number>(world: &World<N>, body: usize) -> Rooted<N> {
    Rooted { inertia: inertia_of(world, body), ..Rooted::default() }
}

pub(super) fn push<N: Number>(v: &mut Velocity<N>, change: Pair<N>) {
    *v = Velocity { linear: v.linear + change.linear, angular: v.angular + change.angular };
}

/// What a body has of J: as it is at a, minus at b.
pub(super) fn turned<N: Number>(v: Pair<N>, at_b: bool) -> Pair<N> {
    if at_b { -v } else { v }
}

/// M of one body, guarded as W is: in body axes W's diagonal is 1/I.
fn inertia_of<N: Number>(world: &World<N>, body: usize) -> Six<N> {
    let (m, q) = (world.mobility_at(body), world.poses[body].rotation);
    let mut aa = Symmetric::ZERO;
    for unit in units::<N>() {
        let axis = q.rotate(unit);
        aa = aa + outer_square(N::ONE / axis.dot(m.turn(axis)), axis);
    }
    let mass = N::ONE / m.inverse_mass;
    Six { ll: diagonal(Vec3::splat(mass)), aa: aa.matrix(), ..Six::default() }
}
