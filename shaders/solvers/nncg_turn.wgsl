// Nonlinear conjugate gradients 3 of 3, one workgroup per segment: β = |g|²/|g_before|² over the island, and
//     β > 1: d ← 0, λ ← λ';   else λ ← λ' + β d, d ← β d + g

// uses: step, sum, six, tie, conjugate, nncg
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(20) var<storage, read_write> conjugate: array<Conjugate>;
@group(0) @binding(21) var<storage, read> segment_sums: array<SegmentSums>;

@compute @workgroup_size(64)
fn nncg_turn(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let segment = segment_at(group.x);
    let even = (step.iteration & 1u) == 0u;
    var mine = vec3<f32>(0.0);
    for (var i = thread; i < segment.of_island; i += 64u) {
        let s = segment_sums[segment.first_of_island + i];
        mine += select(vec3<f32>(s.even, s.odd, 0.0), vec3<f32>(s.odd, s.even, 0.0), even);
    }
    let island = summed(thread, mine);   // before, now
    var beta = 0.0;
    if (step.iteration > 0u && island.x > 0.0) {
        beta = island.y / island.x;
    }
    if (thread < segment.joints) {
        let l = joint_of(segment, thread);
        let n = step.joint_count;
        let on = beta <= 1.0;
        let g = gradient(l);
        var next = swept_lambda(l);
        let kept = beta * blocks[l].work;
        next.linear = select(next.linear, next.linear + kept, on);
        blocks[l].work = select(vec3<f32>(0.0), kept + g.linear, on);
        multipliers[l].lambda = next.linear;
        if (by_rows()) {
            let kept_about = beta * blocks[n + l].work;
            next.angular = select(next.angular, next.angular + kept_about, on);
            blocks[n + l].work = select(vec3<f32>(0.0), kept_about + g.angular, on);
            multipliers[n + l].lambda = next.angular;
        }
        conjugate[l].residual = next.linear;
        conjugate[l].image = next.angular;
    }
}
