struct Step {
    h: f32,        // length of the substep, s
    colour: u32,   // 0 in the first dispatch, 1 in the second
    count: u32,    // how many threads there are
}
@group(0) @binding(0) var<uniform> step: Step;
// of count + 1 beads, m; they have moved by h v already
@group(0) @binding(1) var<storage, read_write> positions: array<vec3<f32>>;
// m/s
@group(0) @binding(2) var<storage, read_write> velocities: array<vec3<f32>>;
// w, 1/kg
@group(0) @binding(3) var<storage, read> inverse_masses: array<f32>;
// of each thread, m
@group(0) @binding(4) var<storage, read> lengths: array<f32>;
// by how much a thread yields, m/N
@group(0) @binding(5) var<storage, read> softnesses: array<f32>;

// One GPU thread per joint of a colour. Joint l holds bead l to bead l + 1:
//     C = |x_l − x_{l+1}| − length,   μ = C / (w_l + w_{l+1} + softness/h²)
// μ pulls bead l back and bead l + 1 forth, in place; velocities take μ/h.
@compute @workgroup_size(64)
fn place(@builtin(global_invocation_id) id: vec3<u32>) {
    let l = 2u * id.x + step.colour;
    if (l >= step.count) {
        return;
    }
    let before = inverse_masses[l];
    let after = inverse_masses[l + 1u];
    let way = positions[l] - positions[l + 1u];
    let gap = length(way) - lengths[l];
    let yields = softnesses[l] / (step.h * step.h);
    let mu = gap / (before + after + yields);
    let push = mu * normalize(way);
    positions[l] -= before * push;
    positions[l + 1u] += after * push;
    velocities[l] -= before * push / step.h;
    velocities[l + 1u] += after * push / step.h;
}
