// Conjugate gradients 5 of 5, one workgroup per segment: β = new r·z / old r·z over the island, p ← z + β p.

// uses: step, sum, conjugate, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(20) var<storage, read> conjugate: array<Conjugate>;
@group(0) @binding(21) var<storage, read> segment_sums: array<SegmentSums>;

@compute @workgroup_size(64)
fn conjugate_direction(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let segment = segment_at(group.x);
    let even = (step.iteration & 1u) == 0u;
    var mine = vec3<f32>(0.0);
    for (var i = thread; i < segment.of_island; i += 64u) {
        let s = segment_sums[segment.first_of_island + i];
        mine += select(vec3<f32>(s.odd, s.even, 0.0), vec3<f32>(s.even, s.odd, 0.0), even);
    }
    let island = summed(thread, mine);   // old r·z, new r·z
    var beta = 0.0;
    if (island.x > 0.0) {
        beta = island.y / island.x;
    }
    if (thread < segment.joints) {
        let l = joint_of(segment, thread);
        blocks[l].work = block_times(blocks[l], conjugate[l].residual) + beta * blocks[l].work;
    }
}
