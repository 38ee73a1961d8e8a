// Springs in the two halves of a symplectic substep. In the first the force is by the mean speed ū = (C' − C)/h of the
// substep, in the second by u, which is J V at its end. Let e and s be error and speed of the drive:
//     q₁ = ½h (k (e + θ h ū) + c (ū + s)),                                       θ = ½ (1 + α)
//     q₂ = ½h (k (e' − ½ (1 − α) h ū + α h u) + c ((1 − α) ū + α u + s))
// α = 0 is the implicit midpoint, twice the same: no damping of its own. It ends where half a substep moves the row too far,
//     α = ½ (ν − 1) within 0 and 1,   ν = ½h (½hk + c)/m_eff,
// and at α = 1 both halves are implicit. With D₀ = hk + c, b = hk/D₀ and γ₀ = 1/(h D₀) of softness.wgsl both are lines u = u_t + γ q. The second
// has no slope where α = 0: a ten-thousandth gives it one.

// uses: step, body, softness, courses, stair, floors

const LEAST_SLOPE: f32 = 1e-4;
/// By how much a row may miss its staircase in place: of the smaller radius, and in rad.
const NEAR: f32 = 1e-5;
/// Four last digits of a number of this size, over the gap that may be left.
const ROUNDING: f32 = 2.4e-3;

// How many times that far from the origin a gap may be as large: digits end there.
fn rounding_of(a: Pose, b: Pose) -> f32 {
    return max(1.0, ROUNDING * max(length(a.position), length(b.position)) / min(a.radius, b.radius));
}

struct Spring {
    gamma: f32,    // γ₀
    stiff: f32,    // b
    alpha: f32,
}

fn spring_of(setting: vec3<f32>, inverse_mass: f32) -> Spring {
    let numbers = softness_numbers(setting);
    let gamma = numbers.x * select(1.0, inverse_mass, setting.x == BY_FREQUENCY);
    // ν γ₀, so that a spring without γ is as stiff as can be
    let nu = 0.5 * (1.0 - 0.5 * numbers.y) * inverse_mass;
    var alpha = 1.0;
    if (nu < 3.0 * gamma) {
        alpha = 0.5 * (nu / gamma - 1.0);
    }
    return Spring(gamma, numbers.y, max(alpha, 0.0));
}

// D/D₀ of the first half.
fn first_weight(spring: Spring) -> f32 {
    return 0.5 * (1.0 + spring.alpha) * spring.stiff + (1.0 - spring.stiff);
}

fn first_gamma(spring: Spring) -> f32 {
    return 2.0 * spring.gamma / first_weight(spring);
}

// u_t of the first half; of e/h.
fn first_speed(spring: Spring, error: f32, speed: f32) -> f32 {
    return -(error * spring.stiff + speed * (1.0 - spring.stiff)) / first_weight(spring);
}

fn second_slope(spring: Spring) -> f32 {
    return max(spring.alpha, LEAST_SLOPE);
}

fn second_gamma(spring: Spring) -> f32 {
    return 2.0 * spring.gamma / second_slope(spring);
}

// u_t of the second half; of e'/h and ū.
fn second_speed(spring: Spring, error: f32, mean: f32, speed: f32) -> f32 {
    let slope = second_slope(spring);
    let rest = 1.0 - slope;
    let pulled = spring.stiff * (error - 0.5 * rest * mean);
    return -(pulled + (1.0 - spring.stiff) * (rest * mean + speed)) / slope;
}

// Drive and stops of the first half, without floors and friction; of a row with C at the start and m_eff⁻¹.
fn first_line(course: Course, wraps: bool, recovery: f32, c: f32, inverse_mass: f32) -> Stair {
    var out = Stair(0.0, 0.0, 0.0, 1.0, -OUT_OF_REACH, OUT_OF_REACH, 0.0, 0.0, 0.0, 0.0, 0.0);
    if (course.is_driven) {
        out.most = 0.5 * step.h * course.most;
        if (course.drive.x == HOLDING) {
            out.goal = -min(max(c * step.inverse_h, -recovery), recovery);
        } else if (course.drive.x == TO_A_SPEED) {
            out.goal = -course.speed;
        } else {
            let spring = spring_of(course.drive, inverse_mass);
            let error = select(c + course.goal, short_way(c + course.goal), wraps);
            out.gamma = first_gamma(spring);
            out.goal = first_speed(spring, error * step.inverse_h, course.speed);
        }
    }
    if (course.has_stops) {
        var spring = Spring();
        out.stop_gamma = 0.0;
        if (course.stop.x != HOLDING) {
            spring = spring_of(course.stop, inverse_mass);
            out.stop_gamma = first_gamma(spring);
        }
        out.high = -toward_stop(course, c + course.low, spring, recovery);
        out.low = toward_stop(course, -(c + course.high), spring, recovery);
    }
    return out;
}

// The speed to a stop by which C is beyond this; before it the row may go all the way.
fn toward_stop(course: Course, beyond: f32, spring: Spring, fastest: f32) -> f32 {
    if (beyond <= 0.0) {
        return beyond * step.inverse_h;
    }
    if (course.stop.x != HOLDING) {
        return -first_speed(spring, beyond * step.inverse_h, 0.0);
    }
    return min(beyond * step.inverse_h, fastest);
}
