// The warm start of contacts for big bodies that move, a workgroup each: ties/contact_big_sum.wgsl says why.

// uses: step, symmetric, body, mobility, velocity, contact_rows, contact, contact_gather, contact_big_sum
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read_write> free_velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;
@group(0) @binding(35) var<storage, read> contact_forces: array<Push>;
@group(0) @binding(39) var<storage, read> contact_rows: array<u32>;
@group(0) @binding(44) var<storage, read> contact_reaches: array<Reach>;

@compute @workgroup_size(64)
fn contact_warm_big(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let body = lists[step.first + group.x];
    let sum = big_wrench(thread, body);
    if (thread == 0u) {
        let free = Twist(free_velocities[body].linear, free_velocities[body].angular);
        let v = kicked(free, mobility_at(body), Wrench(step.h * sum.force, step.h * sum.torque));
        free_velocities[body].linear = v.linear;
        free_velocities[body].angular = v.angular;
    }
}
