// The same for a big body that moves, in whose row small ones do not stand: one workgroup looks through all rows for pairs with body
// step.first, always in the same order.

// uses: step, symmetric, body, mobility, velocity, sum, contact_rows, contact, contact_gather
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read_write> free_velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;
@group(0) @binding(35) var<storage, read> contact_forces: array<Push>;
@group(0) @binding(39) var<storage, read> contact_rows: array<u32>;
@group(0) @binding(44) var<storage, read> contact_reaches: array<Reach>;

@compute @workgroup_size(64)
fn contact_warm_big(@builtin(local_invocation_index) thread: u32) {
    let body = step.first;
    var mine = Wrench(vec3<f32>(0.0), vec3<f32>(0.0));
    for (var i = thread; i < step.body_count; i += 64u) {
        for (var k = 0u; k < ROW; k++) {
            let number = contact_rows[number_at(i, k)];
            if (contact_rows[neighbour_at(i, k)] == body && number != NONE && (pairs[number].count & ON_BIG) != 0u) {
                let on_body = pair_wrench(number, true);
                mine.force += on_body.force;
                mine.torque += on_body.torque;
            }
        }
    }
    let force = summed(thread, mine.force);
    workgroupBarrier();
    let torque = summed(thread, mine.torque);
    if (thread == 0u) {
        let free = Twist(free_velocities[body].linear, free_velocities[body].angular);
        let v = kicked(free, mobility_at(body), Wrench(step.h * force, step.h * torque));
        free_velocities[body].linear = v.linear;
        free_velocities[body].angular = v.angular;
    }
}
