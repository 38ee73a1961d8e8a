// Conjugate gradients 4 of 5, a workgroup a segment: α = r·z / p·A p over the island, λ += α p, r −= α A p,
// and the new r·z of each segment. An island that has arrived stops: there α would be 0/0.

// uses: step, joint, conjugate
@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(20) var<storage, read_write> conjugate: array<Conjugate>;
@group(0) @binding(21) var<storage, read_write> segment_sums: array<SegmentSums>;

var<workgroup> first_sums: array<f32, 64>;
var<workgroup> old_sums: array<f32, 64>;
var<workgroup> image_sums: array<f32, 64>;
var<workgroup> sums: array<f32, 64>;

@compute @workgroup_size(64)
fn conjugate_update(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let record = step.first + 4u * group.x;
    let even = (step.iteration & 1u) == 0u;

    // the island's sums, each workgroup for itself
    var total = vec3<f32>(0.0);
    for (var i = thread; i < order[record + 3u]; i += 64u) {
        let s = segment_sums[order[record + 2u] + i];
        total += vec3<f32>(s.first, select(s.odd, s.even, even), s.image);
    }
    first_sums[thread] = total.x;
    old_sums[thread] = total.y;
    image_sums[thread] = total.z;
    workgroupBarrier();
    for (var half = 32u; half > 0u; half /= 2u) {
        if (thread < half) {
            first_sums[thread] += first_sums[thread + half];
            old_sums[thread] += old_sums[thread + half];
            image_sums[thread] += image_sums[thread + half];
        }
        workgroupBarrier();
    }
    let running = old_sums[0] > CONJUGATE_END * first_sums[0] && image_sums[0] > 0.0;
    var alpha = 0.0;
    if (running) {
        alpha = old_sums[0] / image_sums[0];
    }

    var mine = 0.0;
    if (thread < order[record + 1u]) {
        let l = order[order[record] + thread] >> 1u;
        multipliers[l].lambda += alpha * blocks[l].work;
        let r = conjugate[l].residual - alpha * conjugate[l].image;
        conjugate[l].residual = r;
        mine = dot(r, block_times(blocks[l], r));
    }
    sums[thread] = mine;
    workgroupBarrier();
    for (var half = 32u; half > 0u; half /= 2u) {
        if (thread < half) {
            sums[thread] += sums[thread + half];
        }
        workgroupBarrier();
    }
    if (thread == 0u) {
        if (even) {
            segment_sums[group.x].odd = sums[0];
        } else {
            segment_sums[group.x].even = sums[0];
        }
    }
}
