//! An orbiting camera: plain numbers, and a smooth approach to where it was last sent.

use glam::{Vec2, Vec3};

/// Where a camera stands. It looks at `target` from `distance` m away, `yaw` to the right of the +z axis and `pitch`
/// above the horizon, both in rad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    pub target: Vec3,
    pub yaw: f32,
    pub pitch: f32,
    pub distance: f32,
    /// From the picture's upper to its lower edge, in rad.
    pub field_of_view: f32,
}

impl Default for Camera {
    fn default() -> Self {
        Self { target: Vec3::new(0.0, 1.0, 0.0), yaw: 0.0, pitch: 0.1, distance: 5.0, field_of_view: 0.5 }
    }
}

/// Short of straight up and down, where right and left would swap.
const STEEPEST: f32 = 1.5;
/// From a little below the horizon; the ground is seen from above only.
const LOWEST: f32 = -0.35;
const NEAREST: f32 = 1e-3;
const FARTHEST: f32 = 1e5;

/// The camera's axes in the world.
#[derive(Clone, Copy, Debug)]
pub struct Axes {
    pub eye: Vec3,
    pub right: Vec3,
    pub up: Vec3,
    pub forward: Vec3,
}

impl Camera {
    /// Never upside down, never at no distance; NaN is replaced.
    pub fn tame(self) -> Self {
        let or = |x: f32, otherwise: f32| if x.is_finite() { x } else { otherwise };
        let home = Self::default();
        Self {
            target: if self.target.is_finite() { self.target } else { home.target },
            yaw: or(self.yaw, 0.0),
            pitch: or(self.pitch, 0.0).clamp(LOWEST, STEEPEST),
            distance: or(self.distance, home.distance).clamp(NEAREST, FARTHEST),
            field_of_view: or(self.field_of_view, home.field_of_view).clamp(0.05, 2.0),
        }
    }

    pub fn axes(&self) -> Axes {
        let (sy, cy) = self.yaw.sin_cos();
        let (sp, cp) = self.pitch.sin_cos();
        let back = Vec3::new(sy * cp, sp, cy * cp);
        let right = Vec3::new(cy, 0.0, -sy);
        Axes { eye: self.target + self.distance * back, right, up: back.cross(right), forward: -back }
    }

    /// Focal length in pixels of a picture `height` pixels high.
    pub fn focal(&self, height: f32) -> f32 {
        0.5 * height / (0.5 * self.field_of_view).tan()
    }

    /// The ray through a point of the picture, in pixels from its upper left corner. It has an origin, and a direction
    /// scaled to advance by 1 along the view axis.
    pub fn ray(&self, at: Vec2, size: Vec2) -> (Vec3, Vec3) {
        let axes = self.axes();
        let p = (at - 0.5 * size) / self.focal(size.y);
        (axes.eye, axes.forward + p.x * axes.right - p.y * axes.up)
    }

    /// Turns about the target; angles in rad.
    pub fn orbit(&mut self, right: f32, up: f32) {
        self.yaw += right;
        self.pitch += up;
        *self = self.tame();
    }

    /// Moves target and eye so that the point under the pointer follows it by `by` pixels.
    pub fn pan(&mut self, by: Vec2, height: f32) {
        let axes = self.axes();
        let metres = self.distance / self.focal(height);
        self.target += metres * (by.y * axes.up - by.x * axes.right);
        *self = self.tame();
    }

    /// Comes `factor` times as near (below 1) or goes away, keeping the point under the pointer in its place.
    pub fn zoom(&mut self, factor: f32, at: Vec2, size: Vec2) {
        let axes = self.axes();
        let p = (at - 0.5 * size) / self.focal(size.y);
        let distance = (self.distance * factor).clamp(NEAREST, FARTHEST);
        self.target += (self.distance - distance) * (p.x * axes.right - p.y * axes.up);
        self.distance = distance;
        *self = self.tame();
    }

    /// Stands back until a box, `half` being its half diagonal, fills the picture with a little air around.
    pub fn frame(&mut self, middle: Vec3, half: Vec3, aspect: f32) {
        let axes = self.axes();
        let tangent = (0.5 * self.field_of_view).tan();
        let extent = |axis: Vec3| half.dot(axis.abs());
        let across = (extent(axes.right) / aspect).max(extent(axes.up)) / tangent;
        self.target = middle;
        self.distance = 1.12 * across + extent(axes.forward);
        *self = self.tame();
    }

    /// A step of `share` of the way to another; distances change by ratios, yaw takes the short way round.
    fn towards(&self, goal: &Camera, share: f32) -> Self {
        let mix = |a: f32, b: f32| a + share * (b - a);
        let turn = std::f32::consts::TAU;
        let yaw = (goal.yaw - self.yaw + 0.5 * turn).rem_euclid(turn) - 0.5 * turn;
        Self {
            target: self.target.lerp(goal.target, share),
            yaw: self.yaw + share * yaw,
            pitch: mix(self.pitch, goal.pitch),
            distance: self.distance * (goal.distance / self.distance).powf(share),
            field_of_view: mix(self.field_of_view, goal.field_of_view),
        }
    }
}

/// A camera on its way: `now` is drawn, `goal` is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Glide {
    pub now: Camera,
    pub goal: Camera,
}

/// After this many seconds two thirds of the way are done.
const GLIDE_TIME: f32 = 0.09;

impl Glide {
    pub fn jump(&mut self, camera: Camera) {
        self.goal = camera.tame();
        self.now = self.goal;
    }

    /// Goes on by `dt` seconds; true while there is way to go. Any two steps give the same as one of their sum.
    pub fn advance(&mut self, dt: f32) -> bool {
        let share = 1.0 - (-dt.max(0.0) / GLIDE_TIME).exp();
        self.now = self.now.towards(&self.goal, share);
        let (now, goal) = (&self.now, &self.goal);
        let near = now.target.distance(goal.target) < 1e-4 * goal.distance
            && (now.distance / goal.distance - 1.0).abs() < 1e-4
            && (now.yaw - goal.yaw).abs().rem_euclid(std::f32::consts::TAU) < 1e-4
            && (now.pitch - goal.pitch).abs() < 1e-4
            && (now.field_of_view - goal.field_of_view).abs() < 1e-4;
        if near {
            self.now = self.goal;
        }
        !near
    }
}
