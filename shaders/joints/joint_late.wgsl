// Gravity behind a blow, one thread per body of a halved island. Before the blow is solved for, V* has (1 − τ) h g less. After
// it, V has that much more (step.extra.x). `joint_blow` has the formulas.

// uses: step, body, tie, noted
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read_write> free_velocities: array<Velocity>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;

@compute @workgroup_size(64)
fn joint_late(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    let first = lists[body];
    let l = lists[first] >> 1u;
    let rest = 1.0 - noted_blow(l);
    let done = step.extra.x == 1u && noted_settled(l);
    for (var go = first < lists[body + 1u] && rest > 0.0 && !done; go; go = false) {
        let late = rest * step.h * step.gravity;
        if (step.extra.x == 1u) {
            let linear = velocities[body].linear + late;
            velocities[body].linear = linear;
            free_velocities[body].linear = linear;
            free_velocities[body].angular = velocities[body].angular;
        } else {
            free_velocities[body].linear -= late;
        }
    }
}
