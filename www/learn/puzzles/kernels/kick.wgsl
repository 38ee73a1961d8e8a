struct Step {
    h: f32,        // length of the step, s
    g: f32,        // m/s², downwards
    count: u32,    // how many bodies there are
}
@group(0) @binding(0) var<uniform> step: Step;
// m/s
@group(0) @binding(1) var<storage, read_write> velocities: array<vec3<f32>>;
// 1/kg, 0 where fixed
@group(0) @binding(2) var<storage, read> inverse_masses: array<f32>;

// One thread per body: half of a step's gravity, v ← v + ½ h g.
// A fixed body keeps its velocity.
@compute @workgroup_size(64)
fn half_kick(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= step.count) {
        return;
    }
    if (inverse_masses[i] > 0.0) {
        velocities[i].y -= 0.5 * step.h * step.g;
    }
}
