// Conjugate gradients 5 of 5, a workgroup a segment: β = new r·z / old r·z over the island, p ← z + β p.

// uses: step, joint, conjugate
@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(20) var<storage, read> conjugate: array<Conjugate>;
@group(0) @binding(21) var<storage, read> segment_sums: array<SegmentSums>;

var<workgroup> old_sums: array<f32, 64>;
var<workgroup> new_sums: array<f32, 64>;

@compute @workgroup_size(64)
fn conjugate_direction(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let record = step.first + 4u * group.x;
    let even = (step.iteration & 1u) == 0u;
    var total = vec2<f32>(0.0);
    for (var i = thread; i < order[record + 3u]; i += 64u) {
        let s = segment_sums[order[record + 2u] + i];
        total += select(vec2<f32>(s.odd, s.even), vec2<f32>(s.even, s.odd), even);
    }
    old_sums[thread] = total.x;
    new_sums[thread] = total.y;
    workgroupBarrier();
    for (var half = 32u; half > 0u; half /= 2u) {
        if (thread < half) {
            old_sums[thread] += old_sums[thread + half];
            new_sums[thread] += new_sums[thread + half];
        }
        workgroupBarrier();
    }
    var beta = 0.0;
    if (old_sums[0] > 0.0) {
        beta = new_sums[0] / old_sums[0];
    }
    if (thread < order[record + 1u]) {
        let l = order[order[record] + thread] >> 1u;
        blocks[l].work = block_times(blocks[l], conjugate[l].residual) + beta * blocks[l].work;
    }
}
