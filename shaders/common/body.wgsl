// What the kernels share about one body.

// True where every body's inertia is that of a sphere: W is then a number, and nothing is read or computed
// that only tumbling bricks need.
override ISOTROPIC: bool = false;

// True where every chain of the scene is even (src/solvers/even.rs): its joints and bodies are numbered in a row,
// its joints have the same anchors, its inner bodies the same mass and inertia.
override EVEN_CHAINS: bool = false;

// Static facts of a body.
struct Body {
    inertia: vec3<f32>,            // principal moments, body axes, kg m²
    mass: f32,                     // kg
    inverse_inertia: vec3<f32>,    // 1/(kg m²); zero if fixed
    inverse_mass: f32,             // 1/kg; zero if fixed
}

// M⁻¹ of one body for the solve: m⁻¹ and W, the world inverse inertia (guarded).
struct Mobility {
    inverse_mass: f32,
    w: f32,                // W where ISOTROPIC
    tensor: Symmetric,     // W where not
}

// W τ
fn turn(m: Mobility, torque: vec3<f32>) -> vec3<f32> {
    if (ISOTROPIC) {
        return m.w * torque;
    }
    return symmetric_times(m.tensor, torque);
}

// The stiffness guard. A bead under tension turns about its joints like a pendulum of its own:
// ω_max² ≤ Σ|λ||a| / I, and an explicit step needs h ω_max < 2. So for this solve
//     I_eff = max(I, ½ h² Σ |λ||a|), at most cap · I.
// Returns 1/I_eff for each principal moment; `pull` is Σ |λ||a| in N m.
fn guarded_inverse_inertia(body: Body, pull: f32) -> vec3<f32> {
    let floor = vec3<f32>(0.5 * step.h * step.h * pull);
    let raised = max(body.inertia, min(floor, step.guard_cap * body.inertia));
    return body.inverse_inertia * (body.inertia / raised);
}

// The same for a sphere, from its true W alone: 1/I_eff = (1/I) / max(1, min(½ h² pull / I, cap)).
fn guarded_w(w: f32, pull: f32) -> f32 {
    return w / max(1.0, min(0.5 * step.h * step.h * pull * w, step.guard_cap));
}

// W = R diag(1/I) Rᵀ
fn world_inverse_inertia(q: vec4<f32>, inverse: vec3<f32>) -> Symmetric {
    let x = rotate(q, vec3<f32>(1.0, 0.0, 0.0));
    let y = rotate(q, vec3<f32>(0.0, 1.0, 0.0));
    let z = rotate(q, vec3<f32>(0.0, 0.0, 1.0));
    return symmetric_add(
        symmetric_add(outer_square(inverse.x, x), outer_square(inverse.y, y)),
        outer_square(inverse.z, z),
    );
}

// v* = (v + h g)(1 − damping h)
fn free_linear(v: vec3<f32>) -> vec3<f32> {
    return (v + step.h * step.gravity) * step.velocity_kept;
}

// ω* = ω after its gyroscopic torque, times (1 − damping h)
fn free_angular(omega: vec3<f32>, q: vec4<f32>, body: Body) -> vec3<f32> {
    if (ISOTROPIC) {
        return omega * step.velocity_kept;
    }
    return rotate(q, gyrate(rotate_back(q, omega), body.inertia)) * step.velocity_kept;
}

// Euler's equation I ω̇ + ω × I ω = 0 in body axes by the implicit midpoint rule, which keeps energy and
// |Iω| exactly once solved: f(ω₁) = I(ω₁ − ω₀) + h ω_m × I ω_m, ω_m = (ω₀ + ω₁)/2, three Newton steps with
// f' = I + ½h([ω_m]ₓ I − [I ω_m]ₓ). Spins above one radian a substep are subdivided, or Newton would miss.
fn gyrate(omega: vec3<f32>, inertia: vec3<f32>) -> vec3<f32> {
    let parts = clamp(ceil(step.h * length(omega)), 1.0, 64.0);
    let h = step.h / parts;
    let diagonal = mat3x3<f32>(
        vec3<f32>(inertia.x, 0.0, 0.0), vec3<f32>(0.0, inertia.y, 0.0), vec3<f32>(0.0, 0.0, inertia.z));
    var now = omega;
    for (var part = 0.0; part < parts; part += 1.0) {
        var next = now;
        for (var newton = 0; newton < 3; newton++) {
            let middle = 0.5 * (now + next);
            let spin = inertia * middle;
            let f = inertia * (next - now) + h * cross(middle, spin);
            let slope = diagonal + 0.5 * h * (cross_matrix(middle) * diagonal - cross_matrix(spin));
            next -= solve3(slope, f);
        }
        now = next;
    }
    return now;
}

// Cramer's rule.
fn solve3(m: mat3x3<f32>, b: vec3<f32>) -> vec3<f32> {
    let k = 1.0 / dot(m[0], cross(m[1], m[2]));
    return k * vec3<f32>(dot(b, cross(m[1], m[2])), dot(m[0], cross(b, m[2])), dot(m[0], cross(m[1], b)));
}
