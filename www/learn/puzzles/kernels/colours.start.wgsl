struct Step {
    colour: u32,   // 0 in the first dispatch, 1 in the second
    count: u32,    // how many joints there are
}
@group(0) @binding(0) var<uniform> step: Step;
// of count + 1 bodies, 1/kg
@group(0) @binding(1) var<storage, read> inverse_masses: array<f32>;
// b, m/s
@group(0) @binding(2) var<storage, read> rights: array<f32>;
// q, N s
@group(0) @binding(3) var<storage, read_write> impulses: array<f32>;

// Joint l put right at once, with its neighbours as they are now.
fn relax(l: u32) {
    let before = inverse_masses[l];
    let after = inverse_masses[l + 1u];
    var given = rights[l];
    if (l > 0u) {
        given += before * impulses[l - 1u];
    }
    if (l + 1u < step.count) {
        given += after * impulses[l + 1u];
    }
    impulses[l] = given / (before + after);
}

// Neighbours must not be put right at the same time. So the kernel runs
// twice: first for colour 0, the joints 0, 2, 4 …, then for colour 1,
// the joints 1, 3, 5 …
@compute @workgroup_size(64)
fn sweep(@builtin(global_invocation_id) id: vec3<u32>) {
    let l = id.x;    // yours
    if (l >= step.count) {
        return;
    }
    relax(l);
}
