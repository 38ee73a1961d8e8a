struct Step {
    count: u32,    // how many joints there are
}
@group(0) @binding(0) var<uniform> step: Step;
// body a, body b
@group(0) @binding(1) var<storage, read> joints: array<vec2<u32>>;
// of bodies, m
@group(0) @binding(2) var<storage, read> positions: array<vec3<f32>>;
// of joints, from the centre of a, m
@group(0) @binding(3) var<storage, read> arms_a: array<vec3<f32>>;
// of joints, from the centre of b, m
@group(0) @binding(4) var<storage, read> arms_b: array<vec3<f32>>;
// m
@group(0) @binding(5) var<storage, read_write> gaps: array<vec3<f32>>;

// One thread per joint: C, from b's end of the joint to a's end
@compute @workgroup_size(64)
fn find_gaps(@builtin(global_invocation_id) id: vec3<u32>) {
    let l = id.x;
    if (l >= step.count) {
        return;
    }
    let a = joints[l].x;
    let b = joints[l].y;
    gaps[l] = (positions[a] - positions[b]) + (arms_a[l] - arms_b[l]);
}
