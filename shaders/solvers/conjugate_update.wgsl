// Conjugate gradients 4 of 5, one workgroup per segment: α = r·z / p·A p over the island, λ += α p, r −= α A p,
// and the new r·z of each segment. An island that has arrived stops: there α would be 0/0.

// uses: step, sum, conjugate, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(20) var<storage, read_write> conjugate: array<Conjugate>;
@group(0) @binding(21) var<storage, read_write> segment_sums: array<SegmentSums>;

@compute @workgroup_size(64)
fn conjugate_update(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let segment = segment_at(group.x);
    let even = (step.iteration & 1u) == 0u;

    // the island's sums, each workgroup for itself
    var mine = vec3<f32>(0.0);
    for (var i = thread; i < segment.of_island; i += 64u) {
        let s = segment_sums[segment.first_of_island + i];
        mine += vec3<f32>(s.first, select(s.odd, s.even, even), s.image);
    }
    let island = summed(thread, mine);
    let running = island.y > CONJUGATE_END * island.x && island.z > 0.0;
    var alpha = 0.0;
    if (running) {
        alpha = island.y / island.z;
    }

    var product = 0.0;   // r·z
    if (thread < segment.joints) {
        let l = joint_of(segment, thread);
        multipliers[l].lambda += alpha * blocks[l].work;
        let r = conjugate[l].residual - alpha * conjugate[l].image;
        conjugate[l].residual = r;
        product = dot(r, block_times(blocks[l], r));
    }
    workgroupBarrier();
    let sum = summed(thread, vec3<f32>(product, 0.0, 0.0)).x;
    if (thread == 0u) {
        if (even) {
            segment_sums[group.x].odd = sum;
        } else {
            segment_sums[group.x].even = sum;
        }
    }
}
