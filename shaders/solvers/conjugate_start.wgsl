// Conjugate gradients 1 of 5: r = h⁻¹ (J V⁰ + β C/h), p = z = D⁻¹ r, and r·z of each segment.
// A segment is up to 64 joints of one island, a workgroup each; every island is a system of its own. Its
// record holds: first entry in `order`, joints, first segment of the island, segments of the island.

// uses: step, body, joint, conjugate
@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(20) var<storage, read_write> conjugate: array<Conjugate>;
@group(0) @binding(21) var<storage, read_write> segment_sums: array<SegmentSums>;

var<workgroup> sums: array<f32, 64>;

@compute @workgroup_size(64)
fn conjugate_start(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let record = step.first + 4u * group.x;
    var mine = 0.0;
    if (thread < order[record + 1u]) {
        let l = order[order[record] + thread] >> 1u;
        let arm = arms[l];
        let block = blocks[l];
        let relative = joint_velocity(
            arm, velocities[arm.a].linear, velocities[arm.a].angular, velocities[arm.b].linear, velocities[arm.b].angular);
        let r = step.inverse_h * (relative + block_bias(block));
        let z = block_times(block, r);
        blocks[l].work = z;
        conjugate[l] = Conjugate(r, 0.0, vec3<f32>(0.0), 0.0);
        mine = dot(r, z);
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
        segment_sums[group.x] = SegmentSums(sums[0], sums[0], sums[0], 0.0);
    }
}
