struct Step {
    omega: f32,    // ω, how boldly
    count: u32,    // how many joints there are
}
@group(0) @binding(0) var<uniform> step: Step;
// of count + 1 bodies, 1/kg
@group(0) @binding(1) var<storage, read> inverse_masses: array<f32>;
// b, m/s
@group(0) @binding(2) var<storage, read> rights: array<f32>;
// q of the pass before, N s
@group(0) @binding(3) var<storage, read> old: array<f32>;
// q of this pass, N s
@group(0) @binding(4) var<storage, read_write> next: array<f32>;

// One thread per joint. Joint l holds body l to body l + 1, and A q at joint l is
//     (w_l + w_{l+1}) q_l − w_l q_{l−1} − w_{l+1} q_{l+1}        with w = 1/m
// A pass of Jacobi: next_l = q_l + ω (b_l − (A q)_l) / A_ll
@compute @workgroup_size(64)
fn jacobi(@builtin(global_invocation_id) id: vec3<u32>) {
    let l = id.x;
    if (l >= step.count) {
        return;
    }
    let before = inverse_masses[l];
    let after = inverse_masses[l + 1u];
    var image = (before + after) * old[l];
    // yours: the first joint has none before it, the last none after
    next[l] = old[l] + step.omega * (rights[l] - image) / (before + after);
}
