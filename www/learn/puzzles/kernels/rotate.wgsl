struct Step {
    count: u32,    // how many bodies there are
}
@group(0) @binding(0) var<uniform> step: Step;
// unit quaternions (x, y, z, w)
@group(0) @binding(1) var<storage, read> rotations: array<vec4<f32>>;
// in the body's axes, m
@group(0) @binding(2) var<storage, read> anchors: array<vec3<f32>>;
// in the world's axes, m
@group(0) @binding(3) var<storage, read_write> arms: array<vec3<f32>>;

// R(q) r = r + 2 w (u × r) + 2 u × (u × r), with u = (x, y, z)
fn rotate(q: vec4<f32>, r: vec3<f32>) -> vec3<f32> {
    let t = 2.0 * cross(q.xyz, r);
    return r + q.w * t + cross(q.xyz, t);
}

@compute @workgroup_size(64)
fn find_arms(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= step.count) {
        return;
    }
    arms[i] = rotate(rotations[i], anchors[i]);
}
