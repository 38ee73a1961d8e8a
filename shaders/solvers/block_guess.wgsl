// From where AVBD's passes set out, one thread per body: to V* goes as much of gravity as the body gave in to in the last substep,
//     V = V* − (1 − w) h g,   x ← x + h V,   q ← exp(h ω) q
// What bears a load begins near where it stays. `free_velocities` keeps V*.

// uses: step, rotation, body
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read> free_velocities: array<Velocity>;
@group(0) @binding(56) var<storage, read> learnt: array<f32>;

@compute @workgroup_size(64)
fn block_guess(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    let missing = 1.0 - learnt[step.joint_count + body];
    let linear = free_velocities[body].linear - missing * step.h * step.gravity;
    let angular = free_velocities[body].angular;
    velocities[body].linear = linear;
    velocities[body].angular = angular;
    poses[body].position += step.h * linear;
    poses[body].rotation = normalize(quaternion_product(exponential(step.h * angular), poses[body].rotation));
}
