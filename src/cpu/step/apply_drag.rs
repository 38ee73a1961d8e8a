use crate::cpu::number::Number;
use crate::cpu::records::{Step, Velocity};
use crate::cpu::world::World;
use crate::lists::drags::WORDS;

pub fn apply_drag<N: Number>(world: &mut World<N>, step: &Step<N>, thread: usize) {
    let at = step.first + WORDS as usize * thread;
    let body = world.lists[at] as usize;
    let number = |k: usize| N::from_f64(f64::from(f32::from_bits(world.lists[at + k])));
    let (linear_damping, angular_damping, more_gravity) = (number(1), number(2), number(3));
    let v = world.velocities[body];
    world.velocities[body] = Velocity {
        linear: decay(linear_damping * step.h) * v.linear + more_gravity * step.h * step.gravity,
        angular: decay(angular_damping * step.h) * v.angular,
    };
}

/// e^{−x} for x ≥ 0, as the shader has it. In f64 the series is worth 1e-11.
fn decay<N: Number>(x: N) -> N {
    let number = N::from_f64;
    let mut y = x.min(number(80.0));
    let mut halvings = 0;
    while y > number(0.125) {
        y *= N::HALF;
        halvings += 1;
    }
    let mut sum = N::ONE - y * number(1.0 / 6.0);
    sum = N::ONE - y * number(0.2) * sum;
    sum = N::ONE - y * number(0.25) * sum;
    sum = N::ONE - y * number(1.0 / 3.0) * sum;
    sum = N::ONE - y * N::HALF * sum;
    sum = N::ONE - y * sum;
    for _ in 0..halvings {
        sum *= sum;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::decay;

    #[test]
    fn it_is_the_exponential() {
        for x in [0.0, 1e-4, 0.01, 0.125, 0.13, 0.7, 3.0, 20.0, 79.0] {
            let (exact, single) = (f64::exp(-x), f64::from(decay(x as f32)));
            // six terms leave y^7/5040; halved k times, squaring takes it and the rounding 2^k times
            assert!((decay(x) - exact).abs() < 1e-10 * (1.0 + 8.0 * x) * exact, "{x}: {}", decay(x) / exact);
            assert!((single - exact).abs() < 1e-7 * (2.0 + 16.0 * x) * exact, "{x}: {}", single / exact);
        }
        assert_eq!([decay(0f32), decay(-0f32)], [1.0; 2], "no damping changes no bit");
        assert!(decay(1e9f32) < 1e-30);
    }
}
