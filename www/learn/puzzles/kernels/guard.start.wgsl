struct Step {
    g: f32,        // m/s²
    count: u32,    // how many bodies there are
}
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read> masses: array<f32>;           // kg
@group(0) @binding(2) var<storage, read_write> weights: array<f32>;    // N

// One thread per body: its weight, m g
@compute @workgroup_size(64)
fn weigh(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    // yours
    weights[i] = masses[i] * step.g;
}
