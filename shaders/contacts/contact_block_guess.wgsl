// From where passes set out, one thread per body, as `block_guess` has it:
//     V = V* − (1 − w) h g,   x ← x + h V,   q ← exp(h ω) q
// V* is kept beside H and f.

// uses: step, rotation, body, energy
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read> free_velocities: array<Velocity>;
@group(0) @binding(56) var<storage, read> learnt: array<f32>;
@group(0) @binding(58) var<storage, read_write> energies: array<vec4<f32>>;

@compute @workgroup_size(64)
fn contact_block_guess(@builtin(global_invocation_id) id: vec3<u32>) {
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
    energies[energy_at(body, OF_FREE)] = vec4<f32>(free_velocities[body].linear, 0.0);
    energies[energy_at(body, OF_FREE + 1u)] = vec4<f32>(angular, 0.0);
}
