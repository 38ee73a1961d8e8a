// Conjugate gradients 3 of 5, one workgroup per segment: A p = J u, and p·A p.

// uses: body, sum, conjugate, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(20) var<storage, read_write> conjugate: array<Conjugate>;
@group(0) @binding(21) var<storage, read_write> segment_sums: array<SegmentSums>;
@group(0) @binding(22) var<storage, read> spread: array<Velocity>;

@compute @workgroup_size(64)
fn conjugate_image(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let segment = segment_at(group.x);
    var mine = 0.0;
    if (thread < segment.joints) {
        let l = joint_of(segment, thread);
        let arm = arms[l];
        let on_a = Twist(spread[arm.a].linear, spread[arm.a].angular);
        let on_b = Twist(spread[arm.b].linear, spread[arm.b].angular);
        let image = relative(l, arm, on_a, on_b);
        conjugate[l].image = image;
        mine = dot(blocks[l].work, image);
    }
    let sum = summed(thread, vec3<f32>(mine, 0.0, 0.0)).x;
    if (thread == 0u) {
        segment_sums[group.x].image = sum;
    }
}
