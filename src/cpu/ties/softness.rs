//! How a held row yields: (A + γ) q = J V* + β C/h with q = h λ.
//!     by frequency   γ = m_eff⁻¹/(hω (hω + 2ζ)),  β = hω/(hω + 2ζ),  ω = 2πf
//!     as a spring    γ = 1/(h (hk + c)),          β = hk/(hk + c)
//!     by mixing      γ = CFM/h,                   β = ERP

use crate::cpu::algebra::{Pair, Vec3};
use crate::cpu::number::Number;
use crate::scene::Softness;

/// γ, of a unit of effective mass where it is by frequency, and β.
pub fn numbers<N: Number>(softness: Softness, h: N) -> (N, N) {
    let number = |x: f32| N::from_f64(f64::from(x));
    match softness {
        Softness::Frequency { hertz, damping_ratio } => {
            let turn = h * (N::from_f64(std::f64::consts::TAU) * number(hertz));
            let all = turn + N::from_f64(2.0) * number(damping_ratio);
            (N::ONE / (turn * all), turn / all)
        }
        Softness::Spring { stiffness, damping } => {
            let all = h * number(stiffness) + number(damping);
            (N::ONE / (h * all), h * number(stiffness) / all)
        }
        Softness::Mixing { cfm, erp } => (number(cfm) / h, number(erp)),
    }
}

/// γ of every row, and C times β/h. Hard rows close at most at the speeds `most`, in m/s and rad/s.
pub fn pulled<N: Number>(
    softness: &[Option<Softness>; 6],
    (h, inverse_h): (N, N),
    stabilisation: N,
    most: [N; 2],
    c: Pair<N>,
) -> (Pair<N>, Pair<N>) {
    let errors = c.to_array();
    let (mut gammas, mut hard, mut soft) = ([N::ZERO; 6], [N::ZERO; 6], [N::ZERO; 6]);
    for k in 0..6 {
        match softness[k] {
            None => hard[k] = errors[k] * (stabilisation * inverse_h),
            Some(softness) => {
                let (gamma, beta) = numbers(softness, h);
                gammas[k] = gamma;
                soft[k] = errors[k] * (beta * inverse_h);
            }
        }
    }
    (Pair::from_array(gammas), no_faster(Pair::from_array(hard), most) + Pair::from_array(soft))
}

/// C times β/h of a joint whose rows are all hard; `share` is β/h.
pub fn hard<N: Number>(share: N, most: [N; 2], c: Pair<N>) -> Pair<N> {
    // −0 becomes 0, as it does above
    no_faster(c * share, most) + Pair::ZERO
}

fn no_faster<N: Number>(v: Pair<N>, most: [N; 2]) -> Pair<N> {
    Pair { linear: slowed(v.linear, most[0]), angular: slowed(v.angular, most[1]) }
}

/// v, no longer than `most`.
fn slowed<N: Number>(v: Vec3<N>, most: N) -> Vec3<N> {
    v * N::ONE.min(most / v.length().max(N::from_f64(1e-20)))
}
