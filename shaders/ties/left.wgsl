// The residual of the equation of a joint of any kind: J V + bias − γ h λ. For shaders that bind `velocities`,
// `mobility`, `arms`, `blocks` and `multipliers`.

// uses: step, body, velocity, mobility, six, tie, rows, row_store, given

fn lambda_of(l: u32) -> Pair {
    return Pair(multipliers[l].lambda, multipliers[step.joint_count + l].lambda);
}

// Word by word, here and below: software pays for each that is read.
fn bias_at(t: u32) -> vec3<f32> {
    return vec3<f32>(blocks[t].bias_x, blocks[t].bias_y, blocks[t].bias_z);
}

fn left_of_joint(l: u32, rows: Rows) -> Pair {
    let n = step.joint_count;
    let bias = Pair(bias_at(l), bias_at(n + l));
    let yielding =
        rows_yielding(rows, mobility_at(rows.a), mobility_at(rows.b), pair_scaled(step.h, lambda_of(l)));
    let moving = rows_relative(rows, twist_at(rows.a), twist_at(rows.b));
    let zero = vec3<f32>(0.0);
    return Pair(
        select((moving.linear + bias.linear) - yielding.linear, zero, rows.softness.linear >= vec3<f32>(GIVEN)),
        select((moving.angular + bias.angular) - yielding.angular, zero, rows.softness.angular >= vec3<f32>(GIVEN)));
}

// (A_ll + γ)⁻¹ v
fn inverse_times(l: u32, v: Pair) -> Pair {
    let n = step.joint_count;
    let ll = Symmetric(blocks[l].diagonal, blocks[l].off);
    let aa = Symmetric(blocks[n + l].diagonal, blocks[n + l].off);
    let c = 2u * n + l;
    let coupling = mat3x3<f32>(blocks[c].diagonal, blocks[c].off, blocks[c].work);
    return Pair(
        symmetric_times(ll, v.linear) + coupling * v.angular, v.linear * coupling + symmetric_times(aa, v.angular));
}
