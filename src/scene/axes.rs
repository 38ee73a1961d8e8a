//! Which way a body's principal axes go. A scene says how a shape is turned, R, and how its principal axes stand in
//! body axes, P. Machines know a body by its principal axes only, in which its inertia is three numbers, and turn it by
//!     Q = R P.
//! A vector v in body axes of a scene is P⁻¹ v on a machine: an anchor, the centre of mass, a point of a hull. So are frames of joints.

use glam::{DMat3, DQuat, DVec3, Quat, Vec3};

use super::{Body, Joint, Solid};

/// Of the trace: products of inertia that are smaller are rounding.
const SMALLEST: f64 = 1e-9;
/// Each halves the rest beside the diagonal many times over.
const SWEEPS: usize = 24;

/// The principal moments of a tensor, and the quaternion that turns principal axes to those of the tensor (Jacobi): each turn by
///     tan 2θ = 2 I_pq / (I_qq − I_pp)
/// makes one product zero. Turns are no more than an eighth of a circle, so axes that are nearly principal stay nearly as they are.
pub fn principal_axes(tensor: DMat3) -> (DVec3, Quat) {
    let trace = tensor.x_axis.x + tensor.y_axis.y + tensor.z_axis.z;
    let mut a = tensor;
    let mut turn = DQuat::IDENTITY;
    let diagonal = |a: &DMat3| DVec3::new(a.x_axis.x, a.y_axis.y, a.z_axis.z);
    let off = |a: &DMat3| a.x_axis.y.abs().max(a.x_axis.z.abs()).max(a.y_axis.z.abs());
    if off(&a) <= SMALLEST * trace {
        return (diagonal(&a), Quat::IDENTITY);
    }
    for _ in 0..SWEEPS {
        for (p, q, axis) in [(0, 1, DVec3::Z), (0, 2, DVec3::NEG_Y), (1, 2, DVec3::X)] {
            let (pp, qq, pq) = (a.col(p)[p], a.col(q)[q], a.col(q)[p]);
            if pq == 0.0 {
                continue;
            }
            // the smaller root of t² + 2 τ t − 1, with t = tan θ
            let tau = (qq - pp) / (2.0 * pq);
            let t = tau.signum() / (tau.abs() + tau.hypot(1.0));
            let one = DQuat::from_axis_angle(axis, -t.atan());
            let matrix = DMat3::from_quat(one);
            a = matrix.transpose() * a * matrix;
            turn = (turn * one).normalize();
        }
    }
    (diagonal(&a), turn.as_quat())
}

impl Body {
    /// Its principal axes are not its body axes.
    pub fn is_turned(&self) -> bool {
        self.axes != Quat::IDENTITY
    }

    /// R, with what f32 leaves of it.
    pub(super) fn exact_rotation(&self) -> DQuat {
        let rotation = self.rotation.as_dquat();
        if self.is_turned() { (rotation + self.turn).normalize() } else { rotation.normalize() }
    }

    fn exact_axes(&self) -> DQuat {
        self.axes.as_dquat().normalize()
    }

    /// Turns its shape so.
    pub fn turn_to(&mut self, rotation: Quat) {
        (self.rotation, self.turn) = (rotation, NO_TURN);
    }

    /// Q = R P: how machines have it turned.
    pub fn mass_rotation(&self) -> Quat {
        match self.is_turned() {
            false => self.rotation,
            true => ((self.rotation.as_dquat() + self.turn) * self.exact_axes()).as_quat(),
        }
    }

    /// P⁻¹ s of a rotation s to body axes.
    pub(super) fn part_rotation(&self, rotation: Quat) -> Quat {
        match self.is_turned() {
            true => (self.exact_axes().inverse() * rotation.as_dquat().normalize()).as_quat(),
            false => rotation,
        }
    }

    /// The same where its shape is turned by R.
    pub fn mass_rotation_of(&self, rotation: Quat) -> Quat {
        if self.is_turned() { (rotation.as_dquat() * self.exact_axes()).as_quat() } else { rotation }
    }

    /// Turns it so that machines have it turned by `rotation`. What f32 leaves of R stays in `turn`, so that `mass_rotation` gives the
    /// same bits again.
    pub fn put_mass_rotation(&mut self, rotation: Quat) {
        self.turn_to(rotation);
        if self.is_turned() {
            let exact = rotation.as_dquat() * self.exact_axes().inverse();
            self.rotation = exact.as_quat();
            self.turn = exact - self.rotation.as_dquat();
        }
    }

    /// P⁻¹ v of a vector in body axes.
    pub fn in_principal_axes(&self, v: Vec3) -> Vec3 {
        if self.is_turned() { (self.exact_axes().inverse() * v.as_dvec3()).as_vec3() } else { v }
    }

    /// P v of a vector in principal axes.
    pub fn in_body_axes(&self, v: Vec3) -> Vec3 {
        if self.is_turned() { (self.exact_axes() * v.as_dvec3()).as_vec3() } else { v }
    }

    /// Its centre of mass from the origin of its shape, in principal axes, m.
    pub fn mass_centre(&self) -> Vec3 {
        self.in_principal_axes(self.centre)
    }

    /// Its shape as machines have it: the points of a hull in principal axes.
    pub fn mass_solid(&self) -> Solid {
        match self.solid {
            Solid::Hull(hull) if self.is_turned() => {
                Solid::Hull(hull.turned_back(self.axes).expect("it was made when the body was checked"))
            }
            solid => solid,
        }
    }
}

/// Of a rotation of which f32 leaves nothing.
pub(super) const NO_TURN: DQuat = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);

impl Joint {
    /// Its frames in the principal axes of its bodies.
    pub fn frames_from_mass(&self, bodies: &[Body]) -> [Quat; 2] {
        let ends = [(self.a, self.frame_a), (self.b, self.frame_b)];
        ends.map(|(body, frame)| match bodies.get(body as usize) {
            Some(body) if body.is_turned() => {
                (body.exact_axes().inverse() * frame.as_dquat().normalize()).as_quat()
            }
            _ => frame,
        })
    }
}
