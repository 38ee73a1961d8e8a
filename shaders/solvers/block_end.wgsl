// Where a substep of AVBD ends, one thread per body: how much of gravity it gave in to,
//     w = 1 + (V − V*)·g/(h |g|²),   from 0 to 1
// from which the next guess is made.

// uses: step, body
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read> free_velocities: array<Velocity>;
@group(0) @binding(56) var<storage, read_write> learnt: array<f32>;

@compute @workgroup_size(64)
fn block_end(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    let square = step.h * dot(step.gravity, step.gravity);
    let given = dot(velocities[body].linear - free_velocities[body].linear, step.gravity);
    let share = select(0.0, clamp(1.0 + given / max(square, 1e-30), 0.0, 1.0), square > 0.0);
    learnt[step.joint_count + body] = share;
}
