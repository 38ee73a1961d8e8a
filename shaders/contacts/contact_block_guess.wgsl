// From where AVBD's passes set out, one thread per body, beside contacts: V* is kept with H and f.

// uses: step, body, energy, guess
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
    guess(body);
    energies[energy_at(body, OF_FREE)] = vec4<f32>(free_velocities[body].linear, 0.0);
    energies[energy_at(body, OF_FREE + 1u)] = vec4<f32>(free_velocities[body].angular, 0.0);
}
