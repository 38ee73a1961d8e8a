// Symmetric 3 × 3 matrices in six numbers.
struct Symmetric {
    diagonal: vec3<f32>,   // xx, yy, zz
    off: vec3<f32>,        // xy, xz, yz
}

fn symmetric_times(s: Symmetric, v: vec3<f32>) -> vec3<f32> {
    return vec3<f32>(
        s.diagonal.x * v.x + s.off.x * v.y + s.off.y * v.z,
        s.off.x * v.x + s.diagonal.y * v.y + s.off.z * v.z,
        s.off.y * v.x + s.off.z * v.y + s.diagonal.z * v.z,
    );
}

fn symmetric_add(p: Symmetric, q: Symmetric) -> Symmetric {
    return Symmetric(p.diagonal + q.diagonal, p.off + q.off);
}

// k v vᵀ
fn outer_square(k: f32, v: vec3<f32>) -> Symmetric {
    return Symmetric(k * v * v, k * vec3<f32>(v.x * v.y, v.x * v.z, v.y * v.z));
}

// Adjugate over determinant.
fn symmetric_inverse(s: Symmetric) -> Symmetric {
    let d = s.diagonal;
    let o = s.off;
    let cofactor = vec3<f32>(d.y * d.z - o.z * o.z, d.x * d.z - o.y * o.y, d.x * d.y - o.x * o.x);
    let mixed = vec3<f32>(o.y * o.z - o.x * d.z, o.x * o.z - o.y * d.y, o.x * o.y - o.z * d.x);
    let k = 1.0 / (d.x * cofactor.x + o.x * mixed.x + o.y * mixed.y);
    return Symmetric(k * cofactor, k * mixed);
}

fn symmetric_matrix(s: Symmetric) -> mat3x3<f32> {
    return mat3x3<f32>(
        vec3<f32>(s.diagonal.x, s.off.x, s.off.y),
        vec3<f32>(s.off.x, s.diagonal.y, s.off.z),
        vec3<f32>(s.off.y, s.off.z, s.diagonal.z),
    );
}

fn matrix_diagonal(m: mat3x3<f32>) -> vec3<f32> {
    return vec3<f32>(m[0].x, m[1].y, m[2].z);
}

// k 1
fn scalar_matrix(k: f32) -> mat3x3<f32> {
    return mat3x3<f32>(vec3<f32>(k, 0.0, 0.0), vec3<f32>(0.0, k, 0.0), vec3<f32>(0.0, 0.0, k));
}

// The symmetric part of a matrix that is symmetric but for rounding.
fn symmetric_part(m: mat3x3<f32>) -> Symmetric {
    return Symmetric(
        vec3<f32>(m[0][0], m[1][1], m[2][2]),
        0.5 * vec3<f32>(m[1][0] + m[0][1], m[2][0] + m[0][2], m[2][1] + m[1][2]),
    );
}

// [v]ₓ with [v]ₓ u = v × u
fn cross_matrix(v: vec3<f32>) -> mat3x3<f32> {
    return mat3x3<f32>(vec3<f32>(0.0, v.z, -v.y), vec3<f32>(-v.z, 0.0, v.x), vec3<f32>(v.y, -v.x, 0.0));
}

// R⁻¹ with R Rᵀ = s, R below the diagonal. A pivot is at least `least`: a smaller one is rounding.
fn inverse_root(s: mat3x3<f32>, least: vec3<f32>) -> mat3x3<f32> {
    let a = 1.0 / sqrt(max(s[0].x, least.x));
    let r = s[0].yz * a;
    let b = 1.0 / sqrt(max(s[1].y - r.x * r.x, least.y));
    let t = (s[1].z - r.y * r.x) * b;
    let c = 1.0 / sqrt(max(s[2].z - r.y * r.y - t * t, least.z));
    let i = -r.x * a * b;
    return mat3x3<f32>(
        vec3<f32>(a, i, -(r.y * a + t * i) * c), vec3<f32>(0.0, b, -t * b * c), vec3<f32>(0.0, 0.0, c));
}
