struct Step {
    h: f32,        // length of the step, s
    colour: u32,   // 0 in the first dispatch, 1 in the second
    count: u32,    // how many beads there are
}
@group(0) @binding(0) var<uniform> step: Step;
// x, m
@group(0) @binding(1) var<storage, read_write> positions: array<vec3<f32>>;
// y, where a bead would fly freely, m
@group(0) @binding(2) var<storage, read> free: array<vec3<f32>>;
// kg, 0 where a bead is fixed
@group(0) @binding(3) var<storage, read> masses: array<f32>;
// k of count - 1 joints, N/m
@group(0) @binding(4) var<storage, read> stiffnesses: array<f32>;
// what they bear already, N
@group(0) @binding(5) var<storage, read> forces: array<vec3<f32>>;
// the arm of a joint's a less that of its b, m
@group(0) @binding(6) var<storage, read> offsets: array<vec3<f32>>;

// F = k C + λ; joint l holds bead l, its a, to bead l + 1, its b
fn pull(l: u32) -> vec3<f32> {
    let gap = positions[l] - positions[l + 1u] + offsets[l];
    return stiffnesses[l] * gap + forces[l];
}

// One GPU thread per bead of a colour, while its neighbours wait:
//     H = m/h² + Σ k,   f = m/h² (x − y) ± F        + where it is a, − where it is b
//     x ← x − f/H
@compute @workgroup_size(64)
fn block(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = 2u * id.x + step.colour;
    if (i >= step.count) {
        return;
    }
    if (masses[i] == 0.0) {
        return;
    }
    let inertia = masses[i] / (step.h * step.h);
    var weight = inertia;
    var force = inertia * (positions[i] - free[i]);
    if (i + 1u < step.count) {
        weight += stiffnesses[i];
        force += pull(i);
    }
    if (i > 0u) {
        weight += stiffnesses[i - 1u];
        force -= pull(i - 1u);
    }
    positions[i] -= force / weight;
}
