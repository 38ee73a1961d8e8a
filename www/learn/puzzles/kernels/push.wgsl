struct Step {
    count: u32,    // how many contacts there are
}
@group(0) @binding(0) var<uniform> step: Step;
// of the body, upwards, m/s
@group(0) @binding(1) var<storage, read_write> speeds: array<f32>;
// of the ground on it so far, N s
@group(0) @binding(2) var<storage, read_write> impulses: array<f32>;
// 1/kg
@group(0) @binding(3) var<storage, read> inverse_masses: array<f32>;
// wanted speed upwards, m/s
@group(0) @binding(4) var<storage, read> biases: array<f32>;

// One thread per contact of a body with the ground. It pushes and never
// pulls: all its impulses together stay ≥ 0.
@compute @workgroup_size(64)
fn push_out(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= step.count) {
        return;
    }
    // what would give the body exactly the speed that is wanted
    let wanted = (biases[i] - speeds[i]) / inverse_masses[i];
    let change = max(0.0, impulses[i] + wanted) - impulses[i];
    impulses[i] += change;
    speeds[i] += inverse_masses[i] * change;
}
