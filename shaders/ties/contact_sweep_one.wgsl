// One pair put right, point after point, then its rolling. A pair that has just met has several turns, there and back: in one the first
// corner that is come to takes the whole blow, and a cube that lands flat spins. For shaders that bind `velocities`, `mobility`, `pairs`, `contact_forces`
// and `contact_reaches`.

// uses: step, body, mobility, velocity, contact, push_out

const TURNS_WHERE_MET: u32 = 8u;

fn put_twist(body: u32, v: Twist) {
    velocities[body].linear = v.linear;
    velocities[body].angular = v.angular;
}

fn sweep_point(number: u32, pair: BodyPair, k: u32, slop: f32, both: Both) -> Settled {
    let at = push_at(number, k);
    let softness = vec2<f32>(step.firmness, step.yielding);
    let after = settled(pair, contact_reaches[SLOTS * number + k], contact_forces[at], slop, softness, both);
    contact_forces[at].lambda = after.lambda;
    return after;
}

fn sweep_pair(number: u32) {
    let pair = pairs[number];
    let behind = contact_forces[push_at(number, SLOTS)];
    var both = Both(twist_at(pair.a), mobility_at(pair.a), twist_at(pair.b), mobility_at(pair.b));
    // a pair that has a colour has a point
    let first = sweep_point(number, pair, 0u, behind.depth, both);
    both = first.both;
    var pushing = first.lambda.x;
    if (SLOTS > 1u) {
        for (var k = 1u; k < points_of(pair); k++) {
            let after = sweep_point(number, pair, k, behind.depth, both);
            both = after.both;
            pushing += after.lambda.x;
        }
        let points = points_of(pair);
        let turns = select(1u, TURNS_WHERE_MET, (pair.count & MET) != 0u && points > 1u);
        // a turn that changed no λ is the last: the next one would find the same
        var changed = true;
        for (var turn = 1u; turn < turns && changed; turn++) {
            changed = false;
            pushing = 0.0;
            for (var i = 0u; i < points; i++) {
                let k = select(i, points - 1u - i, (turn & 1u) == 1u);
                let before = contact_forces[push_at(number, k)].lambda;
                let after = sweep_point(number, pair, k, behind.depth, both);
                changed = changed || any(after.lambda != before);
                both = after.both;
                pushing += after.lambda.x;
            }
        }
    }
    if (pair.rolling > 0.0) {
        let torque = rolled(pair, behind.lambda, pushing, both);
        both = twisted_apart(both, torque - behind.lambda);
        contact_forces[push_at(number, SLOTS)].lambda = torque;
    }
    // what is held is shared by pairs of one colour, and never changes
    if (both.ma.inverse_mass > 0.0) {
        put_twist(pair.a, both.va);
    }
    if (both.mb.inverse_mass > 0.0) {
        put_twist(pair.b, both.vb);
    }
}
