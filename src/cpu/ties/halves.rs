//! Springs in the two halves of a symplectic substep. In the first the force is by the mean speed ū = (C' − C)/h of the
//! substep, in the second by u, which is J V at its end. Let e and s be error and speed of the drive:
//!     q₁ = ½h (k (e + θ h ū) + c (ū + s)),                                       θ = ½ (1 + α)
//!     q₂ = ½h (k (e' − ½ (1 − α) h ū + α h u) + c ((1 − α) ū + α u + s))
//! α = 0 is the implicit midpoint, twice the same: no damping of its own. It ends where half a substep moves the row too far,
//!     α = ½ (ν − 1) within 0 and 1,   ν = ½h (½hk + c)/m_eff,
//! and at α = 1 both halves are implicit. With D₀ = hk + c, b = hk/D₀ and γ₀ = 1/(h D₀) of softness.rs both are lines u = u_t + γ q. The second has
//! no slope where α = 0: a thousandth gives it one. Twin of shaders/ties/halves.wgsl.

use super::Frames;
use super::floors::{AS_MUCH_AS_IT_TAKES, OUT_OF_REACH, short_way};
use super::softness::numbers;
use super::stair::Stair;
use crate::cpu::number::Number;
use crate::cpu::records::{Pose, Step};
use crate::scene::{By, Course, Softness};

const LEAST_SLOPE: f64 = 1e-4;
/// By how much a row may miss its staircase in place: of the smaller radius, and in rad.
pub const NEAR: f64 = 1e-5;
/// Four last digits of a number of this size, over the gap that may be left.
const ROUNDING: f64 = 2.4e-3;

/// How many times that far from the origin a gap may be as large: digits end there.
pub fn rounding_of<N: Number>(a: &Pose<N>, b: &Pose<N>) -> N {
    let distance = a.position.length().max(b.position.length());
    (N::from_f64(ROUNDING) * distance / a.radius.min(b.radius)).max(N::ONE)
}

#[derive(Clone, Copy)]
pub struct Spring<N> {
    /// γ₀ and b.
    gamma: N,
    stiff: N,
    alpha: N,
}

impl<N: Number> Spring<N> {
    pub fn of(softness: Softness, h: N, inverse_mass: N) -> Self {
        let (gamma, stiff) = numbers(softness, h);
        let gamma = match softness {
            Softness::Frequency { .. } => gamma * inverse_mass,
            Softness::Spring { .. } | Softness::Mixing { .. } => gamma,
        };
        // ν γ₀, so that a spring without γ is as stiff as can be
        let nu = N::HALF * (N::ONE - N::HALF * stiff) * inverse_mass;
        let alpha = if nu < N::from_f64(3.0) * gamma { N::HALF * (nu / gamma - N::ONE) } else { N::ONE };
        Self { gamma, stiff, alpha: alpha.max(N::ZERO) }
    }

    /// D/D₀ of the first half.
    fn weight(&self) -> N {
        N::HALF * (N::ONE + self.alpha) * self.stiff + (N::ONE - self.stiff)
    }

    pub fn first_gamma(&self) -> N {
        N::from_f64(2.0) * self.gamma / self.weight()
    }

    /// u_t of the first half; of e/h.
    pub fn first_speed(&self, error: N, speed: N) -> N {
        -(error * self.stiff + speed * (N::ONE - self.stiff)) / self.weight()
    }

    fn slope(&self) -> N {
        self.alpha.max(N::from_f64(LEAST_SLOPE))
    }

    pub fn second_gamma(&self) -> N {
        N::from_f64(2.0) * self.gamma / self.slope()
    }

    /// u_t of the second half; of e'/h and ū.
    pub fn second_speed(&self, error: N, mean: N, speed: N) -> N {
        let (rest, slope) = (N::ONE - self.slope(), self.slope());
        let pulled = self.stiff * (error - N::HALF * rest * mean);
        -(pulled + (N::ONE - self.stiff) * (rest * mean + speed)) / slope
    }
}

/// No force at any speed.
pub fn free<N: Number>() -> Stair<N> {
    let far = N::from_f64(OUT_OF_REACH);
    Stair { stop_gamma: N::ONE, low: -far, high: far, ..Stair::default() }
}

/// Drive and stops of the first half, without floors and friction; of row k with C at the start and m_eff⁻¹.
pub fn first_line<N: Number>(
    step: &Step<N>,
    frames: &Frames<N>,
    course: &Course,
    k: usize,
    [c, inverse_mass]: [N; 2],
) -> Stair<N> {
    let number = |x: f32| N::from_f64(f64::from(x));
    let recovery = frames.recovery[k / 3];
    let mut out = free();
    if let Some(drive) = course.drive {
        out.most = N::HALF * step.h * number(drive.most).min(N::from_f64(AS_MUCH_AS_IT_TAKES));
        let speed = number(drive.speed);
        out.target = match drive.by {
            By::Holding => -(c * step.inverse_h).max(-recovery).min(recovery),
            By::Speed => -speed,
            By::Spring(softness) => {
                let spring = Spring::of(softness, step.h, inverse_mass);
                out.gamma = spring.first_gamma();
                spring.first_speed(wrapped(frames, k, c + number(drive.target)) * step.inverse_h, speed)
            }
        };
    }
    if let Some([least, most]) = course.stops {
        let spring = course.stop_softness.map(|softness| Spring::of(softness, step.h, inverse_mass));
        out.stop_gamma = spring.map_or(N::ZERO, |spring| spring.first_gamma());
        // before a stop the row may go all the way to it
        let toward = |beyond: N| match spring {
            _ if beyond <= N::ZERO => beyond * step.inverse_h,
            Some(spring) => -spring.first_speed(beyond * step.inverse_h, N::ZERO),
            None => (beyond * step.inverse_h).min(recovery),
        };
        out.high = -toward(c + number(least));
        out.low = toward(-(c + number(most)));
    }
    out
}

/// The error of an angle by the short way, unless it goes on past half a turn.
pub fn wrapped<N: Number>(frames: &Frames<N>, k: usize, error: N) -> N {
    if k > 3 || k == 3 && !frames.hold.goes_on { short_way(error) } else { error }
}
