// The matrix of islands with joints of any kind, for factor.wgsl: three rows along axes are a tie, and three about them another. A
// tie's number is joint << 1, and one more where it turns. For shaders that bind `lists`, `velocities`, `mobility`, `arms` and
// `blocks`; b and y are the joints' `work`.

// uses: step, symmetric, six, body, mobility, tie, rows, row_store, factor

fn tie_at(island: Island, k: u32) -> u32 {
    return lists[island.entries + k];
}

fn block_of(t: u32) -> u32 {
    return (t >> 1u) + (t & 1u) * step.joint_count;
}

fn answer_at(t: u32) -> vec3<f32> {
    return blocks[block_of(t)].work;
}

fn put_answer(t: u32, y: vec3<f32>) {
    blocks[block_of(t)].work = y;
}

// A_kk + γ, and one where no row holds. The regularisation is of each row's own A_rr.
fn own_of(t: u32) -> mat3x3<f32> {
    let rows = rows_at(t >> 1u, step.extra.x & 1u);
    let ma = mobility_at(rows.a);
    let mb = mobility_at(rows.b);
    let own = rows_own_blocks(rows, ma, mb);
    let soft = rows_softened(rows, ma, mb, own);
    if ((t & 1u) == 1u) {
        return soft.aa + diagonal_matrix(step.regularisation * matrix_diagonal(own.aa));
    }
    return soft.ll + diagonal_matrix(step.regularisation * matrix_diagonal(own.ll));
}

// J_k M⁻¹ J_lᵀ over one body that both have, each with its arm there.
fn coupling_over(body: u32, k: u32, rows: Rows, arm: vec3<f32>, l: u32, others: Rows, other_arm: vec3<f32>) -> mat3x3<f32> {
    let m = mobility_at(body);
    let turn = turn_matrix(m);
    if ((k & 1u) == 1u) {
        if ((l & 1u) == 1u) {
            return transpose(rows.angular) * (turn * others.angular);
        }
        return transpose(rows.angular) * (turn * rows_turning(others, other_arm));
    }
    let x = transpose(rows_turning(rows, arm)) * turn;
    if ((l & 1u) == 1u) {
        return x * others.angular;
    }
    return m.inverse_mass * (transpose(rows.linear) * others.linear) + x * rows_turning(others, other_arm);
}

// A_kl of two ties: one such block for each body that both have, minus where it is a's of one and b's of the other.
fn coupling(k: u32, l: u32) -> mat3x3<f32> {
    let rows = rows_at(k >> 1u, step.extra.x & 1u);
    let others = rows_at(l >> 1u, step.extra.x & 1u);
    var sum = scalar_matrix(0.0);
    if (rows.a == others.a && moves(rows.a)) {
        sum += coupling_over(rows.a, k, rows, rows.arm_a, l, others, others.arm_a);
    }
    if (rows.b == others.b && moves(rows.b)) {
        sum += coupling_over(rows.b, k, rows, rows.arm_b, l, others, others.arm_b);
    }
    if (rows.a == others.b && moves(rows.a)) {
        sum -= coupling_over(rows.a, k, rows, rows.arm_a, l, others, others.arm_b);
    }
    if (rows.b == others.a && moves(rows.b)) {
        sum -= coupling_over(rows.b, k, rows, rows.arm_b, l, others, others.arm_a);
    }
    // one spring of both ties
    if ((k >> 1u) == (l >> 1u) && one_spring(rows)) {
        sum *= 1.0 - rows.softness.linear.x;
    }
    return sum;
}

fn moves(body: u32) -> bool {
    return velocities[body].inverse_mass > 0.0;
}
