// Newton's method on the energy   f(V) = ½ |V − V*|²_M + Σ φ(J V),   φ' = q(u),   one thread per island. A round that
// put every row on the part of its staircase that was assumed is the answer. From the second round on one goes along
// the line to the round's V as far as f falls: to the zero in (0, 1] of   g(θ) = Σ Δu (q(u + θ Δu) − q_k − θ Δq),
// which only rises. Rounds are counted by step.iteration, of step.iterations. shaders/ties/slope.wgsl has g.

// uses: step, body, six, tie, rows, kept, stair, slope, note
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;
@group(0) @binding(30) var<storage, read_write> stairs: array<vec4<f32>>;

/// By how much u may miss its staircase, m/s or rad/s.
const TOLERANCE: f32 = 1e-5;

// A loop instead of an `if`: software devices run both sides of a branch, but skip a loop that no thread enters.
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
            most = max(most, noted_miss(lists[i]));
        }
        let lands = most <= TOLERANCE;
        var share = 1.0;
        for (var look = !lands && step.iteration > 0u; look; look = false) {
            share = zero_of_slope(first_course, courses);
        }
        let is_last = step.iteration + 1u == step.iterations;
        let settled = lands || (is_last && share == 1.0);
        for (var i = first; i < first + count; i++) {
            note_share(lists[i], share);
            note_settled(lists[i], settled);
        }
        for (var i = first_course; i < first_course + courses; i++) {
            for (var left = stair_rows(lists[i]); left != 0u; left &= left - 1u) {
                let at = stair_place(lists[i], firstTrailingBit(left)) + 1u;
                stairs[at].z += share * stairs[at].w;
            }
        }
    }
}
