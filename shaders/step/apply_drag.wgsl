// Ahead of all else in a substep, one thread per body that has damping or a gravity of its own:
//     v ← e^{−c h} v + (s − 1) h g,   ω ← e^{−c' h} ω
// All other forces come after it, h g among them. So a body at rest bears its weight s m g, at any damping, and the terminal velocity of
// a falling body is g/c (1 + ½ c h).

// uses: step, body
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;

// Words of a record: src/lists/drags.rs.
const DRAG_WORDS: u32 = 4u;

@compute @workgroup_size(64)
fn apply_drag(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let at = step.first + DRAG_WORDS * id.x;
    let body = lists[at];
    let linear_damping = bitcast<f32>(lists[at + 1u]);
    let angular_damping = bitcast<f32>(lists[at + 2u]);
    let more_gravity = bitcast<f32>(lists[at + 3u]);
    let v = velocities[body];
    velocities[body].linear = decay(linear_damping * step.h) * v.linear + more_gravity * step.h * step.gravity;
    velocities[body].angular = decay(angular_damping * step.h) * v.angular;
}

// e^{−x} for x ≥ 0, by its series after halving x until it is small, and as many squares of that. Its own, so that it is the same on
// every machine but for rounding.
fn decay(x: f32) -> f32 {
    var y = min(x, 80.0);
    var halvings = 0u;
    while (y > 0.125) {
        y *= 0.5;
        halvings += 1u;
    }
    // 1 − y (1 − y/2 (1 − y/3 (1 − y/4 (1 − y/5 (1 − y/6)))))
    var sum = 1.0 - y * (1.0 / 6.0);
    sum = 1.0 - y * 0.2 * sum;
    sum = 1.0 - y * 0.25 * sum;
    sum = 1.0 - y * (1.0 / 3.0) * sum;
    sum = 1.0 - y * 0.5 * sum;
    sum = 1.0 - y * sum;
    for (var k = 0u; k < halvings; k += 1u) {
        sum *= sum;
    }
    return sum;
}
