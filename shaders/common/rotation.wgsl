// Unit quaternions (x, y, z, w), Hamilton's product, world axes.

fn quaternion_product(p: vec4<f32>, q: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(p.w * q.xyz + q.w * p.xyz + cross(p.xyz, q.xyz), p.w * q.w - dot(p.xyz, q.xyz));
}

// R(q) r = r + 2 w (u × r) + 2 u × (u × r), with u the vector part.
fn rotate(q: vec4<f32>, r: vec3<f32>) -> vec3<f32> {
    let t = 2.0 * cross(q.xyz, r);
    return r + q.w * t + cross(q.xyz, t);
}

fn rotate_back(q: vec4<f32>, r: vec3<f32>) -> vec3<f32> {
    return rotate(vec4<f32>(-q.xyz, q.w), r);
}

// exp(φ) = (φ/|φ| sin(|φ|/2), cos(|φ|/2)). WGSL promises sin only to 2^-11. So the angle is halved until it is small,
// Taylor's series is taken, and the quaternion is squared once for each halving.
fn exponential(rotation_vector: vec3<f32>) -> vec4<f32> {
    var half = 0.5 * rotation_vector;
    var halvings = 0u;
    while (dot(half, half) > 0.25 && halvings < 24u) {
        half *= 0.5;
        halvings += 1u;
    }
    let s = dot(half, half);
    let sinc = 1.0 - s * (1.0 / 6.0 - s * (1.0 / 120.0 - s * (1.0 / 5040.0 - s / 362880.0)));
    let cosine = 1.0 - s * (0.5 - s * (1.0 / 24.0 - s * (1.0 / 720.0 - s / 40320.0)));
    var q = vec4<f32>(half * sinc, cosine);
    for (var i = 0u; i < halvings; i++) {
        q = quaternion_product(q, q);
    }
    return q;
}
