// Nonlinear conjugate gradients 2 of 3, one workgroup per segment: |g|², with g = λ' − λ what the sweep did.

// uses: step, sum, six, tie, conjugate, nncg
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;
@group(0) @binding(20) var<storage, read> conjugate: array<Conjugate>;
@group(0) @binding(21) var<storage, read_write> segment_sums: array<SegmentSums>;

@compute @workgroup_size(64)
fn nncg_sum(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let segment = segment_at(group.x);
    var mine = 0.0;
    if (thread < segment.joints) {
        let l = joint_of(segment, thread);
        let g = gradient(l);
        mine = dot(g.linear, g.linear) + dot(g.angular, g.angular);
    }
    let sum = summed(thread, vec3<f32>(mine, 0.0, 0.0)).x;
    if (thread == 0u) {
        if ((step.iteration & 1u) == 0u) {
            segment_sums[group.x].even = sum;
        } else {
            segment_sums[group.x].odd = sum;
        }
    }
}
