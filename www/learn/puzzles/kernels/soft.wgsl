struct Step {
    count: u32,    // how many rows there are
}
@group(0) @binding(0) var<uniform> step: Step;
// q = h λ, N s
@group(0) @binding(1) var<storage, read_write> impulses: array<f32>;
// J V, m/s
@group(0) @binding(2) var<storage, read> speeds: array<f32>;
// β C/h, m/s
@group(0) @binding(3) var<storage, read> biases: array<f32>;
// A, 1/kg
@group(0) @binding(4) var<storage, read> answers: array<f32>;
// γ, 1/kg; 0 where hard
@group(0) @binding(5) var<storage, read> softnesses: array<f32>;

// One thread per row: q ← q + (J V + β C/h − γ q) / (A + γ)
@compute @workgroup_size(64)
fn relax_soft(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= step.count) {
        return;
    }
    let left = speeds[i] + biases[i] - softnesses[i] * impulses[i];
    impulses[i] += left / (answers[i] + softnesses[i]);
}
