// Whether the first half of a symplectic substep is done for a halved island. It is done when hard rows are shut in place
// and the others are on their staircases. If not, it says whether rows are to be put on other parts. The last look says of
// islands that are not done that they came apart. For shaders that bind `lists` and write `blocks`.

// uses: step, body, six, tie, rows, note

/// How many times what a row may miss by is too much in the end.
const TOO_MUCH: f32 = 10.0;
/// Radii: from where on an island is not kept.
const TORN: f32 = 1.0;

// The look behind so many rounds, of the island whose record this is.
fn agree(record: u32, round: u32, rounds: u32) {
    let first = lists[record];
    let count = lists[record + 1u];
    let leader = lists[first];
    var gap = 0.0;
    var most = 0.0;
    for (var i = first; i < first + count; i++) {
        let l = lists[i];
        gap = max(gap, noted_gap(l));
        most = max(most, noted_miss(l));
    }
    let lands = most <= 1.0;
    let settled = round > 0u && gap <= NEARLY_SHUT && lands;
    let moves = select(1.0, 0.0, lands || round == 0u);
    for (var i = first; i < first + count; i++) {
        note_settled(lists[i], settled);
        note_share(lists[i], moves);
    }
    // written so that NaN is torn
    if (round == rounds && !(most <= TOO_MUCH)) {
        note_gap(leader, TORN);
    }
}
