struct Step {
    count: u32,    // how many contacts there are
}
@group(0) @binding(0) var<uniform> step: Step;
// along the ground, N s
@group(0) @binding(1) var<storage, read_write> impulses: array<vec2<f32>>;
// how fast it slides, m/s
@group(0) @binding(2) var<storage, read> slips: array<vec2<f32>>;
// kg
@group(0) @binding(3) var<storage, read> masses: array<f32>;
// the ground's push upwards, N s
@group(0) @binding(4) var<storage, read> pushes: array<f32>;
// μ
@group(0) @binding(5) var<storage, read> frictions: array<f32>;

// One thread per contact: the impulse that stops the sliding, but no
// longer than μ times the push.
@compute @workgroup_size(64)
fn rub(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= step.count) {
        return;
    }
    let wanted = impulses[i] - masses[i] * slips[i];
    impulses[i] = wanted;    // yours
}
