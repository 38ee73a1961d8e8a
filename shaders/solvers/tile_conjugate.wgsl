// Conjugate gradients for whole islands in a workgroup, a substep in one dispatch. shaders/common/tile.wgsl has all but
// the passes; the first joint of each island adds up for all of them:
//     u = M⁻¹ Jᵀ p,  A p = J u,  α = r·z / p·A p,  λ += α p,  r −= α A p,  z = D⁻¹ r,  β = new r·z / old,  p ← z + β p

// uses: step, symmetric, body, conjugate, tile, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

var<workgroup> products: array<f32, 128>;
var<workgroup> sums: array<f32, 128>;

// The sum over all joints of the island, taken in one order by one thread and shared with all.
fn island_sum(thread: u32, row: TileJoint, product: f32) -> f32 {
    products[thread] = product;
    workgroupBarrier();
    if (thread == row.island_first) {
        var sum = 0.0;
        for (var k = 0u; k < row.island_joints; k++) {
            sum += products[row.island_first + k];
        }
        sums[thread] = sum;
    }
    workgroupBarrier();
    return sums[row.island_first];
}

// A p of this thread's joint, by way of the bodies: J M⁻¹ Jᵀ p.
fn image_of(thread: u32, held: Held, p: vec3<f32>) -> vec3<f32> {
    let sum = reaction(thread, held, p);
    linear[thread] = -held.mobility.inverse_mass * sum.force;
    angular[thread] = -turn(held.mobility, sum.torque);
    workgroupBarrier();
    return relative_in(held);
}

@compute @workgroup_size(128)
fn tile_conjugate(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3<u32>) {
    var held = take_tile(thread, group.x);
    set_velocities(thread, held);

    var r = step.inverse_h * (relative_in(held) + held.bias);
    var p = symmetric_times(held.inverse, r);
    var now = island_sum(thread, held.row, dot(r, p));
    let end = CONJUGATE_END * now;
    for (var pass_index = 0u; pass_index < step.iterations; pass_index++) {
        let image = image_of(thread, held, p);
        let curvature = island_sum(thread, held.row, dot(p, image));
        // an island that has arrived stops: there α would be 0/0
        var alpha = 0.0;
        if (now > end && curvature > 0.0) {
            alpha = now / curvature;
        }
        held.lambda += alpha * p;
        r -= alpha * image;
        let z = symmetric_times(held.inverse, r);
        let next = island_sum(thread, held.row, dot(r, z));
        var beta = 0.0;
        if (now > 0.0) {
            beta = next / now;
        }
        p = z + beta * p;
        now = next;
    }
    set_velocities(thread, held);
    leave_tile(thread, held);
}
