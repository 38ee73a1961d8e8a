// Triangular roots of 6 × 6 matrices in 21 numbers. A triangle has zeros above its diagonal. The entries below it stand
// in `off` in the order xy, xz, yz, as those of a symmetric matrix.

// uses: symmetric, six

// [ll, la; laᵀ, aa]
struct Weight {
    ll: Symmetric,
    la: mat3x3<f32>,
    aa: Symmetric,
}

// L⁻¹ = [l, 0; x, a] of a matrix L Lᵀ; l and a are triangles.
struct Root6 {
    l: Symmetric,
    x: mat3x3<f32>,
    a: Symmetric,
}

fn matrix_add(p: mat3x3<f32>, q: mat3x3<f32>) -> mat3x3<f32> {
    return mat3x3<f32>(p[0] + q[0], p[1] + q[1], p[2] + q[2]);
}

fn weight_add(p: Weight, q: Weight) -> Weight {
    return Weight(symmetric_add(p.ll, q.ll), matrix_add(p.la, q.la), symmetric_add(p.aa, q.aa));
}

// t v
fn triangle_times(t: Symmetric, v: vec3<f32>) -> vec3<f32> {
    return vec3<f32>(
        t.diagonal.x * v.x, t.off.x * v.x + t.diagonal.y * v.y,
        t.off.y * v.x + (t.off.z * v.y + t.diagonal.z * v.z));
}

// tᵀ v
fn triangle_back(t: Symmetric, v: vec3<f32>) -> vec3<f32> {
    return vec3<f32>(
        t.diagonal.x * v.x + (t.off.x * v.y + t.off.y * v.z), t.diagonal.y * v.y + t.off.z * v.z, t.diagonal.z * v.z);
}

fn triangle_matrix(t: Symmetric, m: mat3x3<f32>) -> mat3x3<f32> {
    return mat3x3<f32>(triangle_times(t, m[0]), triangle_times(t, m[1]), triangle_times(t, m[2]));
}

fn triangle_back_matrix(t: Symmetric, m: mat3x3<f32>) -> mat3x3<f32> {
    return mat3x3<f32>(triangle_back(t, m[0]), triangle_back(t, m[1]), triangle_back(t, m[2]));
}

// t [a]ₓ
fn triangle_cross(t: Symmetric, a: vec3<f32>) -> mat3x3<f32> {
    let d = t.diagonal;
    let o = t.off;
    return mat3x3<f32>(
        vec3<f32>(0.0, d.y * a.z, o.z * a.z - d.z * a.y),
        vec3<f32>(-d.x * a.z, -o.x * a.z, d.z * a.x - o.y * a.z),
        vec3<f32>(d.x * a.y, o.x * a.y - d.y * a.x, o.y * a.y - o.z * a.x));
}

// m [a]ₓ
fn matrix_cross(m: mat3x3<f32>, a: vec3<f32>) -> mat3x3<f32> {
    return mat3x3<f32>(a.z * m[1] - a.y * m[2], a.x * m[2] - a.z * m[0], a.y * m[0] - a.x * m[1]);
}

// mᵀ m
fn column_products(m: mat3x3<f32>) -> Symmetric {
    return Symmetric(
        vec3<f32>(dot(m[0], m[0]), dot(m[1], m[1]), dot(m[2], m[2])),
        vec3<f32>(dot(m[0], m[1]), dot(m[0], m[2]), dot(m[1], m[2])));
}

// pᵀ q where that is symmetric
fn symmetric_product(p: mat3x3<f32>, q: mat3x3<f32>) -> Symmetric {
    return Symmetric(
        vec3<f32>(dot(p[0], q[0]), dot(p[1], q[1]), dot(p[2], q[2])),
        vec3<f32>(dot(p[0], q[1]), dot(p[0], q[2]), dot(p[1], q[2])));
}

// tᵀ t
fn triangle_square(t: Symmetric) -> Symmetric {
    let d = t.diagonal;
    let o = t.off;
    return Symmetric(
        vec3<f32>(d.x * d.x + (o.x * o.x + o.y * o.y), d.y * d.y + o.z * o.z, d.z * d.z),
        vec3<f32>(o.x * d.y + o.y * o.z, o.y * d.z, o.z * d.z));
}

// R⁻¹ with R Rᵀ = s. A pivot is at least `least`: a smaller one is rounding.
fn triangle_root(s: Symmetric, least: vec3<f32>) -> Symmetric {
    let a = 1.0 / sqrt(max(s.diagonal.x, least.x));
    let r = s.off.xy * a;
    let b = 1.0 / sqrt(max(s.diagonal.y - r.x * r.x, least.y));
    let t = (s.off.z - r.y * r.x) * b;
    let c = 1.0 / sqrt(max(s.diagonal.z - r.y * r.y - t * t, least.z));
    let i = -r.x * a * b;
    return Symmetric(vec3<f32>(a, b, c), vec3<f32>(i, -(r.y * a + t * i) * c, -t * b * c));
}

// Cholesky by blocks: with R Rᵀ = ll, W = R⁻¹ la and T Tᵀ = aa − Wᵀ W it is [R⁻¹, 0; −T⁻¹ Wᵀ R⁻¹, T⁻¹].
fn root6_of(s: Weight) -> Root6 {
    let l = triangle_root(s.ll, PIVOT_ROUNDING * s.ll.diagonal);
    let w = triangle_matrix(l, s.la);
    let taken = column_products(w);
    let a = triangle_root(
        Symmetric(s.aa.diagonal - taken.diagonal, s.aa.off - taken.off), PIVOT_ROUNDING * s.aa.diagonal);
    let back = transpose(triangle_back_matrix(l, w));
    return Root6(
        l, mat3x3<f32>(-triangle_times(a, back[0]), -triangle_times(a, back[1]), -triangle_times(a, back[2])), a);
}

// (L Lᵀ)⁻¹ v
fn root6_solve(r: Root6, v: Pair) -> Pair {
    let linear = triangle_times(r.l, v.linear);
    let angular = r.x * v.linear + triangle_times(r.a, v.angular);
    return Pair(triangle_back(r.l, linear) + angular * r.x, triangle_back(r.a, angular));
}
