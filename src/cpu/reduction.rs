//! Sums as a workgroup takes them: 64 threads add up what they find, then halves are joined onto halves.

use super::number::Number;

pub const THREADS: usize = 64;

#[inline(always)]
pub fn reduce<T: Copy>(of_thread: impl FnMut(usize) -> T, join: impl Fn(T, T) -> T) -> T {
    let mut found: [T; THREADS] = std::array::from_fn(of_thread);
    let mut half = THREADS / 2;
    while half > 0 {
        for thread in 0..half {
            found[thread] = join(found[thread], found[thread + half]);
        }
        half /= 2;
    }
    found[0]
}

/// The terms from `start` on, up to `count`, `stride` apart for each thread.
#[inline(always)]
pub fn sum<N: Number>(start: usize, stride: usize, count: usize, mut term: impl FnMut(usize) -> N) -> N {
    if start >= count {
        return N::ZERO;
    }
    let of_thread = |thread: usize| {
        let mut sum = N::ZERO;
        for i in (start + thread..count).step_by(stride) {
            sum += term(i);
        }
        sum
    };
    reduce(of_thread, |a, b| a + b)
}

/// Of one workgroup on its own.
#[inline(always)]
pub fn sum_all<N: Number>(count: usize, term: impl FnMut(usize) -> N) -> N {
    sum(0, THREADS, count, term)
}
