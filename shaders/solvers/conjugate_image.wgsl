// Conjugate gradients 3 of 5, a workgroup a segment: A p = J u, and p·A p of each segment.

// uses: step, body, joint, conjugate
@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(20) var<storage, read_write> conjugate: array<Conjugate>;
@group(0) @binding(21) var<storage, read_write> segment_sums: array<SegmentSums>;
@group(0) @binding(22) var<storage, read> spread: array<Velocity>;

var<workgroup> sums: array<f32, 64>;

@compute @workgroup_size(64)
fn conjugate_image(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let record = step.first + 4u * group.x;
    var mine = 0.0;
    if (thread < order[record + 1u]) {
        let l = order[order[record] + thread] >> 1u;
        let arm = arms[l];
        let image = joint_velocity(
            arm, spread[arm.a].linear, spread[arm.a].angular, spread[arm.b].linear, spread[arm.b].angular);
        conjugate[l].image = image;
        mine = dot(blocks[l].work, image);
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
        segment_sums[group.x].image = sums[0];
    }
}
