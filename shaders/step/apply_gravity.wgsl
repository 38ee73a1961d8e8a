// Once a frame, ahead of its first substep, where gravity acts once: v ← v + Δt g, one thread per body that moves.

// uses: step, body
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;

@compute @workgroup_size(64)
fn apply_gravity(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    velocities[lists[step.first + id.x]].linear += step.frame * step.gravity;
}
