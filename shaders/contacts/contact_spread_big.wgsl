// What `contact_relax` changed, for big bodies that move, a workgroup each: see ties/contact_big_sum.wgsl.

// uses: step, symmetric, body, mobility, velocity, contact_rows, contact, contact_palette, contact_change, contact_big_sum
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(32) var<storage, read> contact_colours: array<u32>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;
@group(0) @binding(39) var<storage, read> contact_rows: array<u32>;
@group(0) @binding(44) var<storage, read> contact_reaches: array<Reach>;
@group(0) @binding(45) var<storage, read> contact_changes: array<vec4<f32>>;

@compute @workgroup_size(64)
fn contact_spread_big(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let body = lists[step.first + group.x];
    let sum = big_wrench(thread, body);
    if (thread == 0u) {
        let v = kicked(twist_at(body), mobility_at(body), Wrench(step.h * sum.force, step.h * sum.torque));
        velocities[body].linear = v.linear;
        velocities[body].angular = v.angular;
    }
}
