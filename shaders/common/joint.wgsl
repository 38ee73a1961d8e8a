// What the kernels share about one point joint between bodies a and b:
//     C = (x_a − x_b) + (R r_a − R r_b),   J = [1, −[a_a]ₓ, −1, [a_b]ₓ],   arms a = R r.
// The order of operations matters: summing absolute anchor positions loses 64 times the accuracy.

// uses: symmetric, body

struct Joint {
    anchor_a: vec3<f32>,   // m, body axes
    a: u32,
    anchor_b: vec3<f32>,
    b: u32,
}

// The joint in the pose at the substep's start.
struct Arms {
    arm_a: vec3<f32>,      // R(q_a) r_a, m
    a: u32,
    arm_b: vec3<f32>,
    b: u32,
}

// What a solver keeps of one joint: a symmetric 3 × 3 block, the bias β C/h, and one working vector.
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

// J V from v and ω of both bodies: vectors, so that nobody reads what else stands beside them.
fn joint_velocity(
    arms: Arms, linear_a: vec3<f32>, angular_a: vec3<f32>, linear_b: vec3<f32>, angular_b: vec3<f32>,
) -> vec3<f32> {
    return (linear_a - linear_b) + (cross(angular_a, arms.arm_a) - cross(angular_b, arms.arm_b));
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
fn delassus_block(ma: Mobility, arm_a: vec3<f32>, mb: Mobility, arm_b: vec3<f32>) -> Symmetric {
    let turning = symmetric_add(turning_block(ma, arm_a), turning_block(mb, arm_b));
    return Symmetric(turning.diagonal + vec3<f32>(ma.inverse_mass + mb.inverse_mass), turning.off);
}
