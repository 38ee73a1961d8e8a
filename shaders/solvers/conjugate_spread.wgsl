// Conjugate gradients 2 of 5, one thread per body: u = M⁻¹ Jᵀ p, what the directions would do to velocities.

// uses: step, symmetric, body, mobility, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(22) var<storage, read_write> spread: array<Velocity>;

@compute @workgroup_size(64)
fn conjugate_spread(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    var force = vec3<f32>(0.0);
    var torque = vec3<f32>(0.0);
    for (var k = lists[body]; k < lists[body + 1u]; k++) {
        let item = lists[k];
        let l = item >> 1u;
        let is_b = (item & 1u) == 1u;
        let p = blocks[l].work;
        let on_body = wrench(l, select(arms[l].arm_a, arms[l].arm_b, is_b), select(p, -p, is_b));
        force += on_body.force;
        torque += on_body.torque;
    }
    let m = mobility_at(body);
    spread[body] = Velocity(m.inverse_mass * force, m.inverse_mass, turn(m, torque), m.w);
}
