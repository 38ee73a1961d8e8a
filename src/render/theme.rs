//! What a picture's colours are, and what they mean.

/// sRGB, 0 to 1.
pub type Rgb = [f32; 3];

pub const fn hex(colour: u32) -> Rgb {
    [(colour >> 16 & 255) as f32 / 255.0, (colour >> 8 & 255) as f32 / 255.0, (colour & 255) as f32 / 255.0]
}

pub fn linear(colour: Rgb) -> [f32; 3] {
    colour.map(|x| if x <= 0.04045 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) })
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThemeColours {
    /// Met exactly at the picture's edges, so that a canvas melts into its page.
    pub background: Rgb,
    /// The lit part of the ground.
    pub ground: Rgb,
    /// Thread and bead caps where a simulation has none of its own.
    pub thread: Rgb,
    /// Threads of joints that open.
    pub warning: Rgb,
    pub hairline: Rgb,
    /// A dark room: lamps and their reflections; a light one: a white tent.
    pub dark: bool,
}

impl ThemeColours {
    pub const DARK: Self = Self {
        background: hex(0x0c0d10),
        ground: hex(0x26282d),
        thread: hex(0xc9a468),
        warning: hex(0xff5a36),
        hairline: hex(0xf4efe6),
        dark: true,
    };
    pub const LIGHT: Self = Self {
        background: hex(0xf5f0e6),
        ground: hex(0xfbf8f1),
        thread: hex(0x9a7638),
        warning: hex(0xc8310c),
        hairline: hex(0x2a2620),
        dark: false,
    };
}

/// What the beads' colours say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColourBy {
    /// Their own.
    #[default]
    Bead,
    /// |λ| of the joint that pulls hardest, relative to the hardest of all that is drawn.
    Load,
    /// The widest gap beside the bead in radii, from 10⁻⁵ to 1 on a log scale.
    Gap,
    /// Relative to the fastest bead drawn.
    Speed,
    /// The colour in which Gauss-Seidel takes the joint that the bead hangs from.
    Colour,
    /// How far the bead's joints are beyond their stops, the worst, from 10⁻⁵ to 10⁻¹ m or rad on a log scale.
    Overshoot,
    /// How deep it is in another body, the deepest, from 10⁻⁵ to 10⁻¹ m on a log scale.
    Depth,
}

impl ColourBy {
    pub const NAMES: [(&'static str, ColourBy); 7] = [
        ("bead", ColourBy::Bead),
        ("load", ColourBy::Load),
        ("gap", ColourBy::Gap),
        ("speed", ColourBy::Speed),
        ("colour", ColourBy::Colour),
        ("overshoot", ColourBy::Overshoot),
        ("depth", ColourBy::Depth),
    ];

    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, mode)| *mode)
    }

    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].0
    }
}
