// Behind apply_pushes, one thread per record: torques that bodies get from one another. Each is given in the axes of a
// body, so that it turns with it,
//     ω += h W Σ R_k T.
// The records are in order of the bodies that they act on; the first of a body adds up all of its. For each there is one of −T on
// another body, in the axes of the same third: so they change no angular momentum, but for rounding.

// uses: step, rotation, symmetric, body, tie, push_record, pushed
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(5) var<storage, read> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(12) var<storage, read> pushes: array<Pushed>;

const WORLD: u32 = 0xffffffffu;

@compute @workgroup_size(64)
fn apply_torques(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let end = step.first + step.count;
    var i = step.first + id.x;
    let index = pushes[i].body;
    if (id.x > 0u && pushes[i - 1u].body == index) {
        return;
    }
    let body = bodies[index];
    if (body.inverse_mass == 0.0) {
        return;
    }
    mark_pushed(index);
    var torque = vec3<f32>(0.0);
    while (i < end && pushes[i].body == index) {
        let axes = pushes[i].turns_with;
        if (axes == WORLD) {
            torque += pushes[i].torque;
        } else {
            torque += rotate(poses[axes].rotation, pushes[i].torque);
        }
        i += 1u;
    }
    let m = true_mobility(poses[index].rotation, body);
    velocities[index].angular += turn(m, step.h * torque);
}
