// Newton's method on the energy   f(V) = ½ |V − V*|²_M + Σ φ(J V),   φ' = q(u),   of one island. A round that put every
// row on the part of its staircase that was assumed is the answer. From the second round on one goes along the line to
// the round's V as far as f falls: to the zero in (0, 1] of   g(θ) = Σ Δu (q(u + θ Δu) − q_k − θ Δq),   which only
// rises. shaders/ties/slope.wgsl has g. For shaders that bind `lists`, `blocks`, `multipliers` and `stairs`.

// uses: step, body, six, tie, rows, stair, slope, note

// A round of so many, of the island whose record this is.
fn search(record: u32, round: u32, rounds: u32) {
    let n = step.joint_count;
    let first = lists[record];
    let count = lists[record + 1u];
    let first_course = lists[record + 2u];
    let courses = lists[record + 3u];
    let leader = lists[first];
    blocks[3u * n + leader].bias_x = max(blocks[3u * n + leader].bias_x, f32(round + 1u));
    var most = 0.0;
    for (var i = first_course; i < first_course + courses; i++) {
        most = max(most, noted_miss(lists[i]));
    }
    let lands = most <= NEAR_ENOUGH;
    var share = 1.0;
    for (var look = !lands && round > 0u; look; look = false) {
        share = zero_of_slope(first_course, courses);
    }
    let is_last = round + 1u == rounds;
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
