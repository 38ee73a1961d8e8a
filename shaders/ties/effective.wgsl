// What a row of a joint moves while the joint's hard rows hold:   m_eff⁻¹ = A_rr − A_rE A_EE⁻¹ A_Er.

// uses: six

// m with ones and zeros where a row or a column is not of E.
fn masked(m: mat3x3<f32>, rows: vec3<f32>, columns: vec3<f32>, one: f32) -> mat3x3<f32> {
    return mat3x3<f32>(
        columns.x * (rows * m[0]) + vec3<f32>(one * (1.0 - rows.x), 0.0, 0.0),
        columns.y * (rows * m[1]) + vec3<f32>(0.0, one * (1.0 - rows.y), 0.0),
        columns.z * (rows * m[2]) + vec3<f32>(0.0, 0.0, one * (1.0 - rows.z)),
    );
}

// A_EE, with ones where a row is not of E.
fn six_masked(own: Six, hard: Pair) -> Six {
    return Six(
        masked(own.ll, hard.linear, hard.linear, 1.0), masked(own.la, hard.linear, hard.angular, 0.0),
        masked(own.aa, hard.angular, hard.angular, 1.0));
}

// m_eff⁻¹ of the row whose column of A this is; no less than rounding leaves of it.
fn inverse_mass_of(root: Root, column: Pair, hard: Pair, own: f32) -> f32 {
    let linear = root.l * (hard.linear * column.linear);
    let angular = root.x * (hard.linear * column.linear) + root.a * (hard.angular * column.angular);
    return max(own - (dot(linear, linear) + dot(angular, angular)), 1e-6 * own);
}

// m_eff⁻¹ of all six.
fn inverse_masses(own: Six, hard: Pair) -> Pair {
    let root = root_of(six_masked(own, hard));
    let la = transpose(own.la);
    return Pair(
        vec3<f32>(
            inverse_mass_of(root, Pair(own.ll[0], la[0]), hard, own.ll[0].x),
            inverse_mass_of(root, Pair(own.ll[1], la[1]), hard, own.ll[1].y),
            inverse_mass_of(root, Pair(own.ll[2], la[2]), hard, own.ll[2].z)),
        vec3<f32>(
            inverse_mass_of(root, Pair(own.la[0], own.aa[0]), hard, own.aa[0].x),
            inverse_mass_of(root, Pair(own.la[1], own.aa[1]), hard, own.aa[1].y),
            inverse_mass_of(root, Pair(own.la[2], own.aa[2]), hard, own.aa[2].z)));
}
