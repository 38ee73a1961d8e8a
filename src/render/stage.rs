//! How a picture is taken: from where, in which colours, what stands in it besides the simulations. The same whatever draws.

use glam::{Vec2, Vec3};

use crate::render::camera::Camera;
use crate::render::theme::{ColourBy, ThemeColours};

/// A bar that things hang from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    pub from: Vec3,
    pub to: Vec3,
    pub radius: f32,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlays {
    pub bars: Vec<Bar>,
    /// World height in m of a level line through the camera's target.
    pub hairline: Option<f32>,
}

/// The settings of a view that a picture depends on.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub camera: Camera,
    pub theme: ThemeColours,
    pub colour_by: ColourBy,
    pub ground: Option<f32>,
    pub overlays: Overlays,
    /// Pixels of the device.
    pub size: Vec2,
}

impl Stage {
    /// Pixels of this picture for one of a picture 700 high: fingers and hairlines do not shrink with the pixels.
    pub fn scale(&self) -> f32 {
        (self.size.y / 700.0).max(1.0)
    }

    /// From the eye through a point of the picture, in pixels.
    pub fn ray(&self, at: Vec2) -> (Vec3, Vec3) {
        self.camera.ray(at, self.size)
    }
}

/// Methods that both kinds of view share, with their own `glide`, `theme`, `colour_by`, `ground`, `overlays` and
/// `size`.
macro_rules! takes_pictures {
    ($view:ty) => {
        impl $view {
            pub(super) fn stage(&self) -> $crate::render::stage::Stage {
                $crate::render::stage::Stage {
                    camera: self.glide.now,
                    theme: self.theme,
                    colour_by: self.colour_by,
                    ground: self.ground,
                    overlays: self.overlays.clone(),
                    size: glam::Vec2::new(self.size.0 as f32, self.size.1 as f32),
                }
            }

            pub fn size(&self) -> (u32, u32) {
                self.size
            }

            /// Moves the camera on its way by `dt` seconds; true while it has way to go.
            pub fn advance(&mut self, dt: f32) -> bool {
                self.glide.advance(dt)
            }

            /// Sends the camera to where all of `bounds` is in the picture.
            pub fn frame(&mut self, bounds: $crate::render::Bounds) {
                let aspect = self.size.0 as f32 / self.size.1 as f32;
                self.glide.goal.frame(bounds.middle(), bounds.half(), aspect);
            }

            /// The same at once.
            pub fn frame_now(&mut self, bounds: $crate::render::Bounds) {
                self.frame(bounds);
                self.glide.jump(self.glide.goal);
            }

            /// Takes hold of the bead found at a point of the picture, of a simulation drawn at `offset`.
            pub fn grip(
                &self,
                hit: $crate::render::Hit,
                at: glam::Vec2,
                offset: glam::Vec3,
            ) -> $crate::render::Grip {
                $crate::render::Grip::of(&self.stage(), hit, at, offset)
            }

            /// Where the pull should draw to for a pointer at `at`, in the world of a simulation drawn at `offset`.
            pub fn goal(
                &self,
                grip: &$crate::render::Grip,
                at: glam::Vec2,
                offset: glam::Vec3,
            ) -> glam::Vec3 {
                grip.goal(&self.stage(), at, offset)
            }
        }
    };
}
pub(super) use takes_pictures;
