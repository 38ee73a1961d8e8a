struct Step {
    h: f32,        // length of the step, s
    count: u32,    // how many bodies there are
}
@group(0) @binding(0) var<uniform> step: Step;
// unit quaternions (x, y, z, w)
@group(0) @binding(1) var<storage, read_write> rotations: array<vec4<f32>>;
// ω in world axes, rad/s
@group(0) @binding(2) var<storage, read> spins: array<vec3<f32>>;

fn quaternion_product(p: vec4<f32>, q: vec4<f32>) -> vec4<f32> {
    let vector = p.w * q.xyz + q.w * p.xyz + cross(p.xyz, q.xyz);
    return vec4<f32>(vector, p.w * q.w - dot(p.xyz, q.xyz));
}

// The turn by |φ| radians about φ:
//     exp(φ) = (φ/|φ| sin(|φ|/2), cos(|φ|/2))
fn exponential(phi: vec3<f32>) -> vec4<f32> {
    return vec4<f32>(0.0, 0.0, 0.0, 1.0);    // yours
}

// One thread per body: q ← exp(h ω) q
@compute @workgroup_size(64)
fn turn(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= step.count) {
        return;
    }
    let change = exponential(step.h * spins[i]);
    rotations[i] = normalize(quaternion_product(change, rotations[i]));
}
