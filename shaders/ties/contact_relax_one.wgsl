// One pair on its own, side by side with others, by the formulas of contact_relax.wgsl. For shaders that bind
// `velocities`, `mobility`, `contact_colours`, `pairs`, `contact_forces`, `contact_reaches` and `contact_changes`.

// uses: step, symmetric, body, mobility, velocity, contact_rows, contact, contact_palette, contact_answer, push_out

const BACK: u32 = 2u;
const ALONE: u32 = 4u;

// A body of which n pairs have a share each; one whose points are all apart is not among the n, and has it to itself.
fn shared_by(m: Mobility, pairs: u32) -> Mobility {
    let n = f32(max(pairs, 1u));
    return Mobility(n * m.inverse_mass, n * m.w, Symmetric(n * m.tensor.diagonal, n * m.tensor.off));
}

fn relax_pair(number: u32, how: u32) {
    let alone = (how & ALONE) != 0u;
    let pair = pairs[number];
    let count = points_of(pair);
    let share_a = contact_colours[share_at(pair.a)];
    let share_b = contact_colours[share_at(pair.b)];
    let ma = mobility_at(pair.a);
    let mb = mobility_at(pair.b);
    // a body that is held is shared by any number
    let most = max(
        select(0u, share_a >> 16u, ma.inverse_mass > 0.0), select(0u, share_b >> 16u, mb.inverse_mass > 0.0));
    let gain = select(step.gain, 1.0 / f32(max(most, 1u)), alone);
    let start = Both(
        twist_at(pair.a), shared_by(ma, select(share_a & 0xffffu, 1u, alone)),
        twist_at(pair.b), shared_by(mb, select(share_b & 0xffffu, 1u, alone)));
    var both = start;
    let behind = contact_forces[push_at(number, SLOTS)];
    let t = first_tangent(pair.normal);
    var found: array<vec3<f32>, 4>;
    for (var k = 0u; k < count; k++) {
        found[k] = contact_forces[push_at(number, k)].lambda;
    }
    var pushing = 0.0;
    let turns = select(count, 2u * count, (how & BACK) != 0u && count > 1u);
    for (var i = 0u; i < turns; i++) {
        let k = select(i, turns - 1u - i, i >= count);
        var reach = contact_reaches[SLOTS * number + k];
        let own = reach.inverse_normal;
        let inverses = inverses_of(both.ma, reach.arm_a, both.mb, reach.arm_b, pair.normal, t);
        reach.inverse_normal = inverses.x;
        reach.inverse_tangent = inverses.y;
        // the softness of the contact with whole masses: Γ = A_nn γ/s, and a step of 1/(D + Γ)
        let gamma = step.yielding / (max(step.firmness, 1e-30) * own);
        let softness = softness_of(
            1.0 / (1.0 + gamma * inverses.x), gamma * inverses.x / (1.0 + gamma * inverses.x), behind.depth);
        let push = Push(found[k], contact_forces[push_at(number, k)].depth);
        let after = settled(pair, reach, push, behind.depth, softness, both);
        found[k] = after.lambda;
        if (!alone) {
            both = after.both;
        }
    }
    for (var k = 0u; k < count; k++) {
        let old = contact_forces[push_at(number, k)].lambda;
        var z = old + gain * (found[k] - old);
        if (step.blend != 0.0) {
            z += step.blend * contact_changes[push_at(number, k)].xyz;
        }
        z.x = max(z.x, 0.0);
        let across = in_disc(z.yz, pair.friction * z.x);
        z = vec3<f32>(z.x, across.x, across.y);
        contact_changes[push_at(number, k)] = vec4<f32>(z - old, 0.0);
        contact_forces[push_at(number, k)].lambda = z;
        pushing += z.x;
    }
    var torque = behind.lambda;
    if (pair.rolling > 0.0) {
        torque = in_ball(
            torque + gain * (rolled(pair, torque, pushing, both) - torque), pair.rolling * pushing);
    }
    contact_changes[push_at(number, SLOTS)] = vec4<f32>(torque - behind.lambda, 0.0);
    contact_forces[push_at(number, SLOTS)].lambda = torque;
}
