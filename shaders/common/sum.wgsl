// Sums over a workgroup of 64 threads, always in the same order.

var<workgroup> sums: array<vec3<f32>, 64>;

// Up to three sums of what every thread puts in. Between two calls of one kernel there has to be a barrier.
fn summed(thread: u32, mine: vec3<f32>) -> vec3<f32> {
    sums[thread] = mine;
    workgroupBarrier();
    for (var half = 32u; half > 0u; half /= 2u) {
        if (thread < half) {
            sums[thread] += sums[thread + half];
        }
        workgroupBarrier();
    }
    return sums[0];
}
