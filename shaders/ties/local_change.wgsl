// The problem of one joint by itself, with what its neighbours do given. E are the rows with an equation, B those with a staircase:
//     Δ_E = (A_EE + γ)⁻¹ (r_E − A_EB Δ_B),   Ā = A_BB − A_BE (A_EE + γ)⁻¹ A_EB,   ū = u − A_BE (A_EE + γ)⁻¹ r_E − Ā Δ_B
// and each q of B where its staircase meets the line of ū, in turn until they agree; one alone is there at once. To
// solve all rows as equations and then cut the excess is not the same: that ends at a wrong answer. For shaders that
// bind `ties`, `velocities`, `mobility` and `stairs`.

// uses: step, six, rows, mobility, effective, stair

/// Turns until the rows of one joint agree.
const TURNS: u32 = 12u;

fn dot_pairs(p: Pair, q: Pair) -> f32 {
    return dot(p.linear, q.linear) + dot(p.angular, q.angular);
}

fn pair_times(p: Pair, q: Pair) -> Pair {
    return Pair(p.linear * q.linear, p.angular * q.angular);
}

fn component(p: Pair, k: u32) -> f32 {
    return select(p.linear[min(k, 2u)], p.angular[max(k, 3u) - 3u], k >= 3u);
}

fn unit_pair(k: u32) -> Pair {
    return Pair(
        select(vec3<f32>(0.0), vec3<f32>(1.0), vec3<u32>(0u, 1u, 2u) == vec3<u32>(k)),
        select(vec3<f32>(0.0), vec3<f32>(1.0), vec3<u32>(3u, 4u, 5u) == vec3<u32>(k)));
}

// Δq of a joint, from J V = u, the residuals of all equations, and q.
fn change_of(l: u32, rows: Rows, moving: Pair, left: Pair, q: Pair) -> Pair {
    var equations = Pair(vec3<f32>(1.0), vec3<f32>(1.0));
    var count = 0u;
    for (var k = 0u; k < 6u; k++) {
        if (stair_is_there(stair_at(l, k))) {
            equations = pair_add(equations, pair_scaled(-1.0, unit_pair(k)));
            count++;
        }
    }
    let ma = mobility_at(rows.a);
    let mb = mobility_at(rows.b);
    let own = rows_own_blocks(rows, ma, mb);
    let root = root_of(six_masked(six_raised(own, pair_add(rows.softness, rows_dead(rows))), equations));
    let held = root_solve(root, pair_times(equations, left));

    var columns: array<Pair, 6>;    // A_EB
    var answers: array<Pair, 6>;    // (A_EE + γ)⁻¹ A_EB
    var speeds: array<f32, 6>;      // ū
    var out: array<f32, 6>;
    for (var k = 0u; k < 6u; k++) {
        out[k] = 0.0;
        if (component(equations, k) == 0.0) {
            columns[k] = pair_times(equations, six_times(own, unit_pair(k)));
            answers[k] = root_solve(root, columns[k]);
            speeds[k] = component(moving, k) - dot_pairs(columns[k], held);
        }
    }
    for (var turn = 0u; turn < select(TURNS, 1u, count == 1u); turn++) {
        for (var k = 0u; k < 6u; k++) {
            if (component(equations, k) != 0.0) {
                continue;
            }
            let column = six_times(own, unit_pair(k));
            let a = component(column, k) - dot_pairs(columns[k], answers[k]);
            let now = component(q, k) + out[k];
            let change = meeting(stair_at(l, k), speeds[k] + a * now, a) - now;
            out[k] += change;
            for (var j = 0u; j < 6u; j++) {
                if (component(equations, j) == 0.0) {
                    speeds[j] -= change * (component(column, j) - dot_pairs(columns[j], answers[k]));
                }
            }
        }
    }
    var all = held;
    for (var k = 0u; k < 6u; k++) {
        if (component(equations, k) == 0.0) {
            all = pair_add(all, pair_scaled(-out[k], answers[k]));
        }
    }
    return Pair(
        select(all.linear, vec3<f32>(out[0], out[1], out[2]), equations.linear == vec3<f32>(0.0)),
        select(all.angular, vec3<f32>(out[3], out[4], out[5]), equations.angular == vec3<f32>(0.0)));
}
