// A contact: the tie with its multiplier on a cone. n points from a to b, both arms to one point between the surfaces:
//     C = depth of a in b along n,   u = F (v_a + ω_a × r_a − v_b − ω_b × r_b),   F = (n, t₁, t₂),   V = V* − h M⁻¹ Jᵀ λ
//     u_n ≤ −b,  λ_n ≥ 0,  |λ_t| ≤ μ λ_n
// A pair of bodies has up to SLOTS such points with one normal, and for what rolls a torque |τ| ≤ ρ Σ λ_n.

// uses: step, body, manifold, tangent

struct BodyPair {
    normal: vec3<f32>,
    friction: f32,           // μ
    a: u32,
    b: u32,
    count: u32,              // points, and above them the places in both rows: see `points_of`
    rolling: f32,            // ρ, m
}

// A point as the frame found it: the arm of a is R core_a + n (ρ_a − ½ C₀), of b R core_b − n (ρ_b − ½ C₀), ρ the
// radius about the core.
struct Touch {
    core_a: vec3<f32>,       // body axes
    depth: f32,              // C₀, m
    core_b: vec3<f32>,
    feature: u32,
}

// The same in the poses as they are.
struct Reach {
    arm_a: vec3<f32>,
    inverse_normal: f32,     // 1/A_nn
    arm_b: vec3<f32>,
    inverse_tangent: f32,    // 1/a_t
}

// Of a point: λ_n, λ_t in N, and C in m. Behind a pair's points stands τ in N m, and the depth that stays in m.
struct Push {
    lambda: vec3<f32>,
    depth: f32,
}

// The record that a frame leaves for the next one, as `push_at` has it: a force and its feature, a torque and the point
// count.
struct Former {
    wrench: vec3<f32>,       // N or N m, world axes
    tag: u32,
}

fn push_at(number: u32, k: u32) -> u32 {
    return (SLOTS + 1u) * number + k;
}

fn points_of(pair: BodyPair) -> u32 {
    return pair.count & 7u;
}

// Place of the pair in a's row, and in b's.
fn place_a(pair: BodyPair) -> u32 {
    return (pair.count >> 4u) & 15u;
}

fn place_b(pair: BodyPair) -> u32 {
    return (pair.count >> 8u) & 15u;
}

// Whether the row of b does not have the pair: b is held, or big and a is not.
const ON_BIG: u32 = 4096u;
// Whether it may bounce.
const BOUNCES: u32 = 8192u;
// Whether its bodies did not push each other as this frame began, or the frame before. A blow at the very end of a
// frame goes on in the next one.
const MET: u32 = 16384u;
// Whether one of its bodies is a sensor: it has no points.
const SENSES: u32 = 32768u;
// Whether its bodies touched in this frame, as far as it has gone.
const TOUCHED: u32 = 65536u;
// Whether both have flat sides only: friction is one for the pair.
const FLAT: u32 = 131072u;
// Whether its arms stay in world axes for as long as it touches as it did.
const STAYS: u32 = 262144u;
// Whether it touches as it did in the frame before.
const KEPT: u32 = 524288u;
// Whether its bodies did not push each other as this frame began.
const FRESH: u32 = 1048576u;
// Whether a, and b, is a cylinder that touches with its side or its rim.
const ROLLS_A: u32 = 2097152u;
const ROLLS_B: u32 = 4194304u;
// Whether its bodies are found where they will meet: they are farther apart than a contact reaches.
const AHEAD: u32 = 8388608u;

fn slip(reach: Reach, va: Twist, vb: Twist) -> vec3<f32> {
    return (va.linear - vb.linear) + (cross(va.angular, reach.arm_a) - cross(vb.angular, reach.arm_b));
}

// λ in world axes.
fn force_of(n: vec3<f32>, lambda: vec3<f32>) -> vec3<f32> {
    let t = first_tangent(n);
    return lambda.x * n + lambda.y * t + lambda.z * cross(n, t);
}
