// What a substep does to one body: the stiffness guard, the velocity that forces alone would give, and what joints
// make of it.

// uses: step, rotation, symmetric, body

// The stiffness guard. A bead under tension turns about its joints like a pendulum of its own:
// ω_max² ≤ Σ|λ||a| / I, and an explicit step needs h ω_max < 2. So for this solve
//     I_eff = max(I, ½ h² Σ |λ||a|), at most cap · I.
// Returns 1/I_eff for each principal moment; `tension` is Σ |λ||a| in N m.
//
// A nearly straight row of light bars under a heavy end is shut by turning its bars far. A turn of Newton's method
// overshoots there. So a tension counts more in the first turn after a substep was taken back, and still more where that
// was not enough. The factors are measured (docs/benchmarks/joints.md, from many starts). In islands of points with loops
// it counts once: a net whose beads move in place of turning crumples.
const GUARD_POINTS: u32 = 4u;
const GUARD_ROWS: u32 = 9u;    // of joints of any kind
const GUARD_LATER: u32 = 36u;

fn guarded_inverse_inertia(body: Body, tension: f32) -> vec3<f32> {
    let floor = vec3<f32>(0.5 * step.h * step.h * tension);
    let raised = max(body.inertia, min(floor, step.guard_cap * body.inertia));
    return body.inverse_inertia * (body.inertia / raised);
}

// The same for a sphere, from its true W alone: 1/I_eff = (1/I) / max(1, min(½ h² tension / I, cap)).
fn guarded_w(w: f32, tension: f32) -> f32 {
    return w / max(1.0, min(0.5 * step.h * step.h * tension * w, step.guard_cap));
}

// v* = (v + h g)(1 − damping h)
fn free_linear(v: vec3<f32>) -> vec3<f32> {
    return (v + step.h * step.gravity) * step.velocity_kept;
}

// ω* = ω after its gyroscopic torque, times (1 − damping h)
fn free_angular(omega: vec3<f32>, q: vec4<f32>, body: Body) -> vec3<f32> {
    return tumbled(omega, q, body.inertia, step.h) * step.velocity_kept;
}

// ω after its gyroscopic torque for a time. Only the change is turned into the body's axes and out again. A quaternion
// has length one only to its last digit: ω turned there and back would grow by 3e-7 a substep.
fn tumbled(omega: vec3<f32>, q: vec4<f32>, inertia: vec3<f32>, time: f32) -> vec3<f32> {
    if (ISOTROPIC) {
        return omega;
    }
    return omega + rotate(q, gyration(rotate_back(q, omega), inertia, time));
}

// The change of ω by Euler's equation I ω̇ + ω × I ω = 0 in body axes. The implicit midpoint rule keeps energy and |Iω|
// exactly once solved: f(d) = I d + h ω_m × I ω_m, ω_m = ω₀ + d/2, three Newton steps with f' = I + ½h([ω_m]ₓ
// I − [I ω_m]ₓ). Spins above one radian a substep are subdivided, or Newton would miss.
fn gyration(omega: vec3<f32>, inertia: vec3<f32>, time: f32) -> vec3<f32> {
    let parts = clamp(ceil(time * length(omega)), 1.0, 64.0);
    let h = time / parts;
    let diagonal = mat3x3<f32>(
        vec3<f32>(inertia.x, 0.0, 0.0), vec3<f32>(0.0, inertia.y, 0.0), vec3<f32>(0.0, 0.0, inertia.z));
    var change = vec3<f32>(0.0);
    for (var part = 0.0; part < parts; part += 1.0) {
        let now = omega + change;
        var d = vec3<f32>(0.0);
        for (var newton = 0; newton < 3; newton++) {
            let middle = now + 0.5 * d;
            let spin = inertia * middle;
            let f = inertia * d + h * cross(middle, spin);
            let slope = diagonal + 0.5 * h * (cross_matrix(middle) * diagonal - cross_matrix(spin));
            d -= solve3(slope, f);
        }
        change += d;
    }
    return change;
}

// Cramer's rule.
fn solve3(m: mat3x3<f32>, b: vec3<f32>) -> vec3<f32> {
    let k = 1.0 / dot(m[0], cross(m[1], m[2]));
    return k * vec3<f32>(dot(b, cross(m[1], m[2])), dot(m[0], cross(b, m[2])), dot(m[0], cross(m[1], b)));
}

// V = V* − h M⁻¹ Jᵀ λ; `reaction` is −Jᵀ λ on this body.
fn moved(free: Twist, m: Mobility, reaction: Wrench) -> Twist {
    return Twist(
        free.linear + step.h * m.inverse_mass * reaction.force, free.angular + step.h * turn(m, reaction.torque));
}
