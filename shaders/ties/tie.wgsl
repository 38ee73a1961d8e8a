// A tie: up to three rows of C = 0 between two bodies a and b. All there are so far are point joints, three linear rows
// in world axes:
//     C = (x_a − x_b) + (R r_a − R r_b),   J = [1, −[a_a]ₓ, −1, [a_b]ₓ],   arms a = R r.
// A tie is defined here and nowhere else, but for solve_chains, which is written for chains of point joints. `t` is the
// tie's number. The order of operations matters: summing absolute anchor positions loses 64 times the accuracy.

// uses: rotation, symmetric, body

struct Tie {
    anchor_a: vec3<f32>,   // m, body axes
    a: u32,
    anchor_b: vec3<f32>,
    b: u32,
}

// The tie in the pose at the substep's start.
struct Arms {
    arm_a: vec3<f32>,      // R(q_a) r_a, m
    a: u32,
    arm_b: vec3<f32>,
    b: u32,
}

// What a solver keeps of one tie: a symmetric 3 × 3 block, the bias β C/h, and one working vector.
struct Block {
    diagonal: vec3<f32>,
    bias_x: f32,
    off: vec3<f32>,
    bias_y: f32,
    work: vec3<f32>,
    bias_z: f32,
}

struct Multiplier {
    lambda: vec3<f32>,     // N
    left: f32,             // |J V + β C/h|², m²/s², where a measurement looks for it
}

fn block_bias(block: Block) -> vec3<f32> {
    return vec3<f32>(block.bias_x, block.bias_y, block.bias_z);
}

fn block_times(block: Block, v: vec3<f32>) -> vec3<f32> {
    return symmetric_times(Symmetric(block.diagonal, block.off), v);
}

fn arms_of(tie: Tie, a: Pose, b: Pose) -> Arms {
    return Arms(rotate(a.rotation, tie.anchor_a), tie.a, rotate(b.rotation, tie.anchor_b), tie.b);
}

// C
fn error_of(t: u32, a: Pose, b: Pose, arms: Arms) -> vec3<f32> {
    return (a.position - b.position) + (arms.arm_a - arms.arm_b);
}

// J V
fn relative(t: u32, arms: Arms, va: Twist, vb: Twist) -> vec3<f32> {
    return (va.linear - vb.linear) + (cross(va.angular, arms.arm_a) - cross(vb.angular, arms.arm_b));
}

// H V: how fast the tip of an arm moves. J V is a's less b's, for kernels that have one end after the other.
fn end_velocity(t: u32, arm: vec3<f32>, v: Twist) -> vec3<f32> {
    return v.linear + cross(v.angular, arm);
}

// Jᵀ λ on the body at one end: as it is at a, the negative at b.
fn wrench(t: u32, arm: vec3<f32>, lambda: vec3<f32>) -> Wrench {
    return Wrench(lambda, cross(arm, lambda));
}

// −[a]ₓ W [a]ₓ: what turning adds to A. For spheres w (|a|² 1 − a aᵀ).
fn turning_block(m: Mobility, a: vec3<f32>) -> Symmetric {
    if (ISOTROPIC) {
        let square = outer_square(-m.w, a);
        return Symmetric(square.diagonal + vec3<f32>(m.w * dot(a, a)), square.off);
    }
    let c = cross_matrix(a);
    return symmetric_part(c * symmetric_matrix(m.tensor) * transpose(c));
}

// A_ll = (m_a⁻¹ + m_b⁻¹) 1 − [a_a]ₓ W_a [a_a]ₓ − [a_b]ₓ W_b [a_b]ₓ
fn own_block(t: u32, ma: Mobility, mb: Mobility, arms: Arms) -> Symmetric {
    let turning = symmetric_add(turning_block(ma, arms.arm_a), turning_block(mb, arms.arm_b));
    return Symmetric(turning.diagonal + vec3<f32>(ma.inverse_mass + mb.inverse_mass), turning.off);
}

// λ within what the rows can bear: a point joint bears whatever comes.
fn bounded(t: u32, lambda: vec3<f32>) -> vec3<f32> {
    return lambda;
}
