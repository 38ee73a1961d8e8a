// Newton's method on the energy   f(V) = ½ |V − V*|²_M + Σ φ(J V),   φ' = q(u),   one thread per island: a round that put every row on the
// part of its staircase that it was taken for is the answer. From the second round on one goes along the line to the round's V as far as
// f falls: to the zero in (0, 1] of   g(θ) = Σ Δu (q(u + θ Δu) − q_k − θ Δq),   which only rises. Rounds are counted by
// step.iteration, of step.iterations.

// uses: step, body, six, tie, rows, kept, stair
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;
@group(0) @binding(30) var<storage, read_write> stairs: array<vec4<f32>>;

/// What u may miss its staircase by, m/s or rad/s.
const TOLERANCE: f32 = 1e-5;
const HALVINGS: u32 = 10u;

// One joint's part of g.
fn slope_of(l: u32, share: f32) -> f32 {
    let n = step.joint_count;
    let now_along = multipliers[l].lambda;
    let now_about = multipliers[n + l].lambda;
    let along = step.h * (blocks[2u * n + l].diagonal + share * (now_along - blocks[2u * n + l].diagonal));
    let about = step.h * (blocks[2u * n + l].off + share * (now_about - blocks[2u * n + l].off));
    var sum = 0.0;
    for (var left = stair_rows(l); left != 0u; left &= left - 1u) {
        let k = firstTrailingBit(left);
        let stair = stair_at(l, k);
        if (stair_is_there(stair) && !is_straight(stair)) {
            let q = select(along[min(k, 2u)], about[max(k, 3u) - 3u], k >= 3u);
            sum += stair.du * (force_of(stair, stair.u + share * stair.du) - q);
        }
    }
    return sum;
}

fn slope(first: u32, count: u32, share: f32) -> f32 {
    var sum = 0.0;
    for (var i = first; i < first + count; i++) {
        sum += slope_of(lists[i], share);
    }
    return sum;
}

// What is passed over is passed over by a loop: software runs both sides of a branch, and skips a loop that no thread enters.
@compute @workgroup_size(64)
fn joint_search(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let n = step.joint_count;
    let record = step.first + 4u * id.x;
    let first = lists[record];
    let count = lists[record + 1u];
    let first_course = lists[record + 2u];
    let courses = lists[record + 3u];
    let leader = lists[first];
    for (var go = !stays(leader); go; go = false) {
        blocks[3u * n + leader].bias_x = max(blocks[3u * n + leader].bias_x, f32(step.iteration + 1u));
        var most = 0.0;
        for (var i = first_course; i < first_course + courses; i++) {
            most = max(most, blocks[2u * n + lists[i]].bias_y);
        }
        let lands = most <= TOLERANCE;
        var share = 1.0;
        // where f does not fall at once, what is left is rounding
        var overshoots = !lands && step.iteration > 0u;
        for (var look = overshoots; look; look = false) {
            overshoots = slope(first_course, courses, 0.0) < 0.0 && slope(first_course, courses, 1.0) > 0.0;
        }
        for (; overshoots; overshoots = false) {
            var low = 0.0;
            var high = 1.0;
            for (var k = 0u; k < HALVINGS; k++) {
                let middle = 0.5 * (low + high);
                if (slope(first_course, courses, middle) > 0.0) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            share = 0.5 * (low + high);
        }
        let is_last = step.iteration + 1u == step.iterations;
        let settled = lands || (is_last && share == 1.0);
        for (var i = first; i < first + count; i++) {
            blocks[2u * n + lists[i]].bias_x = share;
            blocks[2u * n + lists[i]].work.z = select(0.0, 1.0, settled);
        }
        for (var i = first_course; i < first_course + courses; i++) {
            for (var left = stair_rows(lists[i]); left != 0u; left &= left - 1u) {
                let at = 12u * lists[i] + 2u * firstTrailingBit(left) + 1u;
                stairs[at].z += share * stairs[at].w;
            }
        }
    }
}
