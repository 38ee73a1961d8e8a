//! What a joint of any kind is: up to three rows along axes and three about them,
//!     J = [n, a × n; 0, g] on a, minus the same with b's arm on b,
//! J V the rate of C, which is minus the coordinate of b seen from a. A row that holds nothing has n or g zero.
//! Twin of shaders/ties/rows.wgsl; each way to take a coordinate is a file.

mod cone;
mod distance;
pub mod floors;
pub mod halves;
pub mod local;
pub mod place_push;
pub mod softness;
pub mod sprung;
pub mod stair;
mod swing;
mod universal;
mod weld;
pub mod wound;

use super::algebra::{Mat3, Pair, Quat, Six, Vec3};
use super::body::Mobility;
use super::number::Number;
use super::records::{Pose, Velocity};
use super::tie::{Tie, Wrench};
use crate::scene::{self, Angular, Course, Hold, Linear, each_row};

/// The constant data of a joint.
#[derive(Clone, Copy, Debug)]
pub struct Frames<N> {
    pub hold: Hold,
    // every stage asks these of `hold`, row by row, so they are found once
    pub live: [bool; 6],
    /// Kept at zero as firmly as can be.
    pub hard: [bool; 6],
    /// Driven or bounded.
    pub driven: [bool; 6],
    /// Held, and yields.
    pub soft: [bool; 6],
    /// Its force does work.
    pub works: [bool; 6],
    /// It holds one point of both bodies, hard, and nothing else.
    pub is_point: bool,
    pub frame_a: Quat<N>,
    pub frame_b: Quat<N>,
    /// m/s and rad/s, at which hard rows close at most.
    pub recovery: [N; 2],
    /// N and N m that it bears at most.
    pub strength: [N; 2],
}

impl<N: Number> Frames<N> {
    pub fn of(joint: &scene::Joint, bodies: &[scene::Body], recovery: [f32; 2]) -> Self {
        let number = |x: f32| N::from_f64(f64::from(x));
        let unit = |q: glam::Quat| Quat::from_array(N::quaternion(q.to_array()));
        let [frame_a, frame_b] = joint.frames_from_mass(bodies).map(unit);
        let hold = Hold::of(joint);
        let soft = each_row(|k| hold.softness_of(k).is_some());
        let driven = each_row(|k| hold.courses[k].is_some());
        Self {
            live: hold.live(),
            hard: hold.hard(),
            driven,
            soft,
            is_point: hold.is_point() && hold.hard()[..3] == [true; 3] && driven == [false; 6],
            works: each_row(|k| soft[k] || hold.courses[k].is_some_and(|course| course.works())),
            hold,
            frame_a,
            frame_b,
            recovery: recovery.map(number),
            strength: [joint.break_force, joint.break_torque].map(|most| number(most.unwrap_or(f32::MAX))),
        }
    }
}

impl<N> Frames<N> {
    /// How row k is driven or bounded, if it is.
    #[inline(always)]
    pub fn course(&self, k: usize) -> Option<&Course> {
        if self.driven[k] { self.hold.courses[k].as_ref() } else { None }
    }

    /// Whether some row is driven or bounded.
    pub fn has_courses(&self) -> bool {
        self.driven.contains(&true)
    }
}

/// A joint in the pose at the substep's start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rows<N> {
    pub arm_a: Vec3<N>,
    pub arm_b: Vec3<N>,
    /// n of the first three rows; all are zero where none holds.
    pub linear: [Vec3<N>; 3],
    /// g of the last three.
    pub angular: [Vec3<N>; 3],
    /// γ of every row, or where all are one spring −γ̂ with γ = γ̂ A_ll.
    pub softness: Pair<N>,
}

impl<N: Number> Rows<N> {
    /// J and C of all six, those that hold nothing among them.
    #[inline(never)]
    pub fn of(frames: &Frames<N>, tie: &Tie<N>, a: &Pose<N>, b: &Pose<N>) -> (Self, Pair<N>) {
        Self::found(frames, tie, a, b)
    }

    /// C alone: nothing of J is worked out. Once each, a dozen kernels call it.
    #[inline(never)]
    pub fn errors(frames: &Frames<N>, tie: &Tie<N>, a: &Pose<N>, b: &Pose<N>) -> Pair<N> {
        Self::found(frames, tie, a, b).1
    }

    #[inline(always)]
    fn found(frames: &Frames<N>, tie: &Tie<N>, a: &Pose<N>, b: &Pose<N>) -> (Self, Pair<N>) {
        let Frames { hold, frame_a, frame_b, .. } = frames;
        let arms = tie.arms(a, b);
        let d = tie.error_of(a, b, &arms);
        if hold.is_point() {
            let rows = Self { arm_a: arms.arm_a, arm_b: arms.arm_b, linear: units(), ..Self::default() };
            return (rows, Pair { linear: d, angular: Vec3::ZERO });
        }
        let [q_a, q_b] = [a.rotation * *frame_a, b.rotation * *frame_b];
        let [x, y, z] = units();
        let axes = [q_a.rotate(x), q_a.rotate(y), q_a.rotate(z)];
        let mut rows = Self { arm_a: arms.arm_a, arm_b: arms.arm_b, ..Self::default() };
        let mut c = Pair::ZERO;
        match hold.linear {
            Linear::World => (rows.linear, c.linear) = (units(), d),
            Linear::Frame => {
                // a's arm reaches b's anchor
                rows.arm_a = arms.arm_a - d;
                (rows.linear, c.linear) = (axes, Vec3::new(axes[0].dot(d), axes[1].dot(d), axes[2].dot(d)));
            }
            Linear::Distance => {
                (rows.linear, c.linear.x) = distance::row(d, N::from_f64(f64::from(hold.length)));
            }
        }
        match hold.angular {
            Angular::None => {}
            Angular::Swing => (rows.angular, c.angular) = swing::rows(q_a, q_b),
            Angular::Weld => (rows.angular, c.angular) = (axes, weld::error(q_a, q_b)),
            Angular::Cone => (rows.angular, c.angular) = cone::rows(q_a, q_b),
            Angular::Hooke => (rows.angular[0], c.angular.x) = universal::row(q_a, q_b),
        }
        (rows, c)
    }

    /// Without the rows that hold nothing; their C is zero.
    pub fn only(&mut self, held: [bool; 6], c: Pair<N>) -> Pair<N> {
        let mut errors = c.to_array();
        for (k, _) in held.into_iter().enumerate().filter(|(_, held)| !held) {
            let row = if k < 3 { &mut self.linear[k] } else { &mut self.angular[k - 3] };
            *row = Vec3::ZERO;
            errors[k] = N::ZERO;
        }
        Pair::from_array(errors)
    }

    /// J V
    #[inline(always)]
    pub fn relative(&self, va: &Velocity<N>, vb: &Velocity<N>) -> Pair<N> {
        let moves = (va.linear - vb.linear) + (va.angular.cross(self.arm_a) - vb.angular.cross(self.arm_b));
        let turns = va.angular - vb.angular;
        Pair { linear: along(&self.linear, moves), angular: along(&self.angular, turns) }
    }

    /// Jᵀ λ on the side of `arm`; b's takes −λ.
    #[inline(always)]
    pub fn wrench(&self, arm: Vec3<N>, lambda: Pair<N>) -> Wrench<N> {
        let force = sum(&self.linear, lambda.linear);
        Wrench { force, torque: arm.cross(force) + sum(&self.angular, lambda.angular) }
    }

    /// n · v of the linear rows.
    #[inline(always)]
    pub fn along(&self, v: Vec3<N>) -> Vec3<N> {
        along(&self.linear, v)
    }

    /// Σ n λ of the linear rows.
    #[inline(always)]
    pub fn force(&self, lambda: Vec3<N>) -> Vec3<N> {
        sum(&self.linear, lambda)
    }

    /// The part of one end in J V: as it is at a, the negative at b.
    #[inline(always)]
    pub fn end_velocity(&self, arm: Vec3<N>, linear: Vec3<N>, angular: Vec3<N>) -> Pair<N> {
        Pair {
            linear: along(&self.linear, linear + angular.cross(arm)),
            angular: along(&self.angular, angular),
        }
    }

    /// J of one end in blocks [n; a × n] and g, each a column a row.
    #[inline(always)]
    pub fn columns(&self, arm: Vec3<N>) -> [Mat3<N>; 3] {
        let [x, y, z] = self.linear;
        [Mat3(self.linear), Mat3([arm.cross(x), arm.cross(y), arm.cross(z)]), Mat3(self.angular)]
    }

    /// A_ll = J M⁻¹ Jᵀ
    pub fn own_blocks(&self, ma: &Mobility<N>, mb: &Mobility<N>) -> Six<N> {
        let inverse_mass = ma.inverse_mass + mb.inverse_mass;
        let (wa, wb) = (ma.tensor.matrix(), mb.tensor.matrix());
        let ([n, xa, g], [_, xb, _]) = (self.columns(self.arm_a), self.columns(self.arm_b));
        let (turn_a, turn_b) = (wa * xa, wb * xb);
        Six {
            ll: n.transpose() * n * inverse_mass + (xa.transpose() * turn_a + xb.transpose() * turn_b),
            la: (turn_a + turn_b).transpose() * g,
            aa: g.transpose() * ((wa + wb) * g),
        }
    }

    /// A_rr of row k: what stands on the diagonal of `own_blocks`, to the bit.
    #[inline(always)]
    pub fn own_entry(&self, k: usize, ma: &Mobility<N>, mb: &Mobility<N>) -> N {
        let (wa, wb) = (ma.tensor.matrix(), mb.tensor.matrix());
        if k < 3 {
            let n = self.linear[k];
            let (xa, xb) = (self.arm_a.cross(n), self.arm_b.cross(n));
            n.dot(n) * (ma.inverse_mass + mb.inverse_mass) + (xa.dot(wa * xa) + xb.dot(wb * xb))
        } else {
            let g = self.angular[k - 3];
            g.dot((wa + wb) * g)
        }
    }

    /// Which rows hold.
    pub fn live(&self) -> [bool; 6] {
        each_row(|k| self.is_live(k))
    }

    #[inline(always)]
    pub fn is_live(&self, k: usize) -> bool {
        (if k < 3 { self.linear[k] } else { self.angular[k - 3] }) != Vec3::ZERO
    }

    /// One in every row that holds nothing: it keeps a factor regular.
    pub fn dead(&self) -> Pair<N> {
        let live = self.live();
        Pair::from_array(each_row(|k| if live[k] { N::ZERO } else { N::ONE }))
    }

    /// The residual of rows whose force is not given.
    pub fn without_given(&self, left: Pair<N>) -> Pair<N> {
        let (lefts, gammas) = (left.to_array(), self.softness.to_array());
        let given = N::from_f64(stair::GIVEN);
        Pair::from_array(each_row(|k| if gammas[k] >= given { N::ZERO } else { lefts[k] }))
    }

    /// γ λ
    pub fn yielding(&self, own: impl FnOnce() -> Six<N>, lambda: Pair<N>) -> Pair<N> {
        match self.share() {
            Some(share) => own().times(lambda) * share,
            None => by_component(self.softness, lambda),
        }
    }

    /// S + γ
    pub fn softened(&self, s: Six<N>, own: impl FnOnce() -> Six<N>) -> Six<N> {
        match self.share() {
            Some(share) => s.plus(&own().scaled(share)),
            None => s.raised(self.softness),
        }
    }

    fn share(&self) -> Option<N> {
        (self.softness.linear.x < N::ZERO).then_some(-self.softness.linear.x)
    }
}

/// C without the rows that hold nothing.
pub fn held<N: Number>(which: [bool; 6], c: Pair<N>) -> Pair<N> {
    let errors = c.to_array();
    Pair::from_array(each_row(|k| if which[k] { errors[k] } else { N::ZERO }))
}

/// By how much C is beyond a row's stops: above 0 where the coordinate is too low, below where it is too high.
pub fn beyond<N: Number>(course: &Course, c: N) -> N {
    let number = |x: f32| N::from_f64(f64::from(x));
    course
        .stops
        .map_or(N::ZERO, |[least, most]| (c + number(least)).max(N::ZERO) + (c + number(most)).min(N::ZERO))
}

#[inline(always)]
pub fn by_component<N: Number>(a: Pair<N>, b: Pair<N>) -> Pair<N> {
    Pair { linear: a.linear * b.linear, angular: a.angular * b.angular }
}

#[inline(always)]
fn along<N: Number>(rows: &[Vec3<N>; 3], v: Vec3<N>) -> Vec3<N> {
    Vec3::new(rows[0].dot(v), rows[1].dot(v), rows[2].dot(v))
}

#[inline(always)]
fn sum<N: Number>(rows: &[Vec3<N>; 3], by: Vec3<N>) -> Vec3<N> {
    rows[0] * by.x + rows[1] * by.y + rows[2] * by.z
}

#[inline(always)]
pub fn units<N: Number>() -> [Vec3<N>; 3] {
    let (o, one) = (N::ZERO, N::ONE);
    [Vec3::new(one, o, o), Vec3::new(o, one, o), Vec3::new(o, o, one)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Twin;
    use crate::parameters::Parameters;
    use crate::scene::built_in;
    use serde_json::Map;

    #[test]
    fn an_entry_is_what_stands_on_the_diagonal() {
        for name in ["ragdolls", "arm", "suspension"] {
            let scene = built_in::build(name, &Map::new()).expect("a scene");
            let mut twin = Twin::<f32>::of(&scene, Parameters::default()).expect("a twin");
            twin.step(20);
            let world = twin.world();
            for (l, tie) in world.ties.iter().enumerate() {
                let (ma, mb) = (world.mobility_at(tie.a), world.mobility_at(tie.b));
                let whole = world.own_blocks(l).diagonal().to_array();
                let alone: [f32; 6] = each_row(|k| world.rows[l].own_entry(k, &ma, &mb));
                assert_eq!(alone.map(f32::to_bits), whole.map(f32::to_bits), "{name}, joint {l}");
            }
        }
    }
}
