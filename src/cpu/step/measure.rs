use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::reduction::{THREADS, reduce};
use crate::cpu::world::{World, fit};

/// What one workgroup, or in the end all, found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Partial<N = f64> {
    /// m
    pub max_gap: N,
    pub gap_squares: N,
    /// Over the smaller radius of the two.
    pub max_gap_radii: N,
    /// m²/s²
    pub residual_squares: N,
    /// J
    pub kinetic: N,
    /// J, zero at the origin's height, moving bodies only.
    pub potential: N,
    pub worst_joint: u32,
    /// The first body that is not finite, or `u32::MAX`.
    pub bad_body: u32,
    /// Islands whose substep was taken back.
    pub fell_back: u32,
    /// rad
    pub max_angle: N,
    /// m or rad beyond a stop.
    pub max_overshoot: N,
    /// Of Newton's method, at most.
    pub rounds: u32,
    /// kg m/s
    pub momentum: Vec3<N>,
    /// kg m²/s, about the origin.
    pub angular_momentum: Vec3<N>,
}

impl<N: Number> Partial<N> {
    fn none() -> Self {
        Self { bad_body: u32::MAX, ..Self::default() }
    }

    pub fn joined(self, other: Self) -> Self {
        let further = other.max_gap_radii > self.max_gap_radii;
        Self {
            max_gap: self.max_gap.max(other.max_gap),
            gap_squares: self.gap_squares + other.gap_squares,
            max_gap_radii: self.max_gap_radii.max(other.max_gap_radii),
            residual_squares: self.residual_squares + other.residual_squares,
            kinetic: self.kinetic + other.kinetic,
            potential: self.potential + other.potential,
            worst_joint: if further { other.worst_joint } else { self.worst_joint },
            bad_body: self.bad_body.min(other.bad_body),
            fell_back: self.fell_back + other.fell_back,
            max_angle: self.max_angle.max(other.max_angle),
            max_overshoot: self.max_overshoot.max(other.max_overshoot),
            rounds: self.rounds.max(other.rounds),
            momentum: self.momentum + other.momentum,
            angular_momentum: self.angular_momentum + other.angular_momentum,
        }
    }
}

pub fn measure<N: Number>(world: &mut World<N>, step: &Step<N>, group: usize, groups: usize) {
    fit(&mut world.measure_partials, groups + 1);
    let stride = groups * THREADS;
    let of_thread = |thread: usize| {
        let start = group * THREADS + thread;
        let mut mine = Partial::none();
        for i in (start..step.count).step_by(stride) {
            let l = world.lists[step.first + i] as usize;
            let [gap, angle] = match world.gaps.get(l) {
                Some(&gaps) => gaps,
                None => [world.error_of(l).length(), N::ZERO],
            };
            let radius = |body: usize| world.poses[body].radius;
            mine = mine.joined(Partial {
                max_gap: gap,
                gap_squares: gap * gap,
                max_gap_radii: gap / radius(world.ties[l].a).min(radius(world.ties[l].b)),
                residual_squares: world.multipliers[l].left,
                worst_joint: l as u32,
                max_angle: angle,
                max_overshoot: world.overshoots.get(l).copied().unwrap_or(N::ZERO),
                rounds: world.counted.get(l).copied().unwrap_or(0),
                ..Partial::none()
            });
        }
        for body in (start..step.body_count).step_by(stride) {
            let (pose, v, facts) = (&world.poses[body], &world.velocities[body], &world.bodies[body]);
            let finite = pose.position.is_finite()
                && pose.rotation.is_finite()
                && v.linear.is_finite()
                && v.angular.is_finite();
            if !finite {
                mine.bad_body = mine.bad_body.min(body as u32);
            }
            if !facts.is_fixed() {
                let spin = pose.rotation.rotate_back(v.angular);
                mine.kinetic +=
                    N::HALF * (facts.mass * v.linear.length_squared() + (facts.inertia * spin).dot(spin));
                mine.potential -= facts.mass * step.gravity.dot(pose.position);
                let p = v.linear * facts.mass;
                mine.momentum += p;
                mine.angular_momentum += pose.position.cross(p) + pose.rotation.rotate(facts.inertia * spin);
            }
        }
        mine
    };
    let idle = group * THREADS >= step.count.max(step.body_count);
    let found = if idle { Partial::none() } else { reduce(of_thread, Partial::joined) };
    world.measure_partials[group] = found;
}
