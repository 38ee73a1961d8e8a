struct Step {
    h: f32,        // length of the step, s
    count: u32,    // how many bodies there are
}
@group(0) @binding(0) var<uniform> step: Step;
// m/s
@group(0) @binding(1) var<storage, read_write> velocities: array<vec3<f32>>;
// 1/kg
@group(0) @binding(2) var<storage, read> inverse_masses: array<f32>;
// λ of each joint, N
@group(0) @binding(3) var<storage, read> forces: array<vec3<f32>>;
// where each body's items begin
@group(0) @binding(4) var<storage, read> starts: array<u32>;
// 2 × joint, + 1 where the body is b
@group(0) @binding(5) var<storage, read> items: array<u32>;

// One thread per body, which looks up its own joints: items[starts[i]]
// up to, not with, items[starts[i + 1]]. λ pulls a back and b forth:
//     v ← v + h/m Σ ∓λ
@compute @workgroup_size(64)
fn gather(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= step.count) {
        return;
    }
    var force = vec3<f32>(0.0);
    // yours
    velocities[i] += step.h * inverse_masses[i] * force;
}
