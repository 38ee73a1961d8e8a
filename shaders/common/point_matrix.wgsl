// The matrix of islands of point joints, for factor.wgsl: A_kl of their ties. For shaders that bind `lists`, `ties`, `velocities`,
// `drafts` and `factors`.

// uses: step, symmetric, body, tie, draft, factor

const ARM_A: u32 = 0u;
const ARM_B: u32 = 1u;
const ANSWER: u32 = 2u;    // b, then y
const ASIDE: u32 = 3u;     // the part of the gap that stays, or β C/h

fn tie_at(island: Island, k: u32) -> u32 {
    return lists[island.entries + k] >> 1u;
}

fn mobility_of(body: u32) -> Mobility {
    let inverse_mass = velocities[body].inverse_mass;
    if (inverse_mass == 0.0) {
        return Mobility(0.0, 0.0, Symmetric());
    }
    return Mobility(inverse_mass, drafts[body].diagonal.x, Symmetric(drafts[body].diagonal, drafts[body].off));
}

fn arms_at(l: u32) -> Arms {
    let at = TIE_ROWS * l;
    return Arms(factors[at + ARM_A].xyz, ties[l].a, factors[at + ARM_B].xyz, ties[l].b);
}

fn answer_at(l: u32) -> vec3<f32> {
    return factors[TIE_ROWS * l + ANSWER].xyz;
}

fn put_answer(l: u32, y: vec3<f32>) {
    factors[TIE_ROWS * l + ANSWER] = vec4<f32>(y, 0.0);
}

// A_kk + γ
fn own_of(l: u32) -> mat3x3<f32> {
    let arms = arms_at(l);
    var own = own_block(l, mobility_of(arms.a), mobility_of(arms.b), arms);
    own.diagonal += vec3<f32>(step.regularisation * (own.diagonal.x + own.diagonal.y + own.diagonal.z) / 3.0);
    return symmetric_matrix(own);
}

// m⁻¹ 1 − [a]ₓ W [b]ₓ; for spheres (m⁻¹ + w a·b) 1 − w b aᵀ
fn coupling_by(m: Mobility, a: vec3<f32>, b: vec3<f32>) -> mat3x3<f32> {
    if (ISOTROPIC) {
        let k = scalar_matrix(m.inverse_mass + m.w * dot(a, b));
        return k - mat3x3<f32>(m.w * a.x * b, m.w * a.y * b, m.w * a.z * b);
    }
    return scalar_matrix(m.inverse_mass) - cross_matrix(a) * symmetric_matrix(m.tensor) * cross_matrix(b);
}

// A_kl of two ties: one such block for each body that both have, minus where it is a's of one and b's of the other.
fn coupling(k: u32, l: u32) -> mat3x3<f32> {
    let one = arms_at(k);
    let other = arms_at(l);
    var sum = scalar_matrix(0.0);
    if (one.a == other.a) {
        sum += coupling_by(mobility_of(one.a), one.arm_a, other.arm_a);
    }
    if (one.b == other.b) {
        sum += coupling_by(mobility_of(one.b), one.arm_b, other.arm_b);
    }
    if (one.a == other.b) {
        sum -= coupling_by(mobility_of(one.a), one.arm_a, other.arm_b);
    }
    if (one.b == other.a) {
        sum -= coupling_by(mobility_of(one.b), one.arm_b, other.arm_a);
    }
    return sum;
}
