// Whether the first half of a symplectic substep is done, one thread per halved island. It is done when hard rows are
// shut in place and the others are on their staircases. If not, it says whether `joint_segments` is to put rows on other
// parts. The last round (step.iterations) says of islands that are not done that they came apart.

// uses: step, body, six, tie, rows, kept, note
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;

/// How many times what a row may miss by is too much in the end.
const TOO_MUCH: f32 = 10.0;
/// Radii: from where on an island is not kept; and the gap that `joint_seen` writes in the place of 0.
const TORN: f32 = 1.0;
const OPEN: f32 = 1e-12;

@compute @workgroup_size(64)
fn joint_agree(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let record = step.first + 4u * id.x;
    let first = lists[record];
    let count = lists[record + 1u];
    let leader = lists[first];
    for (var go = !stays(leader); go; go = false) {
        var gap = 0.0;
        var most = 0.0;
        for (var i = first; i < first + count; i++) {
            let l = lists[i];
            gap = max(gap, noted_gap(l));
            most = max(most, noted_miss(l));
        }
        let lands = most <= 1.0;
        let settled = step.iteration > 0u && gap <= OPEN && lands;
        let moves = select(1.0, 0.0, lands || step.iteration == 0u);
        for (var i = first; i < first + count; i++) {
            note_settled(lists[i], settled);
            note_share(lists[i], moves);
        }
        // written so that NaN is torn
        if (step.iteration == step.iterations && !(most <= TOO_MUCH)) {
            note_gap(leader, TORN);
        }
    }
}
