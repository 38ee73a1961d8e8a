// Shared by the kernels of nonlinear conjugate gradients: λ and d of a joint, which is a firm point or of any kind. λ
// of the last sweep stands in the place of `residual` and `image`. For shaders that bind `conjugate` and `multipliers`.

// uses: step, six, tie, conjugate

// step.extra.x: joints of any kind, by rows.
const ROWS: u32 = 1u;

fn by_rows() -> bool {
    return step.extra.x == ROWS;
}

fn swept_lambda(l: u32) -> Pair {
    var angular = vec3<f32>(0.0);
    if (by_rows()) {
        angular = multipliers[step.joint_count + l].lambda;
    }
    return Pair(multipliers[l].lambda, angular);
}

// What the sweep did.
fn gradient(l: u32) -> Pair {
    let now = swept_lambda(l);
    return Pair(now.linear - conjugate[l].residual, now.angular - conjugate[l].image);
}
