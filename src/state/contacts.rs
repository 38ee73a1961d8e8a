//! The forces of contacts, as a state keeps them: the next step begins with them.

/// Of one pair of bodies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remembered {
    pub a: u32,
    pub b: u32,
    pub normal: [f32; 3],
    /// The torque that brakes rolling, N m.
    pub torque: [f32; 3],
    /// Its bodies did not push each other as the last frame began.
    pub fresh: bool,
    /// By feature: λ along the normal and across, N.
    pub points: Vec<(u32, [f32; 3])>,
    /// Of a pair that stays, by point: where it was found.
    pub places: Vec<Place>,
}

/// Where a point was found: in the axes of both bodies, how deep, and both arms in those of the world, m.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    pub core_a: [f32; 3],
    pub depth: f32,
    pub core_b: [f32; 3],
    pub arm_a: [f32; 3],
    pub arm_b: [f32; 3],
}

/// Numbers ahead of a pair's points, of each of these, and of each of their places.
const HEAD: usize = 9;
const POINT: usize = 4;
const PLACE: usize = 13;

/// Added to the count of points of a pair that stays, and of one that is fresh.
const STAYS: usize = 8;
const FRESH: usize = 16;

impl Place {
    fn write(&self) -> [f32; PLACE] {
        let Self { core_a: c, depth, core_b: d, arm_a: r, arm_b: s } = *self;
        [c[0], c[1], c[2], depth, d[0], d[1], d[2], r[0], r[1], r[2], s[0], s[1], s[2]]
    }

    fn read(numbers: &[f32]) -> Option<Self> {
        let three = |at: usize| [numbers[at], numbers[at + 1], numbers[at + 2]];
        let finite = numbers.iter().all(|x| x.is_finite());
        finite.then(|| Self {
            core_a: three(0),
            depth: numbers[3],
            core_b: three(4),
            arm_a: three(7),
            arm_b: three(10),
        })
    }
}

/// Points that a pair may have, and pairs that a body may be the owner of.
const MOST_POINTS: usize = 4;
pub const MOST_PAIRS: usize = 16;

/// Features are smaller than this.
const FEATURES: f32 = 1e6;

/// As flat numbers, in the order of the bodies: the number of a pair on its machine does not matter.
pub fn flat(mut pairs: Vec<Remembered>) -> Vec<f32> {
    pairs.sort_unstable_by_key(|pair| (pair.a, pair.b));
    let mut out = Vec::new();
    for pair in pairs {
        out.extend([pair.a as f32, pair.b as f32]);
        out.extend(pair.normal);
        out.extend(pair.torque);
        let stays = if pair.places.is_empty() { 0 } else { STAYS };
        let fresh = if pair.fresh { FRESH } else { 0 };
        out.push((pair.points.len() + stays + fresh) as f32);
        for (feature, lambda) in pair.points {
            out.push(feature as f32);
            out.extend(lambda);
        }
        out.extend(pair.places.iter().flat_map(Place::write));
    }
    out
}

/// Reads the numbers that `flat` wrote, for a scene of so many bodies; none if they are something else.
pub fn read(numbers: &[f32], bodies: usize) -> Option<Vec<Remembered>> {
    let whole = |x: f32, below: f32| (x >= 0.0 && x < below && x.fract() == 0.0).then_some(x as u32);
    let mut pairs: Vec<Remembered> = Vec::new();
    let mut owned = 0;
    let mut rest = numbers;
    while !rest.is_empty() {
        let head = rest.get(..HEAD)?;
        let [a, b] = [whole(head[0], bodies as f32)?, whole(head[1], bodies as f32)?];
        let count = whole(head[8], (FRESH + STAYS + MOST_POINTS) as f32 + 1.0)? as usize;
        let (fresh, stays, count) = (count & FRESH != 0, count & STAYS != 0, count % STAYS);
        if count > MOST_POINTS {
            return None;
        }
        let (points, behind) = rest[HEAD..].split_at_checked(POINT * count)?;
        let (places, behind) = behind.split_at_checked(if stays { PLACE * count } else { 0 })?;
        rest = behind;
        let last = pairs.last().map(|pair| (pair.a, pair.b));
        owned = if last.is_some_and(|(before, _)| before == a) { owned + 1 } else { 1 };
        if a == b || last.is_some_and(|last| last >= (a, b)) || owned > MOST_PAIRS {
            return None;
        }
        let three = |at: usize| [head[at], head[at + 1], head[at + 2]];
        let point = |p: &[f32]| Some((whole(p[0], FEATURES)?, [p[1], p[2], p[3]]));
        let points = points.chunks_exact(POINT).map(point).collect::<Option<Vec<_>>>()?;
        let places = places.chunks_exact(PLACE).map(Place::read).collect::<Option<_>>()?;
        let pair = Remembered { a, b, normal: three(2), torque: three(5), fresh, points, places };
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
            fresh: a == 1,
            points: vec![(7, [3.0, 0.25, -0.5]), (9, [1.0, 0.0, 0.0])],
            places: vec![],
        };
        let place = |depth| Place { depth, core_a: [1.0, 2.0, 3.0], ..Place::default() };
        let stays = Remembered { places: vec![place(0.5), place(-0.25)], ..pair(1, 0) };
        let pairs = vec![pair(0, 2), stays.clone(), pair(1, 2)];
        let mixed = vec![pair(1, 2), pair(0, 2), stays];
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
