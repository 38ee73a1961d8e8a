//! What a body is made of: its shape, and what follows from it. Lengths in m.

use std::f64::consts::PI;

use glam::{DMat3, DVec3, Quat, Vec2, Vec3, swizzles::Vec3Swizzles};

use super::{Compound, Hull};

/// Density in kg/m³ of a body whose mass is not given: that of water.
pub(super) const DENSITY: f64 = 1000.0;

/// The bounding radius of a body without bounds, in m: larger than any other, and its square is finite in f32.
pub const UNBOUNDED: f32 = 1e18;

/// About the body's centre, in body axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Solid {
    /// Of the body's `radius`.
    #[default]
    Sphere,
    Box {
        half_extents: Vec3,
    },
    /// All that is no farther than `radius` from a piece of the y axis, `half_height` long to either side.
    Capsule {
        radius: f32,
        half_height: f32,
    },
    /// About a piece of the y axis, `half_height` long to either side, with flat ends.
    Cylinder {
        radius: f32,
        half_height: f32,
    },
    /// All between its points, wherever these are about the body's origin: the centre of mass is `centre`.
    Hull(Hull),
    /// Shapes that are one body.
    Compound(Compound),
    /// All below the plane through the centre whose normal is the y axis. It is always fixed.
    Plane,
}

impl Solid {
    /// In kg, filled with water; `radius` is the body's. A plane is fixed, and whatever it weighs never matters.
    pub fn mass(&self, radius: f64) -> f64 {
        match *self {
            // m = ρ · 4/3 π r³
            Solid::Sphere => ball(radius),
            // m = ρ · 8 a b c
            Solid::Box { half_extents } => 8.0 * DENSITY * half_extents.as_dvec3().element_product(),
            // m = m_c + m_s, see below
            Solid::Capsule { radius, half_height } => {
                cylinder(f64::from(radius), f64::from(half_height)) + ball(f64::from(radius))
            }
            // m = ρ π r² 2h
            Solid::Cylinder { radius, half_height } => cylinder(f64::from(radius), f64::from(half_height)),
            Solid::Hull(hull) => DENSITY * hull.data().volume,
            // its parts have densities of their own
            Solid::Compound(compound) => compound.data().mass,
            Solid::Plane => 1.0,
        }
    }

    /// Where the centre of mass is, if mass is spread evenly.
    pub fn centre(&self) -> Vec3 {
        self.exact_centre().as_vec3()
    }

    pub(super) fn exact_centre(&self) -> DVec3 {
        match *self {
            Solid::Hull(hull) => hull.data().centre,
            Solid::Compound(compound) => compound.data().centre,
            _ => DVec3::ZERO,
        }
    }

    /// Its tensor of inertia about its centre of mass, in body axes, kg m².
    pub fn tensor(&self, radius: f64, mass: f64) -> DMat3 {
        let turn = DMat3::from_quat(self.axes().as_dquat().normalize());
        turn * DMat3::from_diagonal(self.inertia(radius, mass)) * turn.transpose()
    }

    /// Principal moments in kg m² of a solid of this mass, about its centre of mass.
    pub fn inertia(&self, radius: f64, mass: f64) -> DVec3 {
        match *self {
            // I = 2/5 m r²
            Solid::Sphere => DVec3::splat(0.4 * mass * radius * radius),
            // I_x = m/3 (b² + c²), and so on round
            Solid::Box { half_extents } => {
                let square = half_extents.as_dvec3() * half_extents.as_dvec3();
                mass / 3.0 * (square.yzx() + square.zxy())
            }
            // A cylinder, m_c = ρ π r² 2h, and two halves of a ball, m_s = ρ 4/3 π r³ together, whose centres of mass
            // stand 3/8 r beyond its ends:
            //     I_y = (½ m_c + 2/5 m_s) r²
            //     I_x = I_z = m_c (h²/3 + r²/4) + m_s (2/5 r² + h² + ¾ h r)
            Solid::Capsule { radius, half_height } => {
                let (r, h) = (f64::from(radius), f64::from(half_height));
                let (m_c, m_s) = (cylinder(r, h), ball(r));
                let along = (0.5 * m_c + 0.4 * m_s) * r * r;
                let across = m_c * (h * h / 3.0 + 0.25 * r * r) + m_s * (0.4 * r * r + h * h + 0.75 * h * r);
                DVec3::new(across, along, across) * (mass / (m_c + m_s))
            }
            // I_y = ½ m r²,   I_x = I_z = m (h²/3 + r²/4)
            Solid::Cylinder { radius, half_height } => {
                let (r, h) = (f64::from(radius), f64::from(half_height));
                let across = mass * (h * h / 3.0 + 0.25 * r * r);
                DVec3::new(across, 0.5 * mass * r * r, across)
            }
            Solid::Hull(hull) => mass * hull.data().moments,
            Solid::Compound(compound) => mass * compound.data().moments,
            Solid::Plane => DVec3::ONE,
        }
    }

    /// P, which turns its principal axes to body axes.
    pub fn axes(&self) -> Quat {
        match *self {
            Solid::Hull(hull) => hull.data().axes,
            Solid::Compound(compound) => compound.data().axes,
            _ => Quat::IDENTITY,
        }
    }

    /// In m, where a body does not say it: beads would roll on for ever, whatever else stands.
    pub fn rolling_resistance(&self, radius: f32) -> f32 {
        match self {
            // in f64, so that it is the same wherever it is asked
            Solid::Sphere => (0.02 * f64::from(radius)) as f32,
            _ => 0.0,
        }
    }

    /// From the centre to the farthest point, m: what "in radii" means. None for a sphere, whose body says it.
    pub fn bounding_radius(&self) -> Option<f32> {
        match *self {
            Solid::Sphere => None,
            Solid::Box { half_extents } => Some(half_extents.as_dvec3().length() as f32),
            Solid::Capsule { radius, half_height } => Some(radius + half_height),
            Solid::Cylinder { radius, half_height } => {
                Some(f64::from(radius).hypot(f64::from(half_height)) as f32)
            }
            Solid::Hull(hull) => Some(hull.data().bounding_radius),
            Solid::Compound(compound) => Some(compound.data().bounding_radius),
            Solid::Plane => Some(UNBOUNDED),
        }
    }

    /// How far it reaches along the world's axes when it is turned by `rotation`, m; None without bounds.
    pub fn reach(&self, radius: f32, rotation: Quat) -> Option<Vec3> {
        let [x, y, z] = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| (rotation * axis).abs());
        match *self {
            Solid::Sphere => Some(Vec3::splat(radius)),
            Solid::Box { half_extents: h } => Some(h.x * x + h.y * y + h.z * z),
            Solid::Capsule { radius, half_height } => Some(half_height * y + radius),
            // the rim reaches r √(1 − y²) along an axis of which it has the share y
            Solid::Cylinder { radius, half_height } => {
                let rim = (Vec3::ONE - y * y).max(Vec3::ZERO).map(f32::sqrt);
                Some(half_height * y + radius * rim)
            }
            Solid::Hull(hull) => {
                let turned = hull.data().corners.iter().map(|&corner| (rotation * corner).abs());
                Some(turned.fold(Vec3::ZERO, Vec3::max))
            }
            Solid::Compound(compound) => compound.parts().iter().try_fold(Vec3::ZERO, |most, part| {
                let own = part.solid.reach(part.radius, rotation * part.rotation)?;
                Some(most.max((rotation * part.position).abs() + own))
            }),
            Solid::Plane => None,
        }
    }
}

impl Solid {
    /// As shaders/shapes/solid.wgsl has it: sizes in m, then which shape.
    pub fn record(&self, radius: f32) -> [f32; 4] {
        match *self {
            Solid::Sphere => [radius, 0.0, 0.0, 0.0],
            Solid::Box { half_extents: h } => [h.x, h.y, h.z, 1.0],
            Solid::Capsule { radius, half_height } => [radius, half_height, 0.0, 2.0],
            Solid::Plane => [0.0, 0.0, 0.0, 3.0],
            // as those of the box around it
            Solid::Cylinder { radius, half_height } => [radius, half_height, radius, 4.0],
            // which hull it is; a buffer has there where its rows begin instead
            Solid::Hull(hull) => [hull.data().thinnest, hull.number() as f32, hull.data().mean_radius, 5.0],
            Solid::Compound(compound) => {
                let data = compound.data();
                [data.thinnest, 0.0, data.mean_radius, 6.0]
            }
        }
    }

    /// The radius of the sphere that has as large a shadow, taken over all directions, m: a quarter of the surface over π.
    pub fn mean_radius(&self, radius: f32) -> f32 {
        match *self {
            Solid::Sphere => radius,
            Solid::Box { half_extents: h } => (2.0 / PI as f32 * h.dot(h.yzx())).sqrt(),
            Solid::Capsule { radius, half_height } => (radius * half_height + radius * radius).sqrt(),
            Solid::Cylinder { radius, half_height } => (radius * half_height + 0.5 * radius * radius).sqrt(),
            Solid::Hull(hull) => hull.data().mean_radius,
            Solid::Compound(compound) => compound.data().mean_radius,
            Solid::Plane => 0.0,
        }
    }

    /// Half of its width where it is thinnest, m. A plane is as thick as its body is large.
    pub fn thinnest(&self, radius: f32) -> f32 {
        match *self {
            Solid::Sphere | Solid::Plane => radius,
            Solid::Box { half_extents } => half_extents.min_element(),
            Solid::Capsule { radius, .. } => radius,
            Solid::Cylinder { radius, half_height } => radius.min(half_height),
            Solid::Hull(hull) => hull.data().thinnest,
            Solid::Compound(compound) => compound.data().thinnest,
        }
    }

    /// Its principal axes may be others than body axes.
    pub fn has_axes(&self) -> bool {
        matches!(self, Solid::Hull(_) | Solid::Compound(_))
    }

    /// It can stand on a face.
    pub fn has_faces(&self) -> bool {
        matches!(self, Solid::Box { .. } | Solid::Cylinder { .. } | Solid::Hull(_))
    }

    /// It takes the collider for convex shapes: `CONVEX` of shaders/shapes/rolling.wgsl.
    pub fn is_convex(&self) -> bool {
        matches!(self, Solid::Cylinder { .. } | Solid::Hull(_))
    }

    /// Of a point in body axes from the surface, m; negative inside. Beyond an edge of a hull it is from the farthest plane of a face.
    pub fn distance(&self, radius: f32, p: Vec3) -> f32 {
        match *self {
            Solid::Sphere => p.length() - radius,
            Solid::Box { half_extents } => {
                let q = p.abs() - half_extents;
                q.max(Vec3::ZERO).length() + q.max_element().min(0.0)
            }
            Solid::Capsule { radius, half_height } => {
                p.with_y(p.y - p.y.clamp(-half_height, half_height)).length() - radius
            }
            Solid::Cylinder { radius, half_height } => {
                let q = Vec2::new(p.xz().length() - radius, p.y.abs() - half_height);
                q.max(Vec2::ZERO).length() + q.max_element().min(0.0)
            }
            Solid::Hull(hull) => {
                let planes = hull.data().faces.iter().map(|face| face.normal.dot(p) - face.offset);
                planes.fold(f32::NEG_INFINITY, f32::max)
            }
            Solid::Compound(compound) => {
                let from = |part: &super::Part| {
                    part.solid.distance(part.radius, part.rotation.inverse() * (p - part.position))
                };
                compound.parts().iter().map(from).fold(f32::INFINITY, f32::min)
            }
            Solid::Plane => p.y,
        }
    }
}

/// kg
fn ball(radius: f64) -> f64 {
    DENSITY * 4.0 / 3.0 * PI * radius.powi(3)
}

/// kg
fn cylinder(radius: f64, half_height: f64) -> f64 {
    DENSITY * PI * radius * radius * 2.0 * half_height
}
