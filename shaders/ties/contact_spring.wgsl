// What a point of contact bears, as AVBD has it. It is to first order from where the substep began, C = C₀ + h u_n, so its arms stay and
// places need not be looked at:
//     k₀ = (1/A_nn + 2/a_t)/(3 h²),   k = k₀ max(3 κ, growth h² A_nn λ_n/r),   r = 50 slops
// The stiffness grows with λ_n, by how far that force would move the point in a substep. It needs no memory: a state has λ.
// The right side is
//     b = C₀ over a gap, else min((1 − α) max(C₀ − slop, 0), 3 m/s h), without a slop for α = 0
//     F_n = max(0, λ_n + k (b + h u_n)),   F_t = λ_t + k h u_t, drawn into |F_t| ≤ μ F_n
// Its slope is k along the normal, and k |F_t|/|λ_t + k h u_t| across. Less along the way it slides, 0, and with that passes go to and fro and
// explode at 9 κ k₀; more, and what slides is too slow. And for what rolls, with k_τ = 3 κ/(h² (W_a + W_b)):
//     τ ← τ + k_τ h (ω_a − ω_b), drawn into |τ| ≤ ρ Σ F_n

// uses: step, body, contact, push_out

// Slops in the radius of a sphere.
const SLOPS: f32 = 50.0;
// Over κ k₀: what a contact has where it bears little.
const LEAST: f32 = 3.0;

struct Borne {
    force: vec3<f32>,        // F in the axes of λ
    along: f32,
    across: f32,
}

// The torque of a rolling body, and its slope.
struct Rolled {
    torque: vec3<f32>,
    slope: f32,
}

fn borne_of(pair: BodyPair, reach: Reach, push: Push, slop: f32, va: Twist, vb: Twist) -> Borne {
    let n = pair.normal;
    let t = first_tangent(n);
    let u = slip(reach, va, vb);
    let twice = reach.inverse_tangent + reach.inverse_tangent;
    let unit = (reach.inverse_normal + twice) * step.inverse_h * step.inverse_h / 3.0;
    let way = step.h * step.h * push.lambda.x / (reach.inverse_normal * SLOPS * slop);
    let k = unit * max(LEAST * step.penalty, step.penalty_growth * way);
    let stays = select(0.0, slop, step.gap_kept > 0.0);
    let closed = min((1.0 - step.gap_kept) * max(push.depth - stays, 0.0), step.h * PUSH_OUT);
    let open = push.depth < 0.0;
    let bias = select(closed, push.depth, open);
    let normal = max(push.lambda.x + k * (bias + step.h * dot(n, u)), 0.0);
    let across = push.lambda.yz + k * step.h * vec2<f32>(dot(t, u), dot(cross(n, t), u));
    let share = min(pair.friction * normal / max(sqrt(dot(across, across)), 1e-30), 1.0);
    let touches = normal > 0.0;
    return Borne(
        vec3<f32>(normal, share * across), select(k, 0.0, open && !touches), select(0.0, k * share, touches));
}

fn rolled_of(pair: BodyPair, torque: vec3<f32>, pushing: f32, both: Both) -> Rolled {
    let k = LEAST * step.penalty * step.inverse_h * step.inverse_h / (turning_bound(both.ma) + turning_bound(both.mb));
    let asked = torque + k * step.h * (both.va.angular - both.vb.angular);
    let share = min(pair.rolling * pushing / max(sqrt(dot(asked, asked)), 1e-30), 1.0);
    return Rolled(share * asked, select(0.0, k * share, pushing > 0.0));
}
