struct Step {
    count: u32,    // how many chains there are
}
@group(0) @binding(0) var<uniform> step: Step;
// where each chain's gaps begin
@group(0) @binding(1) var<storage, read> starts: array<u32>;
// m
@group(0) @binding(2) var<storage, read> gaps: array<f32>;
// m²
@group(0) @binding(3) var<storage, read_write> sums: array<f32>;

// What the 64 threads of one workgroup share.
var<workgroup> parts: array<f32, 64>;

// One workgroup per chain: the sum of the squares of its gaps
@compute @workgroup_size(64)
fn sum_squares(
    @builtin(local_invocation_index) thread: u32,
    @builtin(workgroup_id) group: vec3<u32>,
) {
    let chain = group.x;
    var mine = 0.0;
    for (var i = starts[chain] + thread; i < starts[chain + 1u]; i += 64u) {
        mine += gaps[i] * gaps[i];
    }
    parts[thread] = mine;
    // yours: 32 threads add the others to theirs, then 16, 8, 4, 2, 1
    if (thread == 0u) {
        sums[chain] = parts[0];
    }
}
