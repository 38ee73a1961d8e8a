//! Drawing, straight from a simulation's buffers: it reads them on the device and changes nothing in them.
//!
//! A picture is made in few passes. `gather_joints` and `gather_beads` read poses and multipliers and decide how each
//! bead is drawn. Far ones are splatted by two compute passes; near ones leave their number in a texture
//! (`draw_beads`). `resolve` shades the picture, once per pixel. Threads and bars go on top, and over all of it the
//! marks of joints, if they are asked for.

pub mod camera;
mod colours;
mod drawing;
mod drawn;
mod errors;
mod frame;
mod grip;
mod groups;
pub mod passes;
mod pick;
mod picture;
mod preparing;
mod reading;
mod resources;
mod show;
mod stage;
mod stores;
pub mod theme;
mod view;
pub mod webgl;

pub use camera::{Camera, Glide};
pub use drawn::{Bounds, Drawn};
pub use grip::{Grip, Hit};
pub use reading::Statistics;
pub use show::Show;
pub use stage::{Bar, Overlays};
pub use theme::{ColourBy, ThemeColours};
pub use view::{Target, View, ViewOptions};
