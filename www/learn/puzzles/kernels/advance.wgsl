struct Step {
    h: f32,        // length of the step, s
    count: u32,    // how many beads there are
}
@group(0) @binding(0) var<uniform> step: Step;
// m
@group(0) @binding(1) var<storage, read_write> positions: array<vec3<f32>>;
// m/s
@group(0) @binding(2) var<storage, read> velocities: array<vec3<f32>>;

// One thread per bead: x ← x + h v
@compute @workgroup_size(64)
fn advance(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= step.count) {
        return;
    }
    positions[i] = positions[i] + step.h * velocities[i];
}
