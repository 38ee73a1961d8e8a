// Adds the joints of a body, of any kind, to H and f of AVBD: each Jᵀ K J, column by column, and Jᵀ F. The diagonal
// also gets the terms of rows that turn or swing across under F. For shaders that bind `lists` and what sprung.wgsl
// asks for.

// uses: symmetric, body, six, tie, rows, sprung

struct Bent {
    h: Six,
    force: vec3<f32>,
    torque: vec3<f32>,
}

// Jᵀ K J of one end, for a body that moves so.
fn answered(now: Sprung, arm: vec3<f32>, v: Twist) -> Wrench {
    let ends = rows_end_velocity(now.rows, arm, Pair(v.linear, v.angular));
    return rows_wrench(now.rows, arm, six_times(now.slope, ends));
}

fn unit(k: u32) -> vec3<f32> {
    return select(vec3<f32>(0.0), vec3<f32>(1.0), vec3<u32>(0u, 1u, 2u) == vec3<u32>(k));
}

fn sprung_sum(body: u32, before: Bent) -> Bent {
    var h = before.h;
    var force = before.force;
    var torque = before.torque;
    for (var i = lists[body]; i < lists[body + 1u]; i++) {
        let l = lists[i] >> 1u;
        let is_b = (lists[i] & 1u) == 1u;
        let now = sprung_of(l);
        let arm = select(now.rows.arm_a, now.rows.arm_b, is_b);
        let pull = rows_wrench(now.rows, arm, now.force);
        let sign = select(1.0, -1.0, is_b);
        force += sign * pull.force;
        torque += sign * pull.torque;
        for (var k = 0u; k < 3u; k++) {
            let moved = answered(now, arm, Twist(unit(k), vec3<f32>(0.0)));
            let turned = answered(now, arm, Twist(vec3<f32>(0.0), unit(k)));
            h.ll[k] += moved.force;
            h.la[k] += turned.force;
            h.aa[k] += turned.torque;
        }
        let line = now.rows.linear * now.force.linear;
        let twist = now.rows.angular * now.force.angular;
        let along = dot(arm, line);
        let columns = dot(arm, arm) * line * line - 2.0 * along * arm * line + vec3<f32>(along * along);
        let turning = vec3<f32>(dot(twist, twist)) - twist * twist;
        h = six_raised(
            h, Pair(vec3<f32>(now.across), sqrt(max(columns, vec3<f32>(0.0))) + sqrt(max(turning, vec3<f32>(0.0)))));
    }
    return Bent(h, force, torque);
}
