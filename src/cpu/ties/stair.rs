//! The force of a row that is driven or bounded, as a staircase q(u) that only rises. Here u is the row's speed J V at
//! the substep's end, and q = h λ its impulse. From low u to high:
//!     the lower stop   u = u_lo + γ_s (q − q_lo)
//!     a flat step      q = −τ
//!     the drive        u = u_t + γ q
//!     a flat step      q = +τ
//!     the upper stop   u = u_hi + γ_s (q − q_hi),   q_lo, q_hi = (u_lo, u_hi − u_t)/γ within ±τ
//! Without a drive τ is 0, without stops u_lo and u_hi are out of reach. Beside dry friction the drive is the sum of two such curves, its own
//! and that of the friction,   u = u_f + γ_f q   within ±F; alone, friction is a drive. Twin of shaders/ties/stair.wgsl.

use crate::cpu::number::Number;

/// γ of a row whose force is given: the exact solver moves it no more. Its square root is still far from what f32 can hold.
pub const GIVEN: f64 = 1e30;

#[derive(Clone, Copy, Debug, Default)]
pub struct Stair<N> {
    /// u_t and γ of the drive.
    pub target: N,
    pub gamma: N,
    /// τ, N s
    pub most: N,
    /// 0 where there is no such row.
    pub stop_gamma: N,
    pub low: N,
    pub high: N,
    /// u_f, γ_f and F of friction beside the drive, m/s or rad/s and N s; F is 0 where there is none.
    pub rub_target: N,
    pub rub_gamma: N,
    pub rub: N,
    /// u as the last round left it, and by how much the next one changes it.
    pub u: N,
    pub du: N,
    // of the first half of a symplectic substep: C at its start, and what u is more than J V. Then the inverse of the mass that the row
    // moves, A_rr, and ū after the first solve
    pub start: N,
    pub offset: N,
    pub inverse_mass: N,
    pub own: N,
    pub free: N,
    /// Of the second half: the share of the substep after which the row met a stop. It has a minus for the lower one, and is 0 where the
    /// row met none.
    pub blow: N,
}

/// The part of the staircase that a row is on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment<N> {
    /// u = at + γ q
    Slope { at: N, gamma: N },
    /// q is this.
    Flat(N),
}

impl<N: Number> Stair<N> {
    pub fn is_there(&self) -> bool {
        self.stop_gamma > N::ZERO
    }

    /// The impulse of drive and friction at this u.
    pub fn driven(&self, u: N) -> N {
        if self.rubs() { self.drive_at(u) + self.rub_at(u) } else { self.drive_at(u) }
    }

    fn drive_at(&self, u: N) -> N {
        if self.most == N::ZERO {
            return N::ZERO;
        }
        ((u - self.target) / self.gamma).max(-self.most).min(self.most)
    }

    /// Whether there is friction beside the drive.
    pub fn rubs(&self) -> bool {
        self.rub > N::ZERO
    }

    fn rub_at(&self, u: N) -> N {
        ((u - self.rub_target) / self.rub_gamma).max(-self.rub).min(self.rub)
    }

    /// The speed at which it meets the line of u + A_rr q, in the first half. By u alone, a stop that pushes and is just short of its place
    /// would be let go.
    pub fn where_it_meets(&self, q: N) -> N {
        let free = self.u + self.own * q;
        free - self.own * self.meets(free, self.own)
    }

    /// Puts the stop that a blow met there.
    pub fn move_stop(&mut self, u: N) {
        if self.blow > N::ZERO {
            self.high = u;
        } else if self.blow < N::ZERO {
            self.low = u;
        }
    }

    pub fn drives_without_end(&self) -> bool {
        self.most >= N::from_f64(UNBOUNDED)
    }

    /// Nothing bounds it: it is on the drive's slope whatever happens.
    pub fn is_straight(&self) -> bool {
        let unbounded = N::from_f64(UNBOUNDED);
        !self.rubs() && self.drives_without_end() && self.high >= unbounded && self.low <= -unbounded
    }

    /// q(u)
    pub fn force(&self, u: N) -> N {
        if u > self.high {
            return self.driven(self.high) + (u - self.high) / self.stop_gamma;
        }
        if u < self.low {
            return self.driven(self.low) + (u - self.low) / self.stop_gamma;
        }
        self.driven(u)
    }

    fn upper(&self) -> Segment<N> {
        Segment::Slope { at: self.high - self.stop_gamma * self.driven(self.high), gamma: self.stop_gamma }
    }

    fn lower(&self) -> Segment<N> {
        Segment::Slope { at: self.low - self.stop_gamma * self.driven(self.low), gamma: self.stop_gamma }
    }

    fn drive(&self) -> Segment<N> {
        Segment::Slope { at: self.target, gamma: self.gamma }
    }

    /// The part of drive and friction together that this u is on.
    fn both(&self, u: N) -> Segment<N> {
        let (drive, rub) = (self.drive_at(u), self.rub_at(u));
        let drives = drive < self.most && drive > -self.most;
        let rubs = rub < self.rub && rub > -self.rub;
        match (drives, rubs) {
            (true, true) => {
                let share = self.gamma / (self.gamma + self.rub_gamma);
                let at = self.target + (self.rub_target - self.target) * share;
                Segment::Slope { at, gamma: self.rub_gamma * share }
            }
            (true, false) => Segment::Slope { at: self.target - self.gamma * rub, gamma: self.gamma },
            (false, true) => {
                Segment::Slope { at: self.rub_target - self.rub_gamma * drive, gamma: self.rub_gamma }
            }
            (false, false) => Segment::Flat(drive + rub),
        }
    }

    /// Where drive and friction together push with this q, which is less than they have.
    fn speed_at(&self, q: N) -> N {
        if !self.rubs() {
            return self.target + self.gamma * q;
        }
        // the drive's part, were friction without an end
        let free = self.rub_target + self.rub_gamma * q;
        let drive = ((free - self.target) / (self.gamma + self.rub_gamma)).max(-self.most).min(self.most);
        let rub = q - drive;
        if rub > self.rub {
            self.target + self.gamma * (q - self.rub)
        } else if rub < -self.rub {
            self.target + self.gamma * (q + self.rub)
        } else {
            free - self.rub_gamma * drive
        }
    }

    /// Where it is at this u.
    pub fn segment(&self, u: N) -> Segment<N> {
        if self.is_straight() {
            return self.drive();
        }
        if u > self.high {
            return self.upper();
        }
        if u < self.low {
            return self.lower();
        }
        if self.rubs() {
            return self.both(u);
        }
        let q = self.driven(u);
        if q < self.most && q > -self.most { self.drive() } else { Segment::Flat(q) }
    }

    /// Which stop this q says that the row is at: 1 for the upper, -1 for the lower, 0 for neither.
    pub fn stop_of_force(&self, q: N) -> N {
        let unbounded = N::from_f64(UNBOUNDED);
        if self.high < unbounded && q > self.driven(self.high) + self.slack(q) {
            N::ONE
        } else if self.low > -unbounded && q < self.driven(self.low) - self.slack(q) {
            -N::ONE
        } else {
            N::ZERO
        }
    }

    /// What rounding leaves of q. A bound that is infinite says nothing of the size of q.
    fn slack(&self, q: N) -> N {
        let most = if self.most < N::from_f64(UNBOUNDED) { self.most } else { N::ZERO };
        N::ROUNDING * N::from_f64(10.0) * q.max(-q).max(most).max(self.rub) + N::from_f64(NOTHING)
    }

    /// Where it is with this q. A q from before its cap was lowered may be more than the drive's: where no stop is in reach it is on the
    /// flat step.
    pub fn segment_of_force(&self, q: N) -> Segment<N> {
        if self.is_straight() {
            return self.drive();
        }
        let stop = self.stop_of_force(q);
        if stop > N::ZERO {
            return self.upper();
        }
        if stop < N::ZERO {
            return self.lower();
        }
        let most = self.most + self.rub;
        if q >= most || q <= -most {
            Segment::Flat(q.max(-most).min(most))
        } else if self.rubs() {
            // on a flat step between the two, where rounding would say either end of it
            let slack = self.slack(q);
            self.both(N::HALF * (self.speed_at(q - slack) + self.speed_at(q + slack)))
        } else {
            self.drive()
        }
    }

    /// The lowest u at which it pushes so much.
    fn lowest(&self, q: N) -> N {
        let (q_low, q_high) = (self.driven(self.low), self.driven(self.high));
        if q > q_high {
            self.high + self.stop_gamma * (q - q_high)
        } else if q > q_low {
            self.speed_at(q)
        } else {
            self.low + self.stop_gamma * (q - q_low)
        }
    }

    /// The highest u at which it pushes no more than that.
    fn highest(&self, q: N) -> N {
        let (q_low, q_high) = (self.driven(self.low), self.driven(self.high));
        if q < q_low {
            self.low + self.stop_gamma * (q - q_low)
        } else if q < q_high {
            self.speed_at(q)
        } else {
            self.high + self.stop_gamma * (q - q_high)
        }
    }

    /// By how much u misses the staircase at this q, but for what rounding leaves of q.
    pub fn miss(&self, u: N, q: N) -> N {
        let slack = self.slack(q);
        (u - self.highest(q + slack)).max(N::ZERO) + (u - self.lowest(q - slack)).min(N::ZERO)
    }

    /// The force nearest to q on the part that u is on: beyond a stop no less than that of the drive there.
    pub fn nearest(&self, u: N, q: N) -> N {
        if u > self.high {
            q.max(self.driven(self.high))
        } else if u < self.low {
            q.min(self.driven(self.low))
        } else {
            self.driven(u)
        }
    }

    /// The q at which it meets   u = u₀ − a q,   u₀ being the row's speed without this force.
    pub fn meets(&self, free: N, a: N) -> N {
        let q = if self.rubs() { self.both_meet(free, a) } else { self.drive_meets(free, a) };
        let u = free - a * q;
        if u > self.high {
            return (free - self.high + self.stop_gamma * self.driven(self.high)) / (a + self.stop_gamma);
        }
        if u < self.low {
            return (free - self.low + self.stop_gamma * self.driven(self.low)) / (a + self.stop_gamma);
        }
        q
    }

    fn drive_meets(&self, free: N, a: N) -> N {
        if self.most == N::ZERO {
            return N::ZERO;
        }
        ((free - self.target) / (a + self.gamma)).max(-self.most).min(self.most)
    }

    /// Of drive and friction together. Friction that yields takes a part of the line's slope; beyond its largest force
    /// it is a given force.
    fn both_meet(&self, free: N, a: N) -> N {
        let share = self.rub_gamma / (self.rub_gamma + a);
        let (middle, slope) = (self.rub_target + (free - self.rub_target) * share, a * share);
        let drive = self.drive_meets(middle, slope);
        let rub = (middle - slope * drive - self.rub_target) / self.rub_gamma;
        if rub > self.rub {
            self.drive_meets(free - a * self.rub, a) + self.rub
        } else if rub < -self.rub {
            self.drive_meets(free + a * self.rub, a) - self.rub
        } else {
            drive + rub
        }
    }
}

/// What a solve leaves of a force that is given as 0, N s.
const NOTHING: f64 = 1e-20;
/// Forces and speeds as large as this are no bounds, N s and m/s.
pub const UNBOUNDED: f64 = 1e12;

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that are the same everywhere.
    struct Random(u64);

    impl Random {
        fn unit(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 11) as f64 / (1u64 << 53) as f64
        }

        fn signed(&mut self, size: f64) -> f64 {
            size * (2.0 * self.unit() - 1.0)
        }

        /// Over six powers of ten.
        fn positive(&mut self) -> f64 {
            10f64.powf(self.signed(3.0))
        }

        /// Driven or not, with two stops, one, none, or two at one place.
        fn stair(&mut self) -> Stair<f64> {
            let (one, other) = (self.signed(2.0), self.signed(2.0));
            let stops = (self.unit() * 5.0) as u32;
            let far = 1e18;
            Stair {
                target: self.signed(3.0),
                gamma: self.positive(),
                most: if self.unit() < 0.2 { 0.0 } else { self.positive() },
                stop_gamma: self.positive(),
                low: [one.min(other), -far, one, -far, one][stops as usize],
                high: [one.max(other), far, far, other, one][stops as usize],
                ..Stair::default()
            }
        }

        /// Half of them with friction beside what drives them.
        fn rubbed(&mut self) -> Stair<f64> {
            let stair = self.stair();
            if self.unit() < 0.5 {
                return stair;
            }
            Stair { rub_target: self.signed(0.5), rub_gamma: self.positive(), rub: self.positive(), ..stair }
        }
    }

    /// The u with   u − u₀ + a q(u) = 0,   which only rises, between two where it is below and above.
    fn halved(stair: &Stair<f64>, free: f64, a: f64) -> f64 {
        let over = |u: f64| u - free + a * stair.force(u) > 0.0;
        let mut reach = 1.0;
        while over(free - reach) || !over(free + reach) {
            reach *= 2.0;
        }
        let (mut low, mut high) = (free - reach, free + reach);
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if over(middle) { high = middle } else { low = middle }
        }
        0.5 * (low + high)
    }

    #[test]
    fn one_row_meets_its_staircase_where_halving_does() {
        let mut random = Random(1);
        let mut met = [0; 5];
        for trial in 0..20_000 {
            let stair = random.rubbed();
            let (free, a) = (random.signed(5.0), random.positive());
            let q = stair.meets(free, a);
            let (u, truth) = (free - a * q, halved(&stair, free, a));
            assert!((u - truth).abs() < 1e-9 * (1.0 + a), "{trial}: {u} and {truth}, {stair:?}, {free}, {a}");
            let miss = stair.miss(u, q).abs();
            assert!(miss < 1e-9 * (1.0 + a + stair.stop_gamma), "{trial}: missed by {miss:e}, {stair:?}");
            met[match stair.segment(u) {
                Segment::Flat(_) => 0,
                Segment::Slope { gamma, .. } if gamma == stair.gamma => 1,
                Segment::Slope { gamma, .. } if gamma == stair.stop_gamma => 2,
                Segment::Slope { gamma, .. } if gamma == stair.rub_gamma => 3,
                Segment::Slope { .. } => 4,
            }] += 1;
        }
        assert!(met.iter().all(|&count| count > 400), "{met:?}");
    }

    /// The part that u is on says the q that the staircase says, and so does the part that this q is on.
    #[test]
    fn the_parts_of_a_staircase_make_it_up() {
        let mut random = Random(2);
        for trial in 0..20_000 {
            let stair = random.rubbed();
            let u = random.signed(4.0);
            let q = stair.force(u);
            for segment in [stair.segment(u), stair.segment_of_force(q)] {
                let (speed, force) = match segment {
                    Segment::Slope { at, gamma } => (at + gamma * q, q),
                    Segment::Flat(force) => (u, force),
                };
                let bound = 1e-9 * (1.0 + stair.gamma.max(stair.stop_gamma)) * (1.0 + q.abs());
                assert!((speed - u).abs() < bound, "{trial}: {speed} and {u} on {segment:?} of {stair:?}");
                assert!((force - q).abs() < 1e-9 * (1.0 + q.abs()), "{trial}: {force} and {q}");
            }
            assert!(stair.force(u + random.positive()) >= q, "{trial}: {stair:?} falls");
        }
    }
}
