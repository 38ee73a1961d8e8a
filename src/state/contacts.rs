//! What contacts bore, as a state keeps it: the next step begins with it.

/// Of one pair of bodies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remembered {
    pub a: u32,
    pub b: u32,
    pub normal: [f32; 3],
    /// What brakes rolling, N m.
    pub torque: [f32; 3],
    /// By feature: λ along the normal and across, N.
    pub points: Vec<(u32, [f32; 3])>,
}

/// Numbers ahead of a pair's points, and of each of these.
const HEAD: usize = 9;
const POINT: usize = 4;

/// Points that a pair may have, and pairs that a body may be the owner of.
const MOST_POINTS: usize = 4;
pub const MOST_PAIRS: usize = 16;

/// Features are smaller than this.
const FEATURES: f32 = 1e6;

/// As flat numbers, in the order of the bodies: which number a pair has on its machine is nobody's concern.
pub fn flat(mut pairs: Vec<Remembered>) -> Vec<f32> {
    pairs.sort_unstable_by_key(|pair| (pair.a, pair.b));
    let mut out = Vec::new();
    for pair in pairs {
        out.extend([pair.a as f32, pair.b as f32]);
        out.extend(pair.normal);
        out.extend(pair.torque);
        out.push(pair.points.len() as f32);
        for (feature, lambda) in pair.points {
            out.push(feature as f32);
            out.extend(lambda);
        }
    }
    out
}

/// What `flat` wrote, for a scene of so many bodies; none if it is something else.
pub fn read(numbers: &[f32], bodies: usize) -> Option<Vec<Remembered>> {
    let whole = |x: f32, below: f32| (x >= 0.0 && x < below && x.fract() == 0.0).then_some(x as u32);
    let mut pairs: Vec<Remembered> = Vec::new();
    let mut owned = 0;
    let mut rest = numbers;
    while !rest.is_empty() {
        let head = rest.get(..HEAD)?;
        let [a, b] = [whole(head[0], bodies as f32)?, whole(head[1], bodies as f32)?];
        let count = whole(head[8], MOST_POINTS as f32 + 1.0)? as usize;
        let points = rest.get(HEAD..HEAD + POINT * count)?;
        rest = &rest[HEAD + POINT * count..];
        let last = pairs.last().map(|pair| (pair.a, pair.b));
        owned = if last.is_some_and(|(before, _)| before == a) { owned + 1 } else { 1 };
        if a == b || last.is_some_and(|last| last >= (a, b)) || owned > MOST_PAIRS {
            return None;
        }
        let three = |at: usize| [head[at], head[at + 1], head[at + 2]];
        let point = |p: &[f32]| Some((whole(p[0], FEATURES)?, [p[1], p[2], p[3]]));
        let points = points.chunks_exact(POINT).map(point).collect::<Option<Vec<_>>>()?;
        let pair = Remembered { a, b, normal: three(2), torque: three(5), points };
        let finite = pair.normal.iter().chain(&pair.torque).all(|x| x.is_finite())
            && pair.points.iter().all(|(_, lambda)| lambda.iter().all(|x| x.is_finite()));
        pairs.push(finite.then_some(pair)?);
    }
    Some(pairs)
}

/// A point where two bodies touch, or soon will.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContactReading {
    pub a: u32,
    pub b: u32,
    /// Between the two surfaces, m.
    pub point: [f64; 3],
    /// From a to b.
    pub normal: [f64; 3],
    /// m; a gap is less than 0.
    pub depth: f64,
    /// With which they push each other, N.
    pub force: f64,
    /// With which b is rubbed along, a the other way, N.
    pub friction: [f64; 3],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_and_what_is_no_memory_is_not() {
        let pair = |a, b| Remembered {
            a,
            b,
            normal: [0.0, 1.0, 0.0],
            torque: [0.5, 0.0, 0.0],
            points: vec![(7, [3.0, 0.25, -0.5]), (9, [1.0, 0.0, 0.0])],
        };
        let pairs = vec![pair(0, 2), pair(1, 0), pair(1, 2)];
        let mixed = vec![pair(1, 2), pair(0, 2), pair(1, 0)];
        let numbers = flat(mixed);
        assert_eq!(read(&numbers, 3), Some(pairs));
        assert_eq!(read(&[], 3), Some(vec![]));
        assert_eq!(read(&numbers, 2), None, "a body that is not there");
        assert_eq!(read(&numbers[1..], 3), None);
        assert_eq!(read(&numbers[..numbers.len() - 1], 3), None, "cut short");
        for at in 0..numbers.len() {
            let mut wrong = numbers.clone();
            wrong[at] = f32::NAN;
            assert_eq!(read(&wrong, 3), None, "NaN at {at}");
        }
        let twice = [numbers.clone(), numbers].concat();
        assert_eq!(read(&twice, 3), None, "twice the same pair");
    }
}
