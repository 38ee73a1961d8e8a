//! A row that closes its gap as a damped spring does which the substep can follow. With f its frequency and ζ its damping ratio,
//!     w = 2πf,   a₁ = 2ζ + hw,   a₂ = hw a₁;   κ = w/a₁,   s = a₂/(1 + a₂),   γ = 1/(1 + a₂)
//!     Δλ = s A⁻¹ h⁻¹ (J V + κ C) − γ λ
//! Contacts and `soft-step` use it. The speed that this puts in is taken back when bodies have moved: by the same with
//! κ = 0, s = 1, γ = 0.

use std::f64::consts::PI;

use crate::plan::Step;

/// κ, s and γ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Softness {
    pub closing: f64,
    pub firmness: f64,
    pub yielding: f64,
}

impl Softness {
    /// A hard row: κ = 0, s = 1, γ = 0.
    pub const RELAXING: Self = Self { closing: 0.0, firmness: 1.0, yielding: 0.0 };

    pub fn of(hertz: f64, damping: f64, h: f64) -> Self {
        let w = 2.0 * PI * hertz;
        let a1 = 2.0 * damping + h * w;
        let a2 = h * w * a1;
        let a3 = 1.0 / (1.0 + a2);
        Self { closing: w / a1, firmness: a2 * a3, yielding: a3 }
    }

    /// The frequency that a substep can follow, a quarter of the substeps in a second.
    pub fn followed(h: f64) -> f64 {
        0.25 / h
    }

    pub fn tell(self, step: &mut Step) {
        (step.closing, step.firmness, step.yielding) = (self.closing, self.firmness, self.yielding);
    }
}
