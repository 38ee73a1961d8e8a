struct Step {
    count: u32,    // how many beads there are
}
@group(0) @binding(0) var<uniform> step: Step;
// m
@group(0) @binding(1) var<storage, read> positions: array<vec3<f32>>;
// m
@group(0) @binding(2) var<storage, read_write> distances: array<f32>;

// One thread per pair of neighbours: from bead i to bead i + 1
@compute @workgroup_size(64)
fn measure(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i + 1u >= step.count) {
        return;
    }
    distances[i] = length(positions[i + 1u] - positions[i]);
}
