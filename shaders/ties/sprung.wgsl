// What a joint of any kind bears at the places as they are now, as AVBD has it:
//     F = K (C − C₀ + h b) + λ in rows that learn,   F = K (C − C₀ + h b) in soft ones, of which K = 1/(γ h²)
// with b the rate at which C₀ is to be closed. A row with a staircase takes the q at which that meets the line of its
// spring, 1/a = k h²; K is then the slope of F, 0 on a flat step. Once a pass has met it off its flat steps, K stays k
// until the substep ends. Otherwise bodies would go to and fro between a stop and the range before it. Of n joints
// `blocks` holds K in the places of three blocks, behind them C₀ − h b, and λ in `work`. The third block's bias has k₀
// of linear and of angular rows, and whether the joint is whole. The fourth one's `work.z` has the rows that were met so,
// a bit each. For shaders that bind `ties` as rows of four words, `poses`, `blocks` and `stairs`.

// uses: step, six, rows, frames, given, stair

struct Sprung {
    rows: Rows,
    force: Pair,        // F
    slope: Six,         // K
    stretch: Pair,      // (F − λ)/k of the rows that learn and are inside their bounds
    met: u32,           // rows that are off their flat steps, or were
    across: f32,        // what a string under tension adds across itself, |F|/L
}

fn shortest(turned: vec3<f32>) -> vec3<f32> {
    return turned - 6.283185307 * round(turned / 6.283185307);
}

fn in_row(k: u32, x: f32) -> Pair {
    return Pair(
        select(vec3<f32>(0.0), vec3<f32>(x), vec3<u32>(0u, 1u, 2u) == vec3<u32>(k)),
        select(vec3<f32>(0.0), vec3<f32>(x), vec3<u32>(3u, 4u, 5u) == vec3<u32>(k)));
}

fn of_row(p: Pair, k: u32) -> f32 {
    return select(p.linear[min(k, 2u)], p.angular[max(k, 3u) - 3u], k >= 3u);
}

fn stiffness_of(l: u32) -> Six {
    let n = step.joint_count;
    let between = blocks[2u * n + l];
    return Six(
        symmetric_matrix(Symmetric(blocks[l].diagonal, blocks[l].off)),
        mat3x3<f32>(between.diagonal, between.off, between.work),
        symmetric_matrix(Symmetric(blocks[n + l].diagonal, blocks[n + l].off)));
}

fn sprung_of(l: u32) -> Sprung {
    let n = step.joint_count;
    let frames = frames_of(l);
    let found = find_rows(frames, poses[frames.tie.a], poses[frames.tie.b]);
    let rows = only(found, pair_scaled(blocks[2u * n + l].bias_z, live_rows(frames))).rows;
    let dead = rows_dead(rows);
    let way = Pair(
        (1.0 - dead.linear) * (found.error.linear - blocks[3u * n + l].diagonal),
        (1.0 - dead.angular) * shortest(found.error.angular - blocks[3u * n + l].off));
    let stiffness = stiffness_of(l);
    let lambda = Pair(blocks[l].work, blocks[n + l].work);
    let hard = hard_rows(frames);
    let pulled = six_times(stiffness, way);
    var force = Pair(pulled.linear + hard.linear * lambda.linear, pulled.angular + hard.angular * lambda.angular);
    var stretch = Pair(hard.linear * way.linear, hard.angular * way.angular);
    var more = Pair(vec3<f32>(0.0), vec3<f32>(0.0));
    var met = u32(blocks[3u * n + l].work.z);
    let springs = Pair(matrix_diagonal(stiffness.ll), matrix_diagonal(stiffness.aa));
    for (var bits = stair_rows(l); bits != 0u; bits &= bits - 1u) {
        let k = firstTrailingBit(bits);
        let stair = stair_at(l, k);
        let stiff = of_row(springs, k);
        let there = stair_is_there(stair) && stiff > 0.0 && of_row(dead, k) == 0.0;
        let a = step.inverse_h * step.inverse_h / max(stiff, 1e-30);
        let q = step.h * of_row(lambda, k);
        let free = step.inverse_h * of_row(way, k) + a * q;
        let bears = meeting(stair, free, a);
        let segment = segment_at(stair, free - a * bears);
        let inside = there && segment.gamma < GIVEN;
        let was = ((met >> k) & 1u) == 1u;
        let slope = select(0.0, step.inverse_h * step.inverse_h / (a + segment.gamma), inside);
        let pulls = select(0.0, step.inverse_h * bears, there);
        force = pair_add(force, in_row(k, pulls - of_row(force, k)));
        more = pair_add(more, in_row(k, select(slope - stiff, 0.0, there && was)));
        met |= select(0u, 1u << k, inside);
        let apart = select(0.0, step.h * a * (bears - q), inside);
        stretch = pair_add(stretch, in_row(k, apart - of_row(stretch, k)));
    }
    var across = 0.0;
    if (((frames.bits >> LINEAR_BITS) & 3u) == LINEAR_DISTANCE) {
        across = abs(force.linear.x) / max(frames.size - found.error.linear.x, NEAREST);
    }
    return Sprung(rows, force, six_raised(stiffness, more), stretch, met, across);
}
