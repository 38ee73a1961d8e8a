// The six numbers of a joint or of a body, linear ones and then angular ones, and symmetric 6 × 6 matrices in blocks.

// uses: symmetric

struct Pair {
    linear: vec3<f32>,
    angular: vec3<f32>,
}

// [ll, la; laᵀ, aa]
struct Six {
    ll: mat3x3<f32>,
    la: mat3x3<f32>,
    aa: mat3x3<f32>,
}

// L⁻¹ = [l, 0; x, a] of a matrix L Lᵀ.
struct Root {
    l: mat3x3<f32>,
    x: mat3x3<f32>,
    a: mat3x3<f32>,
}

/// What rounding leaves of one.
const PIVOT_ROUNDING: f32 = 1e-7;

fn pair_add(p: Pair, q: Pair) -> Pair {
    return Pair(p.linear + q.linear, p.angular + q.angular);
}

fn pair_scaled(k: f32, p: Pair) -> Pair {
    return Pair(k * p.linear, k * p.angular);
}

fn diagonal_matrix(d: vec3<f32>) -> mat3x3<f32> {
    return mat3x3<f32>(vec3<f32>(d.x, 0.0, 0.0), vec3<f32>(0.0, d.y, 0.0), vec3<f32>(0.0, 0.0, d.z));
}

fn six_times(s: Six, v: Pair) -> Pair {
    return Pair(s.ll * v.linear + s.la * v.angular, v.linear * s.la + s.aa * v.angular);
}

fn six_add(s: Six, t: Six) -> Six {
    return Six(s.ll + t.ll, s.la + t.la, s.aa + t.aa);
}

fn six_scaled(k: f32, s: Six) -> Six {
    return Six(k * s.ll, k * s.la, k * s.aa);
}

// With d added along the diagonal.
fn six_raised(s: Six, d: Pair) -> Six {
    return Six(s.ll + diagonal_matrix(d.linear), s.la, s.aa + diagonal_matrix(d.angular));
}

// Cholesky by blocks: with R Rᵀ = ll, Y = laᵀ R⁻ᵀ and T Tᵀ = aa − Y Yᵀ it is [R⁻¹, 0; −T⁻¹ Y R⁻¹, T⁻¹].
fn root_of(s: Six) -> Root {
    let l = inverse_root(s.ll, PIVOT_ROUNDING * matrix_diagonal(s.ll));
    let y = transpose(s.la) * transpose(l);
    let a = inverse_root(s.aa - y * transpose(y), PIVOT_ROUNDING * matrix_diagonal(s.aa));
    return Root(l, -1.0 * (a * (y * l)), a);
}

// (L Lᵀ)⁻¹ v
fn root_solve(r: Root, v: Pair) -> Pair {
    let linear = r.l * v.linear;
    let angular = r.x * v.linear + r.a * v.angular;
    return Pair(linear * r.l + angular * r.x, angular * r.a);
}

// (L Lᵀ)⁻¹
fn root_inverse(r: Root) -> Six {
    return Six(transpose(r.l) * r.l + transpose(r.x) * r.x, transpose(r.x) * r.a, transpose(r.a) * r.a);
}
