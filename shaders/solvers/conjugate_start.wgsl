// Conjugate gradients 1 of 5, one workgroup per segment: r = h⁻¹ (J V⁰ + β C/h), p = z = D⁻¹ r, and r·z.

// uses: step, body, velocity, sum, conjugate, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(20) var<storage, read_write> conjugate: array<Conjugate>;
@group(0) @binding(21) var<storage, read_write> segment_sums: array<SegmentSums>;

@compute @workgroup_size(64)
fn conjugate_start(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let segment = segment_at(group.x);
    var mine = 0.0;
    if (thread < segment.joints) {
        let l = joint_of(segment, thread);
        let arm = arms[l];
        let block = blocks[l];
        let r = step.inverse_h * (relative(l, arm, twist_at(arm.a), twist_at(arm.b)) + block_bias(block));
        let z = block_times(block, r);
        blocks[l].work = z;
        conjugate[l] = Conjugate(r, 0.0, vec3<f32>(0.0), 0.0);
        mine = dot(r, z);
    }
    let sum = summed(thread, vec3<f32>(mine, 0.0, 0.0)).x;
    if (thread == 0u) {
        segment_sums[group.x] = SegmentSums(sum, sum, sum, 0.0);
    }
}
